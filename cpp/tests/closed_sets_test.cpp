#include "shoal/table/closed_sets.hpp"

#include <numeric>

#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/profitable_sets.hpp"

namespace closed_sets_test {

using namespace shoal;
using namespace oracle;

namespace {

using Nodes = std::vector<std::int32_t>;

// Every closed pattern with its distinct rows, by closing all sets of distinct rows.
std::map<Nodes, std::vector<std::int32_t>> all_patterns(const table::View& table, const WeightedRows& data, std::int64_t k) {
    std::map<Nodes, std::vector<std::int32_t>> found;
    for (std::uint32_t bits = 1; bits < std::uint32_t{1} << data.size(); ++bits) {
        Nodes nodes;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            std::int32_t least = INT32_MAX, greatest = -1;
            for (std::int32_t d = 0; d < data.size(); ++d)
                if (bits >> d & 1) {
                    least = std::min(least, data.rows[d][c]);
                    greatest = std::max(greatest, data.rows[d][c]);
                }
            nodes.push_back(table.columns[c].lowest_above(least, greatest));
        }
        if (found.contains(nodes)) continue;
        std::vector<std::int32_t> rows;
        std::int64_t support = 0;
        for (std::int32_t d = 0; d < data.size(); ++d) {
            bool below = true;
            for (std::size_t c = 0; c < nodes.size(); ++c)
                below = below && table.columns[c].first[nodes[c]] <= data.rows[d][c] && data.rows[d][c] < table.columns[c].last[nodes[c]];
            if (!below) continue;
            rows.push_back(d);
            support += data.weights[d];
        }
        if (support >= k) found.emplace(nodes, rows);
    }
    return found;
}

Cost cost_of_nodes(const table::View& table, std::span<const std::int32_t> nodes) {
    Cost cost = 0;
    for (std::size_t c = 0; c < nodes.size(); ++c) cost += table.columns[c].costs[nodes[c]];
    return cost;
}

// The most that k or more copies of these rows bring, by taking the dearest one at a time.
Cost best_profit(const WeightedRows& data, std::span<const std::int32_t> rows, std::int64_t k, std::span<const Cost> prices, Cost cost) {
    std::vector<Cost> gains;
    for (std::int32_t d : rows) gains.insert(gains.end(), static_cast<std::size_t>(data.weights[d]), prices[d] - cost);
    std::ranges::sort(gains, std::greater{});
    Cost profit = 0;
    for (std::size_t i = 0; i < gains.size() && (static_cast<std::int64_t>(i) < k || gains[i] > 0); ++i) profit += gains[i];
    return profit;
}

class Collector : public table::SetVisitor {
public:
    void visit(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t> rows) override {
        repeats += !found.emplace(Nodes(nodes.begin(), nodes.end()), std::vector(rows.begin(), rows.end())).second;
        costs.emplace(Nodes(nodes.begin(), nodes.end()), cost);
        entries += static_cast<std::int64_t>(rows.size());
    }
    bool worthwhile(std::span<const std::int32_t>, Cost, std::span<const Cost>) override { return true; }

    std::map<Nodes, std::vector<std::int32_t>> found;
    std::map<Nodes, Cost> costs;
    std::int64_t repeats = 0, entries = 0;
};

// Looks at the same as Collector, and checks what the search promises of the rows it asks about.
class Promises : public table::SetVisitor {
public:
    void visit(std::span<const std::int32_t>, Cost cost, std::span<const std::int32_t> rows) override {
        CHECK(std::ranges::is_sorted(rows));
        for (std::int32_t d : rows) least[d] = std::min(least.emplace(d, cost).first->second, cost);
    }
    bool worthwhile(std::span<const std::int32_t> rows, Cost so_far, std::span<const Cost> rest) override {
        for (std::int32_t d : rows) CHECK(so_far >= 0 && rest[d] >= 0);
        return true;
    }
    std::map<std::int32_t, Cost> least;
};

struct Case {
    explicit Case(Random& random) : made(random, {.rows = pick(random, 1, 12), .columns = pick(random, 1, 4), .most_values = 6}) {
        data = table::distinct_rows(made.view());
        k = pick(random, 1, std::min<std::int64_t>(made.view().size(), 5));
    }
    RandomTable made;
    WeightedRows data;
    std::int64_t k;
};

}  // namespace

