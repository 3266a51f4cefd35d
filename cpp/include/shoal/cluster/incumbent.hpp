// A long pattern without a proof: grown from single rows, keeping the rows that shrink the intersection least.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/mining/living_rows.hpp"
#include "shoal/rows_of_items.hpp"
#include "shoal/csr.hpp"

namespace shoal::cluster {

class IncumbentGrower {
public:
    IncumbentGrower(const mining::LivingRows& living, Item item_count, std::int64_t k);

    // The longest pattern grown from a few of the longest living rows, at least a single item; empty when no item is in k
    // living rows. `by_length` lists all rows, longest first. Adds to `work` what it cost, in search nodes.
    std::vector<Item> grow(const std::vector<std::int32_t>& by_length, std::int64_t& work);

    // All living rows that hold the pattern.
    std::vector<std::int32_t> rows_with(const std::vector<Item>& pattern) const;

private:
    std::vector<Item> grow_from(std::int32_t seed, std::int64_t& entries);
    std::vector<Item> most_frequent_item() const;

    const mining::LivingRows& living_;
    const std::int64_t k_;
    const Item item_count_;
    const RowsOfItems rows_of_items_;
    std::vector<std::int32_t> overlap_;  // per row; all zero between calls
    std::vector<std::int32_t> touched_;
};

}  // namespace shoal::cluster
