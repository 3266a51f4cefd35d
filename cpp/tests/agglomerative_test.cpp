#include "shoal/table/agglomerative.hpp"

#include <cmath>
#include <limits>

#include "check.hpp"
#include "random_constraint.hpp"

namespace agglomerative_test {

using namespace shoal;
using namespace oracle;
using table::Distance;

namespace {

constexpr Distance distances[] = {Distance::growth, Distance::difference, Distance::damped, Distance::ratio};
constexpr int kinds = 6;

double distance_of(const table::View& table, Distance distance, const Rows32& a, const Rows32& b) {
    Rows32 both = a;
    both.insert(both.end(), b.begin(), b.end());
    const Cost of_a = cost_of_each(table, a), of_b = cost_of_each(table, b), of_both = cost_of_each(table, both);
    const auto rows = [](const Rows32& cluster) { return static_cast<Cost>(cluster.size()); };
    if (distance == Distance::growth) return static_cast<double>(rows(both) * of_both - rows(a) * of_a - rows(b) * of_b);
    const auto difference = static_cast<double>(of_both - of_a - of_b);
    if (distance == Distance::difference) return difference;
    if (distance == Distance::damped) return difference / std::log2(static_cast<double>(both.size()));
    double cell = 0;
    for (const auto& column : table.columns) cell += static_cast<double>(column.costs[0]);
    cell /= 10 * static_cast<double>(table.columns.size());
    return of_both == 0 ? 0 : static_cast<double>(of_both) / (static_cast<double>(of_a + of_b) + cell);
}

// Algorithms 6 and 7 as they are written, with nothing remembered from one step to the next.
Members as_written(const table::View& table, const RandomConstraint& asked, Distance distance, bool modified) {
    Members open, ready;
    const auto place = [&](const Rows32& rows) { (asked.holds(rows) ? ready : open).push_back(rows); };
    std::map<Rows32, Rows32> copies;  // equal rows start as one cluster, in the order of their first rows
    for (std::int32_t r = 0; r < table.size(); ++r) copies[{table[r].begin(), table[r].end()}].push_back(r);
    std::map<std::int32_t, Rows32> by_first;
    for (const auto& [cells, rows] : copies) by_first[rows[0]] = rows;
    for (const auto& [first, rows] : by_first) place(rows);
    while (open.size() > 1) {
        double least = std::numeric_limits<double>::infinity();
        std::size_t older = 0, younger = 0;
        for (std::size_t b = open.size(); b-- > 1;)
            for (std::size_t a = 0; a < b; ++a)
                if (const double here = distance_of(table, distance, open[a], open[b]); here < least) least = here, older = a, younger = b;
        Rows32 both = open[older];
        both.insert(both.end(), open[younger].begin(), open[younger].end());
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(younger));
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(older));
        if (!asked.holds(both)) {
            open.push_back(both);
            continue;
        }
        Rows32 back;
        for (bool shrinks = modified; shrinks;) {
            shrinks = false;
            double most = -std::numeric_limits<double>::infinity();
            Rows32 best;
            std::int32_t out = -1;
            for (std::size_t i = 0; i < both.size(); ++i) {
                Rows32 others = both;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
                if (others.empty() || !asked.holds(others)) continue;
                const auto here = -static_cast<double>(cost_of_each(table, others));
                if (here > most) most = here, best = others, out = both[i], shrinks = true;
            }
            if (!shrinks) break;
            both = best;
            back.push_back(out);
        }
        ready.push_back(both);
        for (std::int32_t r : back) place({r});
    }
    if (open.empty()) return ready;
    Rows32 rest = open[0], unplaced;
    std::ranges::sort(rest);
    for (std::int32_t r : rest) {
        double least = std::numeric_limits<double>::infinity();
        std::size_t nearest = 0;
        for (std::size_t g = 0; g < ready.size(); ++g) {
            Rows32 with = ready[g];
            with.push_back(r);
            const double here = distance_of(table, distance, {r}, ready[g]);
            if (here < least && asked.holds(with)) least = here, nearest = g;
        }
        if (least < std::numeric_limits<double>::infinity()) ready[nearest].push_back(r);
        else unplaced.push_back(r);
    }
    if (!unplaced.empty()) ready.push_back(unplaced);  // for the caller to look at
    return ready;
}

std::set<std::set<std::int32_t>> as_sets(const Members& members) {
    std::set<std::set<std::int32_t>> sets;
    for (const auto& rows : members)
        if (!rows.empty()) sets.emplace(rows.begin(), rows.end());
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

TEST(agglomerative_finds_what_the_algorithm_as_written_finds) {
    Random random(311);
    Control control;
    std::int64_t compared = 0;
    for (int round = 0; round < 3000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 24), .columns = pick(random, 1, 4), .most_values = pick(random, 1, 8)});
        const table::View& view = made.view();
        const RandomConstraint asked = random_constraint(random, view.size(), round % 2 == 0 ? 0 : round / 2 % kinds);
        for (const Distance distance : distances)
            for (const bool modified : {false, true}) {
                const auto found = table::agglomerative(view, {asked.constraint, distance, modified}, control);
                CHECK(found.repeatable);
                check_groups(view, found, asked);
                const Members expected = as_written(view, asked, distance, modified);
                // Rows that can join no cluster are not the paper's.
                if (!std::ranges::all_of(expected, asked.holds)) continue;
                ++compared;
                CHECK(as_sets(members_of(found)) == as_sets(expected));
            }
    }
    CHECK(compared > 20'000);
}

TEST(agglomerative_modified_leaves_k_rows_in_most_groups) {
    Random random(312);
    Control control;
    RandomTable made(random, {.rows = 1000, .columns = 6, .most_values = 30});
    const auto found = table::agglomerative(made.view(), {.constraint = 7, .modified = true}, control);
    std::int64_t as_asked = 0;
    for (const auto& rows : members_of(found)) as_asked += rows.size() == 7;
    CHECK(as_asked > 130);
}

TEST(agglomerative_stops_in_time_with_groups_that_satisfy_the_constraint) {
    Random random(313);
    RandomTable made(random, {.rows = 2000, .columns = 5, .most_values = 30});
    for (int kind = 0; kind < kinds; ++kind) {
        const RandomConstraint asked = random_constraint(random, 2000, kind);
        for (const double seconds : {1e-9, 0.002, 0.01}) {
            Control late;
            late.set_time_limit(seconds);
            const auto found = table::agglomerative(made.view(), {.constraint = asked.constraint, .modified = kind % 2 == 0}, late);
            if (seconds < 1e-6) CHECK(!found.repeatable);
            check_groups(made.view(), found, asked);
        }
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::agglomerative(made.view(), {.constraint = asked.constraint}, cancelled), Cancelled);
    }
}

}  // namespace agglomerative_test
