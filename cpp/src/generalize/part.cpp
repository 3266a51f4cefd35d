#include "generalize/part.hpp"

#include <bit>

namespace shoal::generalize {

Part::Part(RowsView rows, const Control& control) : row_count_(rows.size()), lists_(rows), control_(control) {
    items_.reserve(static_cast<std::size_t>(rows.item_count));
    for (Item i = 0; i < rows.item_count; ++i) items_.emplace_back(lists_[i], row_count_);
}

Counts Part::of_items() {
    Counts counts;
    counts.reserve(items_.size());
    for (const RowSet& rows : items_) counts.push_back(rows.size());
    return counts;
}

Counts Part::of_pairs(std::span<const Pair> pairs) {
    Counts counts;
    counts.reserve(pairs.size());
    for (auto [x, y] : pairs) {
        control_.poll();
        counts.push_back(items_[x].size() + items_[y].size() - items_[x].shared(items_[y]));
    }
    return counts;
}

void Part::follow(Half& half, const ItemSet& set) {
    if (half.id != set.id) {
        half.id = set.id;
        half.items = 0;
        half.size = 0;
        half.rows.assign(static_cast<std::size_t>(row_count_ / 64 + 1), 0);
    }
    for (; half.items < set.items.size(); ++half.items)
        for (auto row : lists_[set.items[half.items]]) {
            half.size += !has(half.rows, row);
            put(half.rows, row);
        }
}

Counts Part::growth(const Halves& halves, std::span<const Item> bucket) {
    follow(left_, halves.left);
    follow(right_, halves.right);
    Counts counts;
    counts.reserve(2 * bucket.size() + 2);
    counts.push_back(left_.size);
    counts.push_back(right_.size);
    for (Item item : bucket) {
        control_.poll();
        std::int64_t left = 0, right = 0;
        for (auto row : lists_[item]) {
            left += has(left_.rows, row);
            right += has(right_.rows, row);
        }
        const auto all = static_cast<std::int64_t>(lists_[item].size());
        counts.push_back(all - left);
        counts.push_back(all - right);
    }
    return counts;
}

const RowSet& Part::rows_of(const ItemSet& set) {
    if (set.items.size() == 1) return items_[set.items[0]];
    if (const auto found = sets_.find(set.id); found != sets_.end()) return found->second;
    control_.poll();
    const bool is_left = left_.id == set.id, is_right = right_.id == set.id;
    if (is_left || is_right) follow(is_left ? left_ : right_, set);
    Bits& bits = is_left ? left_.rows : is_right ? right_.rows : marks_;
    if (!is_left && !is_right) {
        bits.assign(static_cast<std::size_t>(row_count_ / 64 + 1), 0);
        for (Item item : set.items)
            for (auto row : lists_[item]) put(bits, row);
    }
    std::size_t count = 0;
    for (auto word : bits) count += static_cast<std::size_t>(std::popcount(word));
    std::vector<std::int32_t> rows;
    rows.reserve(count);
    for (std::size_t w = 0; w < bits.size(); ++w)
        for (auto word = bits[w]; word != 0; word &= word - 1)
            rows.push_back(static_cast<std::int32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(word))));
    return sets_.emplace(set.id, RowSet(std::move(rows), row_count_)).first->second;
}

RowSet Part::with_all(std::span<const RowSet*> sets) const {
    std::ranges::sort(sets, {}, [](const RowSet* rows) { return rows->size(); });
    std::vector<std::int32_t> rows;
    sets[0]->for_each_shared(*sets[1], [&](std::int32_t row) { rows.push_back(row); });
    for (const RowSet* more : sets.subspan(2)) {
        const RowSet before(std::move(rows), 0);
        rows = {};
        before.for_each_shared(*more, [&](std::int32_t row) { rows.push_back(row); });
    }
    return RowSet(std::move(rows), row_count_);
}

Counts Part::of_rules(const GeneralRules& rules) {
    Counts counts;
    counts.reserve(static_cast<std::size_t>(2 * rules.antecedents.size()));
    std::vector<const RowSet*> parts;
    std::span<const Item> last;
    RowSet several;
    const RowSet* antecedent = nullptr;
    for (std::int64_t rule = 0; rule < rules.antecedents.size(); ++rule) {
        control_.poll();
        const auto sets = rules.antecedents[rule];
        if (rule == 0 || !std::ranges::equal(sets, last)) {
            parts.clear();
            for (auto id : sets) parts.push_back(&rows_of(*rules.sets[static_cast<std::size_t>(id)]));
            if (parts.size() > 1) several = with_all(parts);
            antecedent = parts.size() > 1 ? &several : parts[0];
            last = sets;
        }
        const auto consequent = rules.consequents[rule];
        std::int64_t joint = 0;
        if (consequent.size() == 1) {
            joint = antecedent->shared(items_[consequent[0]]);
        } else {
            parts.assign(1, antecedent);
            for (Item item : consequent) parts.push_back(&items_[item]);
            joint = with_all(parts).size();
        }
        counts.push_back(antecedent->size());
        counts.push_back(joint);
    }
    return counts;
}

}  // namespace shoal::generalize
