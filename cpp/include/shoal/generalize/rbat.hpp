// RBAT: public items in one set, split again and again while every PS-rule stays protected.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/generalize/supports.hpp"

namespace shoal::generalize {

struct RbatRequest {
    std::span<const Item> public_items;
    std::span<const std::int64_t> weights;  // one for each public item: parts of a unit
    RowsView antecedents, consequents;      // of the rules; public and sensitive items
    std::int64_t k = 2;
    double c = 1;
    std::int64_t alpha = 4;  // buckets of a split; 0 for one item at a time
    std::int64_t gamma = 4;  // rounds of a check
};

// Node 0 is the set of all public items. Children come after their parent; -1 for those of a leaf.
struct SplitTree {
    std::vector<std::int32_t> left, right;
    std::vector<std::int64_t> sizes, supports;
};

struct Generalization {
    SplitTree tree;
    std::vector<std::int32_t> leaf_of_item;  // for each public item, in the order of the request
    // Rules that are not protected even when all public items are one; then there is no split.
    std::vector<std::int32_t> unprotected;
    std::int64_t splits = 0;    // tried
    std::int64_t rejected = 0;  // because a rule would be unprotected
    bool repeatable = true;
};

Generalization rbat(Supports& supports, const RbatRequest& request, Control& control);

}  // namespace shoal::generalize
