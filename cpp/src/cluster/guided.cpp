#include "shoal/cluster/guided.hpp"

#include <algorithm>
#include <numeric>

namespace shoal::cluster {
namespace {

constexpr std::int32_t free_row = -1;

class ByProfit {
public:
    ByProfit(const Holders& holders, std::int64_t k, std::span<const double> prices, std::span<const double> profits, double least,
             const Enough& enough)
        : holders_(holders), k_(k), prices_(prices), profits_(profits), least_(least), enough_(enough), group_of_row_(prices.size(), free_row),
          sizes_(holders.patterns(), 0) {}

    std::optional<std::vector<std::int32_t>> run() {
        open_profitable();
        open_best();
        if (!settle_rest()) return std::nullopt;
        return std::move(group_of_row_);
    }

private:
    void put(std::int32_t row, std::int32_t pattern) {
        group_of_row_[row] = pattern;
        ++sizes_[pattern];
    }

    void open_profitable() {
        std::vector<std::int32_t> order;
        for (std::int32_t p = 1; p < holders_.patterns(); ++p)
            if (profits_[p] > least_) order.push_back(p);
        std::ranges::stable_sort(order, std::greater{}, [&](std::int32_t p) { return profits_[p]; });
        for (std::int32_t p : order) try_open(p);
    }

    void try_open(std::int32_t pattern) {
        const auto worth = static_cast<double>(holders_.worth(pattern));
        cheap_.clear();
        dear_.clear();
        double profit = 0;
        for (std::int32_t r : holders_.rows_of(pattern)) {
            if (group_of_row_[r] != free_row) continue;
            if (prices_[r] <= worth) {
                cheap_.push_back(r);
                profit += worth - prices_[r];
            } else {
                dear_.push_back(r);
            }
        }
        const std::int64_t missing = std::max<std::int64_t>(0, k_ - static_cast<std::int64_t>(cheap_.size()));
        if (missing > static_cast<std::int64_t>(dear_.size())) return;
        const auto last = dear_.begin() + missing;
        std::partial_sort(dear_.begin(), last, dear_.end(), [&](std::int32_t a, std::int32_t b) {
            return prices_[a] != prices_[b] ? prices_[a] < prices_[b] : a < b;
        });
        for (auto r = dear_.begin(); r != last; ++r) profit += worth - prices_[*r];
        if (profit < 0) return;
        cheap_.insert(cheap_.end(), dear_.begin(), last);
        if (enough_ && !enough_(cheap_)) return;
        for (std::int32_t r : cheap_) put(r, pattern);
    }

    // PatternKa on the pool, for the rows that are still free. A row that holds a better open centre does not count.
    void open_best() {
        std::vector<std::int64_t> best(group_of_row_.size(), 0);
        for (std::size_t r = 0; r < best.size(); ++r)
            if (group_of_row_[r] == free_row) best[r] = holders_.worth(std::max(0, best_open(static_cast<std::int32_t>(r))));
        std::vector<std::int32_t> order(static_cast<std::size_t>(holders_.patterns()) - 1);
        std::iota(order.begin(), order.end(), 1);
        std::ranges::stable_sort(order, std::greater{}, [&](std::int32_t p) { return holders_.worth(p); });
        for (std::int32_t p : order) {
            if (sizes_[p] > 0) continue;
            const std::int64_t worth = holders_.worth(p);
            cheap_.clear();
            for (std::int32_t r : holders_.rows_of(p))
                if (group_of_row_[r] == free_row && best[r] < worth) cheap_.push_back(r);
            if (static_cast<std::int64_t>(cheap_.size()) < k_ || (enough_ && !enough_(cheap_))) continue;
            for (std::int32_t r : cheap_) put(r, p);
        }
    }

    // The rest joins the best open centre it holds, else it is suppressed: by at least k rows together.
    bool settle_rest() {
        for (std::size_t r = 0; r < group_of_row_.size(); ++r)
            if (group_of_row_[r] == free_row) put(static_cast<std::int32_t>(r), std::max(0, best_open(static_cast<std::int32_t>(r))));
        if (sizes_[0] == 0 || sizes_[0] >= k_) return true;
        std::vector<std::int32_t> order(group_of_row_.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](std::int32_t r) { return holders_.worth(group_of_row_[r]); });
        for (std::int32_t r : order) {
            const std::int32_t g = group_of_row_[r];
            if (g == 0 || sizes_[g] <= k_) continue;
            --sizes_[g];
            put(r, 0);
            if (sizes_[0] >= k_) return true;
        }
        return false;
    }

    std::int32_t best_open(std::int32_t row) const {
        for (std::int32_t p : holders_.patterns_of(row))
            if (sizes_[p] > 0) return p;
        return -1;
    }

    const Holders& holders_;
    const std::int64_t k_;
    const std::span<const double> prices_, profits_;
    const double least_;
    const Enough& enough_;
    std::vector<std::int32_t> group_of_row_;
    std::vector<std::int64_t> sizes_;
    std::vector<std::int32_t> cheap_, dear_;
};

}  // namespace

std::optional<std::vector<std::int32_t>> group_by_profit(const Holders& holders, std::int64_t k, std::span<const double> prices,
                                                         std::span<const double> profits, double least, const Enough& enough) {
    return ByProfit(holders, k, prices, profits, least, enough).run();
}

}  // namespace shoal::cluster
