// Combinations of nodes of a cut that are in some rows, but fewer than k.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "km_cut.hpp"
#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::generalize {

class RareCombinations {
public:
    RareCombinations(const KmCut& cut, std::int64_t k, const Control& control);

    // Those of up to `size` nodes that contain the node and none that `left_out` marks. What begins with a rare combination is not
    // looked into; `first_only` ends the search at the first.
    const Rows& with(Item node, int size, std::span<const std::uint8_t> left_out, bool first_only);

    // Whether all combinations with the node are frequent.
    bool none_with(Item node, int size) { return with(node, size, {}, true).size() == 0; }

private:
    struct Rest {
        std::int32_t row;  // of others_
        std::int64_t begin;
    };
    struct Depth {
        explicit Depth(Item nodes) : counts(static_cast<std::size_t>(nodes)), next(static_cast<std::size_t>(nodes)) {}
        std::vector<std::int64_t> counts;  // by node; 0 between visits
        std::vector<std::int64_t> next;    // by node: the end of its part of `rests`
        std::vector<Item> nodes;           // that follow in some row
        std::vector<Rest> rests;
    };

    bool is_done() const { return first_only_ && found_.size() > 0; }
    void extend(std::size_t depth, std::span<const Rest> rests);
    void deal_out(Depth& depth, std::span<const Rest> rests);

    const KmCut& cut_;
    const std::int64_t k_;
    const Control& control_;
    int size_ = 0;
    bool first_only_ = false;
    Rows others_;  // the other nodes of the rows with the node at hand
    std::vector<std::int64_t> weights_;
    std::vector<Item> combination_;
    std::deque<Depth> depths_;
    Rows found_;
};

}  // namespace shoal::generalize
