// The sweep for baskets: PatternKa, then a local search over the centres.
//
// Rows in a group above k are surplus: given to another pattern they can lift rows that would otherwise keep less. A
// pattern is opened as a new centre when the rows it lifts, filled up to k with the cheapest surplus rows, keep more
// together than before; a row joins an open centre when it keeps more there. The loss never rises.
#pragma once

#include "shoal/cluster/patternka.hpp"

namespace shoal::cluster {

// Needs at least k rows. `most_patterns` bounds the candidates: when there are more closed patterns, only the more
// frequent ones are tried.
Grouping sweep(RowsView rows, const PatternkaOptions& options, std::int64_t most_patterns, Control& control);

}  // namespace shoal::cluster
