#include "shoal/cluster/sweep.hpp"

#include "check.hpp"
#include "random_rows.hpp"

namespace sweep_test {

using namespace shoal;
using namespace oracle;

namespace {

std::int64_t kept(const cluster::Grouping& grouping) {
    std::int64_t total = 0;
    for (std::int32_t g : grouping.group_of_row) total += static_cast<std::int64_t>(grouping.centres[g].size());
    return total;
}

}  // namespace

TEST(the_sweep_never_keeps_less_than_patternka) {
    Random random(21);
    Control control;
    std::int64_t better = 0;
    for (int i = 0; i < 400; ++i) {
        const auto items = static_cast<Item>(pick(random, 2, 14));
        const std::int64_t n = pick(random, 2, 80);
        const Rows rows = random_rows(random, n, items, static_cast<double>(pick(random, 2, 8)) / 10);
        const std::int64_t k = pick(random, 1, std::min<std::int64_t>(n, 8));
        const auto start = cluster::patternka(rows.view(items), {.k = k}, control);
        const auto one = cluster::sweep(rows.view(items), {.k = k}, control);
        const auto two = cluster::sweep(rows.view(items), {.k = k, .threads = 2}, control);
        CHECK(kept(one) >= kept(start));
        better += kept(one) > kept(start);
        CHECK(one.group_of_row == two.group_of_row);
        std::map<std::int32_t, std::int64_t> sizes;
        for (std::size_t r = 0; r < one.group_of_row.size(); ++r) {
            ++sizes[one.group_of_row[r]];
            const auto centre = one.centres[one.group_of_row[r]];
            CHECK(contains(rows[static_cast<std::int64_t>(r)], Set(centre.begin(), centre.end())));
        }
        for (const auto& [group, size] : sizes) CHECK(size >= k);
        // Wild multipliers still give a valid grouping that keeps no less.
        auto guided = one;
        std::vector<double> multipliers;
        for (std::int64_t r = 0; r < n; ++r) multipliers.push_back(static_cast<double>(pick(random, 0, 100)) / 10);
        cluster::improve(rows.view(items), {.k = k}, multipliers, guided, control);
        CHECK(kept(guided) >= kept(one));
    }
    CHECK(better > 50);
}

}  // namespace sweep_test
