// The closed generalized patterns of a table, with the rows that hold them.
//
// A pattern names a node for each column; the rows below all of them hold it. It is closed when no node can be lower
// for these rows. Depth-first search with prefix-preserving closure extension visits each once: a child pattern takes one step down
// in a column, and is new if the columns before it stay as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/table.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::table {

// Distinct rows of leaves.
WeightedRows distinct_rows(const View& table);

class SetVisitor {
public:
    virtual ~SetVisitor() = default;
    // Rows ascend.
    virtual void visit(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t> rows) = 0;
    // Whether to look at patterns of these rows, or of fewer. A row published as one of them costs at least `so_far` plus
    // what `rest` says for the row: the columns from `column` on can still be lowered.
    virtual bool worthwhile(std::span<const std::int32_t> rows, Cost so_far, std::span<const Cost> rest) = 0;
};

// Visits all closed patterns of at least min_support rows that are worthwhile, the root too; one thread for each visitor, and a
// pattern goes to any of them. False when the rows of all visited
// patterns are more than `most_entries` together, or the time is up.
bool visit_closed_sets(const View& table, const WeightedRows& rows, std::int64_t min_support, std::int64_t most_entries,
                       std::span<SetVisitor* const> visitors, const Control& control);

// What a group of rows is published as by hierarchy: a node for each column. The cheapest come first, then by their nodes.
struct ClosedSets {
    Rows nodes;               // of each set, by column
    std::vector<Cost> costs;  // of a row published as the set

    std::int64_t size() const { return nodes.size(); }
    std::span<const std::int32_t> operator[](std::int64_t set) const { return nodes[set]; }
};

// Those that at least k rows hold, the root too, whatever the recoding of the columns is. Nothing when there are more than
// `most_sets` or the time is up. Any number of threads gives the same.
std::optional<ClosedSets> closed_sets(const View& table, std::int64_t k, std::int64_t most_sets, int threads, const Control& control);

}  // namespace shoal::table
