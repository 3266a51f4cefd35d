// How many rows hold all items of a set.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal {

// The support of each set. The empty set is in every row; items are in [0, rows.item_count).
std::vector<std::int64_t> supports_of(RowsView rows, RowsView sets, int threads, Control& control);

}  // namespace shoal
