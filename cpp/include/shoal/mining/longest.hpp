// The longest frequent patterns: all of the greatest length that min_support rows share.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/mining/patterns.hpp"

namespace shoal::mining {

Patterns mine_longest(RowsView rows, std::int64_t min_support, Control& control);

}  // namespace shoal::mining
