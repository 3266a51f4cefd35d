#include "rest.hpp"

#include <algorithm>

namespace shoal::table {
namespace {

// The group that costs least more together with these rows.
std::size_t cheapest(const View& table, const Parts& groups, const std::vector<std::int32_t>& rows) {
    GroupCost cost(table);
    std::size_t best = 0;
    Cost least = INT64_MAX;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        std::vector<std::int32_t> both = groups[g];
        both.insert(both.end(), rows.begin(), rows.end());
        const Cost more = cost.all(both) - cost.all(groups[g]);
        if (more >= least) continue;
        least = more;
        best = g;
    }
    return best;
}

}  // namespace

void group_in_order(const View& table, const Constraint& constraint, std::vector<std::int32_t> rows, Parts& groups, const Control& control) {
    std::ranges::sort(rows, [&](std::int32_t a, std::int32_t b) {
        const auto left = table[a], right = table[b];
        const auto [at, other] = std::ranges::mismatch(left, right);
        return at == left.end() ? a < b : *at < *other;
    });
    std::vector<std::int32_t> group;
    Summary summary = constraint.empty();
    for (std::int32_t r : rows) {
        group.push_back(r);
        constraint.add(summary, r);
        if (!constraint.satisfied(summary)) continue;
        groups.push_back(std::exchange(group, {}));
        summary = constraint.empty();
    }
    while (!constraint.satisfied(summary)) {
        const std::size_t other = control.must_stop() ? groups.size() - 1 : cheapest(table, groups, group);
        for (std::int32_t r : groups[other]) constraint.add(summary, r);
        group.insert(group.end(), groups[other].begin(), groups[other].end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(other));
    }
    if (!group.empty()) groups.push_back(std::move(group));
}

Grouping grouping_of(const Parts& groups, std::int64_t rows, bool repeatable) {
    Grouping made;
    made.group_of_row.resize(static_cast<std::size_t>(rows));
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::int32_t r : groups[g]) made.group_of_row[r] = static_cast<std::int32_t>(g);
    made.groups = numbered_by_first_rows(made.group_of_row);
    made.repeatable = repeatable;
    return made;
}

}  // namespace shoal::table
