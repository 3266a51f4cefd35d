#include "shoal/table/profitable_sets.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>


namespace shoal::table {
namespace {

// Rows come dearest first.
class ProfitVisitor : public SetVisitor {
public:
    ProfitVisitor(std::span<const std::int32_t> weights, std::int64_t k, std::span<const Cost> prices, Cost least,
                  std::atomic<std::int64_t>& room)
        : weights_(weights), k_(k), prices_(prices), least_(least), room_(room) {}

    void visit(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t> rows) override {
        Cost profit = 0;
        std::int64_t taken = 0;
        for (std::int32_t r : rows) {
            const Cost gain = prices_[r] - cost;
            if (gain <= 0 && taken >= k_) break;
            const std::int64_t copies = gain > 0 ? weights_[r] : std::min<std::int64_t>(weights_[r], k_ - taken);
            profit += gain * copies;
            taken += copies;
        }
        found_.visited += static_cast<std::int64_t>(rows.size());
        if (profit > 0) found_.total += profit;
        if (profit <= least_ || (room_ -= static_cast<std::int64_t>(rows.size())) < 0) return;
        found_.nodes.push(nodes);
        found_.costs.push_back(cost);
        found_.profits.push_back(profit);
        found_.extents.push(rows);
    }

    bool worthwhile(std::span<const std::int32_t> rows, Cost so_far, std::span<const Cost> rest) override {
        Cost profit = 0;
        std::int64_t taken = 0;
        losses_.clear();
        for (std::int32_t r : rows) {
            const Cost most = prices_[r] - so_far;
            if (most <= 0 && taken >= k_) break;
            const Cost gain = most - rest[r];
            if (gain > 0) {
                profit += gain * weights_[r];
                taken += weights_[r];
                if (taken >= k_ && profit > least_) return true;
            } else {
                losses_.emplace_back(-gain, weights_[r]);
            }
        }
        if (taken < k_) {
            std::ranges::sort(losses_);
            for (const auto& [loss, weight] : losses_) {
                const std::int64_t copies = std::min<std::int64_t>(weight, k_ - taken);
                profit -= loss * copies;
                taken += copies;
                if (taken >= k_ || profit <= least_) break;
            }
        }
        return profit > least_;
    }

    ProfitableSets& found() { return found_; }

private:
    const std::span<const std::int32_t> weights_;
    const std::int64_t k_;
    const std::span<const Cost> prices_;
    const Cost least_;
    std::atomic<std::int64_t>& room_;  // for the rows of sets, all visitors together
    std::vector<std::pair<Cost, std::int32_t>> losses_;
    ProfitableSets found_;
};

// One order, whichever thread found what: cheapest first, then the larger, then by nodes.
ProfitableSets cheapest_first(std::span<const std::unique_ptr<ProfitVisitor>> visitors) {
    struct Place {
        Cost cost;
        const ProfitableSets* found;
        std::int64_t at;
    };
    std::vector<Place> places;
    ProfitableSets all;
    for (const auto& visitor : visitors) {
        const ProfitableSets& found = visitor->found();
        all.total += found.total;
        all.visited += found.visited;
        for (std::size_t s = 0; s < found.costs.size(); ++s) places.push_back({found.costs[s], &found, static_cast<std::int64_t>(s)});
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        if (a.cost != b.cost) return a.cost < b.cost;
        const auto left = a.found->extents[a.at], right = b.found->extents[b.at];
        if (left.size() != right.size()) return left.size() > right.size();
        return std::ranges::lexicographical_compare(a.found->nodes[a.at], b.found->nodes[b.at]);
    });
    for (const Place& place : places) {
        all.nodes.push(place.found->nodes[place.at]);
        all.costs.push_back(place.cost);
        all.profits.push_back(place.found->profits[place.at]);
        all.extents.push(place.found->extents[place.at]);
    }
    return all;
}

class CheapestVisitor : public SetVisitor {
public:
    explicit CheapestVisitor(std::vector<std::atomic<Cost>>& costs) : costs_(costs) {}

    void visit(std::span<const std::int32_t>, Cost cost, std::span<const std::int32_t> rows) override {
        for (std::int32_t r : rows) {
            Cost known = costs_[r].load(std::memory_order_relaxed);
            while (cost < known && !costs_[r].compare_exchange_weak(known, cost, std::memory_order_relaxed)) continue;
        }
    }
    bool worthwhile(std::span<const std::int32_t> rows, Cost so_far, std::span<const Cost> rest) override {
        return std::ranges::any_of(rows, [&](std::int32_t r) { return so_far + rest[r] < costs_[r].load(std::memory_order_relaxed); });
    }

private:
    std::vector<std::atomic<Cost>>& costs_;
};

template <class Visitor>
std::vector<SetVisitor*> borrowed(std::span<const std::unique_ptr<Visitor>> visitors) {
    std::vector<SetVisitor*> all;
    for (const auto& visitor : visitors) all.push_back(visitor.get());
    return all;
}

}  // namespace

std::optional<ProfitableSets> find_profitable_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t min_support,
                                    std::span<const Cost> prices, Cost least, SetLimits limits, int threads,
                                    const Control& control) {
    std::vector<std::int32_t> order(prices.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](std::int32_t r) { return prices[r]; });
    WeightedRows dearest_first;
    std::vector<Cost> descending;
    for (std::int32_t r : order) {
        dearest_first.rows.push(rows.rows[r]);
        dearest_first.weights.push_back(rows.weights[r]);
        descending.push_back(prices[r]);
    }
    std::atomic<std::int64_t> room = limits.kept;
    std::vector<std::unique_ptr<ProfitVisitor>> visitors;
    for (int t = 0; t < threads; ++t)
        visitors.push_back(std::make_unique<ProfitVisitor>(dearest_first.weights, k, descending, least, room));
    const auto all = borrowed<ProfitVisitor>(visitors);
    if (!visit_closed_sets(table, dearest_first, min_support, limits.visited, all, control) || room < 0) return std::nullopt;
    ProfitableSets found = cheapest_first(visitors);
    for (auto& r : found.extents.items) r = order[r];
    return found;
}

bool cheapest_sets(const View& table, const WeightedRows& rows, std::int64_t k, std::int64_t most_entries, int threads,
                   std::vector<Cost>& costs, const Control& control) {
    std::vector<std::atomic<Cost>> shared(costs.size());
    for (std::size_t r = 0; r < costs.size(); ++r) shared[r] = costs[r];
    std::vector<std::unique_ptr<CheapestVisitor>> visitors;
    for (int t = 0; t < threads; ++t) visitors.push_back(std::make_unique<CheapestVisitor>(shared));
    const auto all = borrowed<CheapestVisitor>(visitors);
    if (!visit_closed_sets(table, rows, k, most_entries, all, control)) return false;
    for (std::size_t r = 0; r < costs.size(); ++r) costs[r] = shared[r];
    return true;
}

}  // namespace shoal::table
