#include "km_lower.hpp"

#include <algorithm>

namespace shoal::generalize {

LowerCut::LowerCut(KmCut& cut, std::int64_t k, int m, const Control& control)
    : cut_(cut), m_(m), control_(control), rare_(cut, k, control) {}

bool LowerCut::run() {
    for (bool improved = true; improved;) {
        improved = false;
        for (const Move& move : moves()) {
            if (control_.must_stop()) return false;
            improved |= try_move(move.node);
        }
    }
    return true;
}

bool LowerCut::is_suppressed(Item node) const { return cut_.all_entries(node) > 0 && cut_.entries(node) == 0; }

// Largest gain first.
std::vector<LowerCut::Move> LowerCut::moves() const {
    std::vector<Move> moves;
    for (Item node = 0; node < cut_.node_count(); ++node) {
        std::int64_t gain = 0;
        if (cut_.holds(node)) {
            gain = cut_.lost(node);
            for (const Item child : cut_.parts(node)) gain -= cut_.entries(child) * cut_.cost(child);
            if (cut_.parts(node).empty()) gain = 0;
        } else if (is_suppressed(node)) {
            // The highest one stands for those below it.
            if (cut_.above(node) >= 0 && is_suppressed(cut_.above(node))) continue;
            const Item upper = cut_.now(node);
            gain = cut_.all_entries(node) * (cut_.cost(suppressed) - cut_.cost(upper == suppressed ? node : upper));
        } else if (cut_.all_entries(node) > 0 && cut_.now(node) == suppressed) {
            gain = lost_with_suppressed(node) - cut_.all_entries(node) * cut_.cost(node);
        }
        if (gain > 0) moves.push_back({gain, node});
    }
    std::ranges::stable_sort(moves, std::ranges::greater{}, &Move::gain);
    return moves;
}

bool LowerCut::try_move(Item node) {
    if (cut_.holds(node)) return !cut_.parts(node).empty() && replace_by_children(node);
    if (is_suppressed(node)) return publish_again(node);
    return cut_.now(node) == suppressed && replace_by_one(node);
}

std::int64_t LowerCut::lost_with_suppressed(Item node) const {
    return cut_.lost(node) + (cut_.all_entries(node) - cut_.entries(node)) * cut_.cost(suppressed);
}

// All values below the node, the suppressed ones too, are published as it: worth it where many are suppressed.
bool LowerCut::replace_by_one(Item node) {
    if (lost_with_suppressed(node) <= cut_.all_entries(node) * cut_.cost(node)) return false;
    std::vector<Item> before;
    for (Item value = cut_.below(node).begin; value < cut_.below(node).end; ++value) {
        before.push_back(cut_.at(value));
        cut_.publish(value, node);
    }
    if (rare_.none_with(node, m_)) return true;
    for (std::size_t i = 0; i < before.size(); ++i) cut_.publish(cut_.below(node).begin + static_cast<Item>(i), before[i]);
    return false;
}

std::vector<Item> LowerCut::values_at(Item node, Item at) const {
    std::vector<Item> values;
    for (Item value = cut_.below(node).begin; value < cut_.below(node).end; ++value)
        if (cut_.at(value) == at) values.push_back(value);
    return values;
}

bool LowerCut::publish_if_frequent(Item node, Item part, const std::vector<Item>& values) {
    for (const Item value : values)
        if (cut_.below(part).begin <= value && value < cut_.below(part).end) cut_.publish(value, node);
    return rare_.none_with(node, m_);
}

// A child that is in a rare combination is suppressed, if what the others gain is worth it.
bool LowerCut::replace_by_children(Item node) {
    const std::int64_t before = cut_.loss();
    const std::vector<Item> values = values_at(node, node);
    std::vector<Item> children(cut_.parts(node).begin(), cut_.parts(node).end());
    std::ranges::stable_sort(children, std::ranges::greater{}, [&](Item child) { return cut_.entries(child); });
    // What cannot be gained back: a bound on the loss once the children looked at are decided.
    for (const Item value : values) cut_.publish(value, suppressed);
    std::int64_t to_come = 0;
    for (const Item child : children) to_come += cut_.all_entries(child) * (cut_.cost(suppressed) - cut_.cost(child));
    for (const Item child : children) {
        if (cut_.loss() - to_come >= before) break;
        to_come -= cut_.all_entries(child) * (cut_.cost(suppressed) - cut_.cost(child));
        if (!publish_if_frequent(child, child, values)) cut_.suppress(child);
    }
    if (cut_.loss() < before) return true;
    for (const Item value : values) cut_.publish(value, node);
    return false;
}

// As the node of the cut above it, or as itself; or else a part of it.
bool LowerCut::publish_again(Item node) {
    const Item upper = cut_.now(node);
    const std::vector<Item> values = values_at(node, suppressed);
    if (publish_if_frequent(upper == suppressed ? node : upper, node, values)) return true;
    for (const Item value : values) cut_.publish(value, suppressed);
    bool some = false;
    for (const Item part : cut_.parts(node)) some |= is_suppressed(part) && publish_again(part);
    return some;
}

}  // namespace shoal::generalize
