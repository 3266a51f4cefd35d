#include "shoal/generalize/top_down.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "top_down_tree.hpp"

namespace shoal::generalize {
namespace {

// Children are told apart by bits.
constexpr std::size_t most_bits = 64;

// What happens when a node is replaced by its children.
struct Expansion {
    static constexpr std::int32_t rest = 0;  // the part that keeps the node
    std::vector<std::int32_t> part_of;       // by row of the group
    std::vector<std::int64_t> sizes;         // by part
    std::vector<std::uint64_t> masks;        // by part: the children that its rows have
    std::int64_t gain = 0;
};

class TopDown {
public:
    TopDown(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, const TopDownOptions& options, Control& control);
    TopDownGroups run();

private:
    struct Group {
        std::int64_t begin, end;   // of the order
        std::vector<Item> nodes;   // that all its rows have, and that may be expanded
        std::int64_t size() const { return end - begin; }
    };

    std::int64_t cost(Item node) const { return node == tree_.root() ? parts_ : tree_.cost(node); }
    bool choose(const Group& group);
    bool plan(const Group& group, Item node);
    bool fill_rest();
    void take_apart(const Group& group);
    void close(const Group& group);

    const std::int64_t k_;
    Control& control_;
    TopDownTree tree_;
    Rows rows_;  // of numbered values
    std::int64_t parts_ = 1;
    std::vector<std::int32_t> order_, buffer_;  // rows; those of a group stand together
    std::vector<Group> open_;
    TopDownGroups groups_;

    Expansion plan_, best_;
    Item best_node_ = -1;
    std::vector<std::int64_t> gain_of_row_;
};

std::vector<std::int64_t> entries_of(RowsView rows, std::size_t nodes) {
    std::vector<std::int64_t> entries(nodes);
    for (const Item item : rows.items) ++entries[item];
    return entries;
}

TopDown::TopDown(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, const TopDownOptions& options,
                 Control& control)
    : k_(options.k),
      control_(control),
      tree_(above, leaves, entries_of(rows, above.size()), std::clamp<std::size_t>(options.most_children, 2, most_bits)) {
    std::vector<Item> values;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        values.clear();
        for (const Item node : rows[row]) values.push_back(tree_.below(node).begin);
        std::ranges::sort(values);
        rows_.push(values);
    }
    const auto entries = entries_of(rows, above.size());
    parts_ = std::max<std::int64_t>(std::ranges::count_if(entries, [](std::int64_t n) { return n > 0; }) - 1, 1);
    const auto n = static_cast<std::size_t>(rows.size());
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0);
    buffer_.resize(n);
    groups_.group_of_row.resize(n);
}

TopDownGroups TopDown::run() {
    control_.total = rows_.size();
    open_.push_back({0, rows_.size(), {tree_.root()}});
    while (!open_.empty()) {
        const Group group = std::move(open_.back());
        open_.pop_back();
        if (control_.must_stop()) groups_.repeatable = false;
        if (groups_.repeatable && choose(group)) take_apart(group);
        else close(group);
    }
    return std::move(groups_);
}

// The node whose expansion saves most; false if none saves anything.
bool TopDown::choose(const Group& group) {
    best_.gain = 0;
    for (const Item node : group.nodes) {
        control_.poll();
        if (tree_.children(node).empty() || !plan(group, node) || plan_.gain <= best_.gain) continue;
        std::swap(plan_, best_);
        best_node_ = node;
    }
    return best_.gain > 0;
}

bool TopDown::plan(const Group& group, Item node) {
    const auto children = tree_.children(node);
    const TopDownTree::Below below = tree_.below(node);
    std::map<std::uint64_t, std::int32_t> parts;
    plan_.part_of.resize(static_cast<std::size_t>(group.size()));
    plan_.sizes.assign(1, 0);
    plan_.masks.assign(1, 0);
    gain_of_row_.resize(plan_.part_of.size());
    for (std::int64_t i = 0; i < group.size(); ++i) {
        const auto row = rows_[order_[group.begin + i]];
        std::uint64_t mask = 0;
        std::int64_t gain = 0;
        std::size_t child = 0;
        for (auto at = std::ranges::lower_bound(row, below.begin); at != row.end() && *at < below.end; ++at) {
            while (*at >= tree_.below(children[child]).end) ++child;
            mask |= std::uint64_t{1} << child;
            gain += cost(node) - tree_.cost(children[child]);
        }
        const auto [part, fresh] = parts.emplace(mask, static_cast<std::int32_t>(plan_.sizes.size()));
        if (fresh) {
            plan_.sizes.push_back(0);
            plan_.masks.push_back(mask);
        }
        plan_.part_of[i] = part->second;
        gain_of_row_[i] = gain;
        ++plan_.sizes[part->second];
    }
    return fill_rest();
}

// Parts with fewer than k rows go to the rest; rows of others fill it up to k. False if there are too few.
bool TopDown::fill_rest() {
    std::int64_t spare = 0;
    std::vector<std::uint8_t> small(plan_.sizes.size());
    for (std::size_t part = 1; part < plan_.sizes.size(); ++part) {
        small[part] = plan_.sizes[part] < k_;
        if (small[part]) plan_.sizes[Expansion::rest] += std::exchange(plan_.sizes[part], 0);
        else spare += plan_.sizes[part] - k_;
    }
    std::int64_t wanted = plan_.sizes[Expansion::rest] == 0 ? 0 : std::max<std::int64_t>(k_ - plan_.sizes[Expansion::rest], 0);
    if (wanted > spare) return false;
    plan_.gain = 0;
    for (std::size_t i = plan_.part_of.size(); i-- > 0;) {
        std::int32_t& part = plan_.part_of[i];
        if (small[part]) {
            part = Expansion::rest;
        } else if (wanted > 0 && plan_.sizes[part] > k_) {
            --plan_.sizes[part];
            ++plan_.sizes[Expansion::rest];
            --wanted;
            part = Expansion::rest;
        } else {
            plan_.gain += gain_of_row_[i];
        }
    }
    return true;
}

void TopDown::take_apart(const Group& group) {
    const auto children = tree_.children(best_node_);
    std::vector<Item> others = group.nodes;
    std::erase(others, best_node_);
    std::vector<std::int64_t> next(best_.sizes.size());
    std::exclusive_scan(best_.sizes.begin(), best_.sizes.end(), next.begin(), group.begin);
    for (std::size_t part = best_.sizes.size(); part-- > 0;) {
        if (best_.sizes[part] == 0) continue;
        Group made{next[part], next[part] + best_.sizes[part], others};
        for (std::size_t child = 0; child < children.size(); ++child)
            if (best_.masks[part] >> child & 1) made.nodes.push_back(children[child]);
        open_.push_back(std::move(made));
    }
    for (std::int64_t i = group.begin; i < group.end; ++i) buffer_[next[best_.part_of[i - group.begin]]++] = order_[i];
    std::copy(buffer_.begin() + group.begin, buffer_.begin() + group.end, order_.begin() + group.begin);
}

void TopDown::close(const Group& group) {
    for (std::int64_t i = group.begin; i < group.end; ++i) groups_.group_of_row[order_[i]] = groups_.groups;
    ++groups_.groups;
    control_.done += group.size();
    control_.found = groups_.groups;
}

}  // namespace

TopDownGroups top_down(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, const TopDownOptions& options,
                       Control& control) {
    return TopDown(rows, above, leaves, options, control).run();
}

}  // namespace shoal::generalize
