// What is true of rows, told in one pass.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/csr.hpp"

namespace shoal {

enum class RowFault { none, ends, order, item, repeat };

// The first rule that arrays break if they are not rows of items in [0, item_count): offsets start at 0 and end at the
// number of items, and never decrease; items are in range, and ascend within each row.
RowFault fault_of(RowsView rows);

// Whether each row of `parts` is a subset of the row at its place. `codes` says for each item of the parts which item
// of the whole it is, or -1.
bool each_is_subset(RowsView parts, RowsView whole, std::span<const std::int64_t> codes);

}  // namespace shoal
