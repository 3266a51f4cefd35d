// RBAT's check: whether the rules that a split touches stay protected.
#pragma once

#include <vector>

#include "shoal/generalize/rbat.hpp"

namespace shoal::generalize {

class RuleCheck {
public:
    RuleCheck(Supports& supports, const RbatRequest& request, Item item_count);

    // Whether all rules with an item of these two sets are protected. `set_of_item` is the cut; `sets` are its sets by id.
    bool protects(const ItemSet& left, const ItemSet& right, std::span<const std::int32_t> set_of_item, std::span<const ItemSet* const> sets);
    // Which of all rules are not.
    std::vector<std::int32_t> unprotected(std::span<const std::int32_t> set_of_item, std::span<const ItemSet* const> sets);

private:
    struct Distinct {
        GeneralRules rules;
        std::vector<std::int32_t> first;  // a rule that reads so, for each
    };
    Distinct generalize(std::span<const std::int32_t> rules, std::span<const std::int32_t> set_of_item,
                        std::span<const ItemSet* const> sets) const;
    bool is_protected(std::int64_t support, std::int64_t joint) const;

    Supports& supports_;
    const RbatRequest& request_;
    std::vector<std::int64_t> starts_;      // where an item's rules begin
    std::vector<std::int32_t> rules_;       // rules by item of the antecedent
    std::vector<std::int32_t> consequent_;  // rules with equal consequents have the same number
    std::vector<std::uint8_t> touched_;     // a mark for each rule
};

}  // namespace shoal::generalize
