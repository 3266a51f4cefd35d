// The rows a search works on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "shoal/weighted_rows.hpp"

namespace shoal::mining {

// The rows that are in no group yet.
struct LivingRows {
    const WeightedRows& data;
    std::vector<std::int32_t> weights;  // 0: the row has left

    explicit LivingRows(const WeightedRows& rows) : data(rows), weights(rows.weights) {}
};

// No pattern that k living rows share is longer: the k-th largest number of a row's items that are in k living rows.
inline std::int32_t longest_possible(const LivingRows& living, Item item_count, std::int64_t k) {
    std::vector<std::int64_t> support(static_cast<std::size_t>(item_count), 0);
    for (std::size_t r = 0; r < living.weights.size(); ++r)
        if (living.weights[r] > 0)
            for (Item i : living.data.rows[static_cast<std::int32_t>(r)]) support[i] += living.weights[r];
    std::vector<std::pair<std::int32_t, std::int64_t>> lengths;
    for (std::size_t r = 0; r < living.weights.size(); ++r) {
        if (living.weights[r] == 0) continue;
        const auto frequent = std::ranges::count_if(living.data.rows[static_cast<std::int32_t>(r)],
                                                    [&](Item i) { return support[i] >= k; });
        lengths.emplace_back(static_cast<std::int32_t>(frequent), living.weights[r]);
    }
    std::ranges::sort(lengths, std::ranges::greater{});
    std::int64_t weight = 0;
    for (const auto& [length, rows] : lengths)
        if ((weight += rows) >= k) return length;
    return 0;
}

// Distinct rows, longest first.
class RowsByLength {
public:
    explicit RowsByLength(const WeightedRows& data) : data_(data), order_(data.weights.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        std::ranges::stable_sort(order_, std::ranges::greater{}, [&](std::int32_t r) { return length(r); });
    }

    const std::vector<std::int32_t>& order() const { return order_; }

    // Those with at least this many items.
    std::span<const std::int32_t> at_least(std::int32_t items) const {
        const auto end = std::ranges::partition_point(order_, [&](std::int32_t r) { return length(r) >= items; });
        return {order_.begin(), end};
    }

    // The k-th largest length: no longer pattern can have k rows.
    std::int32_t longest_pattern(std::int64_t k) const {
        std::int64_t weight = 0;
        for (std::int32_t r : order_) {
            weight += data_.weights[r];
            if (weight >= k) return length(r);
        }
        return 0;
    }

private:
    std::int32_t length(std::int32_t row) const { return static_cast<std::int32_t>(data_.rows[row].size()); }

    const WeightedRows& data_;
    std::vector<std::int32_t> order_;
};

}  // namespace shoal::mining
