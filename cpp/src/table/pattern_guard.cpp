#include "pattern_guard.hpp"

#include <algorithm>
#include <numeric>

namespace shoal::table {
namespace {

std::vector<std::vector<std::int32_t>> rows_of_patterns(std::size_t patterns, std::span<const std::int32_t> pattern_of_row) {
    std::vector<std::vector<std::int32_t>> rows(patterns);
    for (std::size_t r = 0; r < pattern_of_row.size(); ++r) rows[pattern_of_row[r]].push_back(static_cast<std::int32_t>(r));
    return rows;
}

}  // namespace

PatternGuard::PatternGuard(const Constraint& constraint, std::int32_t patterns, std::vector<std::int32_t> pattern_of_row)
    : constraint_(constraint), pattern_of_row_(std::move(pattern_of_row)), groups_(static_cast<std::size_t>(patterns)) {
    Judge judge(constraint);
    const auto rows = rows_of_patterns(groups_.size(), pattern_of_row_);
    for (std::size_t p = 0; p < groups_.size(); ++p)
        if (!rows[p].empty()) groups_[p] = judge.summary(rows[p]);
}

Summary& PatternGuard::group(std::int32_t pattern) {
    Summary& found = groups_[pattern];
    if (found.values.empty()) found = constraint_.empty();
    return found;
}

void PatternGuard::move(std::int32_t row, std::int32_t from, std::int32_t to) {
    constraint_.remove(group(from), row);
    constraint_.add(group(to), row);
}

bool PatternGuard::allows(std::span<const cluster::Transfer> transfers) {
    touched_.clear();
    for (const cluster::Transfer& t : transfers) {
        move(t.row, pattern_of_row_[t.row], t.group);
        touched_.push_back(pattern_of_row_[t.row]);
        touched_.push_back(t.group);
    }
    std::ranges::sort(touched_);
    const auto end = std::ranges::unique(touched_).begin();
    const bool allowed = std::all_of(touched_.begin(), end, [&](std::int32_t p) { return constraint_.satisfied(groups_[p]); });
    for (const cluster::Transfer& t : transfers) move(t.row, t.group, pattern_of_row_[t.row]);
    return allowed;
}

void PatternGuard::transfer(const cluster::Transfer& made) {
    move(made.row, pattern_of_row_[made.row], made.group);
    pattern_of_row_[made.row] = made.group;
}

void close_unsatisfied(const Constraint& constraint, std::span<const std::int64_t> worths, std::vector<std::int32_t>& pattern_of_row) {
    Judge judge(constraint);
    const auto rows = rows_of_patterns(worths.size(), pattern_of_row);
    std::vector<std::int32_t> least_first;
    Summary suppressed = judge.summary(rows[0]);
    const auto close = [&](std::int32_t pattern, const Summary& group) {
        constraint.merge(suppressed, group);
        for (std::int32_t r : rows[pattern]) pattern_of_row[r] = 0;
    };
    for (std::int32_t p = 1; p < static_cast<std::int32_t>(rows.size()); ++p) {
        if (rows[p].empty()) continue;
        const Summary group = judge.summary(rows[p]);
        if (constraint.satisfied(group)) least_first.push_back(p);
        else close(p, group);
    }
    std::ranges::stable_sort(least_first, {}, [&](std::int32_t p) { return worths[p]; });
    for (std::int32_t p : least_first) {
        if (constraint.satisfied(suppressed)) return;
        close(p, judge.summary(rows[p]));
    }
}

}  // namespace shoal::table
