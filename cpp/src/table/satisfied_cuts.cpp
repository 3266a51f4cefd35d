// Cuts under constraints that ask for more than rows: what cuts.cpp finds out from sizes is asked here.
#include <algorithm>
#include <numeric>

#include "cuts.hpp"

namespace shoal::table {

bool Cutter::of_satisfied_parts(const Column& column, Cut& cut) {
    if (column.recoding == Recoding::hierarchy) {
        children(column, cut);
        return satisfied_children(cut);
    }
    return (column.recoding == Recoding::range && satisfied_apart_from_missing(cut)) || satisfied_halves(cut);
}

bool Cutter::satisfied(const Cut& cut, std::int32_t part) {
    part_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (cut.part_of[i] == part) part_.push_back(rows_[i]);
    return judge_.satisfied(part_);
}

// Each child that will do alone is a part, the others are one together. If those will not do, in relaxed mode some rows of
// the others join them, else the smallest parts, as many as it takes.
bool Cutter::satisfied_children(Cut& cut) {
    const auto count = cut.sizes.size();
    if (count < 2) return false;
    std::vector<std::vector<std::int32_t>> rows(count);
    for (std::size_t i = 0; i < rows_.size(); ++i) rows[cut.part_of[i]].push_back(rows_[i]);
    std::vector<std::uint8_t> alone(count);
    std::vector<std::int32_t> rest;
    std::vector<std::size_t> smallest;
    for (std::size_t s = 0; s < count; ++s) {
        alone[s] = judge_.satisfied(rows[s]);
        if (alone[s]) smallest.push_back(s);
        else rest.insert(rest.end(), rows[s].begin(), rows[s].end());
    }
    if (smallest.empty()) return false;
    if (!judge_.satisfied(rest)) {
        if (relaxed_ && fill_satisfied(cut, rows, alone)) return true;
        std::ranges::stable_sort(smallest, {}, [&](std::size_t s) { return cut.sizes[s]; });
        for (auto s = smallest.begin(); s != smallest.end() && !judge_.satisfied(rest); ++s) {
            alone[*s] = 0;
            rest.insert(rest.end(), rows[*s].begin(), rows[*s].end());
        }
    }
    std::vector<std::int32_t> renamed(count, 0);  // part 0 is that of the rest
    std::vector<std::int64_t> sizes;
    if (!rest.empty()) sizes.push_back(static_cast<std::int64_t>(rest.size()));
    for (std::size_t s = 0; s < count; ++s) {
        if (!alone[s]) continue;
        renamed[s] = static_cast<std::int32_t>(sizes.size());
        sizes.push_back(cut.sizes[s]);
    }
    if (sizes.size() < 2) return false;
    cut.sizes = std::move(sizes);
    for (std::int32_t& part : cut.part_of) part = renamed[part];
    return true;
}

// Rows that their parts can spare join the rest, as long as each brings it nearer. False, and the cut as before, if that
// is not enough.
bool Cutter::fill_satisfied(Cut& cut, const std::vector<std::vector<std::int32_t>>& rows, const std::vector<std::uint8_t>& alone) {
    std::vector<Summary> parts;
    Summary rest = constraint_.empty();
    for (std::size_t s = 0; s < alone.size(); ++s) {
        parts.push_back(judge_.summary(rows[s]));
        if (!alone[s]) constraint_.merge(rest, parts.back());
    }
    double lacks = constraint_.lacks(rest);
    std::vector<std::size_t> joined;
    for (std::size_t i = rows_.size(); i-- > 0 && lacks > 0;) {
        const std::int32_t part = cut.part_of[i];
        if (!alone[part] || parts[part].rows <= k_) continue;
        constraint_.add(rest, rows_[i]);
        const double after = constraint_.lacks(rest);
        if (after < lacks && constraint_.without(parts[part], rows_[i])) {
            constraint_.remove(parts[part], rows_[i]);
            joined.push_back(i);
            lacks = after;
        } else {
            constraint_.remove(rest, rows_[i]);
        }
    }
    if (lacks > 0) return false;
    std::vector<std::int32_t> renamed(cut.sizes.size(), 0);
    cut.sizes = {rest.rows};
    for (std::size_t s = 0; s < parts.size(); ++s) {
        if (!alone[s]) continue;
        renamed[s] = static_cast<std::int32_t>(cut.sizes.size());
        cut.sizes.push_back(parts[s].rows);
    }
    for (std::int32_t& part : cut.part_of) part = renamed[part];
    for (std::size_t i : joined) cut.part_of[i] = 0;
    return true;
}

bool Cutter::satisfied_apart_from_missing(Cut& cut) {
    const std::int64_t missing = std::ranges::count_if(keys_, [](std::int32_t key) { return key < 0; });
    const std::int64_t present = static_cast<std::int64_t>(keys_.size()) - missing;
    if (missing < k_ || present < k_) return false;
    std::ranges::transform(keys_, cut.part_of.begin(), [](std::int32_t key) { return key >= 0; });
    cut.sizes = {missing, present};
    return satisfied(cut, 0) && satisfied(cut, 1);
}

// At the median if both parts will do. Else between two values, as near to the middle as possible; in relaxed mode also
// between rows of equal values.
bool Cutter::satisfied_halves(Cut& cut) {
    const auto n = static_cast<std::int64_t>(rows_.size());
    std::vector<std::int32_t> order(rows_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return keys_[i]; });
    std::vector<std::int32_t> sorted;
    for (std::int32_t i : order) sorted.push_back(rows_[i]);
    const auto between_values = [&](std::int64_t at) { return keys_[order[at - 1]] != keys_[order[at]]; };
    const auto take = [&](std::int64_t at) {
        cut.sizes = {at, n - at};
        for (std::int64_t i = 0; i < n; ++i) cut.part_of[order[i]] = i >= at;
        return true;
    };
    const std::span<const std::int32_t> all(sorted);
    std::int64_t down = n / 2, up = n / 2;
    while (down > 0 && !between_values(down)) --down;
    while (up < n && (up == 0 || !between_values(up))) ++up;
    const std::int64_t middle = up == n || (down > 0 && n / 2 - down <= up - n / 2) ? down : up;
    if (middle > 0 && middle < n && judge_.satisfied(all.first(static_cast<std::size_t>(middle))) &&
        judge_.satisfied(all.subspan(static_cast<std::size_t>(middle))))
        return take(middle);

    const std::vector<std::uint8_t> firsts = satisfied_firsts(constraint_, all);
    std::ranges::reverse(sorted);
    const std::vector<std::uint8_t> lasts = satisfied_firsts(constraint_, all);
    std::int64_t best = 0, equal = 0;
    for (std::int64_t at = 1; at < n; ++at) {
        if (!firsts[at] || !lasts[n - at]) continue;
        std::int64_t& nearest = between_values(at) ? best : equal;
        if (nearest == 0 || std::abs(at - n / 2) < std::abs(nearest - n / 2)) nearest = at;
    }
    if (best != 0) return take(best);
    return relaxed_ && equal != 0 && take(equal);
}

}  // namespace shoal::table
