#include "cuts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace shoal::table {

Cutter::Cutter(const View& table, const Constraint& constraint, bool relaxed)
    : table_(table), constraint_(constraint), k_(constraint.least_rows()), relaxed_(relaxed), judge_(constraint) {
    std::size_t nodes = 0, leaves = 0;
    for (const Column& column : table.columns) {
        nodes = std::max(nodes, column.parents.size());
        leaves = std::max(leaves, column.leaf_nodes.size());
    }
    slot_of_node_.assign(nodes, -1);
    seen_.assign(leaves, 0);
}

bool Cutter::plan(std::size_t c, std::span<const std::int32_t> rows, Cost cost, Cut& cut) {
    const Column& column = table_.columns[c];
    const bool range = column.recoding == Recoding::range;
    keys_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int32_t leaf = table_[rows[i]][c];
        keys_[i] = range ? column.positions[leaf] : leaf;
    }
    cut.part_of.resize(rows.size());
    rows_ = rows;
    const bool found = constraint_.rows_only() ? of_k_rows(column, cut) : of_satisfied_parts(column, cut);
    if (found) cut.saving = cost * static_cast<Cost>(rows.size()) - cost_of_parts(column, cut);
    return found;
}

bool Cutter::of_k_rows(const Column& column, Cut& cut) {
    if (column.recoding == Recoding::hierarchy) {
        children(column, cut);
        return small_children_together(cut);
    }
    return (column.recoding == Recoding::range && apart_from_missing(cut)) || at_median(cut);
}

// Parts by the children of the lowest node above all rows.
void Cutter::children(const Column& column, Cut& cut) {
    const auto [least, greatest] = std::ranges::minmax(keys_);
    const std::int32_t node = column.lowest_above(least, greatest);
    children_.clear();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        std::int32_t child = column.leaf_nodes[keys_[i]];
        while (column.parents[child] != node) child = column.parents[child];
        if (std::exchange(slot_of_node_[child], 0) < 0) children_.push_back(child);
        cut.part_of[i] = child;
    }
    std::ranges::sort(children_);  // so that the order of rows does not matter
    for (std::size_t s = 0; s < children_.size(); ++s) slot_of_node_[children_[s]] = static_cast<std::int32_t>(s);
    cut.sizes.assign(children_.size(), 0);
    for (std::int32_t& part : cut.part_of) ++cut.sizes[part = slot_of_node_[part]];
    for (std::int32_t child : children_) slot_of_node_[child] = -1;
}

// Each child with k rows is a part, the others are one together. If those are fewer than k, the smallest part joins them, or
// in relaxed mode some rows of the others.
bool Cutter::small_children_together(Cut& cut) {
    std::vector<std::int32_t> renamed(cut.sizes.size(), 0);  // part 0 is that of the small ones
    std::vector<std::int64_t> sizes{0};
    std::int64_t spare = 0;
    for (std::size_t s = 0; s < renamed.size(); ++s) {
        if (cut.sizes[s] < k_) {
            sizes[0] += cut.sizes[s];
            continue;
        }
        renamed[s] = static_cast<std::int32_t>(sizes.size());
        sizes.push_back(cut.sizes[s]);
        spare += cut.sizes[s] - k_;
    }
    const std::int64_t wanted = sizes[0] == 0 ? 0 : std::max<std::int64_t>(k_ - sizes[0], 0);
    const bool fill = relaxed_ && wanted <= spare;
    if (sizes[0] == 0 || (wanted > 0 && !fill)) {
        // No part of its own for the small ones: the smallest part is renamed to 0, and those after it move up.
        if (sizes.size() < 3) return false;
        const auto least = std::min_element(sizes.begin() + 1, sizes.end());
        const auto joined = static_cast<std::int32_t>(least - sizes.begin());
        sizes[0] += *least;
        sizes.erase(least);
        for (std::int32_t& part : renamed) part = part == joined ? 0 : part - (part > joined);
    }
    if (sizes.size() < 2) return false;
    cut.sizes = std::move(sizes);
    for (std::int32_t& part : cut.part_of) part = renamed[part];
    if (fill) fill_from_others(cut, wanted);
    return true;
}