TEST(closed_sets_of_tables_are_visited_once_with_all_their_rows) {
    Random random(131);
    Control control;
    for (int round = 0; round < 300; ++round) {
        Case tried(random);
        const table::View& view = tried.made.view();
        const auto wanted = all_patterns(view, tried.data, tried.k);
        for (const std::size_t threads : {1, 2}) {
            std::vector<Collector> visitors(threads);
            std::vector<table::SetVisitor*> borrowed;
            for (Collector& visitor : visitors) borrowed.push_back(&visitor);
            CHECK(table::visit_closed_sets(view, tried.data, tried.k, INT64_MAX, borrowed, control));
            std::map<Nodes, std::vector<std::int32_t>> found;
            std::size_t sets = 0;
            std::int64_t entries = 0;
            for (const Collector& visitor : visitors) {
                CHECK_EQ(visitor.repeats, 0);
                for (const auto& [nodes, cost] : visitor.costs) CHECK_EQ(cost, cost_of_nodes(view, nodes));
                found.insert(visitor.found.begin(), visitor.found.end());
                sets += visitor.found.size();
                entries += visitor.entries;
            }
            CHECK(found == wanted);
            CHECK_EQ(sets, wanted.size());
            // The limit is exact, on any number of threads.
            for (const std::int64_t most : {entries, entries - 1}) {
                std::vector<Collector> again(threads);
                std::vector<table::SetVisitor*> others;
                for (Collector& visitor : again) others.push_back(&visitor);
                CHECK_EQ(table::visit_closed_sets(view, tried.data, tried.k, most, others, control), most == entries);
            }
        }
        Promises promises;
        table::SetVisitor* only = &promises;
        CHECK(table::visit_closed_sets(view, tried.data, tried.k, INT64_MAX, {&only, 1}, control));
        CHECK_EQ(static_cast<std::int32_t>(promises.least.size()), tried.data.size());
    }
}

TEST(profits_are_those_of_the_best_rows) {
    Random random(132);
    Control control;
    for (int round = 0; round < 600; ++round) {
        Case tried(random);
        const table::View& view = tried.made.view();
        std::vector<Cost> prices;
        for (std::int32_t d = 0; d < tried.data.size(); ++d) prices.push_back(pick(random, -1000, 6000));
        const Cost least = pick(random, -2000, 2000);
        struct Set {
            Cost cost;
            std::set<std::int32_t> extent;
            bool operator==(const Set&) const = default;
        };
        std::map<Nodes, Set> wanted;
        Cost total = 0;
        for (const auto& [nodes, rows] : all_patterns(view, tried.data, tried.k)) {
            const Cost cost = cost_of_nodes(view, nodes);
            const Cost profit = best_profit(tried.data, rows, tried.k, prices, cost);
            total += std::max<Cost>(profit, 0);
            if (profit > least) wanted.emplace(nodes, Set{cost, {rows.begin(), rows.end()}});
        }
        std::vector<Nodes> before;
        for (const int threads : {1, 2}) {
            const bool add_up = pick(random, 0, 1) == 1;
            const auto sets = table::find_profitable_sets(view, tried.data, tried.k, tried.k, prices, least, {}, threads, control, add_up);
            CHECK(sets.has_value());
            std::map<Nodes, Set> found;
            std::vector<Nodes> order;
            std::int64_t kept = 0;
            for (std::int32_t s = 0; s < sets->size(); ++s) {
                const auto nodes = sets->nodes[s], rows = sets->extents[s];
                kept += static_cast<std::int64_t>(rows.size());
                order.emplace_back(nodes.begin(), nodes.end());
                found.emplace(order.back(), Set{sets->costs[s], {rows.begin(), rows.end()}});
                if (s > 0) CHECK(sets->costs[s - 1] <= sets->costs[s]);
                CHECK(std::ranges::is_sorted(rows, std::greater{}, [&](std::int32_t d) { return prices[d]; }));
            }
            CHECK(found == wanted);
            CHECK_EQ(found.size(), order.size());
            // What is not profitable may stay unseen, so the total is complete only where it asks for profits of any size.
            if (least <= 0 && add_up) CHECK_EQ(sets->total, total);
            if (threads > 1) CHECK(order == before);
            before = order;
            const auto limited = [&](std::int64_t most_kept) {
                return table::find_profitable_sets(view, tried.data, tried.k, tried.k, prices, least, {INT64_MAX, most_kept}, threads, control);
            };
            CHECK(limited(kept).has_value());
            if (kept > 0) CHECK(!limited(kept - 1));
            CHECK(!table::find_profitable_sets(view, tried.data, tried.k, tried.k, prices, least, {0, INT64_MAX}, threads, control));
        }
    }
}

