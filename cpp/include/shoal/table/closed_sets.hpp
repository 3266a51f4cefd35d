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

struct ClosedSets {
    Rows nodes;                   // of each set, by column
    std::vector<Cost> costs;      // of a row published as the set
    std::vector<Cost> profits;    // at the prices it was found with
    Rows extents;                 // its distinct rows, dearest first
    std::int64_t visited = 0;     // rows of the sets looked at
    Cost total = 0;               // of all positive profits
};

struct SetLimits {
    std::int64_t visited = INT64_MAX;  // rows of the sets looked at
    std::int64_t kept = INT64_MAX;     // rows of the sets returned
};

// Let every row have a price, what it may cost. A set that takes G, at least k of its rows, makes the profit sum over G of
// (price - cost of the set): that of its best G. All sets with a profit above `least`; nothing when a limit is passed.
// Cheapest first.
std::optional<ClosedSets> find_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t min_support,
                                    std::span<const Cost> prices, Cost least, SetLimits limits, int threads,
                                    const Control& control);

// What each distinct row costs at least: its cheapest closed set. `costs` holds what is known to be possible, and the result.
// False when a limit is passed.
bool cheapest_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t most_entries, int threads,
                   std::vector<Cost>& costs, const Control& control);

}  // namespace shoal::table
