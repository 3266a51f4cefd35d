#include "km_rare.hpp"

#include <utility>

namespace shoal::generalize {

RareCombinations::RareCombinations(const KmCut& cut, std::int64_t k, const Control& control) : cut_(cut), k_(k), control_(control) {}

const Rows& RareCombinations::with(Item node, int size, std::span<const std::uint8_t> left_out, bool first_only) {
    size_ = size;
    first_only_ = first_only;
    found_ = Rows{};
    others_ = Rows{};
    weights_.clear();
    combination_.assign(1, node);
    // Whether the node alone is frequent needs no look at what else its rows have, and rows may be very long.
    std::int64_t support = 0;
    cut_.each_row(node, [&](std::int32_t row) {
        support += cut_.weight(row);
        return support < k_;
    });
    if (support > 0 && support < k_) found_.push(combination_);
    if (support < k_ || size == 1) return found_;
    std::vector<Item> others;
    std::vector<Rest> rests;
    cut_.each_row(node, [&](std::int32_t row) {
        others.clear();
        // Values below a node stand together, so equal nodes do, too.
        for (const Item value : cut_.row(row)) {
            const Item other = cut_.at(value);
            if (other == suppressed || other == node || (!others.empty() && others.back() == other)) continue;
            if (left_out.empty() || !left_out[other]) others.push_back(other);
        }
        rests.push_back({static_cast<std::int32_t>(others_.size()), static_cast<std::int64_t>(others_.items.size())});
        others_.push(others);
        weights_.push_back(cut_.weight(row));
        return true;
    });
    extend(0, rests);
    return found_;
}

void RareCombinations::extend(std::size_t level, std::span<const Rest> rests) {
    control_.poll();
    if (depths_.size() <= level) depths_.emplace_back(cut_.node_count());
    Depth& depth = depths_[level];
    depth.nodes.clear();
    for (const Rest& rest : rests)
        for (std::int64_t i = rest.begin; i < others_.offsets[rest.row + 1]; ++i) {
            const Item node = others_.items[i];
            if (depth.counts[node] == 0) depth.nodes.push_back(node);
            depth.counts[node] += weights_[rest.row];
        }
    for (const Item node : depth.nodes) {
        if (depth.counts[node] >= k_ || is_done()) continue;
        combination_.push_back(node);
        found_.push(combination_);
        combination_.pop_back();
    }
    if (static_cast<int>(combination_.size()) + 1 < size_ && !is_done()) {
        deal_out(depth, rests);
        std::int64_t begin = 0;
        for (const Item node : depth.nodes) {
            if (depth.counts[node] < k_ || is_done()) continue;
            combination_.push_back(node);
            extend(level + 1, std::span<const Rest>(depth.rests).subspan(begin, depth.next[node] - begin));
            combination_.pop_back();
            begin = depth.next[node];
        }
    }
    for (const Item node : depth.nodes) depth.counts[node] = 0;
}

// Puts the rows of each frequent node side by side, in the order of `depth.nodes`.
void RareCombinations::deal_out(Depth& depth, std::span<const Rest> rests) {
    const auto each = [&](const auto& visit) {
        for (const Rest& rest : rests)
            for (std::int64_t i = rest.begin; i < others_.offsets[rest.row + 1]; ++i)
                if (depth.counts[others_.items[i]] >= k_) visit(others_.items[i], Rest{rest.row, i + 1});
    };
    for (const Item node : depth.nodes) depth.next[node] = 0;
    each([&](Item node, Rest) { ++depth.next[node]; });
    std::int64_t places = 0;
    for (const Item node : depth.nodes) places += std::exchange(depth.next[node], places);
    depth.rests.resize(static_cast<std::size_t>(places));
    each([&](Item node, Rest rest) { depth.rests[depth.next[node]++] = rest; });
}

}  // namespace shoal::generalize