TEST(cheapest_sets_are_the_cheapest_of_all) {
    Random random(133);
    Control control;
    for (int round = 0; round < 600; ++round) {
        Case tried(random);
        const table::View& view = tried.made.view();
        std::vector<Cost> wanted(static_cast<std::size_t>(tried.data.size()), INT64_MAX);
        for (const auto& [nodes, rows] : all_patterns(view, tried.data, tried.k))
            for (std::int32_t d : rows) wanted[d] = std::min(wanted[d], cost_of_nodes(view, nodes));
        for (const int threads : {1, 2}) {
            // What is known to be possible is never below what is: here it is at most somewhat above.
            std::vector<Cost> costs = wanted;
            for (Cost& cost : costs) cost = pick(random, 0, 1) == 0 ? INT64_MAX : cost + pick(random, 0, 500);
            CHECK(table::cheapest_sets(view, tried.data, tried.k, INT64_MAX, threads, costs, control));
            CHECK(costs == wanted);
        }
        std::vector<Cost> costs(wanted.size(), INT64_MAX);
        CHECK(!table::cheapest_sets(view, tried.data, tried.k, 0, 1, costs, control));
    }
}

TEST(closed_sets_are_the_same_on_threads_in_larger_tables) {
    Random random(134);
    Control control;
    for (int round = 0; round < 10; ++round) {
        RandomTable made(random, {.rows = 400, .columns = 4, .most_values = 15});
        const table::View& view = made.view();
        const WeightedRows data = table::distinct_rows(view);
        const std::int64_t k = pick(random, 2, 20);
        std::vector<Cost> prices;
        for (std::int32_t d = 0; d < data.size(); ++d) prices.push_back(pick(random, 0, 4000));
        const auto one = table::find_profitable_sets(view, data, k, k, prices, 0, {}, 1, control, true);
        const auto three = table::find_profitable_sets(view, data, k, k, prices, 0, {}, 3, control, true);
        CHECK(one->costs == three->costs);
        CHECK(std::ranges::equal(one->nodes, three->nodes, [](auto a, auto b) { return std::ranges::equal(a, b); }));
        CHECK_EQ(one->total, three->total);
        std::vector<Cost> costs(data.weights.size(), INT64_MAX), same = costs;
        CHECK(table::cheapest_sets(view, data, k, INT64_MAX, 1, costs, control));
        CHECK(table::cheapest_sets(view, data, k, INT64_MAX, 3, same, control));
        CHECK(costs == same);
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::find_profitable_sets(view, data, k, k, std::vector<Cost>(prices.size(), 1'000'000), 0, {}, 2, cancelled), Cancelled);
    }
}

}  // namespace closed_sets_test
