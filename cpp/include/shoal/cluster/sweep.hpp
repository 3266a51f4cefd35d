// The sweep for baskets: PatternKa, then a local search over the centres.
//
// Rows in a group above k are surplus: given to another pattern they can lift rows that would otherwise keep less. The
// patterns that could are found by pricing (certificate/profitable.hpp), the moves are in local_search.hpp, and groupings
// built from the certificate's multipliers (guided.hpp) are further starts. The loss never rises.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/cluster/patternka.hpp"

namespace shoal::cluster {

struct SweepOptions {
    std::int64_t k = 2;
    std::int64_t budget = -1;  // search nodes of PatternKa; negative: as many as it takes
    int threads = 1;
    std::uint64_t seed = 0;
    std::int64_t most_entries = INT64_MAX;  // rows of the patterns looked at
    std::int64_t most_kept = INT64_MAX;     // rows of the patterns kept as candidates: they take memory
};

// Needs at least k rows.
Grouping sweep(RowsView rows, const SweepOptions& options, Control& control);

// Only the local search. With the certificate's multipliers, one for each row, it searches from many more groupings.
void improve(RowsView rows, const SweepOptions& options, std::span<const double> multipliers, Grouping& grouping, Control& control);

}  // namespace shoal::cluster
