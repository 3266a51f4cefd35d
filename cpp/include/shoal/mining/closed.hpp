// All closed frequent patterns: those with no superset in the same rows.
//
// Depth first, rarest item first. A branch for item i holds the rows with i; items after i are its candidates, items
// before i are excluded. Excluded items that every row of the branch has show that the branch was seen before
// (prefix-preserving closure extension), candidates that every row has join the pattern at once. Items, excluded ones too,
// are dropped as soon as fewer than min_support rows of the branch hold them.
#pragma once

#include <cstdint>
#include <optional>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/mining/patterns.hpp"
#include "shoal/mining/request.hpp"

namespace shoal::mining {

// The closure of the empty set counts as a pattern when it is not empty. The order of the patterns does not depend on the
// number of threads.
Patterns mine_closed(RowsView rows, std::int64_t min_support, int threads, Control& control);

// The same, but nothing when a limit is passed or the time is up: the search ends as soon as that is known.
std::optional<Patterns> mine_closed_within(RowsView rows, std::int64_t min_support, Limits limits, int threads,
                                           Control& control);

}  // namespace shoal::mining
