#include "km_cut.hpp"

#include <algorithm>

namespace shoal::generalize {

struct KmOrder {
    std::vector<std::vector<Item>> children;
    std::vector<KmCut::Below> below;
    std::vector<Item> node_of_value;
};

namespace {

KmOrder in_order(std::span<const Item> above) {
    KmOrder order;
    order.children.resize(above.size());
    order.below.resize(above.size());
    std::vector<Item> open;
    for (auto node = static_cast<Item>(above.size()) - 1; node >= 0; --node) {
        if (above[node] >= 0) order.children[above[node]].push_back(node);
        else open.push_back(node);
    }
    // A node is met twice: before what is below it, and after.
    std::vector<std::uint8_t> entered(above.size());
    while (!open.empty()) {
        const Item node = open.back();
        const auto values = static_cast<Item>(order.node_of_value.size());
        if (entered[node]) {
            order.below[node].end = values;
            open.pop_back();
            continue;
        }
        entered[node] = 1;
        order.below[node].begin = values;
        if (order.children[node].empty()) order.node_of_value.push_back(node);
        open.insert(open.end(), order.children[node].begin(), order.children[node].end());
    }
    return order;
}

WeightedRows rows_of_values(RowsView rows, const std::vector<KmCut::Below>& below) {
    Rows made;
    std::vector<Item> values;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        values.clear();
        for (const Item node : rows[row]) values.push_back(below[node].begin);
        std::ranges::sort(values);
        made.push(values);
    }
    return merge_equal_rows(made.view(0));
}

}  // namespace

KmCut::KmCut(RowsView rows, std::span<const Item> above, std::span<const Item> leaves) : KmCut(rows, above, leaves, in_order(above)) {}

KmCut::KmCut(RowsView rows, std::span<const Item> above, std::span<const Item> leaves, KmOrder&& order)
    : above_(above),
      leaves_(leaves),
      children_(std::move(order.children)),
      below_(std::move(order.below)),
      value_node_(std::move(order.node_of_value)),
      rows_(rows_of_values(rows, below_)),
      holders_(rows_.rows.view(static_cast<Item>(value_node_.size()))),
      at_(value_node_.size(), suppressed),
      in_cut_(above.size()),
      all_entries_(above.size()),
      entries_(above.size()),
      lost_(above.size()),
      value_entries_(value_node_.size()) {
    for (std::int32_t row = 0; row < rows_.size(); ++row)
        for (const Item value : rows_.rows[row]) value_entries_[value] += rows_.weights[row];
    const auto occurring = std::ranges::count_if(value_entries_, [](std::int64_t entries) { return entries > 0; });
    parts_ = std::max<std::int64_t>(occurring - 1, 1);
    for (std::size_t value = 0; value < value_node_.size(); ++value) {
        loss_ += value_entries_[value] * parts_;
        for (Item node = value_node_[value]; node >= 0; node = above_[node]) all_entries_[node] += value_entries_[value];
    }
    for (std::size_t value = 0; value < value_node_.size(); ++value)
        if (value_entries_[value] > 0) publish(static_cast<Item>(value), value_node_[value]);
}

Item KmCut::now(Item node) const {
    while (node >= 0 && !holds(node)) node = above_[node];
    return node;
}

std::vector<Item> KmCut::nodes() const {
    std::vector<Item> nodes;
    for (Item node = 0; node < node_count(); ++node)
        if (holds(node)) nodes.push_back(node);
    return nodes;
}

void KmCut::publish(Item value, Item node) {
    const Item before = at_[value];
    if (before == node) return;
    const std::int64_t entries = value_entries_[value];
    const std::int64_t lost_before = before == suppressed ? 0 : entries * cost(before);
    const std::int64_t lost_now = node == suppressed ? 0 : entries * cost(node);
    const std::int64_t more_entries = entries * ((node != suppressed) - (before != suppressed));
    for (Item up = value_node_[value]; up >= 0; up = above_[up]) {
        lost_[up] += lost_now - lost_before;
        entries_[up] += more_entries;
    }
    loss_ += entries * (cost(node) - cost(before));
    if (before != suppressed) --in_cut_[before];
    if (node != suppressed) ++in_cut_[node];
    at_[value] = node;
}

void KmCut::lift(Item node) {
    for (Item value = below_[node].begin; value < below_[node].end; ++value)
        if (at_[value] != suppressed) publish(value, node);
}

void KmCut::suppress(Item node) {
    for (Item value = below_[node].begin; value < below_[node].end; ++value) publish(value, suppressed);
}

// The first published value of the row below the node, or -1.
Item KmCut::first_in(std::int32_t row, Item node) const {
    const auto values = rows_.rows[row];
    for (auto at = std::ranges::lower_bound(values, below_[node].begin); at != values.end() && *at < below_[node].end; ++at)
        if (at_[*at] != suppressed) return *at;
    return -1;
}

std::int64_t KmCut::support(std::span<const Item> nodes, std::int64_t most) const {
    const Item rarest = *std::ranges::min_element(nodes, {}, [&](Item node) { return entries_[node]; });
    std::int64_t found = 0;
    each_row(rarest, [&](std::int32_t row) {
        const bool all = std::ranges::all_of(nodes, [&](Item node) { return node == rarest || first_in(row, node) >= 0; });
        if (all) found += weight(row);
        return found < most;
    });
    return std::min(found, most);
}

}  // namespace shoal::generalize
