#include "shoal/table/moves.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "groups.hpp"
#include "parts.hpp"

namespace shoal::table {
namespace {

constexpr std::int32_t none = -1;

class Moves {
public:
    Moves(const View& table, const Constraint& constraint, const std::vector<std::int32_t>& group_of_row, const Control& control,
          Control* shown)
        : table_(table), constraint_(constraint), k_(constraint.least_rows()), any_rows_(constraint.rows_only()),
          more_keeps_(constraint.more_keeps()), control_(control), shown_(shown), groups_(table, group_of_row), without_(groups_), other_(groups_),
          cost_(table), last_best_(group_of_row.size(), none) {
        if (any_rows_) return;
        Judge judge(constraint);
        for (std::int32_t g = 0; g < groups_.count(); ++g) summaries_.push_back(judge.summary(groups_.members(g)));
    }

    void run(int rounds) {
        if (shown_ != nullptr) done_ = shown_->done;
        improve(rounds);
        if (shown_ == nullptr) return;
        shown_->done = done_ + rounds * table_.size();
        show_groups();
    }

    const std::vector<std::int32_t>& group_of_row() const { return groups_.group_of_row(); }

private:
    void improve(int rounds) {
        split_all();
        for (int round = 0; round < rounds && !control_.must_stop(); ++round) {
            order_groups();
            gained_ = 0;
            // After the first round only groups that have changed since their last turn.
            for (std::int32_t g = 0; g < groups_.count(); ++g) {
                if (control_.must_stop()) return;
                show(2 * round, g);
                if (turn_.size() <= static_cast<std::size_t>(g)) turn_.resize(static_cast<std::size_t>(g) + 1, -1);
                if (std::exchange(turn_[g], groups_.changes(g)) == groups_.changes(g)) continue;
                improve_rows(g);
            }
            dissolve_all(round);
            split_all();
            if (gained_ * 2000 < total()) break;  // what is left to gain is not worth a round
        }
    }

    // Half of a round is for the rows, the other half for groups to dissolve.
    void show(int halves, std::size_t groups) {
        if (shown_ == nullptr) return;
        const auto all = static_cast<double>(groups_.count());
        shown_->done = done_ + static_cast<std::int64_t>((halves + static_cast<double>(groups) / all) / 2 * static_cast<double>(table_.size()));
    }

    void show_groups() {
        if (shown_ == nullptr) return;
        std::int64_t found = 0;
        for (std::int32_t g = 0; g < groups_.count(); ++g) found += groups_.size(g) > 0;
        shown_->found = found;
    }

    Cost total() const {
        Cost sum = 0;
        for (std::int32_t g = 0; g < groups_.count(); ++g) sum += groups_.all(g);
        return sum;
    }

    // Groups by what their rows cost: where a row would pay too much, all later ones are too dear as well. The order is that of
    // the start of a round; a group that got cheaper since is found in the next.
    void order_groups() {
        by_cost_.resize(static_cast<std::size_t>(groups_.count()));
        std::iota(by_cost_.begin(), by_cost_.end(), 0);
        std::ranges::stable_sort(by_cost_, {}, [&](std::int32_t g) { return groups_.each(g); });
        floor_.resize(by_cost_.size());
        for (std::size_t i = 0; i < by_cost_.size(); ++i) floor_[i] = groups_.each(by_cost_[i]);
        show_groups();
    }

    void improve_rows(std::int32_t group) {
        if (groups_.size(group) == 0 || groups_.each(group) == 0) return;
        rows_.assign(groups_.members(group).begin(), groups_.members(group).end());
        without_.look_at(group);
        for (std::int32_t r : rows_) {
            const Cost without = without_.each(r);
            if (can_leave(r, group)) {
                const Cost gain = groups_.all(group) - without * (groups_.size(group) - 1);
                if (gain > 0 && move_away(r, gain)) {
                    without_.look_at(group);
                    continue;
                }
            }
            if (without < groups_.each(group) && swap_away(r, without)) without_.look_at(group);
        }
    }

