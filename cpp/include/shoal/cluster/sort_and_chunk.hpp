// Groups in one pass, for rows that no search is left to spend on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "shoal/csr.hpp"
#include "shoal/mining/living_rows.hpp"

namespace shoal::cluster {

// Sorts the living rows by their items in order of popularity and cuts them into groups of at least k. Calls `form` with the
// rows of each group whose centre is not empty, and with the length of the centre.
void sort_and_chunk(const mining::LivingRows& living, Item item_count, std::int64_t k,
                    const std::function<void(std::span<const std::int32_t> rows, std::int32_t length)>& form);

}  // namespace shoal::cluster
