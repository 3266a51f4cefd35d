#include "shoal/table/exact.hpp"

#include "check.hpp"
#include "random_table.hpp"

namespace exact_test {

using namespace shoal;
using namespace oracle;

TEST(groups_cost_what_the_definition_says) {
    Random random(101);
    for (int round = 0; round < 2000; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 30), .columns = pick(random, 1, 5), .most_values = 8});
        const table::View& view = made.view();
        table::GroupCost cost(view);
        for (int group = 0; group < 5; ++group) {
            std::vector<std::int32_t> rows;
            for (std::int32_t r = 0; r < view.size(); ++r)
                if (pick(random, 0, 2) == 0) rows.push_back(r);
            if (!rows.empty()) CHECK_EQ(cost.each(rows), cost_of_each(view, rows));
        }
    }
}

TEST(no_partition_costs_less_than_the_exact_one) {
    Random random(102);
    Control control;
    for (int round = 0; round < 600; ++round) {
        RandomTable made(random, {.rows = pick(random, 1, 8), .columns = pick(random, 1, 4), .most_values = 6});
        const table::View& view = made.view();
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(view.size(), 4));
        const table::Grouping grouping = table::exact(view, k, control);
        const Members members = members_of(grouping);
        for (const auto& rows : members) CHECK(static_cast<std::int64_t>(rows.size()) >= k);
        CHECK_EQ(cost_of(view, members), least_cost(view, k));
    }
}

TEST(exact_takes_as_many_rows_as_it_says) {
    Random random(103);
    Control control;
    RandomTable made(random, {.rows = table::most_exact_rows, .columns = 4, .most_values = 6});
    const Members members = members_of(table::exact(made.view(), 3, control));
    for (const auto& rows : members) CHECK(rows.size() >= 3);
    Control cancelled;
    cancelled.cancel();
    CHECK_THROWS(table::exact(made.view(), 3, cancelled), Cancelled);
}

}  // namespace exact_test
