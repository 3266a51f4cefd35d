#include "shoal/cluster/incumbent.hpp"

#include <algorithm>

#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {
namespace {

constexpr int seeds_tried = 8;
constexpr std::int64_t entries_per_node = 1024;  // a search node reads about as much

}  // namespace

IncumbentGrower::IncumbentGrower(const mining::LivingRows& living, Item item_count, std::int64_t k)
    : living_(living), k_(k), item_count_(item_count), rows_of_items_(living.data.rows.view(item_count)),
      overlap_(living.data.weights.size(), 0) {}

std::vector<Item> IncumbentGrower::grow(const std::vector<std::int32_t>& by_length, std::int64_t& work) {
    std::vector<Item> best;
    std::int64_t entries = living_.data.size();
    int tried = 0;
    for (std::int32_t r : by_length) {
        if (living_.weights[r] == 0) continue;
        if (living_.data.rows[r].size() <= best.size() || ++tried > seeds_tried) break;
        auto pattern = grow_from(r, entries);
        if (pattern.size() > best.size()) best = std::move(pattern);
    }
    if (best.empty()) {
        best = most_frequent_item();
        entries += static_cast<std::int64_t>(living_.data.rows.items.size());
    }
    work += 1 + entries / entries_per_node;
    return best;
}

std::vector<Item> IncumbentGrower::most_frequent_item() const {
    std::int64_t best_support = k_ - 1;
    std::vector<Item> best;
    for (Item i = 0; i < item_count_; ++i) {
        std::int64_t support = 0;
        for (std::int32_t r : rows_of_items_[i]) support += living_.weights[r];
        if (support <= best_support) continue;
        best_support = support;
        best.assign(1, i);
    }
    return best;
}

// Adds the rows with the largest overlap: a quarter of what is missing at a time, so that large k needs few rounds.
std::vector<Item> IncumbentGrower::grow_from(std::int32_t seed, std::int64_t& entries) {
    const Rows& rows = living_.data.rows;
    std::vector<Item> pattern(rows[seed].begin(), rows[seed].end());
    std::vector<std::int32_t> members{seed};
    std::int64_t weight = living_.weights[seed];
    while (weight < k_ && !pattern.empty()) {
        touched_.clear();
        for (Item i : pattern) {
            entries += static_cast<std::int64_t>(rows_of_items_[i].size());
            for (std::int32_t r : rows_of_items_[i])
                if (living_.weights[r] && overlap_[r]++ == 0) touched_.push_back(r);
        }
        for (std::int32_t r : members) overlap_[r] = 0;
        std::ranges::sort(touched_, [&](std::int32_t a, std::int32_t b) {
            return overlap_[a] != overlap_[b] ? overlap_[a] > overlap_[b] : a < b;
        });
        const std::int64_t wanted = weight + std::max<std::int64_t>(1, (k_ - weight) / 4);
        const std::int64_t before = weight;
        for (std::int32_t r : touched_) {
            if (overlap_[r] == 0 || weight >= wanted) break;
            members.push_back(r);
            weight += living_.weights[r];
            intersect(pattern, rows[r]);
        }
        for (std::int32_t r : touched_) overlap_[r] = 0;
        if (weight == before) return {};
    }
    return pattern;
}

std::vector<std::int32_t> IncumbentGrower::rows_with(const std::vector<Item>& pattern) const {
    const Item rarest = *std::ranges::min_element(pattern, {}, [&](Item i) { return rows_of_items_[i].size(); });
    std::vector<std::int32_t> found;
    for (std::int32_t r : rows_of_items_[rarest])
        if (living_.weights[r] && std::ranges::includes(living_.data.rows[r], pattern)) found.push_back(r);
    return found;
}

}  // namespace shoal::cluster
