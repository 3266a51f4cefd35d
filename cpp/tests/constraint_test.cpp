#include "shoal/table/constraint.hpp"

#include "check.hpp"
#include "random_constraint.hpp"

namespace constraint_test {

using namespace shoal;
using namespace oracle;

namespace {

constexpr int kinds = 6;

Rows32 random_group(Random& random, std::int64_t rows) {
    Rows32 group;
    for (std::int32_t r = 0; r < rows; ++r)
        if (pick(random, 0, 2) != 0) group.push_back(r);
    return group;
}

Rows32 without(Rows32 rows, std::int32_t row) {
    std::erase(rows, row);
    return rows;
}

Rows32 with(Rows32 rows, std::int32_t row) {
    rows.push_back(row);
    return rows;
}

bool will_do(const RandomConstraint& asked, const Rows32& rows) { return rows.empty() || asked.holds(rows); }

}  // namespace

TEST(summaries_of_groups_whose_rows_come_and_go_say_what_the_definition_says) {
    Random random(181);
    for (int round = 0; round < 900; ++round) {
        const std::int64_t rows = pick(random, 1, 25);
        const RandomConstraint asked = random_constraint(random, rows, round % kinds);
        const Constraint& constraint = asked.constraint;
        table::Summary summary = constraint.empty();
        std::set<std::int32_t> inside;
        for (int step = 0; step < 60; ++step) {
            const auto row = static_cast<std::int32_t>(pick(random, 0, rows - 1));
            if (inside.erase(row) == 1) {
                constraint.remove(summary, row);
            } else {
                inside.insert(row);
                constraint.add(summary, row);
            }
            const Rows32 group(inside.begin(), inside.end());
            CHECK_EQ(summary.rows, static_cast<std::int64_t>(group.size()));
            CHECK_EQ(constraint.satisfied(summary), will_do(asked, group));
            CHECK_EQ(constraint.lacks(summary) == 0, will_do(asked, group));
            const auto other = static_cast<std::int32_t>(pick(random, 0, rows - 1));
            if (inside.contains(other)) {
                CHECK_EQ(constraint.without(summary, other), will_do(asked, without(group, other)));
            } else {
                CHECK_EQ(constraint.with(summary, other), will_do(asked, with(group, other)));
                if (inside.contains(row)) CHECK_EQ(constraint.exchanged(summary, row, other), will_do(asked, with(without(group, row), other)));
            }
            if (constraint.satisfied(summary) && !group.empty()) CHECK(summary.rows >= constraint.least_rows());
        }
    }
}

TEST(groups_are_judged_by_the_definition_and_merged_as_wholes) {
    Random random(182);
    for (int round = 0; round < 900; ++round) {
        const std::int64_t rows = pick(random, 1, 120);
        const RandomConstraint asked = random_constraint(random, rows, round % kinds);
        const Constraint& constraint = asked.constraint;
        table::Judge judge(constraint);
        CHECK(judge.satisfied(all_rows(rows)));
        const Rows32 group = random_group(random, rows);
        CHECK_EQ(judge.satisfied(group), will_do(asked, group));
        const auto firsts = table::satisfied_firsts(constraint, group);
        for (std::size_t n = 0; n <= group.size(); ++n)
            CHECK_EQ(firsts[n] != 0, will_do(asked, Rows32(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(n))));
        Rows32 one, other;
        for (std::int32_t r : group) (pick(random, 0, 1) == 0 ? one : other).push_back(r);
        table::Summary both = judge.summary(one);
        constraint.merge(both, judge.summary(other));
        CHECK_EQ(constraint.satisfied(both), will_do(asked, group));
        if (constraint.more_keeps() && judge.satisfied(one) && !one.empty()) CHECK(judge.satisfied(group));
        if (constraint.merge_keeps() && judge.satisfied(one) && judge.satisfied(other)) CHECK(judge.satisfied(group));
    }
}

TEST(a_constraint_for_some_rows_is_the_same_for_them) {
    Random random(183);
    for (int round = 0; round < 600; ++round) {
        const std::int64_t rows = pick(random, 2, 60);
        const RandomConstraint asked = random_constraint(random, rows, round % kinds);
        const Rows32 part = random_group(random, rows);
        const Constraint restricted = asked.constraint.restricted(part);
        table::Judge whole(asked.constraint), judge(restricted);
        Rows32 group, renumbered;
        for (std::size_t i = 0; i < part.size(); ++i)
            if (pick(random, 0, 1) == 0) {
                group.push_back(part[i]);
                renumbered.push_back(static_cast<std::int32_t>(i));
            }
        CHECK_EQ(judge.satisfied(renumbered), whole.satisfied(group));
        CHECK_EQ(restricted.rows_only(), asked.constraint.rows_only());
    }
}

TEST(facts_about_constraints) {
    const Constraint rows = Constraint::rows(3), persons = Constraint::persons(2, {0, 0, 1, 1, 2});
    const Constraint share = Constraint::on(std::make_shared<LargestShare>(1, 2), {0, 1, 0, 1, 0});
    CHECK(rows.rows_only() && rows.least_rows() == 3 && rows.more_keeps() && rows.merge_keeps());
    CHECK(!persons.rows_only() && persons.least_rows() == 2 && persons.more_keeps() && persons.ignores_copies());
    CHECK(!share.more_keeps() && share.merge_keeps() && !share.ignores_copies());
    const Constraint all = Constraint::all(std::array{rows, persons, share});
    CHECK(!all.rows_only() && all.least_rows() == 3 && !all.more_keeps());
    // Three rows are asked for, and copies are rows.
    CHECK(!Constraint::all(std::array{rows, persons}).ignores_copies());
    CHECK(Constraint::all(std::array{Constraint::rows(2), persons}).ignores_copies());
    CHECK(Constraint::all(std::array{rows, Constraint::rows(5)}).rows_only());
}

}  // namespace constraint_test
