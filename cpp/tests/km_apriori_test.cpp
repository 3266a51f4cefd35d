#include "shoal/generalize/km_apriori.hpp"

#include <bit>

#include "check.hpp"
#include "random_rows.hpp"
#include "random_taxonomy.hpp"

namespace km_apriori_test {

using namespace shoal;
using namespace oracle;

namespace {

Rows published_rows(const Rows& rows, const std::vector<Item>& published) {
    Rows made;
    for (std::int64_t r = 0; r < rows.size(); ++r) {
        std::set<Item> nodes;
        for (Item value : rows[r])
            if (published[value] >= 0) nodes.insert(published[value]);
        made.push(Set(nodes.begin(), nodes.end()));
    }
    return made;
}

bool is_km_anonymous(const Rows& rows, std::int64_t k, int m) {
    for (std::int64_t r = 0; r < rows.size(); ++r) {
        const auto row = rows[r];
        for (std::uint32_t bits = 1; bits < std::uint32_t{1} << row.size(); ++bits) {
            if (std::popcount(bits) > m) continue;
            Set set;
            for (std::size_t i = 0; i < row.size(); ++i)
                if (bits >> i & 1) set.push_back(row[i]);
            if (support(rows, set) < k) return false;
        }
    }
    return true;
}

std::int64_t loss_of(const Rows& rows, const RandomTaxonomy& tree, const std::vector<Item>& published) {
    const std::set<Item> occurring(rows.items.begin(), rows.items.end());
    const auto parts = std::max<std::int64_t>(static_cast<std::int64_t>(occurring.size()) - 1, 1);
    std::int64_t loss = 0;
    for (Item value : rows.items) loss += published[value] < 0 ? parts : tree.leaves[published[value]] - 1;
    return loss;
}

}  // namespace

TEST(km_apriori_makes_rows_km_anonymous) {
    Random random(61);
    Control control;
    for (int round = 0; round < 600; ++round) {
        const auto values = static_cast<Item>(pick(random, 1, 10));
        const RandomTaxonomy tree(random, values);
        auto rows = random_rows(random, pick(random, 0, 40), values, 0.1 * static_cast<double>(pick(random, 1, 8)));
        Set all;  // the kernel wants all values below a node to occur
        for (Item value = 0; value < values; ++value) all.push_back(value);
        rows.push(all);
        const std::int64_t k = pick(random, 2, 8);
        const int m = static_cast<int>(pick(random, 1, 4));
        const auto made = generalize::km_apriori(rows.view(static_cast<Item>(tree.above.size())), tree.above, tree.leaves, k, m, control);
        for (Item value = 0; value < values; ++value)
            CHECK(made.published[value] < 0 || tree.is_above(made.published[value], value));
        // No published node is below another.
        for (Item one = 0; one < values; ++one)
            for (Item other = 0; other < values; ++other)
                CHECK(made.published[one] < 0 || made.published[other] < 0 || made.published[one] == made.published[other] ||
                      !tree.is_above(made.published[one], made.published[other]));
        CHECK(is_km_anonymous(published_rows(rows, made.published), k, m));
        CHECK(made.loss <= made.greedy_loss);
        CHECK_EQ(made.loss, loss_of(rows, tree, made.published));
        CHECK(made.repeatable);
    }
}

TEST(km_apriori_without_time_is_still_anonymous) {
    Random random(62);
    for (int round = 0; round < 100; ++round) {
        Control control;
        control.set_time_limit(0);
        const RandomTaxonomy tree(random, 9);
        const auto rows = random_rows(random, 40, 9, 0.4);
        const int m = static_cast<int>(pick(random, 1, 4));
        const auto made = generalize::km_apriori(rows.view(static_cast<Item>(tree.above.size())), tree.above, tree.leaves, 4, m, control);
        CHECK(!made.repeatable);
        CHECK(is_km_anonymous(published_rows(rows, made.published), 4, m));
    }
}

TEST(km_apriori_can_be_cancelled) {
    Random random(63);
    const RandomTaxonomy tree(random, 9);
    const auto rows = random_rows(random, 40, 9, 0.5);
    Control control;
    control.cancel();
    CHECK_THROWS(generalize::km_apriori(rows.view(static_cast<Item>(tree.above.size())), tree.above, tree.leaves, 2, 2, control), Cancelled);
}

}  // namespace km_apriori_test
