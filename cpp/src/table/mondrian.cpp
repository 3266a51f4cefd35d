#include "shoal/table/mondrian.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace shoal::table {
namespace {

// Rows of a group or of a part: a range of the order.
struct Part {
    std::int64_t begin, end;
    std::int64_t size() const { return end - begin; }
};

class Mondrian {
public:
    Mondrian(const View& table, const MondrianOptions& options, Control& control);
    Grouping run();

private:
    void measure(Part group);
    bool split(Part group);
    bool split_in(std::size_t column, Part group);
    bool split_by_children(std::size_t column, Part group);
    bool split_at_median(std::size_t column, Part group);
    // Takes the rows of a group apart: those of part 0 first, each part in the order that rows had.
    void take_apart(Part group, const std::vector<std::int64_t>& sizes);
    void close(Part group);

    bool take_missing(Part group);
    bool take_median(Part group);
    std::int32_t child_of(const Column& column, std::int32_t node, std::int32_t leaf) const;
    std::vector<std::int64_t> sizes_of_parts(Part group, std::vector<std::int64_t>& rows_of_slot);

    const View& table_;
    const std::int64_t k_;
    const bool relaxed_;
    Control& control_;
    std::vector<std::int32_t> order_, buffer_;
    std::vector<Part> open_;
    Grouping grouping_;

    // Of the group at hand.
    struct Extent {
        std::int32_t least, greatest;  // leaves, or positions of a range
        std::int32_t distinct;         // values of a set
        Cost cost;
    };
    std::vector<Extent> extents_;
    std::vector<std::size_t> widest_;
    std::vector<std::int64_t> first_leaf_;  // of a column among all leaves
    std::vector<std::int64_t> seen_;        // by leaf of all columns: the last group that had it
    std::int64_t stamp_ = 0;
    std::vector<std::int32_t> keys_, sorted_;  // of the rows at hand, in the column at hand
    std::vector<std::int32_t> part_of_;        // of the rows at hand
    std::vector<std::int32_t> slot_of_node_;   // -1 between two groups
};

Mondrian::Mondrian(const View& table, const MondrianOptions& options, Control& control)
    : table_(table), k_(options.k), relaxed_(options.relaxed), control_(control) {
    const auto n = static_cast<std::size_t>(table.size());
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0);
    buffer_.resize(n);
    grouping_.group_of_row.resize(n);
    extents_.resize(table.columns.size());
    widest_.resize(table.columns.size());
    std::int64_t leaves = 0;
    std::size_t nodes = 0;
    for (const Column& column : table.columns) {
        first_leaf_.push_back(leaves);
        if (column.recoding == Recoding::set) leaves += column.leaves();
        nodes = std::max(nodes, column.parents.size());
    }
    seen_.assign(static_cast<std::size_t>(leaves), 0);
    slot_of_node_.assign(nodes, -1);
}

Grouping Mondrian::run() {
    control_.total = table_.size();
    open_.push_back({0, table_.size()});
    while (!open_.empty()) {
        const Part group = open_.back();
        open_.pop_back();
        if (control_.must_stop()) grouping_.repeatable = false;
        if (!grouping_.repeatable || group.size() < 2 * k_ || !split(group)) close(group);
    }
    return std::move(grouping_);
}

void Mondrian::close(Part group) {
    for (std::int64_t i = group.begin; i < group.end; ++i) grouping_.group_of_row[order_[i]] = grouping_.groups;
    ++grouping_.groups;
    control_.done += group.size();
    control_.found = grouping_.groups;
}

