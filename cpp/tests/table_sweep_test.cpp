#include "shoal/table/sweep.hpp"

#include "check.hpp"
#include "random_constraint.hpp"
#include "shoal/table/bound.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/mondrian.hpp"

namespace table_sweep_test {

using namespace shoal;
using namespace oracle;

namespace {

Cost checked_cost(const table::View& view, const table::Grouping& grouping, std::int64_t k) {
    const Members members = members_of(grouping);
    for (const auto& rows : members) CHECK(static_cast<std::int64_t>(rows.size()) >= k);
    return cost_of(view, members);
}

}  // namespace

TEST(the_sweep_of_a_table_keeps_k_rows_and_is_the_same_on_threads) {
    Random random(161);
    Control control;
    for (int round = 0; round < 300; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 80), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 12)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 7));
        const int moves = static_cast<int>(pick(random, 0, 3));
        const auto one = table::sweep(view, {.constraint = k, .moves = moves}, control);
        const auto three = table::sweep(view, {.constraint = k, .threads = 3, .moves = moves}, control);
        CHECK(one.listed && one.grouping.repeatable);
        CHECK(one.grouping.group_of_row == three.grouping.group_of_row);
        CHECK(checked_cost(view, one.grouping, k) <= cost_of(view, one_group(view)));
    }
}

TEST(no_sweep_of_a_table_costs_less_than_the_exact_groups) {
    Random random(162);
    Control control;
    std::int64_t equal = 0;
    for (int round = 0; round < 1000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 11), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 4));
        const Cost least = cost_of(view, members_of(table::exact(view, k, control)));
        const Cost cost = checked_cost(view, table::sweep(view, {.constraint = k}, control).grouping, k);
        CHECK(cost >= least);
        equal += cost == least;
    }
    CHECK(equal > 600);
}

// Where patterns are too many to list, or to keep.
TEST(a_bounded_sweep_never_costs_more_than_the_cuts_it_starts_from) {
    Random random(163);
    Control control;
    std::int64_t listed = 0;
    for (int round = 0; round < 600; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 80), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 12)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 6));
        const auto unlimited = table::sweep(view, {.constraint = k}, control);
        const table::SetLimits limits{.visited = pick(random, 0, 2000), .kept = pick(random, 0, 500)};
        const auto found = table::sweep(view, {.constraint = k, .limits = limits}, control);
        listed += found.listed;
        const Cost cost = checked_cost(view, found.grouping, k);
        if (found.grouping.group_of_row == unlimited.grouping.group_of_row) continue;
        CHECK(cost <= cost_of(view, members_of(table::mondrian(view, {.constraint = k, .relaxed = true}, control))));
    }
    CHECK(listed > 50 && listed < 550);
}

TEST(improving_a_table_never_costs_more_whatever_the_multipliers) {
    Random random(164);
    Control control;
    std::int64_t cheaper = 0;
    for (int round = 0; round < 600; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 12)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 6));
        const auto start = table::mondrian(view, {.constraint = k, .relaxed = true}, control);
        std::vector<double> multipliers;
        const double wildest = pick(random, 0, 1) == 0 ? 5000 : 1e12;
        for (std::int64_t r = 0; r < view.size(); ++r)
            multipliers.push_back(wildest * static_cast<double>(pick(random, -1000, 1000)) / 1000);
        const table::SetLimits limits{.visited = pick(random, 0, 3) == 0 ? 0 : INT64_MAX};
        const table::SweepOptions options{.constraint = k, .limits = limits, .starts = 2, .steps = 5, .moves = static_cast<int>(pick(random, 0, 3))};
        const auto found = table::improve(view, options, multipliers, start.group_of_row, control);
        const Cost before = cost_of(view, members_of(start)), after = checked_cost(view, found.grouping, k);
        CHECK(after <= before);
        cheaper += after < before;
    }
    CHECK(cheaper > 100);
}

TEST(improving_in_parts_never_costs_more_and_is_the_same_on_threads) {
    Random random(171);
    Control control;
    std::int64_t cheaper = 0;
    for (int round = 0; round < 100; ++round) {
        RandomTable made(random, {.rows = pick(random, 20, 200), .columns = pick(random, 1, 4), .most_values = pick(random, 2, 12)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, 6);
        const auto start = table::mondrian(view, {.constraint = k, .relaxed = true}, control);
        std::vector<double> multipliers;
        for (std::int64_t r = 0; r < view.size(); ++r) multipliers.push_back(static_cast<double>(pick(random, 0, 3000)));
        table::SweepOptions options{.constraint = k, .starts = 2, .steps = 5, .rows_of_part = pick(random, 5, 60)};
        const auto one = table::improve(view, options, multipliers, start.group_of_row, control);
        options.threads = 3;
        CHECK(table::improve(view, options, multipliers, start.group_of_row, control).grouping.group_of_row == one.grouping.group_of_row);
        const Cost before = cost_of(view, members_of(start)), after = checked_cost(view, one.grouping, k);
        CHECK(after <= before);
        cheaper += after < before;
    }
    CHECK(cheaper > 20);
}

TEST(the_certificates_multipliers_improve_a_sweep) {
    Random random(165);
    Control control;
    for (int round = 0; round < 100; ++round) {
        RandomTable made(random, {.rows = pick(random, 10, 80), .columns = pick(random, 2, 4), .most_values = 8, .any_recoding = false});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 2, 5);
        const auto start = table::sweep(view, {.constraint = k}, control).grouping;
        const auto bound = table::tight_bound(view, k, start.group_of_row, {}, 5, 1, control);
        const auto better = table::improve(view, {.constraint = k, .starts = 10, .steps = 20}, bound.multipliers, start.group_of_row, control);
        const Cost cost = checked_cost(view, better.grouping, k);
        CHECK(bound.cost_at_least <= cost && cost <= cost_of(view, members_of(start)));
        const auto two = table::improve(view, {.constraint = k, .threads = 2, .starts = 10, .steps = 20}, bound.multipliers, start.group_of_row, control);
        CHECK(better.grouping.group_of_row == two.grouping.group_of_row);
    }
}

