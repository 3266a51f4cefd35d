#include "shoal/table/exact.hpp"

#include <bit>
#include <limits>

namespace shoal::table {
namespace {

using Mask = std::uint32_t;  // a set of rows

constexpr Cost no_cost = std::numeric_limits<Cost>::max();

// What each set of rows costs that may be a group; no_cost for other sets.
std::vector<Cost> group_costs(const View& table, const Constraint& constraint, const Control& control) {
    GroupCost cost(table);
    Judge judge(constraint);
    const std::int64_t k = constraint.least_rows();
    std::vector<Cost> costs(std::size_t{1} << table.size(), no_cost);
    std::vector<std::int32_t> rows;
    for (Mask group = 0; group < costs.size(); ++group) {
        if (group % 4096 == 0) control.poll();
        const int size = std::popcount(group);
        if (size < k || (constraint.rows_only() && size >= 2 * k)) continue;
        rows.clear();
        for (Mask left = group; left != 0; left &= left - 1) rows.push_back(std::countr_zero(left));
        if (judge.satisfied(rows)) costs[group] = cost.all(rows);
    }
    return costs;
}

}  // namespace

Grouping exact(const View& table, const Constraint& constraint, const Control& control) {
    const std::vector<Cost> costs = group_costs(table, constraint, control);
    std::vector<Cost> least(costs.size(), no_cost);
    std::vector<Mask> first_group(costs.size(), 0);  // the group of the first row in the best partition of a set
    least[0] = 0;
    for (Mask set = 1; set < costs.size(); ++set) {
        if (set % 1024 == 0) control.poll();
        const Mask first = set & (~set + 1);
        const Mask others = set ^ first;
        for (Mask part = others;; part = (part - 1) & others) {
            const Mask group = first | part;
            if (costs[group] != no_cost && least[set ^ group] != no_cost && costs[group] + least[set ^ group] < least[set]) {
                least[set] = costs[group] + least[set ^ group];
                first_group[set] = group;
            }
            if (part == 0) break;
        }
    }
    Grouping grouping;
    grouping.group_of_row.resize(static_cast<std::size_t>(table.size()));
    for (auto left = static_cast<Mask>(costs.size() - 1); left != 0; left ^= first_group[left]) {
        for (Mask rows = first_group[left]; rows != 0; rows &= rows - 1)
            grouping.group_of_row[std::countr_zero(rows)] = grouping.groups;
        ++grouping.groups;
    }
    return grouping;
}

}  // namespace shoal::table
