#include "generalize/rule_check.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace shoal::generalize {

RuleCheck::RuleCheck(Supports& supports, const RbatRequest& request, Item item_count)
    : supports_(supports),
      request_(request),
      starts_(static_cast<std::size_t>(item_count) + 1, 0),
      rules_(request.antecedents.items.size()),
      touched_(static_cast<std::size_t>(request.antecedents.size()), 0) {
    for (Item item : request.antecedents.items) ++starts_[item + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::int64_t> next(starts_.begin(), starts_.end() - 1);
    std::map<std::vector<Item>, std::int32_t> known;
    for (std::int64_t rule = 0; rule < request.antecedents.size(); ++rule) {
        for (Item item : request.antecedents[rule]) rules_[next[item]++] = static_cast<std::int32_t>(rule);
        const auto consequent = request.consequents[rule];
        const auto number = static_cast<std::int32_t>(known.size());
        consequent_.push_back(known.try_emplace({consequent.begin(), consequent.end()}, number).first->second);
    }
}

// Many rules read alike once their items are in sets, and each reading is counted once.
RuleCheck::Distinct RuleCheck::generalize(std::span<const std::int32_t> rules, std::span<const std::int32_t> set_of_item,
                                          std::span<const ItemSet* const> sets) const {
    // The sets of the antecedent, the number of the consequent, the rule.
    Rows readings;
    std::vector<std::int32_t> reading;
    for (auto rule : rules) {
        reading.clear();
        for (Item item : request_.antecedents[rule]) reading.push_back(set_of_item[item]);
        std::ranges::sort(reading);
        reading.erase(std::ranges::unique(reading).begin(), reading.end());
        reading.push_back(consequent_[rule]);
        reading.push_back(rule);
        readings.push(reading);
    }
    std::vector<std::int32_t> order(rules.size());
    std::iota(order.begin(), order.end(), 0);
    const auto antecedent = [&](std::int32_t at) { return readings[at].first(readings[at].size() - 2); };
    const auto consequent = [&](std::int32_t at) { return readings[at][readings[at].size() - 2]; };
    std::ranges::sort(order, [&](std::int32_t one, std::int32_t other) {
        const auto x = antecedent(one), y = antecedent(other);
        if (!std::ranges::equal(x, y)) return std::ranges::lexicographical_compare(x, y);
        return consequent(one) != consequent(other) ? consequent(one) < consequent(other) : one < other;
    });
    Distinct distinct;
    distinct.rules.sets = sets;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && consequent(order[i]) == consequent(order[i - 1]) &&
            std::ranges::equal(antecedent(order[i]), antecedent(order[i - 1])))
            continue;
        const std::int32_t rule = readings[order[i]].back();
        distinct.rules.antecedents.push(antecedent(order[i]));
        distinct.rules.consequents.push(request_.consequents[rule]);
        distinct.first.push_back(rule);
    }
    return distinct;
}

bool RuleCheck::is_protected(std::int64_t support, std::int64_t joint) const {
    return support >= request_.k && static_cast<double>(joint) / static_cast<double>(support) <= request_.c;
}

// gamma-Check: in gamma rounds, and none after one that found an unprotected rule.
bool RuleCheck::protects(const ItemSet& left, const ItemSet& right, std::span<const std::int32_t> set_of_item,
                         std::span<const ItemSet* const> sets) {
    std::vector<std::int32_t> rules;
    for (const ItemSet* half : {&left, &right})
        for (Item item : half->items)
            for (auto at = starts_[item]; at < starts_[item + 1]; ++at)
                if (!std::exchange(touched_[rules_[at]], 1)) rules.push_back(rules_[at]);
    for (auto rule : rules) touched_[rule] = 0;
    const Distinct distinct = generalize(rules, set_of_item, sets);
    const auto count = static_cast<std::int64_t>(distinct.first.size());
    const std::int64_t rounds = std::min(request_.gamma, count);
    for (std::int64_t round = 0; round < rounds; ++round) {
        GeneralRules some;
        some.sets = distinct.rules.sets;
        for (auto i = count * round / rounds; i < count * (round + 1) / rounds; ++i) {
            some.antecedents.push(distinct.rules.antecedents[i]);
            some.consequents.push(distinct.rules.consequents[i]);
        }
        const Counts counts = supports_.of_rules(some);
        for (std::size_t i = 0; i < counts.size(); i += 2)
            if (!is_protected(counts[i], counts[i + 1])) return false;
    }
    return true;
}

std::vector<std::int32_t> RuleCheck::unprotected(std::span<const std::int32_t> set_of_item, std::span<const ItemSet* const> sets) {
    std::vector<std::int32_t> all(touched_.size());
    std::iota(all.begin(), all.end(), 0);
    const Distinct distinct = generalize(all, set_of_item, sets);
    const Counts counts = supports_.of_rules(distinct.rules);
    // By number of the consequent: there is one antecedent, the set of all public items.
    std::vector<std::uint8_t> fails(touched_.size(), 0);
    for (std::size_t i = 0; i < distinct.first.size(); ++i)
        fails[consequent_[distinct.first[i]]] = !is_protected(counts[2 * i], counts[2 * i + 1]);
    std::erase_if(all, [&](std::int32_t rule) { return !fails[consequent_[rule]]; });
    return all;
}

}  // namespace shoal::generalize
