// Closed generalized patterns that are worth their rows, at given prices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/table/closed_sets.hpp"

namespace shoal::table {

struct ProfitableSets {
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
std::optional<ProfitableSets> find_profitable_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t min_support,
                                    std::span<const Cost> prices, Cost least, SetLimits limits, int threads,
                                    const Control& control);

// What each distinct row costs at least: its cheapest closed set. `costs` holds what is known to be possible, and the result.
// False when a limit is passed.
bool cheapest_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t most_entries, int threads,
                   std::vector<Cost>& costs, const Control& control);

}  // namespace shoal::table
