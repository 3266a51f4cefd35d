#include "generalize/split.hpp"

#include <algorithm>

namespace shoal::generalize {
namespace {

// Pairs whose supports are asked for in one round.
constexpr std::size_t pairs_at_once = 256;

}  // namespace

Splitter::Splitter(Supports& supports, std::vector<std::int64_t> weights, std::int64_t alpha)
    : supports_(supports), weights_(std::move(weights)), item_supports_(supports.of_items()), alpha_(alpha) {}

// The pair of the greatest joint loss. Two sets of two items compare by weight times support, and the support of a pair is
// at most the sum of its items' and that of the set, so most pairs need not be counted. Of equal pairs the first in this order is taken.
Pair Splitter::find_max_pair(const ItemSet& set, std::int64_t support) const {
    std::vector<Item> order = set.items;
    std::ranges::sort(order, [&](Item x, Item y) {
        return item_supports_[x] != item_supports_[y] ? item_supports_[x] > item_supports_[y] : x < y;
    });
    std::int64_t heaviest = 0;
    for (Item item : order) heaviest = std::max(heaviest, weights_[item]);
    const auto most = [&](Item x, Item y, std::int64_t weight) {
        return Wide{weight} * std::min(item_supports_[x] + item_supports_[y], support);
    };
    Pair best{order[0], order[1]};
    Wide greatest = -1;
    std::vector<Pair> asked;
    const auto ask = [&] {
        const Counts counts = supports_.of_pairs(asked);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Wide loss = Wide{weights_[asked[i].first] + weights_[asked[i].second]} * counts[i];
            if (loss <= greatest) continue;
            greatest = loss;
            best = asked[i];
        }
        asked.clear();
    };
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const Item x = order[i];
        if (most(x, order[i + 1], 2 * heaviest) <= greatest) break;
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            const Item y = order[j];
            if (most(x, y, weights_[x] + heaviest) <= greatest) break;
            if (most(x, y, weights_[x] + weights_[y]) > greatest) asked.push_back({x, y});
            if (asked.size() == pairs_at_once || (greatest < 0 && asked.size() == 1)) ask();
        }
    }
    if (!asked.empty()) ask();
    return best;
}

// alpha-Split: the items in alpha buckets; within a bucket each item is held against the halves as they were before it.
Splitter::Split Splitter::split(const ItemSet& set, std::int64_t support, std::int32_t left, std::int32_t right) const {
    const auto [x, y] = find_max_pair(set, support);
    std::vector<Item> others;
    for (Item item : set.items)
        if (item != x && item != y) others.push_back(item);
    Split split{{{left, {x}}, {right, {y}}}};
    UtilityLoss of_left{1, weights_[x]}, of_right{1, weights_[y]};
    const auto count = others.size();
    const auto buckets = alpha_ == 0 ? count : std::min(static_cast<std::size_t>(alpha_), count);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        const auto first = count * bucket / buckets, last = count * (bucket + 1) / buckets;
        const std::span<const Item> items(others.data() + first, last - first);
        const Counts growth = supports_.growth(split.halves, items);
        of_left.support = growth[0];
        of_right.support = growth[1];
        const UtilityLoss left_before = of_left, right_before = of_right;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::int64_t weight = weights_[items[i]];
            const UtilityLoss with_left{left_before.size + 1, left_before.weight + weight, left_before.support + growth[2 * i + 2]};
            const UtilityLoss with_right{right_before.size + 1, right_before.weight + weight,
                                         right_before.support + growth[2 * i + 3]};
            const bool to_left = compare(with_left, with_right) <= 0;
            (to_left ? split.halves.left : split.halves.right).items.push_back(items[i]);
            UtilityLoss& half = to_left ? of_left : of_right;
            ++half.size;
            half.weight += weight;
        }
    }
    const Counts whole = supports_.growth(split.halves, {});
    split.left_support = whole[0];
    split.right_support = whole[1];
    // In the order of items again, so that buckets do not depend on which items were seeds.
    std::ranges::sort(split.halves.left.items);
    std::ranges::sort(split.halves.right.items);
    return split;
}

}  // namespace shoal::generalize
