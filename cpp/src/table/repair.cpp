#include "shoal/table/repair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "groups.hpp"
#include "parts.hpp"

namespace shoal::table {
namespace {

constexpr std::size_t most_neighbours = 64;   // groups that one exchanges rows with, in a round
constexpr std::size_t most_of_sets = 200;     // the same where sets are published: groups that share no node may share values
constexpr std::size_t most_of_kind = 2;       // rows of one kind that may leave a group, tried with those of another
constexpr std::size_t most_settled = 1'000'000;  // pairs of groups that are remembered: up to 50 MB
constexpr int rounds = 24;
constexpr int repeats = 8, rounds_of_repeat = 4;  // where groups that are published alike are one
constexpr double first_price = 1.0 / 64;      // of what a row lacks, in rows that tell nothing
constexpr double growth = 1.5;                // of the price, from round to round
constexpr double patience = 30;               // a row is suppressed if keeping it seems so much dearer: others may still mend it

bool publishes_sets(const View& table) {
    return std::ranges::any_of(table.columns, [](const Column& column) { return column.recoding == Recoding::set; });
}

class Repair {
public:
    Repair(const View& table, const Constraint& constraint, const Suppression& suppression, const std::vector<std::int32_t>& group_of_row,
           Control& control)
        : table_(table), constraint_(constraint), k_(constraint.least_rows()), suppression_(suppression),
          most_neighbours_(publishes_sets(table) ? most_of_sets : most_neighbours), control_(control),
          groups_(table, group_of_row), without_(groups_), other_(groups_) {
        for (const Column& column : table.columns) full_ += static_cast<double>(column.full_cost());
        Judge judge(constraint);
        for (std::int32_t g = 0; g < groups_.count(); ++g) {
            summaries_.push_back(judge.summary(groups_.members(g)));
            lacks_.push_back(constraint_.lacks(summaries_[g]));
        }
        if (suppression.most > 0) {
            out_ = groups_.add_suppressed();
            summaries_.push_back(constraint_.empty());
            lacks_.push_back(0);
        }
        kind_of_row_ = kinds_of_rows();
    }

    void run() {
        const std::int64_t done = control_.done, rows = table_.size();
        price_ = first_price * full_;
        raise_price(rounds, rows);
        if (suppression_.fill_up && out_ >= 0) fill_up();
        join_rest();
        // Groups that are published alike are one, which may lack what they did not.
        for (int again = 0; !constraint_.merge_keeps() && join_alike(); ++again) {
            if (again < repeats) raise_price(rounds_of_repeat, 0);
            join_rest();
        }
        control_.done = done + rows;
    }

    // Counts so many rows as done, over all rounds.
    void raise_price(int rounds, std::int64_t rows) {
        for (int round = 0; round < rounds && !control_.must_stop() && any_lack(); ++round) {
            for (std::int32_t g = 0; g < groups_.count(); ++g) {
                if (control_.must_stop()) break;
                if (g != out_ && groups_.size(g) > 0 && (lacks_[g] > 0 || groups_.each(g) > 0)) mend(g);
            }
            price_ *= growth;
            control_.done += rows / rounds;
        }
    }

    std::vector<std::int32_t> group_of_row() const {
        std::vector<std::int32_t> groups = groups_.group_of_row();
        for (std::int32_t& g : groups)
            if (g == out_) g = suppressed;
        return groups;
    }

private:
    struct Neighbour {
        double dearer;  // what both cost more as one group
        std::int32_t group;
    };
    struct Change {
        double gain = 1;  // what rounding makes is no gain
        std::int32_t leaves = no_row, comes = no_row;
    };
    struct Kind {  // the rows of a group that are the same to the constraint: the best of them to go elsewhere
        std::int32_t kind;
        std::vector<std::pair<double, std::int32_t>> rows;
    };

    bool any_lack() const {
        return std::ranges::any_of(lacks_, [](double lacks) { return lacks > 0; });
    }

