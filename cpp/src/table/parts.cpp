#include "parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace shoal::table {
namespace {

// Cuts units, which are rows or whole groups, between two values of a column, and then the parts.
class PartCutter {
public:
    PartCutter(const View& units, std::vector<std::int32_t> weights, const Constraint* constraint, double share, std::int64_t most,
               const Control& control)
        : units_(units), weights_(std::move(weights)), constraint_(constraint), share_(share), most_(most), control_(control),
          order_(weights_.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        std::size_t leaves = 0;
        for (const Column& column : units.columns) leaves = std::max(leaves, column.leaf_nodes.size());
        weight_of_leaf_.resize(leaves);
    }

    Parts run() {
        if (!order_.empty()) cut(order_);
        return std::move(parts_);
    }

private:
    struct Cut {
        std::size_t column = 0;
        std::int32_t last = -1;  // leaves up to this one go to the first part
        Cost saving = -1;
        double off = 1;  // how far it is from the share that the first part should get
    };

    void cut(std::span<std::int32_t> units) {
        std::int64_t weight = 0;
        for (std::int32_t u : units) weight += weights_[u];
        if (weight > most_ && !control_.must_stop()) {
            for (const Cut& best : cuts(units, weight)) {
                const auto rest = std::stable_partition(units.begin(), units.end(),
                                                        [&](std::int32_t u) { return units_[u][best.column] <= best.last; });
                const std::span<std::int32_t> first(units.begin(), rest), second(rest, units.end());
                if (constraint_ != nullptr && !(satisfied(first) && satisfied(second))) continue;
                cut(first);
                cut(second);
                return;
            }
        }
        std::ranges::sort(units);
        parts_.emplace_back(units.begin(), units.end());
    }

    bool satisfied(std::span<const std::int32_t> rows) const { return Judge(*constraint_).satisfied(rows); }

    // The best cut of each column, the best first.
    std::vector<Cut> cuts(std::span<const std::int32_t> units, std::int64_t weight) {
        std::vector<Cut> found;
        for (std::size_t c = 0; c < units_.columns.size(); ++c) {
            const Cut cut = best_cut(c, units, weight);
            if (cut.last >= 0) found.push_back(cut);
        }
        std::ranges::stable_sort(found, [](const Cut& a, const Cut& b) {
            const bool a_near = a.off <= near, b_near = b.off <= near;
            if (a_near != b_near) return a_near;
            return a_near ? a.saving > b.saving : a.off < b.off;
        });
        return found;
    }

    // Of the cuts that are near the share the one that saves most, or else the nearest.
    Cut best_cut(std::size_t c, std::span<const std::int32_t> units, std::int64_t weight) {
        const Column& column = units_.columns[c];
        std::fill_n(weight_of_leaf_.begin(), column.leaves(), 0);
        for (std::int32_t u : units) weight_of_leaf_[units_[u][c]] += weights_[u];
        leaves_.clear();
        for (std::int32_t leaf = 0; leaf < column.leaves(); ++leaf)
            if (weight_of_leaf_[leaf] > 0) leaves_.push_back(leaf);
        const auto cost = [&](std::size_t first, std::size_t last) {
            const std::int32_t least = leaves_[first], greatest = leaves_[last];
            if (column.recoding == Recoding::set) return column.set_cost(static_cast<std::int64_t>(last - first + 1));
            if (column.recoding == Recoding::range) return column.range_cost(column.positions[least], column.positions[greatest]);
            return column.costs[column.lowest_above(least, greatest)];
        };
        Cut best{.column = c};
        std::int64_t before = 0;
        const std::size_t count = leaves_.size();
        for (std::size_t i = 0; i + 1 < count; ++i) {
            before += weight_of_leaf_[leaves_[i]];
            const double off = std::abs(static_cast<double>(before) / static_cast<double>(weight) - share_);
            if (off > near && off >= best.off) continue;
            const Cost saving = weight * cost(0, count - 1) - before * cost(0, i) - (weight - before) * cost(i + 1, count - 1);
            const bool better = off > near || best.off > near ? off < best.off : saving > best.saving;
            if (better) best = {c, leaves_[i], saving, off};
        }
        return best;
    }

    static constexpr double near = 0.3;

    const View& units_;
    const std::vector<std::int32_t> weights_;
    const Constraint* const constraint_;  // of both sides of a cut, or nothing
    const double share_;
    const std::int64_t most_;
    const Control& control_;
    std::vector<std::int32_t> order_, leaves_;
    std::vector<std::int64_t> weight_of_leaf_;
    Parts parts_;
};

// Groups, each as one row: the middle value of its rows in each column.
std::vector<std::int32_t> middles(const View& table, const Parts& groups) {
    std::vector<std::int32_t> cells, leaves;
    cells.reserve(groups.size() * table.columns.size());
    for (const auto& rows : groups)
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            leaves.clear();
            for (std::int32_t r : rows) leaves.push_back(table[r][c]);
            const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(leaves.size() / 2);
            std::ranges::nth_element(leaves, middle);
            cells.push_back(*middle);
        }
    return cells;
}

}  // namespace

Parts cut_into_parts(const View& table, const Constraint& constraint, std::int64_t most, const Control& control) {
    std::vector<std::int32_t> ones(static_cast<std::size_t>(table.size()), 1);
    return PartCutter(table, std::move(ones), &constraint, 0.5, most, control).run();
}

Parts parts_of_groups(const View& table, const Parts& groups, std::int64_t most, const Control& control) {
    const auto cells = middles(table, groups);
    std::vector<std::int32_t> sizes;
    for (const auto& rows : groups) sizes.push_back(static_cast<std::int32_t>(rows.size()));
    Parts parts = PartCutter(View{table.columns, cells}, std::move(sizes), nullptr, 1.0 / 3, most, control).run();
    for (auto& part : parts) {
        std::vector<std::int32_t> rows;
        for (std::int32_t g : part) rows.insert(rows.end(), groups[g].begin(), groups[g].end());
        std::ranges::sort(rows);
        part = std::move(rows);
    }
    return parts;
}

Parts members_of(std::span<const std::int32_t> group_of_row) {
    Parts members;
    for (std::size_t r = 0; r < group_of_row.size(); ++r) {
        const auto g = static_cast<std::size_t>(group_of_row[r]);
        if (g >= members.size()) members.resize(g + 1);
        members[g].push_back(static_cast<std::int32_t>(r));
    }
    return members;
}

Cost cost_of(const View& table, std::span<const std::int32_t> group_of_row) {
    GroupCost cost(table);
    Cost sum = 0;
    for (const auto& rows : members_of(group_of_row))
        if (!rows.empty()) sum += cost.all(rows);
    return sum;
}

std::int32_t numbered_by_first_rows(std::span<std::int32_t> group_of_row) {
    if (group_of_row.empty()) return 0;
    std::vector<std::int32_t> number(static_cast<std::size_t>(*std::ranges::max_element(group_of_row)) + 1, -1);
    std::int32_t next = 0;
    for (std::int32_t& g : group_of_row) {
        if (number[g] < 0) number[g] = next++;
        g = number[g];
    }
    return next;
}

}  // namespace shoal::table
