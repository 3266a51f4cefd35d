#include "shoal/table/moves.hpp"

#include "../src/table/groups.hpp"
#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/exact.hpp"

namespace moves_test {

using namespace shoal;
using namespace oracle;

namespace {

// Any grouping with k rows in each group, with gaps in the numbers.
std::vector<std::int32_t> random_groups(Random& random, std::int64_t rows, std::int64_t k) {
    const std::int64_t groups = pick(random, 1, rows / k);
    std::vector<std::int32_t> group_of_row;
    for (std::int64_t r = 0; r < rows; ++r)
        group_of_row.push_back(static_cast<std::int32_t>(2 * (r < groups * k ? r % groups : pick(random, 0, groups - 1))));
    std::ranges::shuffle(group_of_row, random);
    return group_of_row;
}

Members members_of(const std::vector<std::int32_t>& group_of_row) {
    Members members = oracle::members_of({group_of_row, *std::ranges::max_element(group_of_row) + 1, true});
    std::erase_if(members, [](const auto& rows) { return rows.empty(); });
    return members;
}

}  // namespace

TEST(groups_cost_what_they_cost_after_any_moves) {
    Random random(141);
    for (int round = 0; round < 400; ++round) {
        RandomTable made(random, {.rows = pick(random, 2, 30), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 90)});
        const table::View& view = made.view();
        table::Groups groups(view, random_groups(random, view.size(), 1));
        table::GroupCost cost(view);
        for (int move = 0; move < 30; ++move) {
            const auto row = static_cast<std::int32_t>(pick(random, 0, view.size() - 1));
            const std::int32_t from = groups.group_of(row);
            if (pick(random, 0, 4) == 0 && groups.size(from) > 1) {
                std::vector<std::int32_t> leaving;
                for (std::int32_t r : groups.members(from))
                    if (r == row || pick(random, 0, 1) == 0) leaving.push_back(r);
                if (static_cast<std::int64_t>(leaving.size()) == groups.size(from)) leaving.resize(1);
                groups.split(leaving);
            } else {
                const auto to = static_cast<std::int32_t>(pick(random, 0, groups.count() - 1));
                std::vector<std::int32_t> joined(groups.members(to).begin(), groups.members(to).end());
                if (to != from && !joined.empty()) {
                    joined.push_back(row);
                    CHECK_EQ(groups.each_with(to, row, INT64_MAX), cost_of_each(view, joined));
                }
                if (to != from) groups.move(row, to);
            }
            std::size_t rows = 0;
            for (std::int32_t g = 0; g < groups.count(); ++g) {
                rows += groups.members(g).size();
                for (std::int32_t r : groups.members(g)) CHECK_EQ(groups.group_of(r), g);
                CHECK_EQ(groups.each(g), groups.size(g) == 0 ? 0 : cost.each(groups.members(g)));
            }
            CHECK_EQ(static_cast<std::int64_t>(rows), view.size());
        }
    }
}

TEST(groups_without_a_row_cost_what_the_others_do) {
    Random random(142);
    for (int round = 0; round < 400; ++round) {
        RandomTable made(random, {.rows = pick(random, 2, 20), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 70)});
        const table::View& view = made.view();
        const table::Groups groups(view, random_groups(random, view.size(), 1));
        table::Without without(groups);
        for (std::int32_t g = 0; g < groups.count(); ++g) {
            without.look_at(g);
            for (std::int32_t leaves : groups.members(g)) {
                std::vector<std::int32_t> rest(groups.members(g).begin(), groups.members(g).end());
                std::erase(rest, leaves);
                CHECK_EQ(without.each(leaves), rest.empty() ? 0 : cost_of_each(view, rest));
                const auto comes = static_cast<std::int32_t>(pick(random, 0, view.size() - 1));
                if (groups.group_of(comes) == g) continue;
                rest.push_back(comes);
                CHECK_EQ(without.each(leaves, comes), cost_of_each(view, rest));
            }
        }
    }
}

TEST(moves_never_cost_more_and_keep_k_rows) {
    Random random(143);
    Control control;
    std::int64_t cheaper = 0;
    for (int round = 0; round < 1500; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 20)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 6));
        auto groups = random_groups(random, view.size(), k);
        const Cost before = cost_of(view, members_of(groups));
        table::improve_by_moves(view, k, static_cast<int>(pick(random, 0, 4)), groups, control);
        const Members members = members_of(groups);
        const Cost after = cost_of(view, members);
        CHECK(after <= before);
        cheaper += after < before;
        std::int32_t first = -1;  // groups are numbered in the order of their first rows
        for (const auto& rows : members) {
            CHECK(static_cast<std::int64_t>(rows.size()) >= k);
            CHECK(rows[0] > first);
            first = rows[0];
        }
        if (view.size() <= 10) CHECK(after >= cost_of(view, oracle::members_of(table::exact(view, k, control))));
    }
    CHECK(cheaper > 1000);
}

TEST(moves_stop_in_time_with_whole_groups) {
    Random random(144);
    RandomTable made(random, {.rows = 3000, .columns = 4, .most_values = 50});
    auto groups = random_groups(random, 3000, 5);
    Control late;
    late.set_time_limit(1e-9);
    table::improve_by_moves(made.view(), 5, 3, groups, late);
    for (const auto& rows : members_of(groups)) CHECK(rows.size() >= 5);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::improve_by_moves(made.view(), 5, 3, groups, cancelled), Cancelled);
}

}  // namespace moves_test
