#include "shoal/privacy/km_check.hpp"

#include <bit>

#include "check.hpp"
#include "random_rows.hpp"

namespace km_check_test {

using namespace shoal;
using namespace oracle;

namespace {

struct Expected {
    std::vector<privacy::KmLevel> levels;
    std::vector<std::int64_t> offenders;
};

// All sets of few items, one by one.
Expected by_counting(const Rows& rows, Item items, std::int64_t k, int m) {
    std::map<Set, std::int64_t> supports;
    for (std::uint32_t bits = 1; bits < std::uint32_t{1} << items; ++bits) {
        if (std::popcount(bits) > m) continue;
        Set set;
        for (Item i = 0; i < items; ++i)
            if (bits >> i & 1) set.push_back(i);
        if (const std::int64_t found = support(rows, set)) supports[set] = found;
    }
    Expected expected{std::vector<privacy::KmLevel>(static_cast<std::size_t>(m)), {}};
    for (const auto& [set, found] : supports) {
        bool parts_are_frequent = true;
        for (Item left_out : set) {
            Set part = set;
            std::erase(part, left_out);
            parts_are_frequent &= part.empty() || supports.at(part) >= k;
        }
        if (!parts_are_frequent) continue;
        auto& level = expected.levels[set.size() - 1];
        ++level.combinations;
        level.offending += found < k;
        if (level.least_support == 0 || found < level.least_support) level.least_support = found;
    }
    for (std::int64_t r = 0; r < rows.size(); ++r)
        if (std::ranges::any_of(supports, [&](const auto& entry) { return entry.second < k && contains(rows[r], entry.first); }))
            expected.offenders.push_back(r);
    return expected;
}

bool same(const privacy::KmLevel& a, const privacy::KmLevel& b) {
    return a.combinations == b.combinations && a.offending == b.offending && a.least_support == b.least_support;
}

}  // namespace

TEST(km_check_agrees_with_counting) {
    Random random(51);
    Control control;
    for (int round = 0; round < 400; ++round) {
        const auto items = static_cast<Item>(pick(random, 1, 8));
        const auto rows = random_rows(random, pick(random, 0, 40), items, 0.1 * static_cast<double>(pick(random, 1, 9)));
        const std::int64_t k = pick(random, 1, 8);
        const int m = static_cast<int>(pick(random, 1, 6));
        const Expected expected = by_counting(rows, items, k, m);
        for (const int threads : {1, 3}) {
            const auto found = privacy::km_check(rows.view(items), k, m, threads, control);
            CHECK(std::ranges::equal(found.levels, expected.levels, same));
            CHECK(found.offenders == expected.offenders);
        }
    }
}

// Some items are in the same rows as others.
TEST(km_check_agrees_with_counting_items_of_the_same_rows) {
    Random random(53);
    Control control;
    for (int round = 0; round < 400; ++round) {
        const auto kinds = static_cast<Item>(pick(random, 1, 4));
        const auto items = static_cast<Item>(pick(random, 1, 10));
        std::vector<Item> kind_of;
        for (Item item = 0; item < items; ++item) kind_of.push_back(static_cast<Item>(pick(random, 0, kinds - 1)));
        const auto few = random_rows(random, pick(random, 0, 12), kinds, 0.1 * static_cast<double>(pick(random, 3, 9)));
        Rows rows;
        for (std::int64_t row = 0; row < few.size(); ++row) {
            Set set;
            for (Item item = 0; item < items; ++item)
                if (contains(few[row], Set{kind_of[item]})) set.push_back(item);
            rows.push(set);
        }
        const std::int64_t k = pick(random, 1, 5);
        const int m = static_cast<int>(pick(random, 1, 6));
        const Expected expected = by_counting(rows, items, k, m);
        for (const int threads : {1, 3}) {
            const auto found = privacy::km_check(rows.view(items), k, m, threads, control);
            CHECK(std::ranges::equal(found.levels, expected.levels, same));
            CHECK(found.offenders == expected.offenders);
        }
    }
}

TEST(km_check_counts_long_equal_rows_at_once) {
    Control control;
    Rows rows;
    Set all;
    for (Item i = 0; i < 200; ++i) all.push_back(i);
    for (int copy = 0; copy < 3; ++copy) rows.push(all);
    const auto found = privacy::km_check(rows.view(200), 3, 16, 2, control);
    CHECK(found.offenders.empty());
    CHECK_EQ(found.levels[1].combinations, 199 * 100);
    CHECK_EQ(found.levels[2].combinations, 1313400);
    CHECK_EQ(found.levels[15].combinations, INT64_MAX);
    CHECK_EQ(found.levels[15].least_support, 3);
}

// A million items: by pairs it would take hours.
TEST(km_check_looks_once_at_long_rows_that_differ_in_rare_items) {
    Control control;
    Rows rows;
    Set one, other;
    for (Item i = 0; i < 1'000'000; ++i) {
        if (i != 7) one.push_back(i);
        if (i != 8) other.push_back(i);
    }
    rows.push(one);
    rows.push(other);
    const auto found = privacy::km_check(rows.view(1'000'000), 2, 2, 2, control);
    CHECK(found.offenders == std::vector<std::int64_t>({0, 1}));
    CHECK_EQ(found.levels[0].offending, 2);
    CHECK_EQ(found.levels[1].combinations, std::int64_t{999'998} * 999'997 / 2);
    CHECK_EQ(found.levels[1].offending, 0);
}

TEST(km_check_looks_once_at_items_of_the_same_rows) {
    Control control;
    Rows rows;
    Set one, other;
    for (Item i = 0; i < 300'000; ++i) {
        if (i % 3 != 0) one.push_back(i);
        if (i % 3 != 1) other.push_back(i);
    }
    for (int copy = 0; copy < 2; ++copy) {
        rows.push(one);
        rows.push(other);
    }
    const std::int64_t third = 100'000, pairs = third * (third - 1) / 2;
    const auto found = privacy::km_check(rows.view(300'000), 2, 3, 2, control);
    CHECK(found.offenders.empty());
    CHECK_EQ(found.levels[1].combinations, 3 * pairs + 2 * third * third);
    CHECK_EQ(found.levels[2].combinations, 2 * (2 * third) * (2 * third - 1) * (2 * third - 2) / 6 - pairs * (third - 2) / 3);
    CHECK_EQ(found.levels[2].least_support, 2);
    const auto rare = privacy::km_check(rows.view(300'000), 3, 2, 2, control);
    CHECK_EQ(rare.levels[0].offending, 2 * third);
    CHECK_EQ(rare.levels[1].offending, 0);
}

// Each item is in two of three rows, and two items are in one row together unless they are in the same rows.
TEST(km_check_counts_offending_items_of_the_same_rows_at_once) {
    Control control;
    Rows rows;
    const std::int64_t third = 100'000;
    for (Item lacking = 0; lacking < 3; ++lacking) {
        Set set;
        for (Item i = 0; i < 3 * third; ++i)
            if (i % 3 != lacking) set.push_back(i);
        rows.push(set);
    }
    const auto found = privacy::km_check(rows.view(300'000), 2, 3, 2, control);
    CHECK_EQ(found.levels[1].offending, 3 * third * third);
    CHECK_EQ(found.levels[1].combinations, 3 * third * third + 3 * third * (third - 1) / 2);
    CHECK_EQ(found.levels[2].offending, 0);
    CHECK_EQ(found.levels[2].combinations, 3 * (third * (third - 1) * (third - 2) / 6));
    CHECK_EQ(found.offenders.size(), 3u);
}

TEST(km_check_can_be_cancelled) {
    Random random(52);
    const auto rows = random_rows(random, 50, 10, 0.5);
    Control control;
    control.cancel();
    CHECK_THROWS(privacy::km_check(rows.view(10), 2, 3, 2, control), Cancelled);
}

}  // namespace km_check_test
