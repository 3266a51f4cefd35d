#include "shoal/table/closed_sets.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "shoal/mining/extents.hpp"

namespace shoal::table {
namespace {

// Nodes of all columns as items, without the roots.
struct Items {
    explicit Items(const View& table) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            first.push_back(static_cast<Item>(column.size()) - 1);
            column.resize(column.size() + table.columns[c].parents.size() - 1, static_cast<std::int32_t>(c));
        }
    }
    Item count() const { return static_cast<Item>(column.size()); }

    std::vector<Item> first;           // item of the root of each column, if it were one
    std::vector<std::int32_t> column;  // of each item
};

// Distinct rows with the nodes above their values.
WeightedRows extended_rows(const View& table, const Items& items) {
    Rows plain;
    std::vector<Item> row;
    const std::size_t columns = table.columns.size();
    for (std::int64_t r = 0; r < table.size(); ++r) {
        row.clear();
        for (std::size_t c = 0; c < columns; ++c) row.push_back(items.first[c] + 1 + table.columns[c].leaf_nodes[table[r][c]]);
        plain.push(row);
    }
    WeightedRows merged = merge_equal_rows(plain.view(items.count() + static_cast<Item>(columns)));
    Rows extended;
    for (std::int64_t r = 0; r < merged.rows.size(); ++r) {
        row.clear();
        const auto leaves = merged.rows[r];
        for (std::size_t c = columns; c-- > 0;)
            for (std::int32_t node = leaves[c] - items.first[c] - 1; node > 0; node = table.columns[c].parents[node])
                row.push_back(items.first[c] + node);
        std::ranges::reverse(row);
        extended.push(row);
    }
    merged.rows = std::move(extended);
    return merged;
}

class Collector : public mining::ExtentVisitor {
public:
    Collector(const View& table, const Items& items, std::int64_t most_sets, std::atomic<std::int64_t>& found)
        : table_(table), items_(items), most_sets_(most_sets), found_(found), lowest_(table.columns.size()) {}

    bool visit(const mining::Visited& visited) override {
        if (found_.fetch_add(1, std::memory_order_relaxed) >= most_sets_) return false;  // the search runs dry
        add(visited.pattern);
        return true;
    }

    void add(std::span<const Item> pattern) {
        std::ranges::fill(lowest_, 0);
        for (Item item : pattern) {
            const std::int32_t c = items_.column[item];
            lowest_[c] = std::max(lowest_[c], item - items_.first[c]);  // a child has a larger number
        }
        Cost cost = 0;
        for (std::size_t c = 0; c < lowest_.size(); ++c) cost += table_.columns[c].costs[lowest_[c]];
        sets.nodes.insert(sets.nodes.end(), lowest_.begin(), lowest_.end());
        sets.costs.push_back(cost);
    }

    ClosedSets sets;

private:
    const View& table_;
    const Items& items_;
    const std::int64_t most_sets_;
    std::atomic<std::int64_t>& found_;
    std::vector<std::int32_t> lowest_;
};

// One order, whichever thread found a set.
ClosedSets in_order(std::vector<Collector>& collectors, std::size_t columns) {
    ClosedSets all{columns, {}, {}};
    for (Collector& collector : collectors) {
        all.nodes.insert(all.nodes.end(), collector.sets.nodes.begin(), collector.sets.nodes.end());
        all.costs.insert(all.costs.end(), collector.sets.costs.begin(), collector.sets.costs.end());
        collector.sets = {};
    }
    std::vector<std::int32_t> order(all.costs.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        return all.costs[a] != all.costs[b] ? all.costs[a] < all.costs[b] : std::ranges::lexicographical_compare(all[a], all[b]);
    });
    ClosedSets sorted{columns, {}, {}};
    sorted.nodes.reserve(all.nodes.size());
    sorted.costs.reserve(all.costs.size());
    for (std::int32_t set : order) {
        sorted.nodes.insert(sorted.nodes.end(), all[set].begin(), all[set].end());
        sorted.costs.push_back(all.costs[set]);
    }
    return sorted;
}

}  // namespace

std::optional<ClosedSets> closed_sets(const View& table, std::int64_t k, std::int64_t most_sets, int threads, const Control& control) {
    const Items items(table);
    const WeightedRows rows = extended_rows(table, items);
    std::atomic<std::int64_t> found{0};
    std::vector<Collector> collectors;
    std::vector<mining::ExtentVisitor*> visitors;
    for (int t = 0; t < threads; ++t) collectors.emplace_back(table, items, most_sets, found);
    for (Collector& collector : collectors) visitors.push_back(&collector);
    const bool whole = mining::visit_closed(rows, items.count(), k, INT64_MAX, visitors, control);
    // The miner leaves out what describes all rows if it is empty.
    std::vector<std::int64_t> supports(static_cast<std::size_t>(items.count()), 0);
    for (std::int64_t r = 0; r < rows.rows.size(); ++r)
        for (Item item : rows.rows[r]) supports[item] += rows.weights[r];
    if (std::ranges::find(supports, table.size()) == supports.end()) collectors[0].visit({{}, {}, 0});
    if (!whole || found > most_sets) return std::nullopt;
    return in_order(collectors, table.columns.size());
}

}  // namespace shoal::table
