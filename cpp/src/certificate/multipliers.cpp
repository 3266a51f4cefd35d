#include "shoal/certificate/multipliers.hpp"

#include <algorithm>
#include <limits>

namespace shoal::certificate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int patience = 6;             // steps without a better bound before they get shorter
constexpr double shorter = 0.7;
constexpr double shortest = 0.003;      // steps that change nothing any more
constexpr double worth_noticing = 0.5;  // of an item or cell

}  // namespace

Multipliers::Multipliers(std::span<const std::int32_t> weights, std::int64_t k, std::vector<double> prices, double kept,
                         double parts)
    : weights_(weights), k_(k), kept_(kept), noticed_(worth_noticing * parts), prices_(std::move(prices)), surplus_(prices_.size()) {}

void Multipliers::use(std::vector<double> worths, const Rows& extents) {
    worths_ = std::move(worths);
    extents_ = &extents;
    profits_.assign(worths_.size(), 0);
    sleeps_until_.assign(profits_.size(), 0);
    fallen_ = 0;
    fresh_ = true;
}

void Multipliers::restart() {
    length_ = 1;
    stalled_ = 0;
}

void Multipliers::step(int steps, const Control& control) {
    for (int i = 0; i < steps && length_ >= shortest; ++i) {
        if (control.must_stop() && !fresh_) break;
        const double bound = evaluate();
        if (fresh_ || bound < best_) {
            stalled_ = fresh_ || bound < best_ - noticed_ ? 0 : stalled_ + 1;
            fresh_ = false;
            best_ = bound;
            best_prices_ = prices_;
        } else {
            ++stalled_;
        }
        if (stalled_ >= patience) {
            length_ *= shorter;
            stalled_ = 0;
        }
        double norm = 0;
        for (std::size_t r = 0; r < surplus_.size(); ++r) norm += surplus_[r] * surplus_[r] / weights_[r];
        if (norm == 0) break;  // every row in one best set: the bound is met
        const double step = length_ * std::max(bound - kept_, noticed_) / norm;
        double fall = 0;
        for (std::size_t r = 0; r < surplus_.size(); ++r) {
            const double price = std::max(0.0, prices_[r] - step * surplus_[r] / weights_[r]);
            fall = std::max(fall, prices_[r] - price);
            prices_[r] = price;
        }
        fallen_ += fall;
    }
    double fall = 0;
    for (std::size_t r = 0; r < prices_.size(); ++r) fall = std::max(fall, prices_[r] - best_prices_[r]);
    fallen_ += fall;
    prices_ = best_prices_;
}

double Multipliers::evaluate() {
    double bound = 0;
    for (std::size_t r = 0; r < prices_.size(); ++r) {
        surplus_[r] = weights_[r];
        bound += weights_[r] * prices_[r];
    }
    for (std::size_t p = 0; p < profits_.size(); ++p) {
        if (sleeps_until_[p] > fallen_) continue;
        const auto rows = (*extents_)[static_cast<std::int64_t>(p)];
        const double worth = worths_[p];
        std::int64_t cheaper = 0;
        double profit = 0, least_loss = infinity;
        for (std::int32_t r : rows) {
            const double gain = worth - prices_[r];
            if (gain <= 0) {
                least_loss = std::min(least_loss, -gain);
                continue;
            }
            cheaper += weights_[r];
            profit += gain * weights_[r];
        }
        const double most = profit - static_cast<double>(k_ - cheaper) * least_loss;
        if (cheaper >= k_) {
            profits_[p] = profit;
            for (std::int32_t r : rows)
                if (prices_[r] < worth) surplus_[r] -= weights_[r];
        } else if (most <= 0) {
            profits_[p] = most;  // not worth a closer look
        } else {
            take_cheapest(p, rows, worth);
        }
        if (profits_[p] > 0) bound += profits_[p];
        // The k cheapest rows can fall by k times as much as one price.
        else sleeps_until_[p] = fallen_ - profits_[p] / static_cast<double>(k_);
    }
    return bound;
}

void Multipliers::take_cheapest(std::size_t pattern, std::span<const std::int32_t> rows, double worth) {
    offers_.clear();
    for (std::int32_t r : rows) offers_.push_back({prices_[r], r});
    const std::size_t count = std::min(offers_.size(), static_cast<std::size_t>(k_));
    const auto end = offers_.begin() + static_cast<std::ptrdiff_t>(count);
    const auto cheaper = [](const Offer& a, const Offer& b) { return a.price != b.price ? a.price < b.price : a.row < b.row; };
    if (count < offers_.size()) std::nth_element(offers_.begin(), end, offers_.end(), cheaper);
    std::sort(offers_.begin(), end, cheaper);
    std::int64_t missing = k_;
    double profit = 0;
    std::size_t taken = 0;
    for (; taken < count && missing > 0; ++taken) {
        const std::int64_t copies = std::min<std::int64_t>(missing, weights_[offers_[taken].row]);
        profit += static_cast<double>(copies) * (worth - offers_[taken].price);
        missing -= copies;
    }
    profits_[pattern] = profit;
    if (profit <= 0) return;
    missing = k_;
    for (std::size_t i = 0; i < taken; ++i) {
        const std::int64_t copies = std::min<std::int64_t>(missing, weights_[offers_[i].row]);
        surplus_[offers_[i].row] -= static_cast<double>(copies);
        missing -= copies;
    }
}

std::vector<Price> Multipliers::rounded() const {
    std::vector<Price> prices(prices_.size());
    for (std::size_t r = 0; r < prices.size(); ++r) prices[r] = to_price(prices_[r]);
    return prices;
}

}  // namespace shoal::certificate
