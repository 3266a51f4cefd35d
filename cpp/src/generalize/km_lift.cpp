#include "km_lift.hpp"

#include <algorithm>
#include <utility>

namespace shoal::generalize {
namespace {

// Ways tried before the cheapest suppression is taken; only combinations of many items have more.
constexpr int most_ways = 5000;

}  // namespace

void CheapestLift::apply(std::span<const Item> combination) {
    members_.assign(combination.begin(), combination.end());
    open_ = {};
    seen_.clear();
    open_.push({0, Steps(members_.size(), 0)});
    // A step never makes a way cheaper, so the first way that works is the cheapest.
    for (int tried = 0; tried < most_ways && !open_.empty(); ++tried) {
        const Way way = open_.top();
        open_.pop();
        set_targets(way.steps);
        if (is_frequent()) return take();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (way.steps[i] == gone) continue;
            if (cut_.above(target(members_[i], way.steps[i])) >= 0) push_next(way, i, way.steps[i] + 1);
            if (way.steps[i] == 0) push_next(way, i, gone);
        }
    }
    const auto growth = [&](Item node) { return cut_.entries(node) * (cut_.cost(suppressed) - cut_.cost(node)); };
    targets_.clear();
    dropped_.assign(1, *std::ranges::min_element(members_, {}, growth));
    take();
}

void CheapestLift::push_next(const Way& way, std::size_t member, std::int32_t steps) {
    Way next = way;
    next.steps[member] = steps;
    if (!seen_.insert(next.steps).second) return;
    set_targets(next.steps);
    next.cost = cost();
    open_.push(std::move(next));
}

Item CheapestLift::target(Item member, std::int32_t steps) const {
    if (steps == gone) return suppressed;
    for (; steps > 0; --steps) member = cut_.above(member);
    return member;
}

void CheapestLift::set_targets(const Steps& steps) {
    targets_.clear();
    dropped_.clear();
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const Item node = target(members_[i], steps[i]);
        if (node == suppressed) dropped_.push_back(members_[i]);
        else targets_.push_back(node);
    }
    std::ranges::sort(targets_);
    targets_.erase(std::ranges::unique(targets_).begin(), targets_.end());
    const std::vector<Item> all = targets_;
    std::erase_if(targets_, [&](Item node) {
        for (Item up = cut_.above(node); up >= 0; up = cut_.above(up))
            if (std::ranges::binary_search(all, up)) return true;
        return false;
    });
}

std::int64_t CheapestLift::cost() const {
    std::int64_t cost = 0;
    for (const Item node : targets_) cost += cut_.entries(node) * cut_.cost(node) - cut_.lost(node);
    for (const Item node : dropped_) cost += cut_.entries(node) * (cut_.cost(suppressed) - cut_.cost(node));
    return cost;
}

// A combination that gets smaller is frequent: all smaller ones are.
bool CheapestLift::is_frequent() const {
    return targets_.size() < members_.size() || cut_.support(targets_, k_) >= k_;
}

void CheapestLift::take() {
    for (const Item node : dropped_) cut_.suppress(node);
    for (const Item node : targets_) {
        if (cut_.holds(node)) continue;
        cut_.lift(node);
        lifted.push_back(node);
    }
}

}  // namespace shoal::generalize
