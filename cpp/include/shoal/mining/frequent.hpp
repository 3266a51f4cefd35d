// Frequent patterns by target: all, closed or maximal ones.
//
// One search finds all three. Closed patterns are what it visits (see closed.hpp). A closed pattern is maximal when no item,
// candidate or excluded, stays frequent in its rows. For all frequent patterns, the items that every row of a branch has are
// free to join its patterns or not, and nothing is excluded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/mining/patterns.hpp"
#include "shoal/mining/request.hpp"

namespace shoal::mining {

struct Mined {
    Patterns patterns;
    Stop stopped = Stop::none;  // otherwise the patterns are only what was found until then
};

// In depth-first order, the same with any number of threads. A limit on patterns gives the first in that order.
Mined mine(RowsView rows, const Request& request, const Limits& limits, int threads, Control& control);

// The best `count` patterns, best first; see TopPatterns for how ties are broken.
Mined mine_top(RowsView rows, const Request& request, std::size_t count, Rank by, const Limits& limits, int threads,
               Control& control);

// The best of patterns that are at hand.
Patterns best_of(const Patterns& patterns, std::size_t count, Rank by);

}  // namespace shoal::mining
