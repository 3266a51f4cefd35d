// Closed generalized patterns that are worth their rows, at given prices.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <vector>

#include "shoal/blocks.hpp"
#include "shoal/table/closed_sets.hpp"

namespace shoal::table {

struct ProfitableSets {
    std::vector<Cost> costs;                             // of a row published as the set
    std::vector<std::span<const std::int32_t>> nodes;    // of each set, by column
    std::vector<std::span<const std::int32_t>> extents;  // its distinct rows, dearest first
    Cost total = 0;                                      // of all positive profits, if it was asked for
    Blocks lists;                                        // what the spans look at

    std::int32_t size() const { return static_cast<std::int32_t>(costs.size()); }
};

struct SetLimits {
    std::int64_t visited = INT64_MAX;  // rows of the sets looked at
    std::int64_t kept = INT64_MAX;     // rows of the sets returned
    std::int64_t room = INT64_MAX;     // rows of sets that there is memory for; NoRoom is thrown if they are to be more
};

struct NoRoom : std::exception {
    const char* what() const noexcept override { return "too little memory for the patterns"; }
};

// Let every row have a price, what it may cost. A set that takes G, at least k of its rows, makes the profit sum over G of
// (price - cost of the set): that of its best G. All sets with a profit above `least`; nothing when a limit is passed.
// Cheapest first. To add up all profits takes longer.
std::optional<ProfitableSets> find_profitable_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t min_support,
                                                   std::span<const Cost> prices, Cost least, SetLimits limits, int threads,
                                                   const Control& control, bool add_up = false);

// What each distinct row costs at least: its cheapest closed set. `costs` holds what is known to be possible, and the result.
// False when a limit is passed.
bool cheapest_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t most_entries, int threads,
                   std::vector<Cost>& costs, const Control& control);

}  // namespace shoal::table
