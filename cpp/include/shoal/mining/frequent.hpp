// Frequent patterns by target: all, closed or maximal ones.
//
// One search finds all three. Closed patterns, those with no superset in the same rows, are what it visits. Depth first, rarest item first. A branch for item i holds the rows with i; items after i are its candidates, items
// before i are excluded. Excluded items that every row of the branch has show that the branch was seen before
// (prefix-preserving closure extension), candidates that every row has join the pattern at once. Items, excluded ones too,
// are dropped as soon as fewer than min_support rows of the branch hold them.
// A closed pattern is maximal when no item, candidate or excluded, stays frequent in its rows. For all frequent patterns, the
// items that every row of a branch has are free to join its patterns or not, and nothing is excluded. The closure of the
// empty set counts as a pattern when it is not empty.
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
