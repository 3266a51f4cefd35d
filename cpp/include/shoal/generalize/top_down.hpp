// Top-down local generalization: all rows begin as one group of which nothing is published; a node is replaced by its children, and
// the rows part by which of these they have, as long as all parts keep k rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::generalize {

struct TopDownGroups {
    std::vector<std::int32_t> group_of_row;
    std::int32_t groups = 0;
    bool repeatable = true;  // false: a time limit cut the search short
};

struct TopDownOptions {
    std::int64_t k = 2;
    // Children of a node that is expanded at once; where there are more, the frequent ones come first and the others together.
    std::size_t most_children = 2;
};

// Rows of values, which are nodes without any below them; `above` is -1 right below the root, `leaves` counts the values below.
// Needs at least k rows. When the time is up, groups stay as they are.
TopDownGroups top_down(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, const TopDownOptions& options,
                       Control& control);

}  // namespace shoal::generalize