TEST(the_sweep_of_a_table_stops_in_time_with_whole_groups) {
    Random random(166);
    RandomTable made(random, {.rows = 2000, .columns = 5, .most_values = 30});
    for (const double seconds : {1e-9, 0.01, 0.05}) {
        Control late;
        late.set_time_limit(seconds);
        const auto found = table::sweep(made.view(), {.constraint = 5, .threads = 2}, late);
        if (seconds < 1e-6) CHECK(!found.grouping.repeatable);
        checked_cost(made.view(), found.grouping, 5);
    }
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::sweep(made.view(), {.constraint = 5}, cancelled), Cancelled);
}

TEST(patterns_that_are_too_many_are_looked_for_in_blocks) {
    Random random(167);
    for (int round = 0; round < 3; ++round) {
        RandomTable made(random, {.rows = 3000, .columns = 5, .most_values = 20});
        const table::View& view = made.view();
        Control control;
        // Too little for all rows, enough for a block.
        const table::SweepOptions options{.constraint = 5, .limits = {.visited = 200'000, .kept = 200'000}};
        const auto one = table::sweep(view, options, control);
        CHECK(one.blocks > 1);
        checked_cost(view, one.grouping, 5);
        table::SweepOptions on_two = options;
        on_two.threads = 2;
        CHECK(table::sweep(view, on_two, control).grouping.group_of_row == one.grouping.group_of_row);
        const auto cut = table::mondrian(view, {.constraint = 5, .relaxed = true}, control);
        CHECK(cost_of(view, members_of(one.grouping)) <= cost_of(view, members_of(cut)));
    }
}

TEST(a_table_swept_in_parts_keeps_the_constraint_and_is_the_same_on_threads) {
    Random random(168);
    Control control;
    std::int64_t in_parts = 0, dearer = 0;
    for (int round = 0; round < 200; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 300), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 12)});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % 6);
        table::SweepOptions options{.constraint = asked.constraint, .rows_of_part = pick(random, 1, 80)};
        const auto one = table::sweep(view, options, control);
        options.threads = 3;
        CHECK(table::sweep(view, options, control).grouping.group_of_row == one.grouping.group_of_row);
        const Members members = members_of(one.grouping);
        for (const auto& rows : members) CHECK(asked.holds(rows));
        CHECK(static_cast<std::int32_t>(members.size()) == one.grouping.groups);
        CHECK(cost_of(view, members) <= cost_of(view, one_group(view)));
        in_parts += one.blocks > 1;
        options.rows_of_part = view.size();
        dearer += cost_of(view, members) > cost_of(view, members_of(table::sweep(view, options, control).grouping));
    }
    CHECK(in_parts > 100);
    CHECK(dearer > 20);  // or there would be no need of a whole
}

TEST(parts_of_a_sweep_that_has_no_time_are_whole_groups) {
    Random random(169);
    RandomTable made(random, {.rows = 3000, .columns = 4, .most_values = 30});
    for (const double seconds : {1e-9, 0.005, 0.02}) {
        Control late;
        late.set_time_limit(seconds);
        const auto found = table::sweep(made.view(), {.constraint = 5, .threads = 2, .rows_of_part = 300}, late);
        checked_cost(made.view(), found.grouping, 5);
    }
}

TEST(patterns_without_room_are_an_error_and_room_changes_nothing) {
    Random random(170);
    RandomTable made(random, {.rows = 300, .columns = 4, .most_values = 8});
    Control control;
    const auto free = table::sweep(made.view(), {.constraint = 5}, control);
    const auto bounded = table::sweep(made.view(), {.constraint = 5, .limits = {.room = 10'000'000}}, control);
    CHECK(free.grouping.group_of_row == bounded.grouping.group_of_row);
    CHECK_THROWS(table::sweep(made.view(), {.constraint = 5, .limits = {.room = 10}}, control), table::NoRoom);
}

}  // namespace table_sweep_test