    // Sizes tell all where only rows are asked for.
    bool can_leave(std::int32_t row, std::int32_t group) {
        return groups_.size(group) > k_ && (any_rows_ || constraint_.without(summaries_[group], row));
    }
    bool can_swap(std::int32_t row, std::int32_t comes) {
        if (any_rows_) return true;
        return constraint_.exchanged(summaries_[groups_.group_of(row)], row, comes) &&
               constraint_.exchanged(summaries_[groups_.group_of(comes)], comes, row);
    }
    void move(std::int32_t row, std::int32_t to) {
        if (!any_rows_) {
            constraint_.remove(summaries_[groups_.group_of(row)], row);
            constraint_.add(summaries_[to], row);
        }
        groups_.move(row, to);
    }

    // The group that a row joins at the least cost, if that is below `most`.
    std::int32_t cheapest_to_join(std::int32_t row, Cost& most, bool must_stay_satisfied = true) {
        std::int32_t& best = last_best_[row];
        // What was best before still is nearly so: with it most others need no closer look.
        const bool ask = must_stay_satisfied && !more_keeps_;
        if (best == none || !can_join(row, best, most, ask)) best = none;
        for (std::size_t i = 0; i < by_cost_.size() && floor_[i] < most; ++i)
            if (can_join(row, by_cost_[i], most, ask)) best = by_cost_[i];
        return best;
    }

    // Whether the row adds less than `most` to the group; then that is what it adds.
    bool can_join(std::int32_t row, std::int32_t group, Cost& most, bool ask) {
        const std::int64_t size = groups_.size(group);
        if (groups_.each(group) >= most || size == 0 || group == groups_.group_of(row)) return false;
        const Cost limit = (most + groups_.all(group)) / (size + 1);
        const Cost joins = groups_.each_with(group, row, limit) * (size + 1) - groups_.all(group);
        if (joins >= most || (ask && !constraint_.with(summaries_[group], row))) return false;
        most = joins;
        return true;
    }

    bool move_away(std::int32_t row, Cost gain) {
        Cost joins = gain;
        const std::int32_t to = cheapest_to_join(row, joins);
        if (to == none) return false;
        gained_ += gain - joins;
        move(row, to);
        return true;
    }

    // A row goes where it adds least, and the best row from there comes instead.
    bool swap_away(std::int32_t row, Cost without) {
        const std::int32_t group = groups_.group_of(row);
        Cost joins = (groups_.each(group) - without) * groups_.size(group) + groups_.each(group);
        const std::int32_t to = cheapest_to_join(row, joins, false);
        if (to == none) return false;
        const Cost before = groups_.all(group) + groups_.all(to);
        other_.look_at(to);
        Cost best = before;
        std::int32_t comes = none;
        for (std::int32_t s : groups_.members(to)) {
            const Cost there = other_.each(s, row) * groups_.size(to);
            if (there >= best) continue;
            const Cost after = there + without_.each(row, s) * groups_.size(group);
            if (after >= best || !can_swap(row, s)) continue;
            best = after;
            comes = s;
        }
        if (comes == none) return false;
        gained_ += before - best;
        move(row, to);
        move(comes, group);
        return true;
    }

    // All rows of a group join others, if that costs less.
    void dissolve_all(int round) {
        order_groups();
        const std::vector<std::int32_t> dearest(by_cost_.rbegin(), by_cost_.rend());
        for (std::size_t i = 0; i < dearest.size(); ++i) {
            const std::int32_t g = dearest[i];
            if (control_.must_stop()) return;
            show(2 * round + 1, i);
            if (groups_.size(g) == 0 || groups_.size(g) >= 2 * k_ || groups_.each(g) == 0) continue;
            dissolve(g);
        }
    }

    void dissolve(std::int32_t group) {
        rows_.assign(groups_.members(group).begin(), groups_.members(group).end());
        const Cost budget = groups_.all(group);
        Cost spent = 0;
        std::size_t moved = 0;
        for (; moved < rows_.size(); ++moved) {
            Cost joins = budget - spent;
            const std::int32_t to = cheapest_to_join(rows_[moved], joins);
            if (to == none) break;
            spent += joins;
            move(rows_[moved], to);
        }
        if (moved == rows_.size()) {
            gained_ += budget - spent;
        } else {
            while (moved-- > 0) move(rows_[moved], group);
        }
    }

