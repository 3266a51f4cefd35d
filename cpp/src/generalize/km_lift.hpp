// The cheapest way to make one combination frequent: lift some of its nodes, or suppress them.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <set>
#include <span>
#include <vector>

#include "km_cut.hpp"

namespace shoal::generalize {

class CheapestLift {
public:
    CheapestLift(KmCut& cut, std::int64_t k) : cut_(cut), k_(k) {}

    // The combination is of nodes of the cut, and smaller ones are all frequent. Nodes that are new in the cut are in `lifted`.
    void apply(std::span<const Item> combination);
    std::vector<Item> lifted;

private:
    // By member, how many nodes it is lifted by; `gone`: it is suppressed, and it alone.
    using Steps = std::vector<std::int32_t>;
    static constexpr std::int32_t gone = INT32_MAX;
    struct Way {
        std::int64_t cost;
        Steps steps;
        bool operator>(const Way& other) const {
            return cost != other.cost ? cost > other.cost : steps > other.steps;
        }
    };

    void push_next(const Way& way, std::size_t member, std::int32_t steps);
    Item target(Item member, std::int32_t steps) const;
    void set_targets(const Steps& steps);
    std::int64_t cost() const;
    bool is_frequent() const;
    void take();

    KmCut& cut_;
    const std::int64_t k_;
    std::vector<Item> members_;
    std::priority_queue<Way, std::vector<Way>, std::greater<>> open_;
    std::set<Steps> seen_;
    // Of the way at hand: what the members become, each once and none below another; and those that go.
    std::vector<Item> targets_, dropped_;
};

}  // namespace shoal::generalize
