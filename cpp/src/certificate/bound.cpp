#include "shoal/certificate/bound.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "shoal/certificate/longest_in_row.hpp"
#include "shoal/certificate/multipliers.hpp"
#include "shoal/certificate/pool.hpp"
#include "shoal/certificate/profitable.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::certificate {
namespace {

constexpr int steps_per_round = 100;
constexpr double settled = 1e-4;  // of what was proved: a smaller gain in a round ends the search

// For all copies of a distinct row together.
std::vector<std::int64_t> kept_by_distinct(const WeightedRows& data, const std::vector<std::int32_t>& kept) {
    std::vector<std::int64_t> sums(data.weights.size(), 0);
    for (std::size_t r = 0; r < kept.size(); ++r) sums[data.distinct_of_row[r]] += kept[r];
    return sums;
}

}  // namespace

Bound quick_bound(RowsView rows, std::int64_t k, const std::vector<std::int32_t>& kept, std::int64_t most_entries,
                  const Control& control) {
    const WeightedRows data = merge_equal_rows(rows);
    std::vector<std::int32_t> known(data.weights.size(), 0);
    for (std::size_t r = 0; r < kept.size(); ++r) {
        std::int32_t& best = known[data.distinct_of_row[r]];
        best = std::max(best, kept[r]);
    }
    const auto longest = longest_in_rows(data, rows.item_count, k, std::move(known), most_entries, control);
    const std::vector<std::int32_t> most = longest ? *longest : core_numbers(data, rows.item_count, k);
    Bound bound;
    bound.complete = longest.has_value();
    for (std::size_t r = 0; r < most.size(); ++r) bound.kept_at_most += std::int64_t{most[r]} * data.weights[r];
    for (std::int32_t r : data.distinct_of_row) bound.prices.push_back(most[r] * unit);
    return bound;
}

Bound tight_bound(RowsView rows, std::int64_t k, const std::vector<std::int32_t>& kept, std::int64_t most_entries,
                  std::int64_t most_kept, int rounds, int threads, Control& control) {
    const WeightedRows data = merge_equal_rows(rows);
    const auto sums = kept_by_distinct(data, kept);
    std::vector<double> prices(sums.size());
    for (std::size_t r = 0; r < sums.size(); ++r) prices[r] = static_cast<double>(sums[r]) / data.weights[r];
    const auto kept_in_all = std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
    Multipliers multipliers(data.weights, k, std::move(prices), static_cast<double>(kept_in_all));

    Bound best = quick_bound(rows, k, kept, most_entries, control);
    best.complete = false;
    std::vector<double> best_prices = multipliers.prices();
    Pool pool;
    control.total = rounds;
    control.done = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto rounded = multipliers.rounded();
        const auto found = find_profitable(data, rows.item_count, k, k, rounded, 0, {.visited = most_entries, .kept = most_kept}, threads, control);
        if (!found) break;
        best.rounds = round + 1;
        best.complete = true;
        std::int64_t total = found->total;
        for (std::size_t r = 0; r < rounded.size(); ++r) total += std::int64_t{rounded[r]} * data.weights[r];
        const std::int64_t before = best.kept_at_most;
        if (total / unit < best.kept_at_most) {
            best.kept_at_most = total / unit;
            best_prices = multipliers.prices();
            for (std::size_t r = 0; r < best.prices.size(); ++r) best.prices[r] = rounded[data.distinct_of_row[r]];
        }
        const std::int32_t before_round = pool.size();
        for (std::int64_t p = 0; p < found->patterns.size(); ++p) pool.add(found->patterns[p], found->extents[p]);
        control.done = round + 1;
        control.found = best.kept_at_most;
        const bool slow = static_cast<double>(before - best.kept_at_most) < settled * static_cast<double>(best.kept_at_most);
        if (best.kept_at_most <= kept_in_all || (round > 0 && pool.size() == before_round && slow)) break;
        best.complete = !control.must_stop();
        if (!best.complete) break;
        multipliers.use(pool.lengths<double>(), pool.extents());
        multipliers.restart();
        multipliers.step(steps_per_round, control);
    }
    for (std::int32_t r : data.distinct_of_row) best.multipliers.push_back(best_prices[r]);
    return best;
}

}  // namespace shoal::certificate
