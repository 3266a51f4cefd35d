// A table without rows that change nothing.
//
// Where a constraint ignores copies, a row that equals another in all cells and in all that the constraint looks at goes where
// that one goes: it costs the group no more, and neither helps nor hurts. What is searched is smaller, and what belongs
// together moves together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

class WithoutCopies {
public:
    // Nothing if there are no copies, or copies count.
    static std::optional<WithoutCopies> of(const View& table, const Constraint& constraint);

    View view() const { return {columns_, cells_}; }
    const Constraint& constraint() const { return constraint_; }
    // Of all rows, from groups of those that are left.
    std::vector<std::int32_t> expanded(const std::vector<std::int32_t>& group_of_left) const;
    Grouping expanded(Grouping grouping) const;

private:
    WithoutCopies(const View& table, const Constraint& constraint, const std::vector<std::int32_t>& rows, std::vector<std::int32_t> left_of_row);

    std::span<const Column> columns_;
    std::vector<std::int32_t> cells_;
    Constraint constraint_;
    std::vector<std::int32_t> left_of_row_;  // of each row: the number of the one that stands for it
};

}  // namespace shoal::table