    void split_all() {
        for (std::int32_t g = 0; g < groups_.count(); ++g) {
            if (control_.must_stop()) return;
            while (groups_.size(g) >= 2 * k_ && groups_.each(g) > 0 && split(g)) control_.poll();
        }
    }

    // The best cut of a group along one column.
    bool split(std::int32_t group) {
        Cost best = groups_.all(group);
        cut_.clear();
        for (std::size_t c = 0; c < table_.columns.size(); ++c) {
            const Column& column = table_.columns[c];
            rows_.assign(groups_.members(group).begin(), groups_.members(group).end());
            const auto place = [&](std::int32_t r) {
                const std::int32_t leaf = table_[r][c];
                return column.recoding == Recoding::range ? column.positions[leaf] : leaf;
            };
            std::ranges::sort(rows_, [&](std::int32_t a, std::int32_t b) { return place(a) != place(b) ? place(a) < place(b) : a < b; });
            try_cuts(place, best);
        }
        if (cut_.empty()) return false;
        gained_ += groups_.all(group) - best;
        groups_.split(cut_);
        if (!any_rows_) {
            Judge judge(constraint_);
            summaries_[group] = judge.summary(groups_.members(group));
            summaries_.push_back(judge.summary(cut_));
        }
        return true;
    }

    // Between two values, or near the middle of one.
    template <class Place>
    void try_cuts(const Place& place, Cost& best) {
        const std::size_t k = static_cast<std::size_t>(k_), n = rows_.size();
        const std::span<const std::int32_t> rows(rows_);
        allow_cuts();
        int tried = 0;
        for (std::size_t at = k; at + k <= n && tried < most_cuts; ++at) {
            if (place(rows[at - 1]) == place(rows[at]) || !(any_rows_ || allowed_[at])) continue;
            ++tried;
            const Cost cost = cost_.all(rows.first(at)) + cost_.all(rows.subspan(at));
            if (cost >= best) continue;
            best = cost;
            cut_.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }

    // Where both parts of the rows satisfy the constraint.
    void allow_cuts() {
        if (any_rows_) return;
        allowed_ = satisfied_firsts(constraint_, rows_);
        const std::vector<std::int32_t> reversed(rows_.rbegin(), rows_.rend());
        const auto lasts = satisfied_firsts(constraint_, reversed);
        for (std::size_t at = 0; at < allowed_.size(); ++at) allowed_[at] &= lasts[rows_.size() - at];
    }

    static constexpr int most_cuts = 32;

    const View& table_;
    const Constraint constraint_;
    const std::int64_t k_;
    const bool any_rows_, more_keeps_;
    const Control& control_;
    Control* const shown_;
    std::int64_t done_ = 0;  // what was done before, as it is shown
    Groups groups_;
    std::vector<Summary> summaries_;  // of each group; none where rows are all that is asked for
    Without without_, other_;
    GroupCost cost_;
    std::vector<std::int32_t> by_cost_;
    std::vector<Cost> floor_;
    std::vector<std::int32_t> last_best_;  // by row: the group that was cheapest to join
    std::vector<std::int32_t> rows_, cut_;
    std::vector<std::uint8_t> allowed_;  // by number of rows before a cut
    Cost gained_ = 0;
    std::vector<std::int64_t> turn_;  // by group: the changes it had seen when it had its last turn
};

}  // namespace

void improve_by_moves(const View& table, const Constraint& constraint, int rounds, std::vector<std::int32_t>& group_of_row,
                      const Control& control, Control* shown) {
    Moves moves(table, constraint, group_of_row, control, shown);
    moves.run(rounds);
    group_of_row = moves.group_of_row();
    numbered_by_first_rows(group_of_row);
}

}  // namespace shoal::table
