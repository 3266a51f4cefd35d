#include "cheapest_first.hpp"

#include <algorithm>
#include <map>

namespace shoal::table {
namespace {

constexpr std::int32_t free_row = -1;

class Greedy {
public:
    Greedy(const ProfitableSets& sets, std::span<const std::int32_t> weights, std::int64_t k)
        : sets_(sets), weights_(weights), k_(k), set_of_row_(weights.size(), free_row) {}

    std::vector<std::int32_t> run() {
        for (std::size_t s = 0; s < sets_.costs.size(); ++s) open(static_cast<std::int32_t>(s));
        join_open();
        fill_rest();
        return std::move(set_of_row_);
    }

private:
    void open(std::int32_t set) {
        std::int64_t free = 0;
        for (std::int32_t r : sets_.extents[set])
            if (set_of_row_[r] == free_row) free += weights_[r];
        if (free < k_) return;
        for (std::int32_t r : sets_.extents[set])
            if (set_of_row_[r] == free_row) set_of_row_[r] = set;
        sizes_[set] = free;
    }

    // Rows that are left join the cheapest group they fit.
    void join_open() {
        for (auto& [set, size] : sizes_)
            for (std::int32_t r : sets_.extents[set]) {
                if (set_of_row_[r] != free_row) continue;
                set_of_row_[r] = set;
                size += weights_[r];
            }
    }

    // Rows that fit no group tell nothing, and need others to hide with: surplus rows, dearest first, or a whole group.
    void fill_rest() {
        std::int64_t rest = 0;
        for (std::size_t r = 0; r < weights_.size(); ++r)
            if (set_of_row_[r] == free_row) rest += weights_[r];
        if (rest == 0 || rest >= k_) return;
        std::vector<std::int32_t> dearest;
        for (std::size_t r = 0; r < weights_.size(); ++r)
            if (set_of_row_[r] != free_row) dearest.push_back(static_cast<std::int32_t>(r));
        std::ranges::stable_sort(dearest, std::greater{}, [&](std::int32_t r) { return set_of_row_[r]; });
        std::vector<std::int32_t> moved;
        std::map<std::int32_t, std::int64_t> sizes = sizes_;
        for (std::int32_t r : dearest) {
            std::int64_t& size = sizes[set_of_row_[r]];
            if (size - weights_[r] < k_) continue;
            size -= weights_[r];
            rest += weights_[r];
            moved.push_back(r);
            if (rest >= k_) break;
        }
        if (rest >= k_) {
            for (std::int32_t r : moved) set_of_row_[r] = free_row;
        } else if (!dearest.empty()) {
            const std::int32_t last = set_of_row_[dearest[0]];
            std::ranges::replace(set_of_row_, last, free_row);
        }
    }

    const ProfitableSets& sets_;
    const std::span<const std::int32_t> weights_;
    const std::int64_t k_;
    std::vector<std::int32_t> set_of_row_;
    std::map<std::int32_t, std::int64_t> sizes_;  // of the open sets, cheapest first
};

}  // namespace

std::vector<std::int32_t> cheapest_first(const ProfitableSets& sets, std::span<const std::int32_t> weights, std::int64_t k) {
    return Greedy(sets, weights, k).run();
}

}  // namespace shoal::table
