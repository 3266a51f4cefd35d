// RBAT's split: two seeds, and every other item to the half that loses less by it.
#pragma once

#include <vector>

#include "generalize/utility_loss.hpp"
#include "shoal/generalize/supports.hpp"

namespace shoal::generalize {

class Splitter {
public:
    // Weights and supports by item.
    Splitter(Supports& supports, std::vector<std::int64_t> weights, std::int64_t alpha);

    struct Split {
        Halves halves;
        std::int64_t left_support = 0, right_support = 0;
    };
    // Into sets with these ids; the set has two items at least, and so many rows have one of them.
    Split split(const ItemSet& set, std::int64_t support, std::int32_t left, std::int32_t right) const;

    std::int64_t support(Item item) const { return item_supports_[item]; }

private:
    Pair find_max_pair(const ItemSet& set, std::int64_t support) const;

    Supports& supports_;
    const std::vector<std::int64_t> weights_;
    const Counts item_supports_;
    const std::int64_t alpha_;
};

}  // namespace shoal::generalize