    std::vector<std::int32_t> kinds_of_rows() const {
        std::vector<std::int32_t> order(static_cast<std::size_t>(table_.size())), kinds(order.size());
        std::iota(order.begin(), order.end(), 0);
        const auto less = [&](std::int32_t a, std::int32_t b) {
            for (std::int64_t d = 0; d < constraint_.demands(); ++d)
                if (constraint_.value(d, a) != constraint_.value(d, b)) return constraint_.value(d, a) < constraint_.value(d, b);
            return false;
        };
        std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) { return less(a, b) || (!less(b, a) && a < b); });
        std::int32_t kind = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i > 0 && less(order[i - 1], order[i])) ++kind;
            kinds[order[i]] = kind;
        }
        return kinds;
    }

    void mend(std::int32_t group) {
        find_neighbours(group, most_neighbours_);
        for (const Neighbour& near : neighbours_) {
            if (is_settled(group, near.group)) continue;
            while (exchange(group, near.group)) control_.poll();
            settle(group, near.group);
        }
        if (lacks_[group] > 0 && out_ >= 0) give_up(group);
        if (lacks_[group] > 0) merge(group);
    }

    // Whether nothing was to be gained between two groups that lack nothing, and neither has changed: nor is there at a higher price.
    bool is_settled(std::int32_t a, std::int32_t b) const {
        if (lacks_[a] > 0 || lacks_[b] > 0) return false;
        const auto known = settled_.find(pair_of(a, b));
        return known != settled_.end() && known->second == groups_.changes(a) + groups_.changes(b);
    }
    void settle(std::int32_t a, std::int32_t b) {
        if (lacks_[a] > 0 || lacks_[b] > 0 || (settled_.size() >= most_settled && !settled_.contains(pair_of(a, b)))) return;
        settled_[pair_of(a, b)] = groups_.changes(a) + groups_.changes(b);
    }
    static std::int64_t pair_of(std::int32_t a, std::int32_t b) { return (std::int64_t{std::min(a, b)} << 32) | std::max(a, b); }

    void find_neighbours(std::int32_t group, std::size_t most) {
        const auto cheaper = [](const Neighbour& a, const Neighbour& b) {
            return a.dearer != b.dearer ? a.dearer < b.dearer : a.group < b.group;
        };
        neighbours_.clear();
        for (std::int32_t h = 0; h < groups_.count(); ++h) {
            if (h == group || h == out_ || groups_.size(h) == 0) continue;
            const auto size = groups_.size(group) + groups_.size(h);
            const Cost apart = groups_.all(group) + groups_.all(h);
            // Among those found so far the dearest comes first: whatever is dearer still needs no closer look.
            const bool full = neighbours_.size() == most;
            const Cost limit = full ? (apart + static_cast<Cost>(neighbours_.front().dearer)) / size : INT64_MAX;
            const Cost each = groups_.each_of_both(group, h, limit);
            if (each > limit) continue;
            neighbours_.push_back({static_cast<double>(each * size - apart), h});
            std::ranges::push_heap(neighbours_, cheaper);
            if (!full) continue;
            std::ranges::pop_heap(neighbours_, cheaper);
            neighbours_.pop_back();
        }
        std::ranges::sort_heap(neighbours_, cheaper);
    }

    // The best change between two groups, if it gains anything: a row goes, a row comes, or both.
    bool exchange(std::int32_t group, std::int32_t other) {
        if (groups_.size(other) == 0 || groups_.size(group) == 0) return false;
        without_.look_at(group);
        other_.look_at(other);
        find_kinds(group, other, without_, here_);
        find_kinds(other, group, other_, there_);
        Change best;
        const double lacks = lacks_[group] + lacks_[other];
        for (const Kind& leave : here_)
            for (const Kind& come : there_) {
                const std::int32_t leaves = leave.rows.front().second, comes = come.rows.front().second;
                if (leaves == comes) continue;  // no row
                if (comes == no_row && groups_.size(group) <= k_) continue;
                if (leaves == no_row && groups_.size(other) <= k_) continue;
                double mended = 0;
                if (leave.kind != come.kind) {
                    // A rough look first: costs change about as if each row moved alone.
                    const double rough = leave.rows.front().first + come.rows.front().first;
                    if (-rough + price_ * lacks <= best.gain) continue;
                    mended = lacks - lacks_after(group, leaves, comes);
                    if (-rough + price_ * mended <= best.gain) continue;
                    mended -= lacks_after(other, comes, leaves);
                }
                cheapest(group, other, leave, come, mended * price_, best);
            }
        if (best.leaves == best.comes) return false;
        if (best.leaves != no_row) move(best.leaves, other);
        if (best.comes != no_row) move(best.comes, group);
        return true;
    }

    void cheapest(std::int32_t group, std::int32_t other, const Kind& leave, const Kind& come, double worth, Change& best) {
        const auto before = static_cast<double>(groups_.all(group) + groups_.all(other));
        for (const auto& [more_out, r] : leave.rows)
            for (const auto& [more_in, s] : come.rows) {
                const std::int64_t n = groups_.size(group) - (r != no_row) + (s != no_row), m = groups_.size(other) + (r != no_row) - (s != no_row);
                const double first = static_cast<double>(each(without_, group, r, s) * n);
                if (worth + before - first <= best.gain) continue;
                const double gain = worth + before - first - static_cast<double>(each(other_, other, s, r) * m);
                if (gain > best.gain) best = {gain, r, s};
            }
    }

    Cost each(const Without& seen, std::int32_t group, std::int32_t leaves, std::int32_t comes) const {
        if (leaves == no_row) return groups_.each_with(group, comes, INT64_MAX);
        return seen.each(leaves, comes);
    }

    double lacks_after(std::int32_t group, std::int32_t leaves, std::int32_t comes) {
        Summary& summary = summaries_[group];
        if (leaves != no_row) constraint_.remove(summary, leaves);
        if (comes != no_row) constraint_.add(summary, comes);
        const double lacks = constraint_.lacks(summary);
        if (comes != no_row) constraint_.remove(summary, comes);
        if (leaves != no_row) constraint_.add(summary, leaves);
        return lacks;
    }

    // Of each kind the rows that move to the other group at the least cost, and no row at all.
    void find_kinds(std::int32_t group, std::int32_t other, const Without& seen, std::vector<Kind>& kinds) {
        const std::int64_t n = groups_.size(group), m = groups_.size(other);
        std::size_t used = 0;
        const auto of = [&](std::int32_t kind) -> Kind& {
            for (std::size_t i = 0; i < used; ++i)
                if (kinds[i].kind == kind) return kinds[i];
            if (used == kinds.size()) kinds.emplace_back();
            kinds[used].rows.clear();
            kinds[used].kind = kind;
            return kinds[used++];
        };
        for (std::int32_t r : groups_.members(group)) {
            const auto leaves = static_cast<double>(seen.each(r) * (n - 1) - groups_.all(group));
            const auto joins = static_cast<double>(groups_.each_with(other, r, INT64_MAX) * (m + 1) - groups_.all(other));
            auto& rows = of(kind_of_row_[r]).rows;
            const std::pair<double, std::int32_t> one{leaves + joins, r};
            if (rows.size() == most_of_kind && !(one < rows.back())) continue;
            if (rows.size() == most_of_kind) rows.pop_back();
            rows.insert(std::ranges::upper_bound(rows, one), one);
        }
        of(-1).rows = {{0, no_row}};
        kinds.resize(used);
    }

    void move(std::int32_t row, std::int32_t to) {
        const std::int32_t from = groups_.group_of(row);
        constraint_.remove(summaries_[from], row);
        constraint_.add(summaries_[to], row);
        groups_.move(row, to);
        for (std::int32_t g : {from, to}) lacks_[g] = g == out_ ? 0 : constraint_.lacks(summaries_[g]);
    }

    // A row that is too dear to keep, or all of them.
    void give_up(std::int32_t group) {
        while (lacks_[group] > 0 && groups_.size(out_) < suppression_.most) {
            const std::int64_t n = groups_.size(group);
            Change best;
            if (n > k_) {
                without_.look_at(group);
                for (std::int32_t r : groups_.members(group)) {
                    const double mended = lacks_[group] - lacks_after(group, r, no_row);
                    const double gain = price_ * mended - patience * full_ + static_cast<double>(groups_.all(group) - without_.each(r) * (n - 1));
                    if (gain > best.gain) best = {gain, r, no_row};
                }
            }
            const double whole = price_ * lacks_[group] + static_cast<double>(groups_.all(group)) - patience * full_ * static_cast<double>(n);
            if (whole > best.gain && groups_.size(out_) + n <= suppression_.most) {
                const std::vector<std::int32_t> rows(groups_.members(group).begin(), groups_.members(group).end());
                for (std::int32_t r : rows) move(r, out_);
                return;
            }
            if (best.leaves == no_row) return;
            move(best.leaves, out_);
        }
    }

    void fill_up() {
        const Constraint enough = constraint_.before_repair();
        Judge judge(enough);
        while (groups_.size(out_) > 0 && groups_.size(out_) < suppression_.most && !judge.satisfied(groups_.members(out_))) {
            if (control_.must_stop()) return;
            Change best{-INFINITY};
            for (std::int32_t g = 0; g < groups_.count(); ++g) {
                if (g == out_ || groups_.size(g) <= k_ || groups_.each(g) == 0) continue;
                without_.look_at(g);
                for (std::int32_t r : groups_.members(g)) {
                    const double gain = static_cast<double>(groups_.all(g) - without_.each(r) * (groups_.size(g) - 1));
                    if (gain > best.gain && constraint_.without(summaries_[g], r)) best = {gain, r, no_row};
                }
            }
            if (best.leaves == no_row) return;
            move(best.leaves, out_);
        }
    }

    double lacks_of_both(std::int32_t group, std::int32_t other) const {
        Summary both = summaries_[group];
        constraint_.merge(both, summaries_[other]);
        return constraint_.lacks(both);
    }

    void merge(std::int32_t group) {
        double best = 0;
        std::int32_t with = -1;
        for (const auto& [dearer, h] : neighbours_) {
            if (groups_.size(h) == 0 || dearer - price_ * (lacks_[group] + lacks_[h]) >= best) continue;
            const double loss = dearer + price_ * (lacks_of_both(group, h) - lacks_[group] - lacks_[h]);
            if (loss < best) best = loss, with = h;
        }
        if (with >= 0) join(group, with);
    }

    void join(std::int32_t group, std::int32_t other) {
        constraint_.merge(summaries_[other], summaries_[group]);
        groups_.join(group, other);
        summaries_[group] = constraint_.empty();
        lacks_[group] = 0;
        lacks_[other] = constraint_.lacks(summaries_[other]);
    }

    // Whether there were groups that are published alike; now they are one.
    bool join_alike() {
        std::map<std::vector<std::uint64_t>, std::int32_t> known;
        bool any = false;
        for (std::int32_t g = 0; g < groups_.count(); ++g) {
            if (g == out_ || groups_.size(g) == 0) continue;
            const auto [first, is_new] = known.emplace(groups_.published(g), g);
            if (is_new) continue;
            join(g, first->second);
            any = true;
        }
        return any;
    }

    // No row is left that lacks anything: at worst all are one group.
    void join_rest() {
        for (bool all = false; !all;) {
            all = true;
            for (std::int32_t g = 0; g < groups_.count(); ++g) {
                if (lacks_[g] == 0) continue;
                if (control_.must_stop()) return join_all();
                find_neighbours(g, SIZE_MAX);
                double best = 0;
                std::int32_t with = -1;
                for (const auto& [dearer, h] : neighbours_) {
                    const double mended = lacks_[g] + lacks_[h] - lacks_of_both(g, h);
                    const double rate = mended <= 0 ? -1 / (dearer + 1) : mended / (dearer + 1);
                    if (with < 0 || rate > best) best = rate, with = h;
                }
                if (with < 0) return;
                join(g, with);
                all = false;
            }
        }
    }

    // The same with no time left to choose.
    void join_all() {
        std::int32_t all = -1;
        const auto take = [&](std::int32_t g) {
            if (g == out_ || groups_.size(g) == 0) return;
            if (all >= 0) join(g, all);
            else all = g;
        };
        for (std::int32_t g = 0; g < groups_.count(); ++g)
            if (lacks_[g] > 0) take(g);
        for (std::int32_t g = 0; all >= 0 && lacks_[all] > 0 && g < groups_.count(); ++g)
            if (g != all) take(g);
    }

    const View& table_;
    const Constraint constraint_;
    const std::int64_t k_;
    const Suppression suppression_;
    const std::size_t most_neighbours_;
    Control& control_;
    Groups groups_;
    Without without_, other_;
    double full_ = 0, price_ = 0;
    std::int32_t out_ = -2;  // the group of suppressed rows
    std::vector<Summary> summaries_;
    std::vector<double> lacks_;
    std::vector<std::int32_t> kind_of_row_;
    std::vector<Neighbour> neighbours_;
    std::unordered_map<std::int64_t, std::int64_t> settled_;  // how often both groups had changed by then
    std::vector<Kind> here_, there_;
};

}  // namespace

void repair(const View& table, const Constraint& constraint, const Suppression& suppression, std::vector<std::int32_t>& group_of_row,
            Control& control) {
    Repair work(table, constraint, suppression, group_of_row, control);
    work.run();
    group_of_row = work.group_of_row();
}

}  // namespace shoal::table
