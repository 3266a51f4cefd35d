#include "pattern_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shoal::table {
namespace {

constexpr double parts_of_logarithm = 1 << 30;
constexpr std::size_t leaves_of = 8;  // one row of so many leaves before the others are counted anew

// Logarithms of 0 to `most` in whole parts, whose sums do not depend on their order. That of a product is the sum of those of its
// factors, exactly: equal products have equal sums.
std::vector<std::int64_t> logarithms_up_to(std::int64_t most) {
    std::vector<std::int64_t> logarithms(static_cast<std::size_t>(most) + 1, 0);
    for (std::int64_t n = 2; n <= most; ++n) {
        if (logarithms[n] == 0) logarithms[n] = std::llround(std::log2(static_cast<double>(n)) * parts_of_logarithm);
        for (std::int64_t m = 2; m <= std::min(n, most / n); ++m) logarithms[n * m] = logarithms[n] + logarithms[m];
    }
    return logarithms;
}

}  // namespace

ChooseByScore::ChooseByScore(const View& table, const Constraint& constraint, bool rare_first)
    : table_(table), constraint_(constraint), sign_(rare_first ? 1 : -1), recounts_(!rare_first),
      logarithms_(logarithms_up_to(table.size())) {
    std::size_t leaves = 0;
    for (const Column& column : table.columns) {
        first_leaf_.push_back(leaves);
        leaves += static_cast<std::size_t>(column.leaves());
    }
    counts_.assign(leaves, 0);
    in_order_.resize(static_cast<std::size_t>(table.size()));
    std::iota(in_order_.begin(), in_order_.end(), 0);
    std::ranges::stable_sort(in_order_, [&](std::int32_t a, std::int32_t b) { return std::ranges::lexicographical_compare(table[a], table[b]); });
    place_.resize(in_order_.size());
    for (std::size_t i = 0; i < in_order_.size(); ++i) place_[in_order_[i]] = static_cast<std::int32_t>(i);
}

std::span<const std::int32_t> ChooseByScore::choose(std::span<const std::int32_t> rows) {
    chosen_.assign(rows.begin(), rows.end());
    while (!chosen_.empty()) {
        score(chosen_);
        const std::size_t enough = needed(), most = scored_.size() - (scored_.size() + leaves_of - 1) / leaves_of;
        // What is common among all is less so among those that stay, so they are counted anew.
        const bool again = recounts_ && enough > 0 && enough < most;
        if (again && constraint_.rows_only()) std::ranges::nth_element(scored_, scored_.begin() + static_cast<std::ptrdiff_t>(most));
        chosen_.clear();
        for (std::size_t i = 0; i < (again ? most : enough); ++i) chosen_.push_back(in_order_[scored_[i].place]);
        if (!again) break;
    }
    return chosen_;
}

void ChooseByScore::score(std::span<const std::int32_t> rows) {
    const std::size_t width = table_.columns.size();
    for (std::int32_t r : rows)
        for (std::size_t c = 0; c < width; ++c) ++counts_[first_leaf_[c] + table_[r][c]];
    scored_.clear();
    for (std::int32_t r : rows) {
        std::int64_t score = 0;
        for (std::size_t c = 0; c < width; ++c) score += logarithms_[counts_[first_leaf_[c] + table_[r][c]]];
        scored_.push_back({sign_ * score, place_[r]});
    }
    for (std::int32_t r : rows)
        for (std::size_t c = 0; c < width; ++c) counts_[first_leaf_[c] + table_[r][c]] = 0;
}

// How many of the first scored rows satisfy the constraint; so many are in order.
std::size_t ChooseByScore::needed() {
    const auto k = static_cast<std::size_t>(constraint_.least_rows());
    if (scored_.size() < k) return 0;
    if (constraint_.rows_only()) {
        std::ranges::nth_element(scored_, scored_.begin() + static_cast<std::ptrdiff_t>(k) - 1);
        return k;
    }
    std::ranges::sort(scored_);
    Summary group = constraint_.empty();
    for (std::size_t i = 0; i < scored_.size(); ++i) {
        constraint_.add(group, in_order_[scored_[i].place]);
        if (constraint_.satisfied(group)) return i + 1;
    }
    return 0;
}

CheapestPattern::CheapestPattern(const View& table, const Constraint& constraint, ChooseByScore& choose, const Rows& holders,
                                 std::size_t distinct)
    : choose_(choose), holders_(holders), least_rows_(constraint.least_rows()), cost_(table) {
    const auto patterns = static_cast<std::size_t>(holders.size());
    std::vector<std::int64_t>& offsets = patterns_of_holder_.offsets;
    offsets.assign(distinct + 1, 0);
    for (std::int32_t holder : holders.items) ++offsets[static_cast<std::size_t>(holder) + 1];
    for (std::size_t d = 0; d < distinct; ++d) offsets[d + 1] += offsets[d];
    patterns_of_holder_.items.resize(holders.items.size());
    std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(patterns); ++p)
        for (std::int32_t holder : holders[p]) patterns_of_holder_.items[static_cast<std::size_t>(next[holder]++)] = p;
    version_.assign(patterns, 0);
    stale_.assign(patterns, 1);
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(patterns); ++p) to_look_at_.push_back(p);
}

std::span<const std::int32_t> CheapestPattern::next(const std::vector<std::vector<std::int32_t>>& members) {
    for (std::int32_t p : to_look_at_) look_at(p, members);
    to_look_at_.clear();
    while (!queue_.empty()) {
        const Waiting first = queue_.top();
        if (version_[first.pattern] == first.version) {
            gather(first.pattern, members);
            return choose_.choose(rows_);
        }
        queue_.pop();
    }
    return {};
}

void CheapestPattern::changed(std::int32_t holder) {
    for (std::int32_t p : patterns_of_holder_[holder]) {
        if (version_[p] < 0 || stale_[p]) continue;
        stale_[p] = 1;
        ++version_[p];
        to_look_at_.push_back(p);
    }
}

void CheapestPattern::look_at(std::int32_t pattern, const std::vector<std::vector<std::int32_t>>& members) {
    stale_[pattern] = 0;
    gather(pattern, members);
    const auto chosen = static_cast<std::int64_t>(rows_.size()) < least_rows_ ? std::span<const std::int32_t>{} : choose_.choose(rows_);
    if (chosen.empty()) {
        version_[pattern] = -1;  // rows only leave
        return;
    }
    queue_.push({cost_.all(chosen), pattern, version_[pattern]});
}

void CheapestPattern::gather(std::int32_t pattern, const std::vector<std::vector<std::int32_t>>& members) {
    rows_.clear();
    for (std::int32_t holder : holders_[pattern]) rows_.insert(rows_.end(), members[holder].begin(), members[holder].end());
}

}  // namespace shoal::table