// What each cell of the group would cost.
void Mondrian::measure(Part group) {
    std::ranges::fill(extents_, Extent{INT32_MAX, INT32_MIN, 0, 0});
    ++stamp_;
    for (std::int64_t i = group.begin; i < group.end; ++i) {
        const auto row = table_[order_[i]];
        for (std::size_t c = 0; c < row.size(); ++c) {
            const Column& column = table_.columns[c];
            if (column.recoding == Recoding::set) {
                std::int64_t& seen = seen_[first_leaf_[c] + row[c]];
                extents_[c].distinct += seen != stamp_;
                seen = stamp_;
                continue;
            }
            const std::int32_t place = column.recoding == Recoding::range ? column.positions[row[c]] : row[c];
            extents_[c].least = std::min(extents_[c].least, place);
            extents_[c].greatest = std::max(extents_[c].greatest, place);
        }
    }
    for (std::size_t c = 0; c < extents_.size(); ++c) {
        const Column& column = table_.columns[c];
        Extent& extent = extents_[c];
        if (column.recoding == Recoding::set) extent.cost = column.set_cost(extent.distinct);
        else if (column.recoding == Recoding::range) extent.cost = column.range_cost(extent.least, extent.greatest);
        else extent.cost = column.costs[column.lowest_above(extent.least, extent.greatest)];
    }
}

bool Mondrian::split(Part group) {
    measure(group);
    std::iota(widest_.begin(), widest_.end(), std::size_t{0});
    std::ranges::stable_sort(widest_, [&](std::size_t a, std::size_t b) { return extents_[a].cost > extents_[b].cost; });
    for (std::size_t c : widest_) {
        if (extents_[c].cost == 0) return false;
        if (split_in(c, group)) return true;
    }
    return false;
}

bool Mondrian::split_in(std::size_t c, Part group) {
    keys_.clear();
    const Column& column = table_.columns[c];
    for (std::int64_t i = group.begin; i < group.end; ++i) {
        const std::int32_t leaf = table_[order_[i]][c];
        keys_.push_back(column.recoding == Recoding::range ? column.positions[leaf] : leaf);
    }
    part_of_.assign(keys_.size(), 0);
    return column.recoding == Recoding::hierarchy ? split_by_children(c, group) : split_at_median(c, group);
}

std::int32_t Mondrian::child_of(const Column& column, std::int32_t node, std::int32_t leaf) const {
    std::int32_t child = column.leaf_nodes[leaf];
    while (column.parents[child] != node) child = column.parents[child];
    return child;
}

bool Mondrian::split_by_children(std::size_t c, Part group) {
    const Column& column = table_.columns[c];
    const std::int32_t node = column.lowest_above(extents_[c].least, extents_[c].greatest);
    std::vector<std::int32_t> children;
    for (std::int32_t& key : keys_) {
        key = child_of(column, node, key);
        if (slot_of_node_[key] >= 0) continue;
        slot_of_node_[key] = 0;
        children.push_back(key);
    }
    std::ranges::sort(children);  // so that the order of rows does not matter
    for (std::size_t s = 0; s < children.size(); ++s) slot_of_node_[children[s]] = static_cast<std::int32_t>(s);
    std::vector<std::int64_t> rows_of_slot(children.size(), 0);
    for (std::size_t i = 0; i < keys_.size(); ++i) ++rows_of_slot[part_of_[i] = slot_of_node_[keys_[i]]];
    for (std::int32_t child : children) slot_of_node_[child] = -1;
    const std::vector<std::int64_t> sizes = sizes_of_parts(group, rows_of_slot);
    if (sizes.size() < 2) return false;
    take_apart(group, sizes);
    return true;
}

