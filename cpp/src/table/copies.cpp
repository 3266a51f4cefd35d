#include "copies.hpp"

#include <algorithm>
#include <numeric>

#include "shoal/table/closed_sets.hpp"

namespace shoal::table {

std::optional<WithoutCopies> WithoutCopies::of(const View& table, const Constraint& constraint) {
    if (constraint.rows_only() || !constraint.ignores_copies()) return std::nullopt;
    const auto distinct = distinct_rows(table).distinct_of_row;
    std::vector<std::int32_t> order(distinct.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        if (distinct[a] != distinct[b]) return distinct[a] < distinct[b];
        for (std::int64_t d = 0; d < constraint.demands(); ++d)
            if (constraint.value(d, a) != constraint.value(d, b)) return constraint.value(d, a) < constraint.value(d, b);
        return a < b;
    });
    std::vector<std::int32_t> first(order.size());  // the first row like each
    std::size_t start = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (distinct[order[i]] != distinct[order[start]] || !constraint.alike(order[i], order[start])) start = i;
        first[order[i]] = order[start];
    }
    std::vector<std::int32_t> rows, left_of_row(order.size());
    for (std::size_t r = 0; r < first.size(); ++r) {
        if (first[r] == static_cast<std::int32_t>(r)) {
            left_of_row[r] = static_cast<std::int32_t>(rows.size());
            rows.push_back(first[r]);
        } else {
            left_of_row[r] = left_of_row[first[r]];
        }
    }
    if (rows.size() == first.size()) return std::nullopt;
    return WithoutCopies(table, constraint, rows, std::move(left_of_row));
}

WithoutCopies::WithoutCopies(const View& table, const Constraint& constraint, const std::vector<std::int32_t>& rows,
                             std::vector<std::int32_t> left_of_row)
    : columns_(table.columns), constraint_(constraint.restricted(rows)), left_of_row_(std::move(left_of_row)) {
    for (std::int32_t r : rows) cells_.insert(cells_.end(), table[r].begin(), table[r].end());
}

std::vector<std::int32_t> WithoutCopies::expanded(const std::vector<std::int32_t>& group_of_left) const {
    std::vector<std::int32_t> groups;
    groups.reserve(left_of_row_.size());
    for (std::int32_t left : left_of_row_) groups.push_back(group_of_left[left]);
    return groups;
}

Grouping WithoutCopies::expanded(Grouping grouping) const {
    grouping.group_of_row = expanded(grouping.group_of_row);
    return grouping;
}

}  // namespace shoal::table
