#include "shoal/table/exact.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "groups.hpp"

namespace shoal::table {
namespace {

using Mask = std::uint32_t;  // a set of rows

constexpr Cost no_cost = std::numeric_limits<Cost>::max();

std::vector<std::int32_t> rows_of(Mask group) {
    std::vector<std::int32_t> rows;
    for (; group != 0; group &= group - 1) rows.push_back(std::countr_zero(group));
    return rows;
}

// What each set of rows costs that may be a group; no_cost for other sets.
std::vector<Cost> group_costs(const View& table, const Constraint& constraint, const Control& control) {
    GroupCost cost(table);
    Judge judge(constraint);
    const std::int64_t k = constraint.least_rows();
    std::vector<Cost> costs(std::size_t{1} << table.size(), no_cost);
    for (Mask group = 0; group < costs.size(); ++group) {
        if (group % 4096 == 0) control.poll();
        const int size = std::popcount(group);
        if (size < k || (constraint.rows_only() && size >= 2 * k)) continue;
        const auto rows = rows_of(group);
        if (judge.satisfied(rows)) costs[group] = cost.all(rows);
    }
    return costs;
}

// Where two satisfying groups may be none together, groups that are published alike must not stand side by side: they are one.
// All partitions are tried that could cost less than the best; what the rest costs at least is known.
class Apart {
public:
    Apart(const View& table, const std::vector<Cost>& costs, const std::vector<Cost>& least, const Control& control)
        : table_(table), costs_(costs), least_(least), control_(control) {}

    std::vector<Mask> best() {
        extend(static_cast<Mask>(costs_.size() - 1), 0);
        return best_;
    }

private:
    void extend(Mask left, Cost spent) {
        if (left == 0) {
            best_ = groups_;
            best_cost_ = spent;
            return;
        }
        const Mask first = left & (~left + 1);
        const Mask others = left ^ first;
        for (Mask part = others;; part = (part - 1) & others) {
            const Mask group = first | part, rest = left ^ group;
            control_.poll();
            if (costs_[group] != no_cost && least_[rest] != no_cost && spent + costs_[group] + least_[rest] < best_cost_ && stands_alone(group)) {
                groups_.push_back(group);
                extend(rest, spent + costs_[group]);
                groups_.pop_back();
            }
            if (part == 0) break;
        }
    }

    bool stands_alone(Mask group) {
        const auto& cells = published(group);
        return std::ranges::none_of(groups_, [&](Mask other) { return published(other) == cells; });
    }

    const std::vector<std::uint64_t>& published(Mask group) {
        auto& cells = published_[group];
        if (cells.empty()) {
            std::vector<std::int32_t> group_of_row(static_cast<std::size_t>(table_.size()), 1);
            for (std::int32_t r : rows_of(group)) group_of_row[r] = 0;
            cells = Groups(table_, group_of_row).published(group_of_row[0]);  // which numbers groups by their first rows
        }
        return cells;
    }

    const View& table_;
    const std::vector<Cost>&costs_, &least_;
    const Control& control_;
    std::unordered_map<Mask, std::vector<std::uint64_t>> published_;
    std::vector<Mask> groups_, best_;
    Cost best_cost_ = no_cost;
};

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
    std::vector<Mask> groups;
    if (!constraint.merge_keeps()) groups = Apart(table, costs, least, control).best();
    else
        for (auto left = static_cast<Mask>(costs.size() - 1); left != 0; left ^= first_group[left]) groups.push_back(first_group[left]);
    Grouping grouping;
    grouping.group_of_row.resize(static_cast<std::size_t>(table.size()));
    for (Mask group : groups) {
        for (std::int32_t r : rows_of(group)) grouping.group_of_row[r] = grouping.groups;
        ++grouping.groups;
    }
    return grouping;
}

}  // namespace shoal::table
