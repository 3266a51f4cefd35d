// Sets held as ascending sequences.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

// Keeps of `set` what `row` has too.
inline void intersect(std::vector<Item>& set, std::span<const Item> row) {
    const auto end = std::set_intersection(set.begin(), set.end(), row.begin(), row.end(), set.begin());
    set.erase(end, set.end());
}

}  // namespace shoal
