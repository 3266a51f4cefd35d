// The sweep for tables: the cheapest closed pattern first, then a local search over the patterns.
//
// A group is published as a closed generalized pattern, and a row keeps what the pattern tells of it: the cost of telling
// nothing less the pattern's. So tables are baskets whose patterns are worth more or less, and share the local search and the
// multipliers of baskets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/profitable_sets.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct SweepOptions {
    std::int64_t k = 2;
    int threads = 1;
    SetLimits limits;  // of one search for patterns
    int rounds = 1;    // searches for patterns that lift the groups found so far
    int starts = 1;    // groupings built from prices in each round
    int steps = 40;    // of the prices before each
};

struct Sweep {
    std::vector<std::int32_t> group_of_row;
    std::int64_t min_support = 0;  // above k: patterns of fewer rows were too many to look at
    bool repeatable = true;
};

// `start` is a grouping that is known; the result costs no more.
Sweep sweep(const View& table, const SweepOptions& options, const std::vector<std::int32_t>& start, Control& control);

// The same from the multipliers of a tight certificate: one price for each row.
void improve(const View& table, const SweepOptions& options, std::span<const double> multipliers, Sweep& found, Control& control);

}  // namespace shoal::table
