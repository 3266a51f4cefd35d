// PatternKa's greedy on taxonomies: the cheapest closed pattern that k free rows share becomes a group, until none is left.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/table/profitable_sets.hpp"

namespace shoal::table {

// The set of each distinct row, -1 for those that tell nothing; these are none, or at least k. `sets` come cheapest first.
std::vector<std::int32_t> cheapest_first(const ProfitableSets& sets, std::span<const std::int32_t> weights, std::int64_t k);

}  // namespace shoal::table
