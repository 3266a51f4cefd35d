// Rows that no pattern took.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal::cluster {

// Gives every row with group -1 a group and computes the centres. At least k rows become the suppressed group. Fewer are
// either placed one by one where the loss grows least, or filled up to k with surplus rows of large groups: whichever
// loses less. Groups with equal centres are merged. `proved` follows the groups; the suppressed group is proved when it is
// known that no item is frequent among the rows without a group.
Rows place_leftovers(RowsView rows, std::int64_t k, bool nothing_frequent, std::vector<std::int32_t>& group_of_row,
                     std::vector<std::uint8_t>& proved);

}  // namespace shoal::cluster
