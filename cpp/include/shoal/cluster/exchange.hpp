// Better groups for rows whose groups are best found only.
//
// Where the search for longest patterns ran out of its budget, groups come from a few rows tried or from sorting. Their rows are
// grouped again: grown from every row, the groups that share most first, then rows are swapped between groups. What was
// found is taken where more items are kept; the loss never rises.
#pragma once

#include "shoal/cluster/patternka.hpp"

namespace shoal::cluster {

// Groups that are proved stay as they are. May spend a quarter of options.budget again, and adds to grouping.nodes what it spent.
void exchange(RowsView rows, const PatternkaOptions& options, Control& control, Grouping& grouping);

}  // namespace shoal::cluster
