#include "shoal/mining/frequent.hpp"
#include "shoal/mining/longest.hpp"

#include "check.hpp"
#include "random_rows.hpp"

namespace mining_test {

using namespace shoal;
using namespace oracle;

namespace {

std::map<Set, std::int64_t> as_map(const mining::Patterns& patterns) {
    std::map<Set, std::int64_t> sets;
    for (std::size_t p = 0; p < patterns.size(); ++p) {
        Set set(patterns.items.data() + patterns.offsets[p], patterns.items.data() + patterns.offsets[p + 1]);
        std::ranges::sort(set);
        sets[set] = patterns.supports[p];
    }
    return sets;
}

void check_closed(Random& random, std::int64_t rows, Item items, double density, std::int64_t min_support) {
    const Rows data = random_rows(random, rows, items, density);
    Control control;
    const auto patterns = mining::mine(data.view(items), {.min_support = min_support}, {}, 1, control).patterns;
    const auto expected = closed_patterns(data, items, min_support);
    CHECK_EQ(patterns.size(), expected.size());  // none twice
    CHECK(as_map(patterns) == expected);
    const auto threaded = mining::mine(data.view(items), {.min_support = min_support}, {}, 3, control).patterns;
    CHECK(std::ranges::equal(threaded.items.view(), patterns.items.view()));
    CHECK(std::ranges::equal(threaded.offsets.view(), patterns.offsets.view()));
    CHECK(std::ranges::equal(threaded.supports.view(), patterns.supports.view()));
}

}  // namespace

TEST(closed_equals_close_by_one_on_small_rows) {
    Random random(1);
    for (int round = 0; round < 400; ++round)
        check_closed(random, pick(random, 0, 12), static_cast<Item>(pick(random, 1, 9)),
                     static_cast<double>(pick(random, 1, 9)) / 10, pick(random, 1, 5));
}

TEST(closed_equals_close_by_one_at_every_width) {
    Random random(2);
    for (std::int64_t rows : {60, 70, 130, 300, 600, 1200, 2500, 4000}) check_closed(random, rows, 11, 0.45, rows / 25);
}

TEST(closed_equals_close_by_one_on_more_rows_than_bits) {
    Random random(3);
    check_closed(random, 9000, 9, 0.7, 400);
    check_closed(random, 12000, 24, 0.06, 20);
}

TEST(closed_of_nothing) {
    Control control;
    const Rows none;
    CHECK_EQ(mining::mine(none.view(0), {.min_support = 1}, {}, 2, control).patterns.size(), 0u);
    Rows empty_rows;
    empty_rows.push({});
    empty_rows.push({});
    CHECK_EQ(mining::mine(empty_rows.view(3), {.min_support = 1}, {}, 1, control).patterns.size(), 0u);
}

TEST(closed_stops_when_cancelled) {
    Random random(4);
    const Rows data = random_rows(random, 400, 40, 0.5);
    Control control;
    control.cancel();
    CHECK_THROWS(mining::mine(data.view(40), {.min_support = 2}, {}, 2, control).patterns, Cancelled);
}

TEST(longest_are_the_longest_closed) {
    Random random(5);
    for (int round = 0; round < 600; ++round) {
        const auto items = static_cast<Item>(pick(random, 1, 10));
        const Rows data = random_rows(random, pick(random, 0, 14), items, static_cast<double>(pick(random, 2, 9)) / 10);
        const std::int64_t min_support = pick(random, 1, 4);
        std::map<Set, std::int64_t> expected;
        std::size_t longest = 0;
        for (const auto& [set, support] : closed_patterns(data, items, min_support)) {
            if (set.size() > longest) expected.clear();
            longest = std::max(longest, set.size());
            if (set.size() == longest) expected[set] = support;
        }
        Control control;
        const auto found = mining::mine_longest(data.view(items), {.min_support = min_support}, {}, control).patterns;
        CHECK_EQ(found.size(), expected.size());
        CHECK(as_map(found) == expected);
    }
}

TEST(implied_items_are_dropped) {
    mining::Patterns patterns;
    const std::vector<Item> above{-1, 0, 1, -1};  // 2 implies 1, which implies 0
    for (const std::vector<Item>& pattern : {std::vector<Item>{0, 3, 2, 1}, {3, 0}, {}, {1, 0}}) patterns.push(pattern, 7);
    mining::drop_implied(patterns, above);
    CHECK(as_map(patterns) == (std::map<Set, std::int64_t>{{{2, 3}, 7}, {{0, 3}, 7}, {{}, 7}, {{1}, 7}}));
}

}  // namespace mining_test
