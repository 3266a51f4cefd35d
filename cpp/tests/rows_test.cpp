#include "shoal/equal_rows.hpp"
#include "shoal/row_checks.hpp"
#include "shoal/supports.hpp"

#include "check.hpp"
#include "random_rows.hpp"

namespace rows_test {

using namespace shoal;
using namespace oracle;

namespace {

Set at(const Rows& rows, std::int64_t row) { return {rows[row].begin(), rows[row].end()}; }

RowFault fault(std::vector<Item> items, std::vector<std::int64_t> offsets, Item item_count) {
    return fault_of({items, offsets, item_count});
}

}  // namespace

TEST(equal_rows_are_those_with_the_same_items_whatever_their_hashes_do) {
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        const Rows rows = random_rows(random, pick(random, 0, 40), 4, 0.4);
        const std::uint64_t bits = round % 3 == 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(round % 3 - 1) << 20;
        const EqualRows sets = equal_rows(rows.view(4), bits);
        std::map<Set, std::int64_t> first, count;
        for (std::int64_t r = 0; r < rows.size(); ++r) {
            first.try_emplace(at(rows, r), r);
            ++count[at(rows, r)];
        }
        CHECK_EQ(sets.sizes.size(), count.size());
        CHECK_EQ(sets.first.size(), count.size());
        for (std::int64_t r = 0; r < rows.size(); ++r) {
            CHECK_EQ(sets.sizes[sets.of_row[r]], count[at(rows, r)]);
            CHECK_EQ(sets.first[sets.of_row[r]], first[at(rows, r)]);
        }
    }
}

TEST(many_distinct_rows_are_all_told_apart) {
    Rows rows;
    for (Item i = 0; i < 5000; ++i) rows.push(Set{i, i + 1});
    const EqualRows sets = equal_rows(rows.view(5001));
    CHECK_EQ(sets.sizes.size(), 5000u);
    CHECK(std::ranges::all_of(sets.sizes, [](std::int64_t size) { return size == 1; }));
}

TEST(rows_sorted_by_content) {
    Random random(12);
    for (int round = 0; round < 200; ++round) {
        const Rows rows = random_rows(random, pick(random, 0, 30), 5, 0.4);
        std::vector<Set> expected;
        for (std::int64_t r = 0; r < rows.size(); ++r) expected.push_back(at(rows, r));
        std::ranges::sort(expected);
        const Rows sorted = sorted_by_content(rows.view(5));
        CHECK_EQ(sorted.size(), rows.size());
        for (std::int64_t r = 0; r < sorted.size(); ++r) CHECK(at(sorted, r) == expected[r]);
    }
}

TEST(faults_of_rows) {
    CHECK(fault({}, {0}, 0) == RowFault::none);
    CHECK(fault({0, 2, 1}, {0, 2, 2, 3}, 3) == RowFault::none);
    CHECK(fault({0}, {}, 1) == RowFault::ends);
    CHECK(fault({0}, {0}, 1) == RowFault::ends);
    CHECK(fault({0}, {1, 1}, 1) == RowFault::ends);
    CHECK(fault({0, 1}, {0, 2, 1, 2}, 2) == RowFault::order);
    CHECK(fault({0, 1}, {0, 3, 2}, 2) == RowFault::order);
    CHECK(fault({1}, {0, 1}, 1) == RowFault::item);
    CHECK(fault({-1}, {0, 1}, 1) == RowFault::item);
    CHECK(fault({0, 0}, {0, 2}, 1) == RowFault::repeat);
    CHECK(fault({1, 0}, {0, 2}, 2) == RowFault::repeat);
}

TEST(subsets_row_by_row) {
    Rows whole, parts;
    whole.push(Set{0, 2, 5});
    whole.push(Set{});
    parts.push(Set{1, 0});  // their codes are 0 and 5: names of two kinds may be sorted in two ways
    parts.push(Set{});
    const std::vector<std::int64_t> codes{5, 0, -1};
    CHECK(each_is_subset(parts.view(3), whole.view(6), codes));
    parts.push(Set{});
    CHECK(!each_is_subset(parts.view(3), whole.view(6), codes));
    whole.push(Set{1});
    CHECK(each_is_subset(parts.view(3), whole.view(6), codes));
    Rows unknown, other;
    unknown.push(Set{2});
    other.push(Set{0});
    Rows one;
    one.push(Set{1, 2});
    CHECK(!each_is_subset(unknown.view(3), one.view(6), codes));
    CHECK(!each_is_subset(other.view(3), one.view(6), codes));
}

TEST(supports_of_sets) {
    Rows rows, sets;
    for (int r = 0; r < 200; ++r) rows.push(r % 2 == 0 ? Set{0, 1} : r % 50 == 1 ? Set{1, 2} : Set{1});
    for (const Set& set : {Set{}, Set{0}, Set{0, 1}, Set{1, 2}, Set{0, 2}, Set{0, 1, 2}, Set{3}}) sets.push(set);
    Control control;
    for (int threads : {1, 2})
        CHECK((supports_of(rows.view(4), sets.view(4), threads, control) == std::vector<std::int64_t>{200, 100, 100, 4, 0, 0, 0}));
}

}  // namespace rows_test
