#include "shoal/cluster/incumbent.hpp"

#include <algorithm>
#include <numeric>

#include "shoal/sorted_sets.hpp"

namespace shoal::cluster {
namespace {

constexpr int seeds_tried = 8;
constexpr std::int64_t entries_per_node = 1024;  // a search node reads about as much

}  // namespace

IncumbentGrower::IncumbentGrower(const mining::LivingRows& living, Item item_count, std::int64_t k)
    : living_(living), k_(k), item_starts_(item_count + 1, 0), overlap_(living.data.size(), 0) {
    const Rows& rows = living.data.rows;
    for (Item i : rows.items) ++item_starts_[i + 1];
    std::partial_sum(item_starts_.begin(), item_starts_.end(), item_starts_.begin());
    item_rows_.resize(rows.items.size());
    std::vector<std::int64_t> next(item_starts_.begin(), item_starts_.end() - 1);
    for (std::int32_t r = 0; r < living.data.size(); ++r)
        for (Item i : rows[r]) item_rows_[next[i]++] = r;
}

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
        entries += static_cast<std::int64_t>(item_rows_.size());
    }
    work += 1 + entries / entries_per_node;
    return best;
}

std::vector<Item> IncumbentGrower::most_frequent_item() const {
    std::int64_t best_support = k_ - 1;
    std::vector<Item> best;
    for (std::size_t i = 0; i + 1 < item_starts_.size(); ++i) {
        std::int64_t support = 0;
        for (std::int64_t p = item_starts_[i]; p < item_starts_[i + 1]; ++p) support += living_.weights[item_rows_[p]];
        if (support <= best_support) continue;
        best_support = support;
        best.assign(1, static_cast<Item>(i));
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
            entries += item_starts_[i + 1] - item_starts_[i];
            for (std::int64_t p = item_starts_[i]; p < item_starts_[i + 1]; ++p) {
                const std::int32_t r = item_rows_[p];
                if (living_.weights[r] && overlap_[r]++ == 0) touched_.push_back(r);
            }
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
    const Item rarest = *std::ranges::min_element(pattern, {}, [&](Item i) { return item_starts_[i + 1] - item_starts_[i]; });
    std::vector<std::int32_t> found;
    for (std::int64_t p = item_starts_[rarest]; p < item_starts_[rarest + 1]; ++p) {
        const std::int32_t r = item_rows_[p];
        if (living_.weights[r] && std::ranges::includes(living_.data.rows[r], pattern)) found.push_back(r);
    }
    return found;
}

}  // namespace shoal::cluster
