// PatternKa's greedy on taxonomies: the cheapest closed pattern whose free rows will do as a group becomes one, until none is left.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/table/constraint.hpp"
#include "shoal/table/profitable_sets.hpp"

namespace shoal::table {

// The set of each distinct row, -1 for those that tell nothing. `sets` come cheapest first. All groups satisfy the constraint,
// but for those that tell nothing where it asks for more than rows and too few rows can be spared.
std::vector<std::int32_t> cheapest_first(const ProfitableSets& sets, const WeightedRows& rows, const Constraint& constraint);

}  // namespace shoal::table
