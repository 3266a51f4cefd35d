#include "shoal/certificate/profitable.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>

#include "longest_visitor.hpp"
#include "shoal/mining/extents.hpp"

namespace shoal::certificate {
namespace {

class ProfitVisitor : public mining::ExtentVisitor {
public:
    ProfitVisitor(std::span<const std::int32_t> weights, std::int64_t k, std::span<const Price> prices, std::int64_t least,
                  std::atomic<std::int64_t>& room, LongestVisitor* longest)
        : weights_(weights), k_(k), prices_(prices), least_(least), room_(room), longest_(longest) {}

    // The rows come cheapest first.
    bool visit(const mining::Visited& at) override {
        const auto worth = static_cast<std::int64_t>(at.pattern.size()) * unit;
        const std::int64_t reach = std::max(worth, at.reach * unit);  // what a row could be worth below
        std::int64_t rows = 0, profit = 0, profit_below = 0;
        for (std::int32_t r : at.rows) {
            const std::int64_t price = prices_[r];
            const std::int64_t missing = k_ - rows;
            if (missing <= 0 && price >= reach) break;
            const std::int64_t weight = weights_[r];
            profit += (price < worth ? weight : std::clamp<std::int64_t>(missing, 0, weight)) * (worth - price);
            profit_below += (price < reach ? weight : std::min(missing, weight)) * (reach - price);
            rows += weight;
        }
        found_.visited += static_cast<std::int64_t>(at.rows.size());
        if (profit > 0) found_.total += profit;
        if (profit > least_) keep(at, profit);
        profitable_below_ = profit_below > least_;
        const bool longer_below = longest_ != nullptr && longest_->visit(at);
        return profitable_below_ || longer_below;
    }

    bool wants_room() const override { return !profitable_below_; }
    bool fits(const mining::Visited& at, std::span<const std::int32_t> room) override { return longest_->fits(at, room); }

    Profitable& found() { return found_; }

private:
    void keep(const mining::Visited& at, std::int64_t profit) {
        std::int64_t support = 0;
        for (std::int32_t r : at.rows) support += weights_[r];
        if ((room_ -= support) < 0) return;
        found_.patterns.push(at.pattern);
        std::sort(found_.patterns.items.begin() + found_.patterns.offsets[found_.profits.size()], found_.patterns.items.end());
        found_.extents.push(at.rows);
        found_.profits.push_back(profit);
    }

    const std::span<const std::int32_t> weights_;
    const std::int64_t k_;
    const std::span<const Price> prices_;
    const std::int64_t least_;
    std::atomic<std::int64_t>& room_;  // for the rows of patterns, all visitors together
    LongestVisitor* const longest_;    // sees the same patterns
    bool profitable_below_ = false;
    Profitable found_;
};

// One order, whichever thread found what.
Profitable by_items(std::span<const std::unique_ptr<ProfitVisitor>> visitors) {
    struct Place {
        const Profitable* found;
        std::int64_t at;
    };
    std::vector<Place> places;
    Profitable all;
    for (const auto& visitor : visitors) {
        const Profitable& found = visitor->found();
        all.total += found.total;
        all.visited += found.visited;
        for (std::int64_t p = 0; p < found.patterns.size(); ++p) places.push_back({&found, p});
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::ranges::lexicographical_compare(a.found->patterns[a.at], b.found->patterns[b.at]);
    });
    for (const Place& place : places) {
        all.patterns.push(place.found->patterns[place.at]);
        all.extents.push(place.found->extents[place.at]);
        all.profits.push_back(place.found->profits[place.at]);
    }
    return all;
}

// The data as the visitors want it.
struct CheapestFirst {
    CheapestFirst(const WeightedRows& data, std::span<const Price> prices) : order(data.weights.size()) {
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](std::int32_t r) { return prices[r]; });
        for (std::int32_t r : order) {
            rows.rows.push(data.rows[r]);
            rows.weights.push_back(data.weights[r]);
            ascending.push_back(prices[r]);
        }
    }

    std::vector<std::int32_t> order;
    WeightedRows rows;
    std::vector<Price> ascending;
};

std::optional<Profitable> search(const CheapestFirst& data, Item item_count, std::int64_t k, std::int64_t min_support, std::int64_t least,
                                 PricingLimits limits, int threads, LongestVisitor* longest, const Control& control) {
    std::atomic<std::int64_t> room = limits.kept;
    std::vector<std::unique_ptr<ProfitVisitor>> visitors;
    std::vector<mining::ExtentVisitor*> borrowed;
    for (int t = 0; t < threads; ++t) {
        visitors.push_back(std::make_unique<ProfitVisitor>(data.rows.weights, k, data.ascending, least, room, longest));
        borrowed.push_back(visitors.back().get());
    }
    const bool complete = mining::visit_closed(data.rows, item_count, min_support, limits.visited, borrowed, control);
    if (!complete || room < 0) return std::nullopt;
    Profitable found = by_items(visitors);
    for (auto& r : found.extents.items) r = data.order[r];
    return found;
}

}  // namespace

Price to_price(double items) {
    return static_cast<Price>(std::min(std::ceil(items * static_cast<double>(unit)), static_cast<double>(INT32_MAX)));
}

std::optional<Profitable> find_profitable(const WeightedRows& data, Item item_count, std::int64_t k, std::int64_t min_support,
                                          std::span<const Price> prices, std::int64_t least, PricingLimits limits, int threads,
                                          const Control& control) {
    return search(CheapestFirst(data, prices), item_count, k, min_support, least, limits, threads, nullptr, control);
}

std::optional<Profitable> find_profitable_and_longest(const WeightedRows& data, Item item_count, std::int64_t k,
                                                      std::span<const Price> prices, PricingLimits limits,
                                                      std::vector<std::int32_t>& lengths, const Control& control) {
    const CheapestFirst sorted(data, prices);
    std::vector<std::int32_t> sorted_lengths;
    for (std::int32_t r : sorted.order) sorted_lengths.push_back(lengths[r]);
    LongestVisitor longest(sorted_lengths);
    auto found = search(sorted, item_count, k, k, 0, limits, 1, &longest, control);
    for (std::size_t r = 0; r < sorted.order.size(); ++r) lengths[sorted.order[r]] = sorted_lengths[r];
    return found;
}

}  // namespace shoal::certificate
