// Forest: each row leads to one of the rows nearest to it until all trees satisfy the constraint; large trees are cut.
//
// After "Practical Approximation Algorithms for Optimal k-Anonymity" (2009), algorithms 4 and 5. Published by hierarchy the
// groups cost at most 3 (k - 1) times the least that is possible, where only k rows are asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr std::int32_t no_edge = -1;

// Algorithm 4: the row that each row leads to, or no_edge. Trees in the order of their rows: as long as one does not satisfy the
// constraint, its root leads to the row nearest to it outside, the first of several. When the time is up, some do not.
std::vector<std::int32_t> grow_forest(const View& table, const Constraint& constraint, Control& control);

// Algorithm 5, until no tree is large that can be cut: groups of rows, as many as there are. Trees are not cut when the time is up.
std::vector<std::vector<std::int32_t>> cut_forest(const std::vector<std::int32_t>& edges, const Constraint& constraint, const Control& control);

// All rows together must satisfy the constraint. When the time is up, rows of trees that do not satisfy it are grouped in the order
// of their cells.
Grouping forest(const View& table, const Constraint& constraint, Control& control);

}  // namespace shoal::table
