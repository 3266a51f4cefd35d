#include "shoal/table/gen_cover_cf.hpp"

#include <bit>
#include <cmath>

#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/rows_below.hpp"

namespace gen_cover_cf_test {

using namespace shoal;
using namespace oracle;

namespace {

// The lowest nodes above all sets of at least k rows, by trying all sets.
std::set<std::vector<std::int32_t>> all_closures(const table::View& table, std::int64_t k) {
    std::set<std::vector<std::int32_t>> found;
    for (std::uint32_t bits = 1; bits < std::uint32_t{1} << table.size(); ++bits) {
        if (std::popcount(bits) < k) continue;
        std::vector<std::int32_t> nodes;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            std::int32_t least = INT32_MAX, greatest = -1;
            for (std::int32_t r = 0; r < table.size(); ++r)
                if (bits >> r & 1) {
                    least = std::min(least, table[r][c]);
                    greatest = std::max(greatest, table[r][c]);
                }
            nodes.push_back(table.columns[c].lowest_above(least, greatest));
        }
        found.insert(nodes);
    }
    return found;
}

bool below(const table::View& table, std::int32_t row, std::span<const std::int32_t> nodes) {
    for (std::size_t c = 0; c < nodes.size(); ++c) {
        const table::Column& column = table.columns[c];
        if (table[row][c] < column.first[nodes[c]] || table[row][c] >= column.last[nodes[c]]) return false;
    }
    return true;
}

}  // namespace

TEST(closed_sets_are_the_closures_of_all_sets_of_k_rows) {
    Random random(121);
    Control control;
    for (int round = 0; round < 400; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 10), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 4));
        const auto sets = table::closed_sets(view, k, INT64_MAX, static_cast<int>(pick(random, 1, 2)), control);
        std::set<std::vector<std::int32_t>> found;
        for (std::int64_t s = 0; s < sets->size(); ++s) {
            const auto nodes = (*sets)[s];
            CHECK(found.emplace(nodes.begin(), nodes.end()).second);
            if (s > 0) CHECK(sets->costs[s - 1] <= sets->costs[s]);
        }
        CHECK(found == all_closures(view, k));
        const auto fits = table::closed_sets(view, k, sets->size(), 1, control);
        CHECK(fits && fits->nodes.items == sets->nodes.items);
        CHECK(!table::closed_sets(view, k, sets->size() - 1, 1, control));
    }
}

TEST(rows_below_nodes_are_counted_and_listed) {
    Random random(122);
    Control control;
    for (int round = 0; round < 60; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 300), .columns = pick(random, 1, 3), .most_values = pick(random, 1, 90)});
        const table::View& view = made.view();
        const auto sets = table::closed_sets(view, pick(random, 1, std::min<std::int64_t>(view.size(), 9)), INT64_MAX, 1, control);
        std::vector<std::int32_t> living;
        for (std::int32_t r = 0; r < view.size(); ++r)
            if (pick(random, 0, 3) != 0) living.push_back(r);
        table::RowsBelow rows(view, living);
        const std::vector<std::int32_t> indexed = living;
        for (std::int32_t r : indexed)
            if (pick(random, 0, 2) == 0) {
                rows.kill(r);
                rows.kill(r);
                std::erase(living, r);
            }
        CHECK_EQ(rows.alive(), static_cast<std::int64_t>(living.size()));
        CHECK(rows.living_rows() == living);
        for (std::int64_t s = 0; s < sets->size(); ++s) {
            std::vector<std::int32_t> wanted;
            for (std::int32_t r : living)
                if (below(view, r, (*sets)[s])) wanted.push_back(r);
            const std::int64_t enough = pick(random, 1, 20);
            CHECK(rows.list((*sets)[s]) == wanted);
            CHECK_EQ(rows.count((*sets)[s], enough), std::min(enough, static_cast<std::int64_t>(wanted.size())));
        }
    }
}

// The greedy of algorithm 18, every ratio looked at in every step.
TEST(the_lazy_queue_takes_the_least_ratio) {
    Random random(123);
    Control control;
    for (int round = 0; round < 1000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 40), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 5));
        const auto sets = table::closed_sets(view, k, INT64_MAX, 1, control);
        std::set<std::int32_t> covered;
        const auto cover = table::gen_cover_cf(view, *sets, k, control);
        for (const auto& chosen : *cover) {
            const auto size = static_cast<std::int64_t>(chosen.size());
            CHECK(size >= k && size < 2 * k);
            CHECK_EQ(std::set(chosen.begin(), chosen.end()).size(), chosen.size());
            double least = INFINITY;
            for (std::int64_t s = 0; s < sets->size(); ++s) {
                std::int64_t won = 0;
                for (std::int32_t r = 0; r < view.size(); ++r) won += !covered.contains(r) && below(view, r, (*sets)[s]);
                if (won > 0) least = std::min(least, static_cast<double>(sets->costs[s]) / static_cast<double>(std::min(won, 2 * k - 1)));
            }
            // Lemma 8.0.2: what is chosen has no greater ratio than the closed set it is from.
            const auto before = covered.size();
            covered.insert(chosen.begin(), chosen.end());
            std::vector<table::Column> columns(view.columns.begin(), view.columns.end());
            for (table::Column& column : columns) column.recoding = Recoding::hierarchy;
            const auto cost = static_cast<double>(cost_of_each({columns, view.cells}, chosen));
            CHECK(cost / static_cast<double>(covered.size() - before) <= least * (1 + 1e-12));
        }
        CHECK_EQ(static_cast<std::int64_t>(covered.size()), view.size());
    }
}

TEST(gen_cover_cf_keeps_its_guarantee) {
    Random random(124);
    Control control;
    double worst = 0;
    for (int round = 0; round < 4000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 12), .columns = pick(random, 1, 5), .most_values = 8, .any_recoding = false});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 5));
        const auto found = table::gen_cover_cf(view, {.constraint = k}, control);
        const Members members = members_of(*found);
        for (const auto& rows : members) {
            const auto size = static_cast<std::int64_t>(rows.size());
            CHECK(size >= k && size < 2 * k);
        }
        const auto cost = static_cast<double>(cost_of(view, members));
        const auto least = static_cast<double>(cost_of(view, members_of(table::exact(view, k, control))));
        CHECK(cost >= least);
        CHECK(cost <= 2 * (1 + std::log(2 * static_cast<double>(k))) * least);
        if (least > 0) worst = std::max(worst, cost / least);
    }
    CHECK(worst > 1);
}

TEST(gen_cover_cf_is_the_same_on_threads_and_stops) {
    Random random(125);
    Control control;
    for (int round = 0; round < 20; ++round) {
        RandomTable made(random, {.rows = pick(random, 100, 600), .columns = pick(random, 2, 4), .most_values = 12});
        const std::int64_t k = pick(random, 2, 20);
        const auto one = table::gen_cover_cf(made.view(), {.constraint = k}, control);
        const auto three = table::gen_cover_cf(made.view(), {.constraint = k, .threads = 3}, control);
        CHECK(one->group_of_row == three->group_of_row);
        for (const auto& rows : members_of(*one)) CHECK(static_cast<std::int64_t>(rows.size()) >= k);
        CHECK(!table::gen_cover_cf(made.view(), {.constraint = k, .most_sets = 1}, control));
        Control cancelled;
        cancelled.cancel();
        CHECK_THROWS(table::gen_cover_cf(made.view(), {.constraint = k}, cancelled), Cancelled);
    }
}

}  // namespace gen_cover_cf_test
