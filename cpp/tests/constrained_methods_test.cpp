// Every method under every kind of constraint.
#include "check.hpp"
#include "random_constraint.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/gen_cover_cf.hpp"
#include "shoal/table/mondrian.hpp"
#include "shoal/table/moves.hpp"
#include "shoal/table/sweep.hpp"

namespace constrained_methods_test {

using namespace shoal;
using namespace oracle;

namespace {

constexpr int kinds = 6;

Cost checked_cost(const table::View& view, const table::Grouping& grouping, const RandomConstraint& asked) {
    const Members members = members_of(grouping);
    std::int64_t rows = 0;
    for (const auto& group : members) {
        CHECK(!group.empty() && asked.holds(group));
        rows += static_cast<std::int64_t>(group.size());
    }
    CHECK_EQ(rows, view.size());
    return cost_of(view, members);
}

// One run of each method that is not exact.
std::vector<table::Grouping> all_methods(Random& random, const table::View& view, const Constraint& constraint) {
    Control control;
    std::vector<table::Grouping> found;
    for (const bool relaxed : {false, true}) found.push_back(table::mondrian(view, {constraint, relaxed, pick(random, 0, 1) == 0, pick(random, 0, 1) == 0}, control));
    found.push_back(*table::gen_cover_cf(view, {.constraint = constraint}, control));
    found.push_back(table::sweep(view, {.constraint = constraint}, control).grouping);
    const table::SetLimits limits{.visited = pick(random, 0, 2000), .kept = pick(random, 0, 500)};
    found.push_back(table::sweep(view, {.constraint = constraint, .limits = limits}, control).grouping);
    std::vector<double> multipliers;
    for (std::int64_t r = 0; r < view.size(); ++r) multipliers.push_back(5 * static_cast<double>(pick(random, -1000, 1000)));
    const table::SweepOptions options{.constraint = constraint, .starts = 2, .steps = 5};
    found.push_back(table::improve(view, options, multipliers, found[1].group_of_row, control).grouping);
    return found;
}

}  // namespace

TEST(exact_groups_cost_least_under_any_constraint) {
    Random random(191);
    Control control;
    for (int round = 0; round < 600; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 7), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % kinds);
        CHECK_EQ(checked_cost(view, table::exact(view, asked.constraint, control), asked), least_cost(view, asked));
    }
}

TEST(every_method_satisfies_every_constraint_and_none_beats_the_exact_one) {
    Random random(192);
    Control control;
    std::int64_t equal = 0, tried = 0;
    for (int round = 0; round < 900; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 10), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % kinds);
        const Cost least = checked_cost(view, table::exact(view, asked.constraint, control), asked);
        for (const auto& grouping : all_methods(random, view, asked.constraint)) {
            const Cost cost = checked_cost(view, grouping, asked);
            CHECK(cost >= least);
            equal += cost == least;
            ++tried;
        }
    }
    CHECK(2 * equal > tried);
}

TEST(larger_tables_satisfy_their_constraints_on_any_number_of_threads) {
    Random random(193);
    Control control;
    for (int round = 0; round < 240; ++round) {
        RandomTable made(random, {.rows = pick(random, 20, 150), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 15),
                                  .any_recoding = pick(random, 0, 1) == 0});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % kinds);
        const auto found = all_methods(random, view, asked.constraint);
        for (const auto& grouping : found) checked_cost(view, grouping, asked);
        CHECK(table::sweep(view, {.constraint = asked.constraint, .threads = 3}, control).grouping.group_of_row == found[3].group_of_row);
        CHECK(table::gen_cover_cf(view, {.constraint = asked.constraint, .threads = 2}, control)->group_of_row == found[2].group_of_row);
        CHECK(cost_of(view, members_of(found[3])) <= cost_of(view, one_group(view)));
        CHECK(cost_of(view, members_of(found[5])) <= cost_of(view, members_of(found[1])));  // improved from there
    }
}

TEST(moves_never_cost_more_and_keep_every_constraint) {
    Random random(194);
    Control control;
    std::int64_t cheaper = 0;
    for (int round = 0; round < 900; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 20)});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % kinds);
        auto groups = table::mondrian(view, {.constraint = asked.constraint}, control).group_of_row;
        const Cost before = cost_of(view, members_of({groups, *std::ranges::max_element(groups) + 1, true}));
        table::improve_by_moves(view, asked.constraint, static_cast<int>(pick(random, 0, 4)), groups, control);
        const Cost after = checked_cost(view, {groups, *std::ranges::max_element(groups) + 1, true}, asked);
        CHECK(after <= before);
        cheaper += after < before;
    }
    CHECK(cheaper > 200);
}

TEST(patterns_are_looked_for_in_blocks_that_satisfy_the_constraint) {
    Random random(195);
    std::int64_t in_blocks = 0;
    for (int round = 0; round < kinds; ++round) {
        RandomTable made(random, {.rows = 2500, .columns = 5, .most_values = 20});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round);
        Control control;
        const table::SweepOptions options{.constraint = asked.constraint, .threads = 2, .limits = {.visited = 200'000, .kept = 200'000}};
        const auto found = table::sweep(view, options, control);
        in_blocks += found.blocks > 1;
        checked_cost(view, found.grouping, asked);
    }
    CHECK(in_blocks >= 4);
}

TEST(methods_stop_in_time_with_groups_that_satisfy_the_constraint) {
    Random random(196);
    RandomTable made(random, {.rows = 2000, .columns = 5, .most_values = 30});
    for (int kind = 0; kind < kinds; ++kind) {
        const RandomConstraint asked = random_constraint(random, 2000, kind);
        for (const double seconds : {1e-9, 0.01, 0.05}) {
            Control late;
            late.set_time_limit(seconds);
            const auto found = table::sweep(made.view(), {.constraint = asked.constraint, .threads = 2}, late).grouping;
            if (seconds < 1e-6) CHECK(!found.repeatable);
            checked_cost(made.view(), found, asked);
        }
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::sweep(made.view(), {.constraint = asked.constraint}, cancelled), Cancelled);
    }
}

}  // namespace constrained_methods_test
