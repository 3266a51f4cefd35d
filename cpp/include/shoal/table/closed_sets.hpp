// The closed generalized itemsets of a table: the most special descriptions of the rows they describe.
//
// A row together with all nodes above its values is a row of items, the roots left out because every row has them. The closed
// patterns of these rows are the closed generalized itemsets; the lowest node of each column tells all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// What a group of rows is published as by hierarchy: a node for each column. The cheapest come first, then by their nodes.
struct ClosedSets {
    std::size_t columns = 0;
    std::vector<std::int32_t> nodes;  // of the first set, of the second ...
    std::vector<Cost> costs;          // of each row

    std::int64_t size() const { return static_cast<std::int64_t>(costs.size()); }
    std::span<const std::int32_t> operator[](std::int64_t set) const {
        return {nodes.data() + static_cast<std::size_t>(set) * columns, columns};
    }
};

// Those that describe at least k rows, the one of all rows among them, whatever the recoding of the columns is. Nothing when
// there are more than `most_sets` or the time is up. Needs at least k rows; any number of threads gives the same.
std::optional<ClosedSets> closed_sets(const View& table, std::int64_t k, std::int64_t most_sets, int threads, const Control& control);

}  // namespace shoal::table
