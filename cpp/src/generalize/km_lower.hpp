// Lowers the nodes of a cut again, and publishes what is suppressed, as long as all combinations stay frequent.
#pragma once

#include <cstdint>
#include <vector>

#include "km_cut.hpp"
#include "km_rare.hpp"
#include "shoal/control.hpp"

namespace shoal::generalize {

class LowerCut {
public:
    LowerCut(KmCut& cut, std::int64_t k, int m, const Control& control);

    // Never raises the loss. False if the time was up.
    bool run();

private:
    struct Move {
        std::int64_t gain;  // at most
        Item node;
    };

    std::vector<Move> moves() const;
    bool try_move(Item node);
    bool replace_by_children(Item node);
    bool replace_by_one(Item node);
    bool publish_again(Item node);
    std::int64_t lost_with_suppressed(Item node) const;
    bool is_suppressed(Item node) const;
    // Publishes values below `part` as the node, if all combinations are then frequent.
    bool publish_if_frequent(Item node, Item part, const std::vector<Item>& values);
    std::vector<Item> values_at(Item node, Item at) const;

    KmCut& cut_;
    const int m_;
    const Control& control_;
    RareCombinations rare_;
};

}  // namespace shoal::generalize
