#include "shoal/table/bound.hpp"

#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/mondrian.hpp"

namespace table_bound_test {

using namespace shoal;
using namespace oracle;

namespace {

constexpr int rounds = 10;

std::vector<std::int32_t> any_groups(Random& random, const table::View& view, std::int64_t k, Control& control) {
    if (pick(random, 0, 1) == 0) return std::vector<std::int32_t>(static_cast<std::size_t>(view.size()), 0);
    return table::mondrian(view, {.constraint = k, .relaxed = pick(random, 0, 1) == 0}, control).group_of_row;
}

}  // namespace

TEST(no_bound_of_a_table_is_above_the_least_cost) {
    Random random(151);
    Control control;
    std::int64_t tighter = 0, reached = 0;
    for (int round = 0; round < 1500; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 12), .columns = pick(random, 1, 5), .most_values = 8, .any_recoding = false});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 5));
        const Cost least = cost_of(view, members_of(table::exact(view, k, control)));
        const auto groups = any_groups(random, view, k, control);
        const table::Bound quick = table::quick_bound(view, k, groups, {}, 1, control);
        const table::Bound tight = table::tight_bound(view, k, groups, {}, rounds, 1, control);
        CHECK(quick.complete && tight.complete);
        CHECK(quick.cost_at_least >= 0);
        CHECK(quick.cost_at_least <= tight.cost_at_least);
        CHECK(tight.cost_at_least <= least);
        CHECK_EQ(static_cast<std::int64_t>(tight.multipliers.size()), view.size());
        tighter += quick.cost_at_least < tight.cost_at_least;
        reached += tight.cost_at_least == least;
        // Without a search the bound is weaker, but one.
        const table::Bound weak = table::quick_bound(view, k, groups, {.visited = 0}, 1, control);
        CHECK(!weak.complete);
        CHECK(weak.cost_at_least <= quick.cost_at_least);
        const table::Bound bounded = table::tight_bound(view, k, groups, {.visited = 0, .kept = 0}, rounds, 1, control);
        CHECK(!bounded.complete);
        CHECK_EQ(bounded.cost_at_least, weak.cost_at_least);
    }
    CHECK(tighter > 100);
    CHECK(reached > 700);
}

TEST(a_bound_is_the_same_whatever_is_known_and_on_any_threads) {
    Random random(152);
    Control control;
    for (int round = 0; round < 30; ++round) {
        RandomTable made(random, {.rows = pick(random, 50, 300), .columns = pick(random, 2, 4), .most_values = 12, .any_recoding = false});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 2, 10);
        const auto groups = table::mondrian(view, {.constraint = k}, control).group_of_row;
        const std::vector<std::int32_t> one(groups.size(), 0);
        const Cost known = cost_of(view, members_of({groups, *std::ranges::max_element(groups) + 1, true}));
        const table::Bound quick = table::quick_bound(view, k, groups, {}, 1, control);
        CHECK_EQ(quick.cost_at_least, table::quick_bound(view, k, one, {}, 3, control).cost_at_least);
        const table::Bound tight = table::tight_bound(view, k, groups, {}, 4, 1, control);
        const table::Bound threads = table::tight_bound(view, k, groups, {}, 4, 3, control);
        CHECK_EQ(tight.cost_at_least, threads.cost_at_least);
        CHECK(tight.multipliers == threads.multipliers);
        CHECK(quick.cost_at_least <= tight.cost_at_least && tight.cost_at_least <= known);
    }
}

TEST(a_tight_bound_stops_in_time_with_what_it_has) {
    Random random(153);
    RandomTable made(random, {.rows = 500, .columns = 4, .most_values = 12, .any_recoding = false});
    const std::vector<std::int32_t> one(500, 0);
    Control late;
    late.set_time_limit(1e-9);
    const table::Bound bound = table::tight_bound(made.view(), 5, one, {}, rounds, 1, late);
    CHECK(!bound.complete);
    CHECK(bound.cost_at_least >= 0);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::tight_bound(made.view(), 5, one, {}, rounds, 1, cancelled), Cancelled);
}

}  // namespace table_bound_test
