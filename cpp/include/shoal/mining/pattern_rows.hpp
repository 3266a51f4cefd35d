// The rows of mined patterns, found again on the way through them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/mining/patterns.hpp"

namespace shoal::mining {

// Calls `visit` for each pattern with the rows that hold it, ascending. A miner reports a pattern after the one it extends
// and with that one's items first, so a pattern's rows are those of its parent that hold its first new item.
void visit_pattern_rows(const Patterns& patterns, RowsView rows, const Control& control,
                        const std::function<void(std::size_t pattern, std::span<const std::int32_t> rows)>& visit);

}  // namespace shoal::mining