void Cutter::fill_from_others(Cut& cut, std::int64_t wanted) const {
    for (std::size_t i = cut.part_of.size(); i-- > 0 && wanted > 0;) {
        std::int64_t& size = cut.sizes[cut.part_of[i]];
        if (cut.part_of[i] == 0 || size == k_) continue;
        --size;
        ++cut.sizes[0];
        --wanted;
        cut.part_of[i] = 0;
    }
}

// A range with a missing value tells nothing, so rows without a value leave first if they are enough.
bool Cutter::apart_from_missing(Cut& cut) const {
    const std::int64_t missing = std::ranges::count_if(keys_, [](std::int32_t key) { return key < 0; });
    const std::int64_t present = static_cast<std::int64_t>(keys_.size()) - missing;
    if (missing < k_ || present < k_) return false;
    std::ranges::transform(keys_, cut.part_of.begin(), [](std::int32_t key) { return key >= 0; });
    cut.sizes = {missing, present};
    return true;
}

bool Cutter::at_median(Cut& cut) {
    const auto n = static_cast<std::int64_t>(keys_.size());
    sorted_ = keys_;
    std::ranges::nth_element(sorted_, sorted_.begin() + n / 2);
    const std::int32_t median = sorted_[n / 2];
    const std::int64_t below = std::ranges::count_if(keys_, [&](std::int32_t key) { return key < median; });
    const std::int64_t upto = below + std::ranges::count(keys_, median);
    // Rows with the median stay together and go where the parts differ less. No other cut has a larger smaller part.
    const bool up = std::min(below, n - below) >= std::min(upto, n - upto);
    const std::int64_t low = up ? below : upto;
    if (std::min(low, n - low) < k_) return relaxed_ && apart_from_median(cut, median, n - (upto - below));
    cut.sizes = {low, n - low};
    for (std::size_t i = 0; i < keys_.size(); ++i) cut.part_of[i] = keys_[i] > median || (up && keys_[i] == median);
    return true;
}

// Fewer than k rows are below the median, and fewer above: they become one part, filled up to k with rows that have it.
bool Cutter::apart_from_median(Cut& cut, std::int32_t median, std::int64_t others) const {
    const auto n = static_cast<std::int64_t>(keys_.size());
    std::int64_t wanted = std::max<std::int64_t>(k_ - others, 0);
    cut.sizes = {others + wanted, n - others - wanted};
    if (cut.sizes[1] < k_) return false;
    for (std::size_t i = 0; i < keys_.size(); ++i) cut.part_of[i] = keys_[i] == median && --wanted < 0;
    return true;
}

Cost Cutter::cost_of_parts(const Column& column, const Cut& cut) {
    if (column.recoding == Recoding::set) return cost_of_sets(column, cut);
    least_.assign(cut.sizes.size(), INT32_MAX);
    greatest_.assign(cut.sizes.size(), INT32_MIN);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const std::int32_t part = cut.part_of[i];
        least_[part] = std::min(least_[part], keys_[i]);
        greatest_[part] = std::max(greatest_[part], keys_[i]);
    }
    Cost cost = 0;
    for (std::size_t p = 0; p < cut.sizes.size(); ++p)
        cost += cut.sizes[p] * (column.recoding == Recoding::range ? column.range_cost(least_[p], greatest_[p])
                                                                   : column.costs[column.lowest_above(least_[p], greatest_[p])]);
    return cost;
}

// Sets are cut in two.
Cost Cutter::cost_of_sets(const Column& column, const Cut& cut) {
    Cost cost = 0;
    for (const std::int32_t part : {0, 1}) {
        ++stamp_;
        std::int64_t distinct = 0;
        for (std::size_t i = 0; i < keys_.size(); ++i)
            if (cut.part_of[i] == part) distinct += std::exchange(seen_[keys_[i]], stamp_) != stamp_;
        cost += cut.sizes[part] * column.set_cost(distinct);
    }
    return cost;
}

}  // namespace shoal::table
