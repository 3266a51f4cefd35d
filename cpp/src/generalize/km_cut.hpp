// A cut through a taxonomy: what each item is published as, what that costs, and how many rows hold a set of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/csr.hpp"
#include "shoal/rows_of_items.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::generalize {

inline constexpr Item suppressed = -1;

struct KmOrder;

// Values are numbered so that those below a node follow each other. No node of the cut is below another.
class KmCut {
public:
    // A range of values.
    struct Below {
        Item begin, end;
    };

    // All values that occur are published as they are.
    KmCut(RowsView rows, std::span<const Item> above, std::span<const Item> leaves);

    Item node_count() const { return static_cast<Item>(above_.size()); }
    Item above(Item node) const { return above_[node]; }
    // The lowest node with the same values.
    Item lowest(Item node) const {
        while (children_[node].size() == 1) node = children_[node][0];
        return node;
    }
    // The nodes right below that have fewer values; none for a single value.
    std::span<const Item> parts(Item node) const { return children_[lowest(node)]; }
    Below below(Item node) const { return below_[node]; }
    bool is_value(Item node) const { return children_[node].empty(); }

    Item at(Item value) const { return at_[value]; }
    bool holds(Item node) const { return in_cut_[node] != 0; }
    // The node of the cut that took the place of one that was in it, if any.
    Item now(Item node) const;
    std::vector<Item> nodes() const;

    // Publishes a value as a node, or not at all.
    void publish(Item value, Item node);
    // Publishes all values below a node as it, but for those that are suppressed.
    void lift(Item node);
    void suppress(Item node);

    std::int64_t cost(Item node) const { return node == suppressed ? parts_ : leaves_[node] - 1; }
    // Entries below a node: all of them, those published, and what these cost.
    std::int64_t all_entries(Item node) const { return all_entries_[node]; }
    std::int64_t entries(Item node) const { return entries_[node]; }
    std::int64_t lost(Item node) const { return lost_[node]; }
    std::int64_t loss() const { return loss_; }

    // Distinct rows of values, with the number of rows each stands for.
    std::span<const Item> row(std::int32_t row) const { return rows_.rows[row]; }
    std::int64_t weight(std::int32_t row) const { return rows_.weights[row]; }

    // Visits the distinct rows with a published value below the node, until `visit` returns false.
    template <class Visit>
    void each_row(Item node, const Visit& visit) const {
        for (Item value = below_[node].begin; value < below_[node].end; ++value) {
            if (at_[value] == suppressed) continue;
            for (const std::int32_t row : holders_[value])
                if (first_in(row, node) == value && !visit(row)) return;
        }
    }
    // How many rows have a published value below each node; no more than `most` are counted.
    std::int64_t support(std::span<const Item> nodes, std::int64_t most) const;

private:
    KmCut(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, KmOrder&& order);
    Item first_in(std::int32_t row, Item node) const;

    const std::span<const Item> above_, leaves_;
    std::vector<std::vector<Item>> children_;
    std::vector<Below> below_;
    std::vector<Item> value_node_;  // by value
    WeightedRows rows_;
    RowsOfItems holders_;
    std::vector<Item> at_;          // by value
    std::vector<std::int32_t> in_cut_;  // by node: how many values are published as it
    std::vector<std::int64_t> all_entries_, entries_, lost_;
    std::vector<std::int64_t> value_entries_;
    std::int64_t parts_ = 1;
    std::int64_t loss_ = 0;
};

}  // namespace shoal::generalize
