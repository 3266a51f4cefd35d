#include "shoal/table/forest.hpp"

#include "check.hpp"
#include "random_constraint.hpp"
#include "shoal/table/exact.hpp"

namespace forest_test {

using namespace shoal;
using namespace oracle;

namespace {

constexpr int kinds = 6;
constexpr std::int32_t none = table::no_edge;

std::int32_t root_of(const Rows32& edges, std::int32_t row) {
    while (edges[row] != none) row = edges[row];
    return row;
}

Rows32 tree_of(const Rows32& edges, std::int32_t root) {
    Rows32 rows;
    for (std::int32_t r = 0; r < static_cast<std::int32_t>(edges.size()); ++r)
        if (root_of(edges, r) == root) rows.push_back(r);
    return rows;
}

// Algorithm 4 as it is written.
Rows32 grown_as_written(const table::View& table, const RandomConstraint& asked) {
    Rows32 edges(static_cast<std::size_t>(table.size()), none);
    for (std::int32_t r = 0; r < table.size(); ++r)
        while (true) {
            const std::int32_t root = root_of(edges, r);
            const Rows32 tree = tree_of(edges, root);
            if (asked.holds(tree)) break;
            std::tuple<Cost, std::int32_t, std::int32_t> nearest{INT64_MAX, 0, 0};
            for (std::int32_t other = 0; other < table.size(); ++other) {
                if (std::ranges::find(tree, other) != tree.end()) continue;
                std::int32_t first = 0;  // the first row like it
                while (!std::ranges::equal(table[first], table[other])) ++first;
                nearest = std::min(nearest, {cost_of_each(table, {root, other}), first, other});
            }
            edges[root] = std::get<2>(nearest);
        }
    return edges;
}

// The rows of a tree that hang on `row`, seen from `from`, without those that were cut off.
Rows32 beyond(const Rows32& edges, const std::set<std::int32_t>& tree, std::int32_t row, std::int32_t from) {
    Rows32 rows{row};
    for (std::int32_t other : tree)
        if (other != from && (edges[other] == row || edges[row] == other)) {
            const Rows32 more = beyond(edges, tree, other, row);
            rows.insert(rows.end(), more.begin(), more.end());
        }
    return rows;
}

// Algorithm 5 as it is written, with "satisfies the constraint" for "has k rows", until no tree is large that can be cut.
void cut_as_written(const Rows32& edges, std::set<std::int32_t> tree, std::int32_t u, const RandomConstraint& asked, Members& groups) {
    const std::int64_t least = asked.constraint.least_rows();
    std::int32_t before = none;
    while (tree.size() > 1 && static_cast<std::int64_t>(tree.size()) > 3 * (least - 1)) {
        Members subtrees;
        for (std::int32_t other : tree)
            if (other != u && (edges[other] == u || edges[u] == other)) subtrees.push_back(beyond(edges, tree, other, u));
        const auto largest = std::ranges::max_element(subtrees, {}, &Rows32::size);
        std::rotate(subtrees.begin(), largest, largest + 1);
        Rows32 part;
        std::size_t parts = 0;
        bool cut = false;
        if (static_cast<std::int64_t>(tree.size() - subtrees[0].size()) >= least)
            while (!cut && parts < subtrees.size()) {
                part.insert(part.end(), subtrees[parts].begin(), subtrees[parts].end());
                ++parts;
                Rows32 rest;
                std::ranges::copy_if(tree, std::back_inserter(rest), [&](std::int32_t r) { return std::ranges::find(part, r) == part.end(); });
                cut = asked.holds(part) && asked.holds(rest);
            }
        if (cut) {
            for (std::int32_t r : part) tree.erase(r);
            if (parts == 1) cut_as_written(edges, {part.begin(), part.end()}, part[0], asked, groups);
            else groups.push_back(part);
            before = none;
            continue;
        }
        if (subtrees[0][0] == before) break;
        before = std::exchange(u, subtrees[0][0]);
    }
    groups.emplace_back(tree.begin(), tree.end());
}

std::set<std::set<std::int32_t>> as_sets(const Members& members) {
    std::set<std::set<std::int32_t>> sets;
    for (const auto& rows : members) sets.emplace(rows.begin(), rows.end());
    return sets;
}

void check_groups(const table::View& view, const table::Grouping& grouping, const RandomConstraint& asked) {
    std::size_t rows = 0;
    for (const auto& group : members_of(grouping)) {
        CHECK(!group.empty() && asked.holds(group));
        rows += group.size();
    }
    CHECK_EQ(static_cast<std::int64_t>(rows), view.size());
}

}  // namespace

TEST(forest_finds_what_the_algorithms_as_written_find) {
    Random random(321);
    Control control;
    for (int round = 0; round < 3000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 40), .columns = pick(random, 1, 4), .most_values = pick(random, 1, 8)});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % 2 == 0 ? 0 : round / 2 % kinds);
        const Rows32 edges = grown_as_written(view, asked);
        CHECK(table::grow_forest(view, asked.constraint, control) == edges);
        Members groups;
        for (std::int32_t r = 0; r < view.size(); ++r) {
            if (edges[r] != none) continue;
            const Rows32 tree = tree_of(edges, r);
            cut_as_written(edges, {tree.begin(), tree.end()}, r, asked, groups);
        }
        const auto found = table::forest(view, asked.constraint, control);
        CHECK(found.repeatable);
        check_groups(view, found, asked);
        CHECK(as_sets(members_of(found)) == as_sets(groups));
    }
}

// Conditions (b) and (c) of the paper's theorem, and what follows from them.
TEST(forest_keeps_its_bound) {
    Random random(322);
    Control control;
    for (int round = 0; round < 2000; ++round) {
        RandomTable made(random, {.rows = pick(random, 2, 12), .columns = pick(random, 1, 4), .most_values = 6, .any_recoding = false});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 5));
        const Cost least = cost_of(view, members_of(table::exact(view, k, control)));
        Cost weight = 0;
        const Rows32 edges = table::grow_forest(view, k, control);
        for (std::int32_t r = 0; r < view.size(); ++r)
            if (edges[r] != none) weight += cost_of_each(view, {r, edges[r]});
        CHECK(weight <= least);
        const Members members = members_of(table::forest(view, k, control));
        for (const auto& rows : members) CHECK(static_cast<std::int64_t>(rows.size()) <= std::max<std::int64_t>(3 * (k - 1), 1));
        CHECK(cost_of(view, members) <= 3 * (k - 1) * least);
    }
}

TEST(forest_stops_in_time_with_groups_that_satisfy_the_constraint) {
    Random random(323);
    RandomTable made(random, {.rows = 2000, .columns = 5, .most_values = 30});
    for (int kind = 0; kind < kinds; ++kind) {
        const RandomConstraint asked = random_constraint(random, 2000, kind);
        for (const double seconds : {1e-9, 0.002, 0.01}) {
            Control late;
            late.set_time_limit(seconds);
            const auto found = table::forest(made.view(), asked.constraint, late);
            if (seconds < 1e-6) CHECK(!found.repeatable);
            check_groups(made.view(), found, asked);
        }
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::forest(made.view(), asked.constraint, cancelled), Cancelled);
    }
}

}  // namespace forest_test
