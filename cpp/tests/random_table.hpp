// Random tables with unbalanced hierarchies, and slow, obvious answers about them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "random_rows.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace oracle {

namespace table = shoal::table;
using table::Cost;
using table::Recoding;

using Members = std::vector<std::vector<std::int32_t>>;  // rows of each group

class RandomTable {
public:
    struct Shape {
        std::int64_t rows, columns, most_values;
        bool any_recoding = true;  // else by hierarchy
    };

    RandomTable(Random& random, const Shape& shape) {
        std::vector<std::vector<std::int32_t>> cells;
        for (std::int64_t c = 0; c < shape.columns; ++c) cells.push_back(add_column(random, shape));
        for (std::int64_t r = 0; r < shape.rows; ++r)
            for (std::int64_t c = 0; c < shape.columns; ++c) cells_.push_back(cells[c][r]);
    }
    RandomTable(const RandomTable&) = delete;

    const table::View& view() {
        view_ = {columns_, cells_};
        return view_;
    }
    std::vector<table::Column>& columns() { return columns_; }

private:
    struct Tree {
        std::vector<std::int32_t> parents, first, last, leaf_nodes, costs;
    };

    // The leaf of each row. Every leaf occurs.
    std::vector<std::int32_t> add_column(Random& random, const Shape& shape) {
        std::vector<std::int32_t> cells;
        const std::int64_t values = pick(random, 1, shape.most_values);
        // Some columns are skewed: small values are more frequent.
        const bool skewed = pick(random, 0, 1) == 0;
        for (std::int64_t r = 0; r < shape.rows; ++r) {
            const std::int64_t value = pick(random, 0, values - 1);
            cells.push_back(static_cast<std::int32_t>(skewed ? std::min(value, pick(random, 0, values - 1)) : value));
        }
        const std::set<std::int32_t> distinct(cells.begin(), cells.end());
        for (std::int32_t& cell : cells) cell = static_cast<std::int32_t>(std::distance(distinct.begin(), distinct.find(cell)));
        Tree tree;
        const auto leaves = static_cast<std::int32_t>(distinct.size());
        tree.leaf_nodes.resize(distinct.size());
        grow(random, tree, -1, 0, leaves);
        // Some columns weigh nothing.
        const std::int64_t weight = pick(random, 0, 9) == 0 ? 0 : pick(random, 1, 1000);
        tree.costs.assign(tree.parents.size(), 0);
        for (std::size_t node = tree.parents.size(); node-- > 0;) {
            if (tree.leaf_nodes[tree.first[node]] == static_cast<std::int32_t>(node)) continue;
            tree.costs[node] += static_cast<std::int32_t>(pick(random, 0, 3) * weight);
            if (node == 0) continue;
            std::int32_t& above = tree.costs[tree.parents[node]];
            above = std::max(above, tree.costs[node]);
        }
        std::vector<std::int32_t> positions;
        for (std::int32_t leaf = 0; leaf < leaves; ++leaf)
            positions.push_back(static_cast<std::int32_t>(pick(random, 0, 9) == 0 ? -1 : pick(random, 0, tree.costs[0])));
        const auto recoding = shape.any_recoding ? static_cast<Recoding>(pick(random, 0, 2)) : Recoding::hierarchy;
        columns_.push_back({own(tree.parents), own(tree.first), own(tree.last), own(tree.leaf_nodes), own(tree.costs),
                            own(positions), recoding, static_cast<std::int32_t>(pick(random, 0, 1))});
        return cells;
    }

    // A node above some leaves, and all below it. Some have one child only.
    void grow(Random& random, Tree& tree, std::int32_t parent, std::int32_t first, std::int32_t last) {
        const auto node = static_cast<std::int32_t>(tree.parents.size());
        tree.parents.push_back(parent);
        tree.first.push_back(first);
        tree.last.push_back(last);
        if (last - first == 1 && (parent >= 0 && pick(random, 0, 3) != 0)) {
            tree.leaf_nodes[first] = node;
            return;
        }
        while (first < last) {
            const auto end = static_cast<std::int32_t>(pick(random, first + 1, last));
            grow(random, tree, node, first, end);
            first = end;
        }
    }

    std::span<const std::int32_t> own(const std::vector<std::int32_t>& values) { return arrays_.emplace_back(values); }

    std::deque<std::vector<std::int32_t>> arrays_;
    std::vector<table::Column> columns_;
    std::vector<std::int32_t> cells_;
    table::View view_;
};

// Of each row of a group, from the definition.
inline Cost cost_of_each(const table::View& table, const std::vector<std::int32_t>& rows) {
    Cost cost = 0;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const table::Column& column = table.columns[c];
        std::set<std::int32_t> leaves, places;
        for (std::int32_t r : rows) leaves.insert(table[r][c]);
        if (column.recoding == Recoding::set) {
            const Cost values = static_cast<Cost>(leaves.size());
            cost += values == 1 ? 0 : (values - column.set_free) * column.costs[0] / (column.leaves() - column.set_free);
        } else if (column.recoding == Recoding::range) {
            for (std::int32_t leaf : leaves) places.insert(column.positions[leaf]);
            if (places.size() > 1) cost += *places.begin() < 0 ? column.costs[0] : *places.rbegin() - *places.begin();
        } else {
            std::size_t lowest = 0;  // parents come first, so the last node above all is the lowest
            for (std::size_t node = 0; node < column.parents.size(); ++node)
                if (column.first[node] <= *leaves.begin() && *leaves.rbegin() < column.last[node]) lowest = node;
            cost += column.costs[lowest];
        }
    }
    return cost;
}

inline Cost cost_of(const table::View& table, const Members& members) {
    Cost cost = 0;
    for (const auto& rows : members) cost += cost_of_each(table, rows) * static_cast<Cost>(rows.size());
    return cost;
}

inline Members members_of(const table::Grouping& grouping) {
    Members members(static_cast<std::size_t>(grouping.groups));
    for (std::size_t r = 0; r < grouping.group_of_row.size(); ++r)
        members.at(static_cast<std::size_t>(grouping.group_of_row[r])).push_back(static_cast<std::int32_t>(r));
    return members;
}

inline Members one_group(const table::View& table) {
    Members members(1);
    for (std::int64_t r = 0; r < table.size(); ++r) members[0].push_back(static_cast<std::int32_t>(r));
    return members;
}

template <class Visit>
void for_each_partition(std::int64_t rows, const Visit& visit) {
    Members members;
    const auto place = [&](auto& self, std::int32_t row) -> void {
        if (row == rows) {
            visit(members);
            return;
        }
        for (std::size_t g = 0; g < members.size(); ++g) {
            members[g].push_back(row);
            self(self, row + 1);
            members[g].pop_back();
        }
        members.push_back({row});
        self(self, row + 1);
        members.pop_back();
    };
    place(place, 0);
}

// By trying every partition.
inline Cost least_cost(const table::View& table, std::int64_t k) {
    Cost least = INT64_MAX;
    for_each_partition(table.size(), [&](const Members& members) {
        const bool large = std::ranges::all_of(members, [&](const auto& rows) { return static_cast<std::int64_t>(rows.size()) >= k; });
        if (large) least = std::min(least, cost_of(table, members));
    });
    return least;
}

}  // namespace oracle
