#include "cheapest_first.hpp"

#include <algorithm>
#include <map>

namespace shoal::table {
namespace {

constexpr std::int32_t free_row = -1;

class CheapestFirst {
public:
    CheapestFirst(const ProfitableSets& sets, const WeightedRows& rows, const Constraint& constraint)
        : sets_(sets), weights_(rows.weights), constraint_(constraint), k_(constraint.least_rows()), judge_(constraint),
          set_of_row_(rows.weights.size(), free_row) {
        if (!constraint.rows_only()) copies_ = rows.copies();
    }

    std::vector<std::int32_t> run() {
        for (std::size_t s = 0; s < sets_.costs.size(); ++s) open(static_cast<std::int32_t>(s));
        if (constraint_.rows_only()) {
            join_open();
            fill_rest();
        } else {
            join_satisfied();
            fill_satisfied();
        }
        return std::move(set_of_row_);
    }

private:
    void open(std::int32_t set) {
        std::int64_t free = 0;
        for (std::int32_t r : sets_.extents[set])
            if (set_of_row_[r] == free_row) free += weights_[r];
        if (free < k_ || !(constraint_.rows_only() || will_do(set))) return;
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

    // Under constraints that ask for more than rows.

    bool will_do(std::int32_t set) {
        rows_.clear();
        for (std::int32_t r : sets_.extents[set])
            if (set_of_row_[r] == free_row) rows_.insert(rows_.end(), copies_[r].begin(), copies_[r].end());
        if (!judge_.satisfied(rows_)) return false;
        summaries_[set] = judge_.summary(rows_);
        return true;
    }
    void add(Summary& group, std::int32_t row) const {
        for (std::int32_t copy : copies_[row]) constraint_.add(group, copy);
    }
    void remove(Summary& group, std::int32_t row) const {
        for (std::int32_t copy : copies_[row]) constraint_.remove(group, copy);
    }

    void join_satisfied() {
        for (auto& [set, group] : summaries_)
            for (std::int32_t r : sets_.extents[set]) {
                if (set_of_row_[r] != free_row) continue;
                add(group, r);
                if (constraint_.satisfied(group)) set_of_row_[r] = set;
                else remove(group, r);
            }
    }

    // Rows that their groups can spare join those that tell nothing, dearest first, if they bring them nearer.
    void fill_satisfied() {
        std::vector<std::int32_t> dearest, rest_rows, moved;
        for (std::size_t r = 0; r < weights_.size(); ++r) {
            const auto row = static_cast<std::int32_t>(r);
            if (set_of_row_[r] != free_row) dearest.push_back(row);
            else rest_rows.insert(rest_rows.end(), copies_[row].begin(), copies_[row].end());
        }
        Summary rest = judge_.summary(rest_rows);
        double lacks = constraint_.lacks(rest);
        std::ranges::stable_sort(dearest, std::greater{}, [&](std::int32_t r) { return set_of_row_[r]; });
        for (std::size_t i = 0; i < dearest.size() && lacks > 0; ++i) {
            const std::int32_t r = dearest[i];
            Summary& group = summaries_.at(set_of_row_[r]);
            if (group.rows - weights_[r] < k_) continue;
            add(rest, r);
            remove(group, r);
            if (constraint_.lacks(rest) < lacks && constraint_.satisfied(group)) {
                lacks = constraint_.lacks(rest);
                moved.push_back(r);
            } else {
                remove(rest, r);
                add(group, r);
            }
        }
        if (lacks == 0)
            for (std::int32_t r : moved) set_of_row_[r] = free_row;
    }

    const ProfitableSets& sets_;
    const std::span<const std::int32_t> weights_;
    const Constraint constraint_;
    const std::int64_t k_;
    Judge judge_;
    Rows copies_;
    std::vector<std::int32_t> rows_;
    std::map<std::int32_t, Summary> summaries_;  // of the open sets, where more than rows is asked for
    std::vector<std::int32_t> set_of_row_;
    std::map<std::int32_t, std::int64_t> sizes_;  // of the open sets, cheapest first
};

}  // namespace

std::vector<std::int32_t> cheapest_first(const ProfitableSets& sets, const WeightedRows& rows, const Constraint& constraint) {
    return CheapestFirst(sets, rows, constraint).run();
}

}  // namespace shoal::table
