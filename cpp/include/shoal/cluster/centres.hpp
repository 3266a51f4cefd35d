// From rows in groups to the centres of the groups.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal::cluster {

using Centre = std::vector<Item>;

struct Centres {
    std::vector<Centre> items;        // what all rows of a group share
    std::vector<std::int64_t> sizes;  // rows in each group
};

// Rows with group -1 are left out.
Centres centres_of(RowsView rows, const std::vector<std::int32_t>& group_of_row, std::size_t groups);

// Drops empty groups and numbers groups with equal centres alike, in order; `proved` follows.
Rows number_groups(Centres&& centres, std::vector<std::int32_t>& group_of_row, std::vector<std::uint8_t>& proved);

}  // namespace shoal::cluster
