// Mondrian: cut a group in one column, then its parts, as long as all parts satisfy the constraint.
//
// A column that is published by its hierarchy is cut into the children of the lowest node above the group; children that are
// too small stay together. Other columns are cut at the median: of the numbers, or of the order of leaves.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct MondrianOptions {
    Constraint constraint = 2;
    bool relaxed = false;  // rows with equal values may go to different parts, where no other cut is left
    bool widest = false;   // cut the column that costs most, as the paper does, not where it saves most
    bool per_bit = false;  // make the cut that saves most for each bit of its split: the gain ratio of decision trees
};

// All rows together must satisfy the constraint. When the time is up, groups stay as they are.
Grouping mondrian(const View& table, const MondrianOptions& options, Control& control);

}  // namespace shoal::table
