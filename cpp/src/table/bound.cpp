#include "shoal/table/bound.hpp"

#include <algorithm>
#include <numeric>

#include "shoal/certificate/multipliers.hpp"
#include "shoal/certificate/pool.hpp"

namespace shoal::table {
namespace {

constexpr int steps_per_round = 100;
constexpr double settled = 1e-4;  // of what was proved: a smaller gain in a round ends the search

// What each row costs in a grouping, published as nodes.
std::vector<Cost> costs_of(const View& table, const std::vector<std::int32_t>& groups) {
    std::vector<Column> columns(table.columns.begin(), table.columns.end());
    for (Column& column : columns) column.recoding = Recoding::hierarchy;
    const View by_nodes{columns, table.cells};
    std::vector<std::vector<std::int32_t>> members;
    for (std::size_t r = 0; r < groups.size(); ++r) {
        if (static_cast<std::size_t>(groups[r]) >= members.size()) members.resize(static_cast<std::size_t>(groups[r]) + 1);
        members[groups[r]].push_back(static_cast<std::int32_t>(r));
    }
    std::vector<Cost> costs(groups.size());
    GroupCost cost(by_nodes);
    for (const auto& rows : members) {
        const Cost each = cost.each(rows);
        for (std::int32_t r : rows) costs[r] = each;
    }
    return costs;
}

// Where rows cannot be searched for: no cell is published as a node that fewer than k rows are below. For each row.
std::vector<Cost> cheapest_cells(const View& table, std::int64_t k) {
    std::vector<Cost> costs(static_cast<std::size_t>(table.size()), 0);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        std::vector<std::int64_t> rows(column.parents.size(), 0);
        for (std::int64_t r = 0; r < table.size(); ++r) ++rows[column.leaf_nodes[table[r][c]]];
        for (std::size_t node = rows.size(); node-- > 1;) rows[column.parents[node]] += rows[node];
        for (std::int64_t r = 0; r < table.size(); ++r) {
            std::int32_t node = column.leaf_nodes[table[r][c]];
            while (rows[node] < k && node > 0) node = column.parents[node];
            costs[static_cast<std::size_t>(r)] += column.costs[node];
        }
    }
    return costs;
}

Cost weighed(std::span<const Cost> costs, std::span<const std::int32_t> weights) {
    return std::inner_product(costs.begin(), costs.end(), weights.begin(), Cost{0});
}

}  // namespace

Bound quick_bound(const View& table, std::int64_t k, const std::vector<std::int32_t>& groups, SetLimits limits, int threads,
                  Control& control) {
    const WeightedRows data = distinct_rows(table);
    control.total = static_cast<std::int64_t>(table.size());
    const auto known = costs_of(table, groups);
    std::vector<Cost> costs(data.weights.size(), INT64_MAX);
    for (std::size_t r = 0; r < known.size(); ++r) {
        Cost& least = costs[data.distinct_of_row[r]];
        least = std::min(least, known[r]);
    }
    Bound bound;
    bound.complete = cheapest_sets(table, data, k, limits.visited, threads, costs, control);
    if (!bound.complete) bound.prices = cheapest_cells(table, k);
    else for (std::int32_t d : data.distinct_of_row) bound.prices.push_back(costs[d]);
    bound.cost_at_least = std::accumulate(bound.prices.begin(), bound.prices.end(), Cost{0});
    control.done = static_cast<std::int64_t>(table.size());
    return bound;
}

Bound tight_bound(const View& table, std::int64_t k, const std::vector<std::int32_t>& groups, SetLimits limits, int rounds,
                  int threads, Control& control) {
    Cost full = 0;
    for (const Column& column : table.columns) full += column.full_cost();
    const WeightedRows data = distinct_rows(table);
    const auto known = costs_of(table, groups);
    const Cost known_cost = std::accumulate(known.begin(), known.end(), Cost{0});
    std::vector<double> kept(data.weights.size(), 0);
    for (std::size_t r = 0; r < known.size(); ++r) {
        const std::int32_t d = data.distinct_of_row[r];
        kept[d] += static_cast<double>(full - known[r]) / data.weights[d];
    }
    certificate::Multipliers multipliers(data.weights, k, std::move(kept), static_cast<double>(full * table.size() - known_cost), unit);

    Bound best = quick_bound(table, k, groups, limits, threads, control);
    best.complete = false;
    std::vector<double> best_prices = multipliers.prices();
    certificate::Pool pool;
    std::vector<double> worths;
    control.total = rounds;
    control.done = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<Cost> prices;
        for (double price : multipliers.prices()) prices.push_back(full - static_cast<Cost>(price));
        const auto found = find_profitable_sets(table, data, k, k, prices, 0, limits, threads, control, true);
        if (!found) break;
        best.rounds = round + 1;
        best.complete = true;
        const Cost before = best.cost_at_least;
        const Cost proved = weighed(prices, data.weights) - found->total;
        if (proved > best.cost_at_least) {
            best.cost_at_least = proved;
            best_prices = multipliers.prices();
            for (std::size_t r = 0; r < best.prices.size(); ++r) best.prices[r] = prices[data.distinct_of_row[r]];
        }
        const std::int32_t before_round = pool.size();
        for (std::int32_t s = 0; s < found->size(); ++s)
            if (pool.add(found->nodes[s], found->extents[s]) == static_cast<std::int32_t>(worths.size()))
                worths.push_back(static_cast<double>(full - found->costs[s]));
        control.done = round + 1;
        const bool slow = static_cast<double>(best.cost_at_least - before) < settled * static_cast<double>(best.cost_at_least);
        if (best.cost_at_least >= known_cost || (round > 0 && pool.size() == before_round && slow)) break;
        if (pool.entries() > limits.room) throw NoRoom();
        if (pool.entries() > limits.kept || control.must_stop()) break;
        multipliers.use(worths, pool.extents());
        multipliers.restart();
        multipliers.step(steps_per_round, control);
    }
    for (std::int32_t d : data.distinct_of_row) best.multipliers.push_back(best_prices[d]);
    return best;
}

}  // namespace shoal::table
