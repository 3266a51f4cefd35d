#include "shoal/generalize/top_down.hpp"

#include "check.hpp"
#include "random_rows.hpp"
#include "random_taxonomy.hpp"

namespace top_down_test {

using namespace shoal;
using namespace oracle;

namespace {

generalize::TopDownGroups grouped(const Rows& rows, const RandomTaxonomy& tree, std::int64_t k, std::size_t most_children,
                                  Control& control) {
    return generalize::top_down(rows.view(static_cast<Item>(tree.above.size())), tree.above, tree.leaves, {k, most_children}, control);
}

std::vector<std::int64_t> sizes_of(const generalize::TopDownGroups& made) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(made.groups));
    for (std::int32_t group : made.group_of_row) ++sizes[group];
    return sizes;
}

}  // namespace

TEST(top_down_keeps_k_rows) {
    Random random(71);
    Control control;
    for (int round = 0; round < 600; ++round) {
        const auto values = static_cast<Item>(pick(random, 1, 12));
        const RandomTaxonomy tree(random, values);
        const auto rows = random_rows(random, pick(random, 1, 60), values, 0.1 * static_cast<double>(pick(random, 0, 8)));
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(rows.size(), 6));
        const auto made = grouped(rows, tree, k, static_cast<std::size_t>(pick(random, 2, 64)), control);
        CHECK(made.repeatable);
        CHECK_EQ(static_cast<std::int64_t>(made.group_of_row.size()), rows.size());
        for (std::int64_t size : sizes_of(made)) CHECK(size >= k);
    }
}

TEST(top_down_parts_all_that_differs_for_k_of_one) {
    Random random(72);
    Control control;
    for (int round = 0; round < 200; ++round) {
        const RandomTaxonomy tree(random, 8);
        auto rows = random_rows(random, 30, 8, 0.4);
        rows.push(Set{0, 1, 2, 3, 4, 5, 6, 7});
        const auto made = grouped(rows, tree, 1, 3, control);
        for (std::int64_t a = 0; a < rows.size(); ++a)
            for (std::int64_t b = 0; b < a; ++b)
                CHECK_EQ(std::ranges::equal(rows[a], rows[b]), made.group_of_row[a] == made.group_of_row[b]);
    }
}

TEST(top_down_parts_many_children_in_chains) {
    Control control;
    Random random(73);
    RandomTaxonomy tree(random, 1);
    tree.above.assign(1000, -1);
    tree.leaves.assign(1000, 1);
    Rows rows;
    for (Item value = 0; value < 1000; ++value)
        for (int copy = 0; copy < 3; ++copy) rows.push(Set{value});
    for (const std::size_t most_children : {2, 3, 5, 64}) {
        const auto made = grouped(rows, tree, 3, most_children, control);
        CHECK_EQ(made.groups, 1000);
        for (std::int64_t size : sizes_of(made)) CHECK_EQ(size, 3);
    }
}

TEST(top_down_without_time_is_one_group) {
    Random random(74);
    const RandomTaxonomy tree(random, 9);
    const auto rows = random_rows(random, 40, 9, 0.5);
    Control control;
    control.set_time_limit(0);
    const auto made = grouped(rows, tree, 2, 2, control);
    CHECK(!made.repeatable);
    CHECK_EQ(made.groups, 1);
    control.cancel();
    CHECK_THROWS(grouped(rows, tree, 2, 2, control), Cancelled);
}

}  // namespace top_down_test
