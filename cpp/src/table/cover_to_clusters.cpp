#include <algorithm>
#include <numeric>

#include "shoal/table/gen_cover_cf.hpp"

namespace shoal::table {
namespace {

class Clusters {
public:
    Clusters(const View& table, Cover cover, const Constraint& constraint)
        : table_(table), constraint_(constraint), sets_(std::move(cover)), cost_(table), judge_(constraint) {
        merged_into_.resize(sets_.size());
        std::iota(merged_into_.begin(), merged_into_.end(), 0);
        sets_of_row_.resize(static_cast<std::size_t>(table.size()));
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            costs_.push_back(cost_.each(sets_[s]));
            if (!constraint.rows_only()) summaries_.push_back(judge_.summary(sets_[s]));
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
            // It leaves a set that can spare it, the dearest of them.
            std::ptrdiff_t from = -1;
            for (std::size_t i = 0; i < sets.size(); ++i)
                if ((from < 0 || costs_[sets[i]] > costs_[sets[from]]) && can_leave(row, sets[i])) from = static_cast<std::ptrdiff_t>(i);
            if (from >= 0) {
                std::erase(sets_[sets[from]], row);
                if (!constraint_.rows_only()) constraint_.remove(summaries_[sets[from]], row);
                sets.erase(sets.begin() + from);
                continue;
            }
            merge(sets[0], sets[1]);
            sets.erase(sets.begin() + 1);
        }
    }

    // Sets that shared rows may be too little without them, and merged ones too much.
    void merge_unsatisfied() {
        if (constraint_.more_keeps()) return;
        std::vector<std::int32_t> order;
        for (std::size_t s = 0; s < sets_.size(); ++s)
            if (!sets_[s].empty()) order.push_back(static_cast<std::int32_t>(s));
        std::ranges::stable_sort(order, [&](std::int32_t a, std::int32_t b) {  // neighbours are alike
            return std::ranges::lexicographical_compare(table_[sets_[a][0]], table_[sets_[b][0]]);
        });
        std::vector<std::int32_t> done;
        for (std::int32_t s : order) {
            if (!done.empty() && !constraint_.satisfied(summaries_[done.back()])) merge(done.back(), s);
            else done.push_back(s);
        }
        while (done.size() > 1 && !constraint_.satisfied(summaries_[done.back()])) {
            merge(done[done.size() - 2], done.back());
            done.pop_back();
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
    bool can_leave(std::int32_t row, std::int32_t set) {
        if (static_cast<std::int64_t>(sets_[set].size()) <= constraint_.least_rows()) return false;
        return constraint_.rows_only() || constraint_.without(summaries_[set], row);
    }

    std::int32_t current(std::int32_t set) {
        while (merged_into_[set] != set) set = merged_into_[set] = merged_into_[merged_into_[set]];
        return set;
    }

    // Two sets of k rows that share one have at most 2k - 1 rows together.
    void merge(std::int32_t a, std::int32_t b) {
        for (std::int32_t r : sets_[a]) seen_[r] = a;
        for (std::int32_t r : sets_[b])
            if (seen_[r] != a) sets_[a].push_back(r);
        for (std::int32_t r : sets_[a]) seen_[r] = -1;
        sets_[b].clear();
        merged_into_[b] = a;
        costs_[a] = cost_.each(sets_[a]);
        if (!constraint_.rows_only()) summaries_[a] = judge_.summary(sets_[a]);
    }

    const View& table_;
    const Constraint constraint_;
    Cover sets_;
    GroupCost cost_;
    Judge judge_;
    std::vector<Summary> summaries_;  // of each set; none where rows are all that is asked for
    std::vector<Cost> costs_;  // of each row of a set; as rows leave, at most
    std::vector<std::int32_t> merged_into_;
    std::vector<std::vector<std::int32_t>> sets_of_row_;
    std::vector<std::int32_t> seen_;
};

}  // namespace

Grouping cover_to_clusters(const View& table, Cover cover, const Constraint& constraint, const Control& control) {
    Clusters clusters(table, std::move(cover), constraint);
    for (std::int32_t r = 0; r < table.size(); ++r) {
        if (r % 1024 == 0) control.poll();
        clusters.settle(r);
    }
    clusters.merge_unsatisfied();
    return clusters.grouping();
}

}  // namespace shoal::table
