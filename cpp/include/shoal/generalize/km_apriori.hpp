// Apriori anonymization: k^m-anonymous baskets by publishing each item as a node of a taxonomy, or not at all.
//
// One cut through the taxonomy serves all rows. Combinations of one node are made frequent, then those of two, up to m; then nodes
// are lowered again as long as all combinations stay frequent. The same from a cut that publishes nothing; the better cut is taken.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::generalize {

struct KmRecoding {
    std::vector<Item> published;   // by node: what values below it that are items are published as; -1: not at all
    std::int64_t greedy_loss = 0;  // before nodes are lowered again
    std::int64_t loss = 0;         // other values below each entry's node; all other items for an entry that is suppressed
    bool repeatable = true;        // false: a time limit cut the search short
};

// Rows of values, which are nodes without any below them; `above` is -1 right below the root, `leaves` counts the values below.
// When the time is up, nodes in rare combinations are suppressed without a search for something better.
KmRecoding km_apriori(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, std::int64_t k, int m,
                      Control& control);

}  // namespace shoal::generalize
