// Parts of a table that has too many rows for one search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

using Parts = std::vector<std::vector<std::int32_t>>;  // the rows of each part or group, ascending

Parts members_of(std::span<const std::int32_t> group_of_row);

// What all of the groups cost.
Cost cost_of(const View& table, std::span<const std::int32_t> group_of_row);

// Numbers groups from 0 in the order of their first rows; returns how many there are.
std::int32_t numbered_by_first_rows(std::span<std::int32_t> group_of_row);

// Similar rows, by cuts between two values of a column: parts of at most so many rows, where they can be cut, each of which
// satisfies the constraint. A cut is made where it saves most, and leaves a fifth of the rows on each side where it can.
Parts cut_into_parts(const View& table, const Constraint& constraint, std::int64_t most, const Control& control);

// The rows of similar groups. One side of a cut gets a third, so that the borders of these parts lie elsewhere.
Parts parts_of_groups(const View& table, const Parts& groups, std::int64_t most, const Control& control);

// Some rows of a table, as a table of their own.
class PartOfTable {
public:
    PartOfTable(const View& table, std::span<const std::int32_t> rows) : columns_(table.columns) {
        cells_.reserve(rows.size() * table.columns.size());
        for (std::int32_t r : rows) cells_.insert(cells_.end(), table[r].begin(), table[r].end());
    }
    View view() const { return {columns_, cells_}; }  // as long as this lives

private:
    const std::span<const Column> columns_;
    std::vector<std::int32_t> cells_;
};

}  // namespace shoal::table
