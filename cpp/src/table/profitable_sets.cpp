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
                  bool add_up, std::atomic<std::int64_t>& room)
        : weights_(weights), k_(k), prices_(prices), least_(least), add_up_(add_up), room_(room) {}

    void visit(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t> rows) override {
        Cost profit = 0;
        std::int64_t taken = 0;
        for (std::int32_t r : rows) {
            const Cost gain = prices_[r] - cost;
            if (taken >= k_ && (gain <= 0 || (!add_up_ && profit > least_))) break;
            const std::int64_t copies = gain > 0 ? weights_[r] : std::min<std::int64_t>(weights_[r], k_ - taken);
            profit += gain * copies;
            taken += copies;
        }
        if (profit > 0) found_.total += profit;
        if (profit <= least_ || (room_ -= static_cast<std::int64_t>(rows.size())) < 0) return;
        found_.costs.push_back(cost);
        found_.nodes.push_back(found_.lists.push(nodes));
        extents_.push_back(rows_.push(rows));
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

    // With rows under the numbers that `order` gives them.
    ProfitableSets take(std::span<const std::int32_t> order) {
        rows_.change_all([&](std::int32_t r) { return order[r]; });
        found_.extents = std::move(extents_);
        found_.lists.take(std::move(rows_));
        return std::move(found_);
    }

private:
    const std::span<const std::int32_t> weights_;
    const std::int64_t k_;
    const std::span<const Cost> prices_;
    const Cost least_;
    const bool add_up_;
    std::atomic<std::int64_t>& room_;  // for the rows of sets, all visitors together
    std::vector<std::pair<Cost, std::int32_t>> losses_;
    ProfitableSets found_;
    Blocks rows_;
    std::vector<std::span<const std::int32_t>> extents_;
};

// One order, whichever thread found what: cheapest first, then the larger, then by nodes.
ProfitableSets cheapest_first(std::vector<ProfitableSets>&& parts) {
    struct Place {
        Cost cost;
        std::span<const std::int32_t> nodes, extent;
    };
    std::vector<Place> places;
    ProfitableSets all;
    for (ProfitableSets& part : parts) {
        all.total += part.total;
        for (std::size_t s = 0; s < part.costs.size(); ++s) places.push_back({part.costs[s], part.nodes[s], part.extents[s]});
        all.lists.take(std::move(part.lists));
    }
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        if (a.cost != b.cost) return a.cost < b.cost;
        if (a.extent.size() != b.extent.size()) return a.extent.size() > b.extent.size();
        return std::ranges::lexicographical_compare(a.nodes, b.nodes);
    });
    for (const Place& place : places) {
        all.costs.push_back(place.cost);
        all.nodes.push_back(place.nodes);
        all.extents.push_back(place.extent);
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
                                                   const Control& control, bool add_up) {
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
    std::atomic<std::int64_t> room = std::min(limits.kept, limits.room);
    std::vector<std::unique_ptr<ProfitVisitor>> visitors;
    for (int t = 0; t < threads; ++t)
        visitors.push_back(std::make_unique<ProfitVisitor>(dearest_first.weights, k, descending, least, add_up, room));
    const auto all = borrowed<ProfitVisitor>(visitors);
    // Whether too many were visited is asked first: that does not depend on memory.
    if (!visit_closed_sets(table, dearest_first, min_support, limits.visited, all, control)) return std::nullopt;
    if (room < 0 && limits.room < limits.kept) throw NoRoom();
    if (room < 0) return std::nullopt;
    std::vector<ProfitableSets> parts;
    for (auto& visitor : visitors) parts.push_back(visitor->take(order));
    return cheapest_first(std::move(parts));
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
