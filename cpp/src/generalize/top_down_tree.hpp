// A taxonomy whose nodes have few children each: where there are more, nodes without a name stand between.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal::generalize {

// The named nodes keep their numbers, the root follows, then those without a name. Values are numbered so that those below a node
// follow each other.
class TopDownTree {
public:
    struct Below {
        Item begin, end;
    };

    // `entries` says how often each value occurs.
    TopDownTree(std::span<const Item> above, std::span<const Item> leaves, const std::vector<std::int64_t>& entries,
                std::size_t most_children);

    Item root() const { return root_; }
    // The children below the lowest node with the same values, in the order of their values; none for a single value.
    std::span<const Item> children(Item node) const {
        while (children_[node].size() == 1) node = children_[node][0];
        return children_[node];
    }
    Below below(Item node) const { return below_[node]; }
    // What a value costs that is published as the node: the other values below it.
    std::int64_t cost(Item node) const { return leaves_[node] - 1; }

private:
    Item part(std::vector<Item> nodes);
    void number_values();

    const Item root_;
    const std::size_t most_children_;
    std::vector<std::vector<Item>> children_;
    std::vector<std::int64_t> leaves_, entries_;
    std::vector<Below> below_;
};

}  // namespace shoal::generalize
