// From rows of items in any order to sets.
#pragma once

#include <cstdint>

#include "shoal/csr.hpp"

namespace shoal {

// Sorts the items of each row and merges repeats, in place; returns how many items were dropped.
std::int64_t make_sets(Rows& rows);

}  // namespace shoal
