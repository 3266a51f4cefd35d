#include "shoal/table/set_cover.hpp"

#include <bit>
#include <cmath>

#include "check.hpp"
#include "random_constraint.hpp"
#include "random_table.hpp"
#include "shoal/table/exact.hpp"

namespace set_cover_test {

using namespace shoal;
using namespace oracle;

// The greedy of algorithm 1, every set looked at in every step.
TEST(the_cover_takes_the_least_ratio_of_all_sets) {
    Random random(181);
    Control control;
    for (int round = 0; round < 200; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 10), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t n = view.size(), k = pick(random, 1, std::min<std::int64_t>(n, 4));
        std::set<std::int32_t> covered;
        const auto cover = table::gen_cover(view, k, INT64_MAX, control);
        for (const auto& chosen : *cover) {
            double least = INFINITY;
            for (std::uint32_t bits = 1; bits < std::uint32_t{1} << n; ++bits) {
                if (std::popcount(bits) < k || std::popcount(bits) >= 2 * k) continue;
                std::vector<std::int32_t> rows;
                std::int64_t won = 0;
                for (std::int32_t r = 0; r < n; ++r)
                    if (bits >> r & 1) {
                        rows.push_back(r);
                        won += !covered.contains(r);
                    }
                if (won > 0) least = std::min(least, static_cast<double>(cost_of_each(view, rows)) / static_cast<double>(won));
            }
            const auto size = static_cast<std::int64_t>(chosen.size());
            CHECK(size >= k && size < 2 * k);
            const std::size_t before = covered.size();
            covered.insert(chosen.begin(), chosen.end());
            CHECK_EQ(static_cast<double>(cost_of_each(view, chosen)) / static_cast<double>(covered.size() - before), least);
        }
        CHECK_EQ(static_cast<std::int64_t>(covered.size()), n);
    }
}

TEST(set_cover_keeps_its_guarantee_under_any_recoding) {
    Random random(182);
    Control control;
    double worst = 0;
    for (int round = 0; round < 1500; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 11), .columns = pick(random, 1, 4), .most_values = 8});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 5));
        const Members members = members_of(*table::set_cover(view, k, INT64_MAX, control));
        for (const auto& rows : members) {
            const auto size = static_cast<std::int64_t>(rows.size());
            CHECK(size >= k && size < 2 * k);
        }
        const auto cost = static_cast<double>(cost_of(view, members));
        const auto least = static_cast<double>(cost_of(view, members_of(table::exact(view, k, control))));
        // Costs of sets are rounded down, by less than a part for each row and column.
        const auto rounding = static_cast<double>(view.cells.size());
        CHECK(cost >= least);
        CHECK(cost <= 2 * (1 + std::log(2 * static_cast<double>(k))) * (least + rounding));
        if (least > 0) worst = std::max(worst, cost / least);
    }
    CHECK(worst > 1);
}

TEST(set_cover_satisfies_constraints_and_keeps_limits) {
    Random random(183);
    for (int round = 0; round < 400; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 12), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const RandomConstraint wanted = random_constraint(random, view.size(), round % 6);
        Control control;
        for (const auto& rows : members_of(*table::set_cover(view, wanted.constraint, INT64_MAX, control))) CHECK(wanted.holds(rows));
        CHECK_EQ(control.done.load(), view.size());
    }
    RandomTable made(random, {.rows = 64, .columns = 3, .most_values = 6});
    Control control;
    const std::int64_t sets = 64 * 63 / 2 + 64 * 63 * 62 / 6;
    CHECK(table::set_cover(made.view(), 2, sets, control));
    CHECK(!table::set_cover(made.view(), 2, sets - 1, control));
    CHECK_EQ(table::set_cover(made.view(), 64, 1, control)->groups, 1);
    Control late;
    late.set_time_limit(0);
    CHECK(!table::set_cover(made.view(), 2, sets, late));
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::set_cover(made.view(), 2, sets, cancelled), Cancelled);
}

}  // namespace set_cover_test
