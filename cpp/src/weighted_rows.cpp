#include "shoal/weighted_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace shoal {
namespace {

std::uint64_t hash_row(std::span<const Item> row) {
    std::uint64_t h = 0x9e3779b97f4a7c15ull ^ row.size();
    for (Item item : row) {
        h = (h ^ static_cast<std::uint32_t>(item)) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
    return h;
}

}  // namespace

WeightedRows merge_equal_rows(RowsView rows) {
    WeightedRows merged;
    const auto n = rows.size();
    merged.distinct_of_row.resize(static_cast<std::size_t>(n));
    // Room for all: what is not filled costs nothing, and what is filled is never moved.
    merged.rows.items.reserve(rows.items.size());
    merged.rows.offsets.reserve(static_cast<std::size_t>(n) + 1);
    merged.weights.reserve(static_cast<std::size_t>(n));
    const std::size_t slots = std::bit_ceil(static_cast<std::size_t>(n) * 2 + 1);
    std::vector<std::int32_t> table(slots, -1);  // open addressing; -1 is an empty slot
    for (std::int64_t r = 0; r < n; ++r) {
        const auto row = rows[r];
        std::size_t slot = hash_row(row) & (slots - 1);
        while (table[slot] >= 0 && !std::ranges::equal(merged.rows[table[slot]], row)) slot = (slot + 1) & (slots - 1);
        if (table[slot] < 0) {
            table[slot] = merged.size();
            merged.rows.push(row);
            merged.weights.push_back(0);
        }
        merged.weights[table[slot]] += 1;
        merged.distinct_of_row[r] = table[slot];
    }
    return merged;
}

Rows WeightedRows::copies() const {
    Rows copies;
    copies.offsets.assign(weights.size() + 1, 0);
    std::partial_sum(weights.begin(), weights.end(), copies.offsets.begin() + 1);
    copies.items.resize(distinct_of_row.size());
    std::vector<std::int64_t> next(copies.offsets.begin(), copies.offsets.end() - 1);
    for (std::size_t r = 0; r < distinct_of_row.size(); ++r)
        copies.items[next[distinct_of_row[r]]++] = static_cast<std::int32_t>(r);
    return copies;
}

}  // namespace shoal
