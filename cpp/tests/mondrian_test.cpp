#include "shoal/table/mondrian.hpp"

#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/exact.hpp"

namespace mondrian_test {

using namespace shoal;
using namespace oracle;

namespace {

// Could this group be cut in some column, as the strict method cuts?
bool can_be_cut(const table::View& table, const std::vector<std::int32_t>& rows, std::int64_t k) {
    const auto n = static_cast<std::int64_t>(rows.size());
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const table::Column& column = table.columns[c];
        table::View alone = table;
        std::vector<std::int32_t> cells;
        for (std::int32_t r : rows) cells.push_back(table[r][c]);
        alone.columns = table.columns.subspan(c, 1);
        alone.cells = cells;
        if (cost_of_each(alone, one_group(alone)[0]) == 0) continue;
        std::map<std::int32_t, std::int64_t> counts;  // by place, or by child of the lowest node
        if (column.recoding == Recoding::hierarchy) {
            const auto [least, greatest] = std::ranges::minmax(cells);
            const std::int32_t node = column.lowest_above(least, greatest);
            for (std::int32_t leaf : cells)
                for (std::size_t child = 0; child < column.parents.size(); ++child)
                    counts[static_cast<std::int32_t>(child)] +=
                        column.parents[child] == node && column.first[child] <= leaf && leaf < column.last[child];
            // A child with k rows, and k rows besides.
            for (const auto& [child, count] : counts)
                if (count >= k && n - count >= k) return true;
            continue;
        }
        for (std::int32_t leaf : cells) ++counts[column.recoding == Recoding::range ? column.positions[leaf] : leaf];
        std::int64_t below = 0;
        for (const auto& [place, count] : counts) {
            if (below >= k && n - below >= k) return true;
            below += count;
        }
    }
    return false;
}

}  // namespace

TEST(mondrian_keeps_k_rows_and_cuts_as_far_as_it_can) {
    Random random(111);
    Control control;
    for (int round = 0; round < 2000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = pick(random, 1, 20)});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 7));
        for (const bool relaxed : {false, true}) {
            const table::Grouping grouping = table::mondrian(view, {k, relaxed, pick(random, 0, 1) == 0, pick(random, 0, 1) == 0}, control);
            const Members members = members_of(grouping);
            CHECK(cost_of(view, members) <= cost_of(view, one_group(view)));
            for (const auto& rows : members) {
                CHECK(static_cast<std::int64_t>(rows.size()) >= k);
                if (!relaxed) CHECK(!can_be_cut(view, rows, k));
            }
            if (relaxed) continue;
            // Equal rows stay together.
            std::map<std::vector<std::int32_t>, std::int32_t> group_of;
            for (std::int64_t r = 0; r < view.size(); ++r) {
                const auto row = view[r];
                const auto [at, fresh] = group_of.emplace(std::vector(row.begin(), row.end()), grouping.group_of_row[r]);
                CHECK_EQ(at->second, grouping.group_of_row[r]);
            }
        }
    }
}

TEST(mondrian_is_not_better_than_the_best) {
    Random random(112);
    Control control;
    std::int64_t equal = 0;
    for (int round = 0; round < 500; ++round) {
        RandomTable made(random, {.rows = pick(random, 2, 10), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, 3);
        if (view.size() < k) continue;
        const Cost least = cost_of(view, members_of(table::exact(view, k, control)));
        for (const bool relaxed : {false, true}) {
            const Cost cost = cost_of(view, members_of(table::mondrian(view, {.constraint = k, .relaxed = relaxed}, control)));
            CHECK(cost >= least);
            equal += cost == least;
        }
    }
    CHECK(equal > 100);
}

// Which of the two criteria loses less depends on the data; that they choose otherwise is what this sees.
TEST(mondrian_saves_most_for_each_bit_of_a_split) {
    Random random(113);
    Control control;
    std::int64_t lower = 0, higher = 0;
    for (int round = 0; round < 300; ++round) {
        RandomTable made(random, {.rows = 60, .columns = 3, .most_values = 12, .any_recoding = false});
        const table::View& view = made.view();
        const Cost most = cost_of(view, members_of(table::mondrian(view, {.constraint = 4}, control)));
        const Cost per_bit = cost_of(view, members_of(table::mondrian(view, {.constraint = 4, .per_bit = true}, control)));
        lower += per_bit < most;
        higher += per_bit > most;
    }
    CHECK(lower > 0);
    CHECK(higher > 0);
}

TEST(mondrian_stops_in_time_with_whole_groups) {
    Random random(113);
    RandomTable made(random, {.rows = 2000, .columns = 4, .most_values = 50});
    Control control;
    control.set_time_limit(1e-9);
    const table::Grouping grouping = table::mondrian(made.view(), {.constraint = 5}, control);
    CHECK(!grouping.repeatable);
    for (const auto& rows : members_of(grouping)) CHECK(rows.size() >= 5);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::mondrian(made.view(), {.constraint = 5}, cancelled), Cancelled);
}

}  // namespace mondrian_test