// From the rows of each child to parts of at least k rows: each child with k rows is one, the others are one together. If
// those are fewer than k, another child joins them, or in relaxed mode some rows of others. Rewrites part_of_.
std::vector<std::int64_t> Mondrian::sizes_of_parts(Part group, std::vector<std::int64_t>& rows_of_slot) {
    std::vector<std::int32_t> part_of_slot(rows_of_slot.size(), 0);  // part 0 is that of the small ones
    std::vector<std::int64_t> sizes{0};
    std::int64_t spare = 0;
    for (std::size_t s = 0; s < rows_of_slot.size(); ++s) {
        if (rows_of_slot[s] < k_) {
            sizes[0] += rows_of_slot[s];
            continue;
        }
        part_of_slot[s] = static_cast<std::int32_t>(sizes.size());
        sizes.push_back(rows_of_slot[s]);
        spare += rows_of_slot[s] - k_;
    }
    if (static_cast<std::int64_t>(sizes.size()) == 1) return sizes;
    std::int64_t wanted = sizes[0] == 0 ? 0 : k_ - sizes[0];
    if (wanted > 0 && (!relaxed_ || spare < wanted)) {
        const auto least = std::min_element(sizes.begin() + 1, sizes.end()) - sizes.begin();
        std::ranges::replace(part_of_slot, static_cast<std::int32_t>(least), 0);
        sizes[0] += std::exchange(sizes[static_cast<std::size_t>(least)], 0);
        wanted = 0;
    }
    for (std::int32_t& part : part_of_) part = part_of_slot[part];
    for (std::int64_t i = group.size() - 1; i >= 0 && wanted > 0; --i) {
        const std::int32_t part = part_of_[i];
        if (part == 0 || sizes[part] == k_) continue;
        part_of_[i] = 0;
        ++sizes[0];
        --sizes[part];
        --wanted;
    }
    // Parts without rows go.
    std::vector<std::int32_t> renamed(sizes.size(), 0);
    std::vector<std::int64_t> left;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
        renamed[p] = static_cast<std::int32_t>(left.size());
        if (sizes[p] > 0) left.push_back(sizes[p]);
    }
    for (std::int32_t& part : part_of_) part = renamed[part];
    return left;
}

bool Mondrian::split_at_median(std::size_t c, Part group) {
    const bool mixed = table_.columns[c].recoding == Recoding::range && extents_[c].least < 0;
    if (!(mixed && take_missing(group)) && !take_median(group)) return false;
    const std::int64_t above = std::accumulate(part_of_.begin(), part_of_.end(), std::int64_t{0});
    take_apart(group, {group.size() - above, above});
    return true;
}

// A missing value in a range tells nothing, so those rows leave first if there are enough.
bool Mondrian::take_missing(Part group) {
    const std::int64_t missing = std::ranges::count_if(keys_, [](std::int32_t key) { return key < 0; });
    if (missing < k_ || group.size() - missing < k_) return false;
    std::ranges::transform(keys_, part_of_.begin(), [](std::int32_t key) { return key >= 0; });
    return true;
}

bool Mondrian::take_median(Part group) {
    sorted_ = keys_;
    const std::int64_t half = group.size() / 2;
    std::ranges::nth_element(sorted_, sorted_.begin() + half);
    const std::int32_t median = sorted_[half];
    const std::int64_t below = std::ranges::count_if(keys_, [&](std::int32_t key) { return key < median; });
    const std::int64_t upto = below + std::ranges::count(keys_, median);
    if (relaxed_) {
        std::int64_t low = half - below;  // rows with the median that go to the lower part
        for (std::size_t i = 0; i < keys_.size(); ++i) part_of_[i] = keys_[i] > median || (keys_[i] == median && --low < 0);
        return true;
    }
    // Equal values stay together: the median goes up or down, whichever cuts nearer to the middle. No other cut has a
    // larger smaller part.
    const bool up = std::min(below, group.size() - below) >= std::min(upto, group.size() - upto);
    if (std::max(std::min(below, group.size() - below), std::min(upto, group.size() - upto)) < k_) return false;
    for (std::size_t i = 0; i < keys_.size(); ++i) part_of_[i] = up ? keys_[i] >= median : keys_[i] > median;
    return true;
}

void Mondrian::take_apart(Part group, const std::vector<std::int64_t>& sizes) {
    std::vector<std::int64_t> next(sizes.size(), 0);
    std::exclusive_scan(sizes.begin(), sizes.end(), next.begin(), group.begin);
    for (std::size_t p = sizes.size(); p-- > 0;) open_.push_back({next[p], next[p] + sizes[p]});
    for (std::int64_t i = group.begin; i < group.end; ++i) buffer_[next[part_of_[i - group.begin]]++] = order_[i];
    std::copy(buffer_.begin() + group.begin, buffer_.begin() + group.end, order_.begin() + group.begin);
}

}  // namespace

Grouping mondrian(const View& table, const MondrianOptions& options, Control& control) {
    return Mondrian(table, options, control).run();
}

}  // namespace shoal::table
