#include "top_down_tree.hpp"

#include <algorithm>

namespace shoal::generalize {

TopDownTree::TopDownTree(std::span<const Item> above, std::span<const Item> leaves, const std::vector<std::int64_t>& entries,
                         std::size_t most_children)
    : root_(static_cast<Item>(above.size())),
      most_children_(most_children),
      children_(above.size() + 1),
      leaves_(leaves.begin(), leaves.end()),
      entries_(above.size() + 1) {
    leaves_.push_back(0);
    for (Item node = 0; node < root_; ++node) {
        children_[above[node] < 0 ? root_ : above[node]].push_back(node);
        if (above[node] < 0) leaves_[root_] += leaves_[node];
        if (entries[node] == 0) continue;
        for (Item up = node; up >= 0; up = above[up]) entries_[up] += entries[node];
    }
    for (Item node = 0; node <= root_; ++node) {
        auto& nodes = children_[node];
        if (nodes.size() <= most_children_) continue;
        std::ranges::stable_sort(nodes, std::ranges::greater{}, [&](Item child) { return entries_[child]; });
        std::vector<Item> first(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(most_children_) - 1);
        const std::vector<Item> others(nodes.begin() + static_cast<std::ptrdiff_t>(most_children_) - 1, nodes.end());
        first.push_back(part(others));
        children_[node] = std::move(first);
    }
    number_values();
}

// A node without a name over several, the frequent ones of which come first.
Item TopDownTree::part(std::vector<Item> nodes) {
    // From the end: a long chain of such nodes needs no deep calls.
    const std::size_t step = most_children_ - 1;
    std::size_t begin = (nodes.size() - 2) / step * step;
    Item last = -1;
    std::size_t end = nodes.size();
    for (;; begin -= step) {
        std::vector<Item> children(nodes.begin() + static_cast<std::ptrdiff_t>(begin), nodes.begin() + static_cast<std::ptrdiff_t>(end));
        if (last >= 0) children.push_back(last);
        last = static_cast<Item>(children_.size());
        std::int64_t leaves = 0;
        for (const Item child : children) leaves += leaves_[child];
        leaves_.push_back(leaves);
        children_.push_back(std::move(children));
        end = begin;
        if (begin == 0) return last;
    }
}

void TopDownTree::number_values() {
    below_.resize(children_.size());
    std::vector<std::uint8_t> entered(children_.size());
    std::vector<Item> open{root_};
    Item values = 0;
    // A node is met twice: before what is below it, and after.
    while (!open.empty()) {
        const Item node = open.back();
        if (entered[node]) {
            below_[node].end = values;
            open.pop_back();
            continue;
        }
        entered[node] = 1;
        below_[node].begin = values;
        if (children_[node].empty() && node != root_) ++values;
        open.insert(open.end(), children_[node].rbegin(), children_[node].rend());
    }
}

}  // namespace shoal::generalize
