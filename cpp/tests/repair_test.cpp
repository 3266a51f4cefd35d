#include "shoal/table/repair.hpp"

#include <numeric>

#include "check.hpp"
#include "random_constraint.hpp"
#include "shoal/table/demands.hpp"
#include "shoal/table/sweep.hpp"

namespace repair_test {

using namespace shoal;
using namespace oracle;

// Whether no group has a row more than it must have.
bool no_row_to_spare(const RandomConstraint& asked, const std::map<std::int32_t, Rows32>& members) {
    for (const auto& [group, rows] : members) {
        if (group == table::suppressed || static_cast<std::int64_t>(rows.size()) <= asked.constraint.least_rows()) continue;
        for (std::size_t leaves = 0; leaves < rows.size(); ++leaves) {
            Rows32 others = rows;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(leaves));
            if (asked.holds(others)) return false;
        }
    }
    return true;
}

TEST(repaired_groups_satisfy_any_constraint) {
    Random random(211);
    Control control;
    for (int round = 0; round < 300; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 4), .most_values = 8});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % 6);
        const std::int64_t k = asked.constraint.least_rows();
        const std::int64_t most = round % 3 == 0 ? pick(random, 1, view.size()) : 0, groups = std::max<std::int64_t>(view.size() / k, 1);
        std::vector<std::int32_t> group_of_row;
        for (std::int64_t r = 0; r < view.size(); ++r) group_of_row.push_back(static_cast<std::int32_t>(r % groups));
        table::repair(view, asked.constraint, {most, round % 2 == 0}, group_of_row, control);
        std::map<std::int32_t, Rows32> members;
        for (std::int32_t r = 0; r < view.size(); ++r) members[group_of_row[r]].push_back(r);
        CHECK(static_cast<std::int64_t>(members[table::suppressed].size()) <= most);
        const Constraint enough = asked.constraint.before_repair();
        if (round % 2 == 0 && static_cast<std::int64_t>(members[table::suppressed].size()) < most && members.size() > 2)
            CHECK(table::Judge(enough).satisfied(members[table::suppressed]) || no_row_to_spare(asked, members));
        members.erase(table::suppressed);
        // Where rows are suppressed, the others together need not satisfy it.
        for (const auto& [group, rows] : members) CHECK(asked.holds(rows) || (most > 0 && members.size() == 1));
    }
}

TEST(a_repair_without_time_still_satisfies_the_constraint) {
    Random random(212);
    for (int round = 0; round < 120; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 4), .most_values = 8});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % 6);
        Control late;
        late.set_time_limit(1e-9);
        std::vector<std::int32_t> group_of_row(static_cast<std::size_t>(view.size()));
        std::iota(group_of_row.begin(), group_of_row.end(), 0);
        table::repair(view, asked.constraint, {}, group_of_row, late);
        std::map<std::int32_t, Rows32> members;
        for (std::int32_t r = 0; r < view.size(); ++r) members[group_of_row[r]].push_back(r);
        for (const auto& [group, rows] : members) CHECK(asked.holds(rows));
    }
    RandomTable made(random, {.rows = 50, .columns = 2, .most_values = 8});
    Control cancelled;
    cancelled.cancel();
    std::vector<std::int32_t> group_of_row(50, 0);
    CHECK_THROWS(table::repair(made.view(), 2, {}, group_of_row, cancelled), Cancelled);
}

TEST(groups_that_are_published_alike_satisfy_the_constraint_as_one) {
    Random random(213);
    Control control;
    for (int round = 0; round < 200; ++round) {
        RandomTable made(random, {.rows = pick(random, 2, 80), .columns = pick(random, 1, 3), .most_values = 6, .any_recoding = false});
        const table::View& view = made.view();
        const Rows32 codes = random_codes(random, view.size(), 5);
        table::SharesWithin::Bounds bounds;
        for (const auto& [value, count] : counted(codes, all_rows(view.size()))) {
            bounds.least.resize(static_cast<std::size_t>(value), 0);
            bounds.most.resize(static_cast<std::size_t>(value), 1);
            const double share = static_cast<double>(count) / static_cast<double>(view.size());
            bounds.least.push_back(share / 2);
            bounds.most.push_back(share * 2);
        }
        const Constraint constraint = Constraint::on(std::make_shared<table::SharesWithin>(bounds), codes);
        CHECK(!constraint.merge_keeps());
        std::map<Rows32, Rows32> published;  // the rows by the nodes that they are published as
        for (const auto& rows : members_of(table::sweep(view, {.constraint = constraint}, control).grouping)) {
            Rows32 nodes;
            for (std::size_t c = 0; c < view.columns.size(); ++c) {
                std::int32_t least = INT32_MAX, greatest = -1;
                for (std::int32_t r : rows) least = std::min(least, view[r][c]), greatest = std::max(greatest, view[r][c]);
                nodes.push_back(view.columns[c].lowest_above(least, greatest));
            }
            published[nodes].insert(published[nodes].end(), rows.begin(), rows.end());
        }
        table::Judge judge(constraint);
        for (const auto& [nodes, rows] : published) CHECK(judge.satisfied(rows));
    }
}

}  // namespace repair_test
