#include "shoal/table/persons.hpp"

#include "check.hpp"
#include "random_table.hpp"
#include "shoal/table/mondrian.hpp"

using namespace shoal;
using namespace oracle;

TEST(merged_groups_hold_k_persons_and_whole_groups) {
    Random random(171);
    Control control;
    std::int64_t merged = 0, untouched = 0;
    for (int round = 0; round < 1000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 50), .columns = pick(random, 1, 4), .most_values = pick(random, 1, 12)});
        const table::View& view = made.view();
        const std::int64_t people = pick(random, 1, view.size());
        std::vector<std::int32_t> persons;
        for (std::int64_t r = 0; r < view.size(); ++r)
            persons.push_back(static_cast<std::int32_t>(r < people ? r : pick(random, 0, people - 1)));
        std::ranges::shuffle(persons, random);
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(people, 5));
        const auto start = table::mondrian(view, {.k = k, .relaxed = true}, control);
        auto groups = start.group_of_row;
        table::merge_for_persons(view, k, persons, groups, control);
        const Members before = members_of(start), after = members_of({groups, *std::ranges::max_element(groups) + 1, true});
        for (const auto& rows : after) {
            std::set<std::int32_t> inside;
            for (std::int32_t r : rows) inside.insert(persons[r]);
            CHECK(static_cast<std::int64_t>(inside.size()) >= k);
        }
        // Groups stay whole, and one that needs no other stays as it is unless another joins it.
        for (const auto& rows : before)
            for (std::int32_t r : rows) CHECK_EQ(groups[r], groups[rows[0]]);
        merged += after.size() < before.size();
        untouched += after.size() == before.size();
    }
    CHECK(merged > 100 && untouched > 100);
}

TEST(groups_of_few_persons_join_where_it_costs_least) {
    // One column of four values under two nodes: joining a neighbour under the same node costs 1, any other 10.
    const std::vector<std::int32_t> parents{-1, 0, 1, 1, 0, 4, 4}, first{0, 0, 0, 1, 2, 2, 3}, last{4, 2, 1, 2, 4, 3, 4};
    const std::vector<std::int32_t> leaf_nodes{2, 3, 5, 6}, costs{10, 1, 0, 0, 1, 0, 0}, cells{0, 0, 1, 1, 2, 2, 3, 3};
    const std::vector<table::Column> columns{{parents, first, last, leaf_nodes, costs, {}, Recoding::hierarchy}};
    const std::vector<std::int32_t> persons{0, 0, 1, 2, 3, 4, 5, 5};
    std::vector<std::int32_t> groups{0, 0, 1, 1, 2, 2, 3, 3};
    const Control control;
    table::merge_for_persons({columns, cells}, 2, persons, groups, control);
    CHECK(groups == (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
}
