#include <algorithm>
#include <numeric>

#include "shoal/table/gen_cover_cf.hpp"

namespace shoal::table {
namespace {

class Clusters {
public:
    Clusters(const View& table, Cover cover, std::int64_t k) : k_(k), sets_(std::move(cover)), cost_(table) {
        merged_into_.resize(sets_.size());
        std::iota(merged_into_.begin(), merged_into_.end(), 0);
        sets_of_row_.resize(static_cast<std::size_t>(table.size()));
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            costs_.push_back(cost_.each(sets_[s]));
            for (std::int32_t r : sets_[s]) sets_of_row_[r].push_back(static_cast<std::int32_t>(s));
        }
        seen_.assign(static_cast<std::size_t>(table.size()), -1);
    }

    // Leaves the row in one set.
    void settle(std::int32_t row) {
        std::vector<std::int32_t>& sets = sets_of_row_[row];
        for (std::int32_t& set : sets) set = current(set);
        std::ranges::sort(sets);
        sets.erase(std::ranges::unique(sets).begin(), sets.end());
        while (sets.size() > 1) {
            // It leaves a set that has more than k rows, the dearest of them.
            std::ptrdiff_t from = -1;
            for (std::size_t i = 0; i < sets.size(); ++i)
                if (size(sets[i]) > k_ && (from < 0 || costs_[sets[i]] > costs_[sets[from]])) from = static_cast<std::ptrdiff_t>(i);
            if (from >= 0) {
                std::erase(sets_[sets[from]], row);
                sets.erase(sets.begin() + from);
                continue;
            }
            merge(sets[0], sets[1]);
            sets.erase(sets.begin() + 1);
        }
    }

    Grouping grouping() const {
        Grouping made;
        made.group_of_row.resize(sets_of_row_.size());
        for (const auto& rows : sets_) {
            for (std::int32_t r : rows) made.group_of_row[r] = made.groups;
            made.groups += !rows.empty();
        }
        return made;
    }

private:
    std::int64_t size(std::int32_t set) const { return static_cast<std::int64_t>(sets_[set].size()); }

    std::int32_t current(std::int32_t set) {
        while (merged_into_[set] != set) set = merged_into_[set] = merged_into_[merged_into_[set]];
        return set;
    }

    // Two sets of k rows that share one: at most 2k - 1 rows together.
    void merge(std::int32_t a, std::int32_t b) {
        for (std::int32_t r : sets_[a]) seen_[r] = a;
        for (std::int32_t r : sets_[b])
            if (seen_[r] != a) sets_[a].push_back(r);
        for (std::int32_t r : sets_[a]) seen_[r] = -1;
        sets_[b].clear();
        merged_into_[b] = a;
        costs_[a] = cost_.each(sets_[a]);
    }

    const std::int64_t k_;
    Cover sets_;
    GroupCost cost_;
    std::vector<Cost> costs_;  // of each row of a set; as rows leave, at most
    std::vector<std::int32_t> merged_into_;
    std::vector<std::vector<std::int32_t>> sets_of_row_;
    std::vector<std::int32_t> seen_;
};

}  // namespace

Grouping cover_to_clusters(const View& table, Cover cover, std::int64_t k, const Control& control) {
    Clusters clusters(table, std::move(cover), k);
    for (std::int32_t r = 0; r < table.size(); ++r) {
        if (r % 1024 == 0) control.poll();
        clusters.settle(r);
    }
    return clusters.grouping();
}

}  // namespace shoal::table
