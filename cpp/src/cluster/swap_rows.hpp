// Swaps and moves of single rows between groups, as long as they gain something.
#pragma once

#include <cstdint>

#include "grow_groups.hpp"

namespace shoal::cluster {

// Groups stay at least as large as they are, or k. Takes what it costs from `budget`; ends when that is spent or the time is up.
void swap_rows(RowsView rows, std::int64_t k, RowGroups& groups, std::int64_t& budget, const Control& control);

}  // namespace shoal::cluster
