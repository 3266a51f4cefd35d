#include "shoal/table/hilbert.hpp"

#include <numeric>

#include "check.hpp"
#include "random_constraint.hpp"
#include "random_table.hpp"

namespace hilbert_test {

using namespace shoal;
using namespace oracle;

namespace {

// The place on the curve as one number, from the bits of all axes.
std::uint64_t place_of(std::vector<std::uint32_t> point, int bits) {
    table::to_place_on_curve(point, bits);
    std::uint64_t place = 0;
    for (int bit = bits - 1; bit >= 0; --bit)
        for (std::uint32_t axis : point) place = place << 1 | (axis >> bit & 1);
    return place;
}

// The least cost of a cut of the ordered rows into runs that satisfy the constraint, by trying all cuts.
Cost least_of_cuts(const table::View& table, const std::vector<std::int32_t>& order, const RandomConstraint& wanted) {
    Cost least = INT64_MAX;
    const auto n = order.size();
    for (std::uint32_t cuts = 0; cuts < std::uint32_t{1} << (n - 1); ++cuts) {
        Members members(1);
        for (std::size_t i = 0; i < n; ++i) {
            members.back().push_back(order[i]);
            if (i + 1 < n && (cuts >> i & 1)) members.emplace_back();
        }
        if (std::ranges::all_of(members, wanted.holds)) least = std::min(least, cost_of(table, members));
    }
    return least;
}

}  // namespace

// What makes a curve a Hilbert curve: it visits every point of the grid, and each step is one step along one axis.
TEST(the_curve_visits_all_points_by_single_steps) {
    for (const auto& [axes, bits] : std::vector<std::pair<int, int>>{{1, 5}, {2, 1}, {2, 5}, {3, 1}, {3, 4}, {4, 3}, {5, 2}, {7, 1}}) {
        const std::uint64_t points = std::uint64_t{1} << (axes * bits);
        std::vector<std::vector<std::uint32_t>> at(points);
        for (std::uint64_t p = 0; p < points; ++p) {
            std::vector<std::uint32_t> point;
            for (int a = 0; a < axes; ++a) point.push_back(static_cast<std::uint32_t>(p >> (a * bits)) & ((1u << bits) - 1));
            auto& visited = at.at(place_of(point, bits));
            CHECK(visited.empty());
            visited = point;
        }
        for (std::uint64_t p = 1; p < points; ++p) {
            int steps = 0;
            for (int a = 0; a < axes; ++a) steps += std::abs(static_cast<int>(at[p][a]) - static_cast<int>(at[p - 1][a]));
            CHECK_EQ(steps, 1);
        }
    }
}

TEST(the_cut_into_runs_is_the_cheapest) {
    Random random(171);
    Control control;
    for (int round = 0; round < 500; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 11), .columns = pick(random, 1, 4), .most_values = 8});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, view.size());
        std::vector<std::int32_t> order(static_cast<std::size_t>(view.size()));
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, random);
        const auto ends = table::cheapest_runs(view, order, k, control);
        Members members;
        std::int64_t begin = 0;
        for (std::int64_t end : ends) {
            CHECK(end - begin >= k && end - begin < 2 * k);
            members.emplace_back(order.begin() + begin, order.begin() + end);
            begin = end;
        }
        CHECK_EQ(begin, view.size());
        const RandomConstraint rows{k, [&](const Rows32& group) { return static_cast<std::int64_t>(group.size()) >= k; }};
        CHECK_EQ(cost_of(view, members), least_of_cuts(view, order, rows));
    }
}

TEST(the_order_is_that_of_the_curve) {
    Random random(172);
    Control control;
    for (int round = 0; round < 50; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 5), .most_values = 9, .any_recoding = false});
        for (table::Column& column : made.columns()) column.positions = {};
        const table::View& view = made.view();
        const auto order = table::hilbert_order(view, control);
        // Leaves as numbers of 16 bits on axes that are equally long.
        const auto point = [&](std::int32_t row) {
            std::vector<std::uint32_t> axes;
            for (std::size_t c = 0; c < view.columns.size(); ++c)
                axes.push_back(static_cast<std::uint32_t>(view[row][c] * 65535 / std::max(view.columns[c].leaves() - 1, 1)));
            table::to_place_on_curve(axes, 16);
            std::vector<bool> bits;
            for (int bit = 15; bit >= 0; --bit)
                for (std::uint32_t axis : axes) bits.push_back(axis >> bit & 1);
            return bits;
        };
        CHECK_EQ(std::set(order.begin(), order.end()).size(), static_cast<std::size_t>(view.size()));
        for (std::size_t i = 1; i < order.size(); ++i) CHECK(std::pair(point(order[i - 1]), order[i - 1]) < std::pair(point(order[i]), order[i]));
    }
}

TEST(hilbert_satisfies_constraints_and_stops) {
    Random random(173);
    for (int round = 0; round < 300; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 60), .columns = pick(random, 1, 4), .most_values = 9});
        const table::View& view = made.view();
        const RandomConstraint wanted = random_constraint(random, view.size(), round % 6);
        for (const bool in_time : {true, false}) {
            Control control;
            if (!in_time) control.set_time_limit(0);
            const auto found = table::hilbert(view, wanted.constraint, control);
            CHECK_EQ(found.repeatable, in_time);
            for (const auto& rows : members_of(found)) CHECK(wanted.holds(rows));
        }
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::hilbert(view, wanted.constraint, cancelled), Cancelled);
    }
}

}  // namespace hilbert_test
