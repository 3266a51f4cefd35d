#include "shoal/cluster/exchange.hpp"

#include "../src/cluster/bit_rows.hpp"
#include "check.hpp"
#include "random_rows.hpp"
#include "shoal/cluster/centres.hpp"

namespace exchange_test {

using namespace shoal;
using namespace oracle;

namespace {

// Rows dealt out at random to groups of at least k, some of them proved.
cluster::Grouping random_grouping(Random& random, RowsView rows, std::int64_t k) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(rows.size()));
    for (std::size_t r = 0; r < order.size(); ++r) order[r] = static_cast<std::int32_t>(r);
    std::ranges::shuffle(order, random);
    const auto groups = static_cast<std::size_t>(pick(random, 1, rows.size() / k));
    cluster::Grouping made;
    made.group_of_row.resize(order.size());
    for (std::size_t at = 0; at < order.size(); ++at)
        made.group_of_row[order[at]] = static_cast<std::int32_t>(std::min(at / static_cast<std::size_t>(k), groups - 1));
    for (std::size_t g = 0; g < groups; ++g) made.proved.push_back(pick(random, 0, 3) == 0);
    made.centres = cluster::number_groups(cluster::centres_of(rows, made.group_of_row, groups), made.group_of_row, made.proved);
    return made;
}

// What all rows keep, counted row by row; also checks that centres are what the rows of a group share.
std::int64_t kept_items(RowsView rows, std::int64_t k, const cluster::Grouping& grouping) {
    CHECK_EQ(grouping.proved.size(), static_cast<std::size_t>(grouping.centres.size()));
    std::int64_t kept = 0;
    for (std::int64_t g = 0; g < grouping.centres.size(); ++g) {
        std::int64_t size = 0;
        std::map<Item, std::int64_t> holders;
        for (std::int64_t r = 0; r < rows.size(); ++r) {
            if (grouping.group_of_row[static_cast<std::size_t>(r)] != g) continue;
            ++size;
            for (Item i : rows[r]) ++holders[i];
        }
        Set centre;
        for (const auto& [item, count] : holders)
            if (count == size) centre.push_back(item);
        CHECK(size >= k);
        CHECK(std::ranges::equal(centre, grouping.centres[g]));
        kept += size * static_cast<std::int64_t>(centre.size());
    }
    return kept;
}

}  // namespace

TEST(exchange_never_raises_the_loss) {
    Random random(31);
    for (int round = 0; round < 400; ++round) {
        const auto items = static_cast<Item>(pick(random, 1, 90));
        const Rows data = random_rows(random, pick(random, 1, 120), items, static_cast<double>(pick(random, 1, 9)) / 10);
        const RowsView rows = data.view(items);
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(rows.size(), 7));
        const cluster::Grouping start = random_grouping(random, rows, k);
        const cluster::PatternkaOptions options{.k = k, .budget = pick(random, -1, 3) * pick(random, 1, 20)};
        Control control;
        cluster::Grouping one = start, two = start;
        cluster::exchange(rows, options, control, one);
        CHECK(kept_items(rows, k, one) >= kept_items(rows, k, start));
        CHECK(one.repeatable);
        CHECK(options.budget < 0 || one.nodes <= options.budget);
        cluster::exchange(rows, {options.k, options.budget, 2, 0}, control, two);
        CHECK(one.group_of_row == two.group_of_row);
        CHECK_EQ(one.nodes, two.nodes);
    }
}

TEST(exchange_leaves_proved_groups_alone) {
    Random random(32);
    const Rows data = random_rows(random, 60, 20, 0.4);
    cluster::Grouping grouping = random_grouping(random, data.view(20), 5);
    grouping.proved.assign(grouping.proved.size(), 1);
    const auto before = grouping.group_of_row;
    Control control;
    cluster::exchange(data.view(20), {.k = 5}, control, grouping);
    CHECK(grouping.group_of_row == before);
    CHECK_EQ(grouping.nodes, 0);
}

TEST(exchange_finds_groups_that_were_mixed_up) {
    Random random(33);
    // Six kinds of rows; each holds the 20 items of its kind and a few others.
    Rows data;
    for (int r = 0; r < 48; ++r) {
        std::set<Item> row;
        for (Item i = 0; i < 20; ++i) row.insert(r % 6 * 20 + i);
        for (int more = 0; more < 10; ++more) row.insert(static_cast<Item>(pick(random, 0, 119)));
        data.push(Set(row.begin(), row.end()));
    }
    const RowsView rows = data.view(120);
    cluster::Grouping grouping;
    for (std::int32_t r = 0; r < 48; ++r) grouping.group_of_row.push_back(r / 8);
    grouping.proved.assign(6, 0);
    grouping.centres = cluster::number_groups(cluster::centres_of(rows, grouping.group_of_row, 6), grouping.group_of_row, grouping.proved);
    Control control;
    cluster::exchange(rows, {.k = 8}, control, grouping);
    CHECK(kept_items(rows, 8, grouping) >= 48 * 20);
}

TEST(exchange_stops_when_told) {
    Random random(34);
    const Rows data = random_rows(random, 200, 40, 0.5);
    cluster::Grouping grouping = random_grouping(random, data.view(40), 4);
    grouping.proved.assign(grouping.proved.size(), 0);
    const auto before = grouping.group_of_row;
    Control late;
    late.set_time_limit(0);
    cluster::exchange(data.view(40), {.k = 4}, late, grouping);
    CHECK(grouping.group_of_row == before);
    CHECK(!grouping.repeatable);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(cluster::exchange(data.view(40), {.k = 4}, cancelled, grouping), Cancelled);
}

TEST(overlaps_are_the_same_with_all_instructions) {
    Random random(35);
    for (const Item items : {1, 63, 64, 65, 700}) {
        const Rows data = random_rows(random, 40, items, 0.3);
        std::vector<std::int32_t> all(40), shared(40);
        for (std::int32_t r = 0; r < 40; ++r) all[r] = r;
        const cluster::BitRows bits(data.view(items), all, 1);
        for (int level = 0; level <= static_cast<int>(best_isa()); ++level) {
            const auto isa = static_cast<Isa>(level);
            cluster::overlaps(isa)(bits[0], bits.data(), bits.words(), all, shared.data());
            for (std::int32_t r : all) {
                Set both;
                std::ranges::set_intersection(data[0], data[r], std::back_inserter(both));
                CHECK_EQ(shared[r], static_cast<std::int32_t>(both.size()));
                CHECK_EQ(cluster::overlap(isa)(bits[0], bits[r], bits.words()), shared[r]);
            }
        }
    }
}

}  // namespace exchange_test
