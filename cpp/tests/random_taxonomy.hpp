// Random taxonomies over a few values, in the form the kernels take.
#pragma once

#include <vector>

#include "random_rows.hpp"

namespace oracle {

// Nodes 0 .. values - 1 are the values, those above them follow; -1 stands for the root.
struct RandomTaxonomy {
    std::vector<Item> above, leaves;

    RandomTaxonomy(Random& random, Item values) : above(static_cast<std::size_t>(values), -1), leaves(above.size(), 1) {
        std::vector<Item> level;
        for (Item value = 0; value < values; ++value) level.push_back(value);
        for (auto levels = pick(random, 0, 3); levels > 0; --levels) {
            std::vector<Item> next;
            for (std::size_t i = 0; i < level.size();) {
                const auto fan_out = static_cast<std::size_t>(pick(random, 1, 4));
                const auto node = static_cast<Item>(above.size());
                above.push_back(-1);
                leaves.push_back(0);
                next.push_back(node);
                for (std::size_t end = std::min(level.size(), i + fan_out); i < end; ++i) {
                    above[level[i]] = node;
                    leaves[node] += leaves[level[i]];
                }
            }
            level = next;
        }
    }

    bool is_above(Item node, Item value) const {
        while (value >= 0 && value != node) value = above[value];
        return value == node;
    }

    // Each row with all nodes above its values.
    shoal::Rows extended(const shoal::Rows& rows) const {
        shoal::Rows made;
        for (std::int64_t r = 0; r < rows.size(); ++r) {
            std::set<Item> nodes;
            for (Item value : rows[r])
                for (Item node = value; node >= 0; node = above[node]) nodes.insert(node);
            made.push(Set(nodes.begin(), nodes.end()));
        }
        return made;
    }
};

}  // namespace oracle
