// Prices that press the bound down: the Lagrangian multipliers of "every row in one group only".
//
// For prices p the bound is sum p + sum of the profits of all patterns. Where a row is in the best set of several patterns its
// price is too low, where it is in none it is too high: subgradient steps move it. Only the patterns of a pool take part;
// the others are priced now and then, when the prices have settled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/certificate/profitable.hpp"
#include "shoal/control.hpp"

namespace shoal::certificate {

class Multipliers {
public:
    // Starts from what each distinct row keeps in a release; `kept` is what all rows keep. All are counted in the same parts, so
    // many of which are one item or cell.
    Multipliers(std::span<const std::int32_t> weights, std::int64_t k, std::vector<double> prices, double kept, double parts = 1);

    // What a row keeps with each pattern, and its distinct rows; of all patterns, those of an earlier call too.
    void use(std::vector<double> worths, const Rows& extents);

    // At most this many steps, fewer when the bound over the pool has settled or the time is up. Leaves the best prices.
    void step(int steps, const Control& control);
    // So that the next steps are long again.
    void restart();
    // A better release brings a better aim.
    void aim_at(double kept) { kept_ = kept; }

    const std::vector<double>& prices() const { return prices_; }
    // Of each pattern of the pool, at the prices of the last step; those that could not be positive have a bound below 0.
    const std::vector<double>& profits() const { return profits_; }
    // Rounded up to parts of an item.
    std::vector<Price> rounded() const;

private:
    // The bound over the pool; fills profits_ and surplus_.
    double evaluate();
    void take_cheapest(std::size_t pattern, std::span<const std::int32_t> rows, double worth);

    struct Offer {
        double price;
        std::int32_t row;
    };

    const std::span<const std::int32_t> weights_;
    const std::int64_t k_;
    double kept_;
    const double noticed_;     // a smaller change of the bound counts as none
    std::vector<double> prices_, best_prices_;
    double best_ = 0;
    bool fresh_ = true;        // nothing evaluated since the pool changed
    double length_ = 1;        // of the steps, as a share of what is missing to the release
    int stalled_ = 0;          // steps without a better bound
    std::vector<double> worths_;
    const Rows* extents_ = nullptr;
    std::vector<double> profits_;
    std::vector<double> sleeps_until_;  // a pattern whose profit is too low is left alone until prices fell this much
    double fallen_ = 0;                 // how much any price can have fallen so far
    std::vector<double> surplus_;       // per row: its copies less those in best sets
    std::vector<Offer> offers_;
};

}  // namespace shoal::certificate
