#include "shoal/table/mondrian.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cuts.hpp"

namespace shoal::table {
namespace {

// What it takes to tell for all rows which part of a cut they are in.
double split_bits(const Cut& cut) {
    const auto rows = static_cast<double>(std::reduce(cut.sizes.begin(), cut.sizes.end()));
    double bits = 0;
    for (const std::int64_t size : cut.sizes) bits += static_cast<double>(size) * std::log2(rows / static_cast<double>(size));
    return bits;
}

class Mondrian {
public:
    Mondrian(const View& table, const MondrianOptions& options, Control& control);
    Grouping run();

private:
    struct Range {
        std::int64_t begin, end;  // of the order
        std::int64_t size() const { return end - begin; }
    };
    std::span<const std::int32_t> rows_of(Range group) const {
        return {order_.data() + group.begin, static_cast<std::size_t>(group.size())};
    }
    void measure(Range group);
    bool choose_cut(Range group);
    bool is_better() const;
    void take_apart(Range group);
    void close(Range group);

    const View& table_;
    const MondrianOptions options_;
    Control& control_;
    Cutter cutter_;
    std::vector<std::int32_t> order_, buffer_;  // rows; those of a group stand together
    std::vector<Range> open_;
    Grouping grouping_;
    Cut cut_, best_;

    // Of the group at hand.
    std::vector<Cost> costs_;  // of its cells
    std::vector<std::size_t> widest_;
    std::vector<std::int32_t> least_, greatest_;
    std::vector<std::int64_t> distinct_;
    std::vector<std::int64_t> first_leaf_;  // of a column of sets, among the leaves of all
    std::vector<std::int64_t> seen_;        // by leaf: the last group that had it
    std::int64_t stamp_ = 0;
};

Mondrian::Mondrian(const View& table, const MondrianOptions& options, Control& control)
    : table_(table), options_(options), control_(control), cutter_(table, options.constraint, options.relaxed) {
    const auto n = static_cast<std::size_t>(table.size());
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0);
    buffer_.resize(n);
    grouping_.group_of_row.resize(n);
    const std::size_t columns = table.columns.size();
    costs_.resize(columns);
    widest_.resize(columns);
    std::int64_t leaves = 0;
    for (const Column& column : table.columns) {
        first_leaf_.push_back(leaves);
        if (column.recoding == Recoding::set) leaves += column.leaves();
    }
    seen_.assign(static_cast<std::size_t>(leaves), 0);
}

Grouping Mondrian::run() {
    control_.total = table_.size();
    open_.push_back({0, table_.size()});
    while (!open_.empty()) {
        const Range group = open_.back();
        open_.pop_back();
        if (control_.must_stop()) grouping_.repeatable = false;
        if (grouping_.repeatable && group.size() >= 2 * options_.constraint.least_rows() && choose_cut(group)) take_apart(group);
        else close(group);
    }
    return std::move(grouping_);
}

// What each cell of the group would cost.
void Mondrian::measure(Range group) {
    const std::size_t columns = table_.columns.size();
    least_.assign(columns, INT32_MAX);
    greatest_.assign(columns, INT32_MIN);
    distinct_.assign(columns, 0);
    ++stamp_;
    for (std::int32_t r : rows_of(group)) {
        const auto row = table_[r];
        for (std::size_t c = 0; c < columns; ++c) {
            const Column& column = table_.columns[c];
            if (column.recoding == Recoding::set) {
                distinct_[c] += std::exchange(seen_[first_leaf_[c] + row[c]], stamp_) != stamp_;
                continue;
            }
            const std::int32_t place = column.recoding == Recoding::range ? column.positions[row[c]] : row[c];
            least_[c] = std::min(least_[c], place);
            greatest_[c] = std::max(greatest_[c], place);
        }
    }
    for (std::size_t c = 0; c < columns; ++c) {
        const Column& column = table_.columns[c];
        costs_[c] = column.recoding == Recoding::set     ? column.set_cost(distinct_[c])
                    : column.recoding == Recoding::range ? column.range_cost(least_[c], greatest_[c])
                                                         : column.costs[column.lowest_above(least_[c], greatest_[c])];
    }
}

// False if no column can be cut.
bool Mondrian::choose_cut(Range group) {
    measure(group);
    std::iota(widest_.begin(), widest_.end(), std::size_t{0});
    std::ranges::stable_sort(widest_, std::ranges::greater{}, [&](std::size_t c) { return costs_[c]; });
    bool found = false;
    for (std::size_t c : widest_) {
        // No cut saves more than all that the column costs, and the next ones cost less.
        const bool is_most = !options_.per_bit && best_.saving >= costs_[c] * group.size();
        if (costs_[c] == 0 || (found && (options_.widest || is_most))) break;
        if (!cutter_.plan(c, rows_of(group), costs_[c], cut_)) continue;
        if (!found || is_better()) std::swap(cut_, best_);
        found = true;
    }
    return found;
}

// Whether the cut at hand is better than the best so far.
bool Mondrian::is_better() const {
    if (!options_.per_bit) return cut_.saving > best_.saving;
    return static_cast<double>(cut_.saving) * split_bits(best_) > static_cast<double>(best_.saving) * split_bits(cut_);
}

// The rows of part 0 come first; within a part they keep their order.
void Mondrian::take_apart(Range group) {
    std::vector<std::int64_t> next(best_.sizes.size());
    std::exclusive_scan(best_.sizes.begin(), best_.sizes.end(), next.begin(), group.begin);
    for (std::size_t p = next.size(); p-- > 0;) open_.push_back({next[p], next[p] + best_.sizes[p]});
    for (std::int64_t i = group.begin; i < group.end; ++i) buffer_[next[best_.part_of[i - group.begin]]++] = order_[i];
    std::copy(buffer_.begin() + group.begin, buffer_.begin() + group.end, order_.begin() + group.begin);
}

void Mondrian::close(Range group) {
    for (std::int32_t r : rows_of(group)) grouping_.group_of_row[r] = grouping_.groups;
    ++grouping_.groups;
    control_.done += group.size();
    control_.found = grouping_.groups;
}

}  // namespace

Grouping mondrian(const View& table, const MondrianOptions& options, Control& control) {
    return Mondrian(table, options, control).run();
}

}  // namespace shoal::table
