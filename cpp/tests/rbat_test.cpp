#include "shoal/generalize/rbat.hpp"

#include "check.hpp"
#include "../src/generalize/utility_loss.hpp"
#include "random_rows.hpp"

namespace rbat_test {

using namespace shoal;
using namespace shoal::generalize;
using namespace oracle;

namespace {

// Rows of 30 public items and 4 sensitive ones, and 40 rules between them.
struct Case {
    Rows rows, antecedents, consequents;
    std::vector<Item> public_items;
    std::vector<std::int64_t> weights;
    static constexpr Item items = 34;

    explicit Case(Random& random) : rows(random_rows(random, 300, items, 0.12)) {
        for (Item i = 0; i < 30; ++i) {
            public_items.push_back(i);
            weights.push_back(pick(random, 1, 3));
        }
        for (int r = 0; r < 40; ++r) {
            const auto one = static_cast<Item>(pick(random, 0, 28)), other = static_cast<Item>(pick(random, one + 1, 29));
            antecedents.push(Set{one, other});
            consequents.push(Set{static_cast<Item>(pick(random, 30, 33))});
        }
    }

    Generalization run(std::int64_t parts, int threads, std::int64_t alpha, std::int64_t gamma) const {
        Control control;
        const auto supports = partial_supports(rows.view(items), parts, threads, control);
        return rbat(*supports, {public_items, weights, antecedents.view(items), consequents.view(items), 5, 0.4, alpha, gamma}, control);
    }

    // Rows with an item of each leaf that the rule's antecedent is in, and of those the ones with its consequent.
    std::pair<int, int> count(const Generalization& found, std::int64_t rule) const {
        int known = 0, joint = 0;
        for (std::int64_t r = 0; r < rows.size(); ++r) {
            bool all = true;
            for (Item wanted : antecedents[rule]) {
                bool some = false;
                for (Item i : rows[r]) some |= i < 30 && found.leaf_of_item[i] == found.leaf_of_item[wanted];
                all &= some;
            }
            known += all;
            joint += all && std::ranges::binary_search(rows[r], consequents[rule][0]);
        }
        return {known, joint};
    }
};

}  // namespace

TEST(rbat_protects_every_rule_on_any_parts_and_rounds) {
    Random random(7);
    for (int round = 0; round < 20; ++round) {
        const Case data(random);
        for (std::int64_t alpha : {0, 1, 4}) {
            const Generalization found = data.run(1, 1, alpha, 1);
            CHECK(found.unprotected.empty());
            for (std::int64_t rule = 0; rule < data.antecedents.size(); ++rule) {
                const auto [known, joint] = data.count(found, rule);
                CHECK(known >= 5 && joint <= 0.4 * known);
            }
            for (std::int64_t parts : {2, 7, 1000}) {
                const Generalization other = data.run(parts, 3, alpha, parts);
                CHECK(other.tree.left == found.tree.left && other.tree.supports == found.tree.supports);
                CHECK(other.leaf_of_item == found.leaf_of_item);
            }
        }
    }
}

TEST(utility_losses_compare_as_whole_numbers_do) {
    Random random(11);
    const auto loss = [&] { return UtilityLoss{pick(random, 1, 20), pick(random, 0, 4), pick(random, 0, 4)}; };
    for (int round = 0; round < 100000; ++round) {
        const UtilityLoss one = loss(), other = loss();
        const auto whole = [](const UtilityLoss& x, const UtilityLoss& y) { return ((1LL << x.size) - 1) * x.weight * x.support * y.size; };
        const auto left = whole(one, other), right = whole(other, one);
        CHECK(compare(one, other) == (left < right ? -1 : left > right));
    }
    // Beyond any number type; a single row more tells them apart, and the size more than anything.
    const std::int64_t many = 100000;
    CHECK(compare({many, many, 1000000}, {many, many, 1000001}) == -1);
    CHECK(compare({many, many, 1000000}, {many, many, 1000000}) == 0);
    CHECK(compare({many + 40, many + 40, 1}, {many, many, 1000000}) == 1);
    // (2^2 - 1) * 1 = (2^1 - 1) * 3
    CHECK(compare({2, 2, 1}, {1, 1, 3}) == 0);
}

}  // namespace rbat_test
