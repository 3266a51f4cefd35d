// The longest frequent patterns: all of the greatest length that min_support rows share.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/mining/frequent.hpp"

namespace shoal::mining {

// None when their length is not one that is asked for; the request's target does not matter. After an early stop: those found
// of the length that was being searched, maybe none.
Mined mine_longest(RowsView rows, const Request& request, const Limits& limits, Control& control);

}  // namespace shoal::mining
