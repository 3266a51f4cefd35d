// What any release of a table costs at least, with hierarchy recoding.
//
// `quick`: no row costs less than its cheapest closed set. `tight`: for any prices of the rows, no release costs less than all
// prices together less the profits of all sets (see profitable_sets.hpp); the prices are chosen so that this is large. Sums are
// exact, so the bound holds whatever the prices are.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/profitable_sets.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct Bound {
    Cost cost_at_least = 0;           // of all rows together
    bool complete = true;             // false: too much to search, so a weaker bound was taken
    int rounds = 0;                   // tight: how often all sets were priced
    std::vector<double> multipliers;  // tight: for each row, what it should keep
    std::vector<Cost> prices;         // for each row: those that prove cost_at_least
};

// `groups` is a grouping that is known.
Bound quick_bound(const View& table, std::int64_t k, const std::vector<std::int32_t>& groups, SetLimits limits, int threads,
                  Control& control);
Bound tight_bound(const View& table, std::int64_t k, const std::vector<std::int32_t>& groups, SetLimits limits, int rounds,
                  int threads, Control& control);

}  // namespace shoal::table
