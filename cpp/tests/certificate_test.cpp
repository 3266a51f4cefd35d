#include "shoal/certificate/bound.hpp"

#include <numeric>

#include "check.hpp"
#include "random_rows.hpp"
#include "shoal/certificate/longest_in_row.hpp"
#include "shoal/certificate/profitable.hpp"
#include "shoal/cluster/sweep.hpp"

namespace certificate_test {

using namespace shoal;
using namespace oracle;

namespace {

struct Case {
    Rows rows;
    Item items;
    std::int64_t k;
    RowsView view() const { return rows.view(items); }
};

Case random_case(Random& random, std::int64_t most_rows, Item most_items) {
    Case made;
    made.items = static_cast<Item>(pick(random, 1, most_items));
    const std::int64_t rows = pick(random, 1, most_rows);
    made.rows = random_rows(random, rows, made.items, static_cast<double>(pick(random, 1, 9)) / 10);
    made.k = pick(random, 1, std::min<std::int64_t>(rows, 5));
    return made;
}

std::vector<std::int64_t> holders(const Rows& rows, const Set& set) {
    std::vector<std::int64_t> found;
    for (std::int64_t r = 0; r < rows.size(); ++r)
        if (contains(rows[r], set)) found.push_back(r);
    return found;
}

// What the best partition into groups of at least k rows keeps: all partitions are tried, one set of rows at a time.
std::int64_t most_kept(const Case& tried) {
    const auto n = static_cast<std::size_t>(tried.rows.size());
    std::vector<std::int64_t> group(std::size_t{1} << n, -1), best(std::size_t{1} << n, -1);
    for (std::size_t mask = 1; mask < group.size(); ++mask) {
        std::int64_t size = 0, shared = 0;
        for (std::size_t r = 0; r < n; ++r) size += mask >> r & 1;
        if (size < tried.k) continue;
        for (Item i = 0; i < tried.items; ++i) {
            bool all = true;
            for (std::size_t r = 0; r < n; ++r)
                if (mask >> r & 1) all = all && contains(tried.rows[static_cast<std::int64_t>(r)], {i});
            shared += all;
        }
        group[mask] = size * shared;
    }
    best[0] = 0;
    for (std::size_t mask = 1; mask < group.size(); ++mask) {
        const std::size_t lowest = mask & -mask;
        for (std::size_t part = mask; part != 0; part = (part - 1) & mask)
            if ((part & lowest) && group[part] >= 0 && best[mask ^ part] >= 0)
                best[mask] = std::max(best[mask], group[part] + best[mask ^ part]);
    }
    return best.back();
}

std::vector<std::int32_t> kept_by_row(const cluster::Grouping& grouping) {
    std::vector<std::int32_t> kept;
    for (std::int32_t g : grouping.group_of_row) kept.push_back(static_cast<std::int32_t>(grouping.centres[g].size()));
    return kept;
}

std::int64_t sum(const std::vector<std::int32_t>& values) { return std::accumulate(values.begin(), values.end(), std::int64_t{0}); }

// The profit of a pattern, straight from its definition.
std::int64_t profit(const std::vector<std::int64_t>& prices, std::int64_t worth, std::int64_t k) {
    std::vector<std::int64_t> gains;
    for (std::int64_t price : prices) gains.push_back(worth - price);
    std::ranges::sort(gains, std::greater{});
    std::int64_t total = 0;
    for (std::size_t i = 0; i < gains.size(); ++i)
        if (static_cast<std::int64_t>(i) < k || gains[i] > 0) total += gains[i];
    return total;
}

}  // namespace

TEST(profitable_patterns_are_those_of_the_definition) {
    Random random(11);
    Control control;
    for (int i = 0; i < 400; ++i) {
        const Case tried = random_case(random, i % 4 == 0 ? 200 : 30, 12);
        const WeightedRows data = merge_equal_rows(tried.view());
        std::vector<certificate::Price> prices;
        for (std::size_t r = 0; r < data.weights.size(); ++r)
            prices.push_back(static_cast<certificate::Price>(pick(random, 0, 8 * certificate::unit)));
        const std::int64_t least = pick(random, -2, 2) * certificate::unit;
        std::map<Set, std::int64_t> expected;
        std::int64_t total = 0;
        for (const auto& [pattern, support] : closed_patterns(tried.rows, tried.items, tried.k)) {
            std::vector<std::int64_t> of_rows;
            for (std::int64_t r : holders(tried.rows, pattern)) of_rows.push_back(prices[data.distinct_of_row[r]]);
            const std::int64_t made = profit(of_rows, static_cast<std::int64_t>(pattern.size()) * certificate::unit, tried.k);
            total += std::max<std::int64_t>(made, 0);
            if (made > least) expected[pattern] = made;
        }
        for (int threads : {1, 2}) {
            const auto found =
                certificate::find_profitable(data, tried.items, tried.k, tried.k, prices, least, {}, threads, control);
            CHECK(found.has_value());
            CHECK(least > 0 || found->total == total);  // a bound on profits below `least` ends the search there
            CHECK_EQ(static_cast<std::size_t>(found->patterns.size()), expected.size());
            std::int64_t at = 0;
            for (const auto& [pattern, made] : expected) {
                CHECK(std::ranges::equal(found->patterns[at], pattern));
                CHECK_EQ(found->profits[at], made);
                std::int64_t rows = 0;
                for (std::int32_t r : found->extents[at]) rows += data.weights[r];
                CHECK_EQ(rows, support(tried.rows, pattern));
                ++at;
            }
        }
    }
}

TEST(pricing_gives_up_at_its_limits) {
    Random random(12);
    Control control;
    const Rows rows = random_rows(random, 200, 12, 0.6);
    const WeightedRows data = merge_equal_rows(rows.view(12));
    const std::vector<certificate::Price> prices(data.weights.size(), 0);
    const auto all = certificate::find_profitable(data, 12, 3, 3, prices, 0, {}, 1, control);
    std::int64_t entries = 0;
    for (std::int32_t r : all->extents.items) entries += data.weights[r];
    for (int threads : {1, 2}) {
        const auto within = [&](certificate::PricingLimits limits) {
            return certificate::find_profitable(data, 12, 3, 3, prices, 0, limits, threads, control).has_value();
        };
        CHECK(within({.visited = all->visited, .kept = entries}));
        CHECK(!within({.visited = all->visited - 1, .kept = entries}));
        CHECK(!within({.visited = all->visited, .kept = entries - 1}));
    }
}

TEST(no_row_has_a_longer_frequent_pattern) {
    Random random(13);
    Control control;
    for (int i = 0; i < 400; ++i) {
        const Case tried = random_case(random, i % 4 == 0 ? 150 : 25, 12);
        const WeightedRows data = merge_equal_rows(tried.view());
        std::vector<std::int32_t> expected(data.weights.size(), 0);
        for (const auto& [pattern, support] : closed_patterns(tried.rows, tried.items, tried.k))
            for (std::int64_t r : holders(tried.rows, pattern)) {
                auto& longest = expected[data.distinct_of_row[r]];
                longest = std::max(longest, static_cast<std::int32_t>(pattern.size()));
            }
        const std::vector<std::int32_t> nothing(data.weights.size(), 0);
        const auto longest = certificate::longest_in_rows(data, tried.items, tried.k, nothing, INT64_MAX, control);
        CHECK(longest == expected);
        std::vector<std::int32_t> lengths(data.weights.size(), 0);
        std::vector<certificate::Price> prices;
        for (std::size_t r = 0; r < lengths.size(); ++r)
            prices.push_back(static_cast<certificate::Price>(pick(random, 0, 8 * certificate::unit)));
        const auto both = certificate::find_profitable_and_longest(data, tried.items, tried.k, prices, {}, lengths, control);
        const auto alone = certificate::find_profitable(data, tried.items, tried.k, tried.k, prices, 0, {}, 1, control);
        CHECK(lengths == expected);
        CHECK(both->patterns.items == alone->patterns.items);
        CHECK_EQ(both->total, alone->total);
        const auto core = certificate::core_numbers(data, tried.items, tried.k);
        for (std::size_t r = 0; r < core.size(); ++r) CHECK(core[r] >= expected[r]);
    }
}

TEST(core_numbers_are_those_of_peeling) {
    Random random(14);
    for (int i = 0; i < 200; ++i) {
        const Case tried = random_case(random, 30, 10);
        const WeightedRows data = merge_equal_rows(tried.view());
        const auto core = certificate::core_numbers(data, tried.items, tried.k);
        for (std::int32_t length = 1; length <= tried.items; ++length) {
            std::vector<bool> in_core(data.weights.size(), true), frequent(tried.items, true);
            for (bool changed = true; changed;) {
                changed = false;
                for (Item i = 0; i < tried.items; ++i) {
                    std::int64_t support = 0;
                    for (std::int32_t r = 0; r < data.size(); ++r) support += in_core[r] && contains(data.rows[r], {i}) ? data.weights[r] : 0;
                    if (frequent[i] && support < tried.k) frequent[i] = false, changed = true;
                }
                for (std::int32_t r = 0; r < data.size(); ++r) {
                    const auto left = std::ranges::count_if(data.rows[r], [&](Item i) { return frequent[i]; });
                    if (in_core[r] && left < length) in_core[r] = false, changed = true;
                }
            }
            for (std::int32_t r = 0; r < data.size(); ++r) CHECK_EQ(core[r] >= length, in_core[r]);
        }
    }
}

TEST(no_bound_is_below_the_optimum) {
    Random random(15);
    Control control;
    std::int64_t met = 0;
    for (int i = 0; i < 300; ++i) {
        const Case tried = random_case(random, i % 30 == 0 ? 12 : 9, 8);
        const std::int64_t optimum = most_kept(tried);
        auto grouping = cluster::sweep(tried.view(), {.k = tried.k}, control);
        const auto kept = kept_by_row(grouping);
        CHECK(sum(kept) <= optimum);
        // Whatever release the search starts from.
        std::vector<std::int32_t> anything;
        for (std::int64_t r = 0; r < tried.rows.size(); ++r)
            anything.push_back(static_cast<std::int32_t>(pick(random, 0, static_cast<std::int64_t>(tried.rows[r].size()))));
        const auto quick = certificate::quick_bound(tried.view(), tried.k, kept, INT64_MAX, control);
        const auto tight = certificate::tight_bound(tried.view(), tried.k, kept, INT64_MAX, INT64_MAX, 20, 1, control);
        CHECK(quick.kept_at_most >= optimum);
        CHECK(certificate::quick_bound(tried.view(), tried.k, anything, INT64_MAX, control).kept_at_most >= optimum);
        CHECK(certificate::tight_bound(tried.view(), tried.k, anything, INT64_MAX, INT64_MAX, 3, 1, control).kept_at_most >= optimum);
        CHECK(tight.kept_at_most >= optimum);
        CHECK(tight.kept_at_most <= quick.kept_at_most);
        CHECK(certificate::quick_bound(tried.view(), tried.k, kept, 0, control).kept_at_most >= quick.kept_at_most);
        const auto two = certificate::tight_bound(tried.view(), tried.k, kept, INT64_MAX, INT64_MAX, 20, 2, control);
        CHECK_EQ(two.kept_at_most, tight.kept_at_most);
        CHECK(two.multipliers == tight.multipliers);
        met += tight.kept_at_most == optimum;
        cluster::improve(tried.view(), {.k = tried.k}, tight.multipliers, grouping, control);
        CHECK(sum(kept_by_row(grouping)) >= sum(kept));
        CHECK(sum(kept_by_row(grouping)) <= optimum);
    }
    CHECK(met > 150);  // a bound that is never met proves little
}

TEST(prices_may_be_anything) {
    Random random(16);
    Control control;
    for (int i = 0; i < 200; ++i) {
        const Case tried = random_case(random, 9, 8);
        const WeightedRows data = merge_equal_rows(tried.view());
        std::vector<certificate::Price> prices;
        std::int64_t all = 0;
        for (std::int32_t weight : data.weights) {
            prices.push_back(static_cast<certificate::Price>(pick(random, 0, 6 * certificate::unit)));
            all += std::int64_t{prices.back()} * weight;
        }
        const auto found = certificate::find_profitable(data, tried.items, tried.k, tried.k, prices, 0, {}, 1, control);
        CHECK((all + found->total) / certificate::unit >= most_kept(tried));
    }
}

}  // namespace certificate_test
