#include "shoal/table/sweep.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "cheapest_first.hpp"
#include "copies.hpp"
#include "parts.hpp"
#include "pattern_guard.hpp"
#include "shoal/certificate/multipliers.hpp"
#include "shoal/certificate/pool.hpp"
#include "shoal/cluster/guided.hpp"
#include "shoal/cluster/local_search.hpp"
#include "shoal/table/mondrian.hpp"
#include "shoal/table/moves.hpp"
#include "shoal/table/repair.hpp"
#include "shoal/thread_pool.hpp"
#include "sweep_parts.hpp"

namespace shoal::table {
namespace {

constexpr double worth_a_try = -0.25;  // a pattern may miss its rows' prices by this much of a cell each

class TableSweep {
public:
    TableSweep(const View& table, const SweepOptions& options, const Control& control)
        : table_(table), options_(options), k_(options.constraint.least_rows()), control_(control), data_(distinct_rows(table)),
          copies_(data_.copies()) {
        for (const Column& column : table.columns) full_ += column.full_cost();
        pool_.add({}, {});  // to tell nothing
        costs_.push_back(full_);
    }

    void keep(const std::vector<std::int32_t>& groups) {
        best_ = centres_of(groups);
        // Groups with the same pattern are one.
        if (!options_.constraint.merge_keeps()) close_unsatisfied(options_.constraint, worths(), best_);
        kept_ = kept(best_);
    }

    // The cheapest pattern first; false when there are too many patterns.
    bool start() {
        best_.assign(data_.distinct_of_row.size(), 0);
        kept_ = 0;
        const auto sets = find(prices_of(best_), 0);
        if (!sets) return false;
        const auto set_of_row = cheapest_first(*sets, data_, options_.constraint);
        std::map<std::int32_t, std::int32_t> number{{-1, 0}};
        for (std::int32_t s : set_of_row)
            if (!number.contains(s)) number[s] = add(sets->nodes[s], sets->costs[s], sets->extents[s]);
        std::vector<std::int32_t> centre_of_row;
        for (std::int32_t d : data_.distinct_of_row) centre_of_row.push_back(number.at(set_of_row[d]));
        if (asks_more()) close_unsatisfied(options_.constraint, worths(), centre_of_row);
        take(std::move(centre_of_row));
        return true;
    }

    // False when there are too many patterns that could lift a group.
    bool improve(std::span<const double> multipliers) {
        if (!add_all(find(prices_of(best_), 0))) return false;
        if (!multipliers.empty()) add_all(find(rounded(multipliers), -k_ * (unit / 4)));
        const cluster::Holders holders(worths(), pool_.extents(), copies_, table_.size());
        search(holders, best_);
        guided(holders, multipliers);
        return true;
    }

    const std::vector<std::int32_t>& groups() const { return best_; }

private:
    // Adds the patterns of a grouping to the pool: the lowest nodes above each group.
    std::vector<std::int32_t> centres_of(const std::vector<std::int32_t>& groups) {
        const std::size_t width = table_.columns.size();
        const std::int32_t count = groups.empty() ? 0 : *std::ranges::max_element(groups) + 1;
        std::vector<std::int32_t> least(static_cast<std::size_t>(count) * width, INT32_MAX), greatest(least.size(), -1);
        for (std::size_t r = 0; r < groups.size(); ++r)
            for (std::size_t c = 0; c < width; ++c) {
                const std::size_t at = static_cast<std::size_t>(groups[r]) * width + c;
                least[at] = std::min(least[at], table_[static_cast<std::int64_t>(r)][c]);
                greatest[at] = std::max(greatest[at], table_[static_cast<std::int64_t>(r)][c]);
            }
        std::vector<std::int32_t> number(static_cast<std::size_t>(count), -1);
        for (std::int32_t g = 0; g < count; ++g) {
            if (greatest[static_cast<std::size_t>(g) * width] < 0) continue;  // no rows
            std::vector<std::int32_t> nodes(width);
            Cost cost = 0;
            for (std::size_t c = 0; c < width; ++c) {
                const std::size_t at = static_cast<std::size_t>(g) * width + c;
                nodes[c] = table_.columns[c].lowest_above(least[at], greatest[at]);
                cost += table_.columns[c].costs[nodes[c]];
            }
            number[g] = cost >= full_ ? 0 : add(nodes, cost, {});
        }
        std::vector<std::int32_t> centre_of_row;
        for (std::int32_t g : groups) centre_of_row.push_back(number[g]);
        return centre_of_row;
    }

    std::int32_t add(std::span<const std::int32_t> nodes, Cost cost, std::span<const std::int32_t> extent) {
        if (extent.empty() && !pool_.contains(nodes)) {
            const auto rows = rows_below(nodes);
            return add(nodes, cost, rows);
        }
        const std::int32_t number = pool_.add(nodes, extent);
        if (number == static_cast<std::int32_t>(costs_.size())) costs_.push_back(cost);
        return number;
    }

    std::vector<std::int32_t> rows_below(std::span<const std::int32_t> nodes) const {
        std::vector<std::int32_t> rows;
        for (std::int32_t d = 0; d < data_.size(); ++d) {
            const auto leaves = data_.rows[d];
            bool below = true;
            for (std::size_t c = 0; c < nodes.size() && below; ++c)
                below = table_.columns[c].first[nodes[c]] <= leaves[c] && leaves[c] < table_.columns[c].last[nodes[c]];
            if (below) rows.push_back(d);
        }
        return rows;
    }

    std::optional<ProfitableSets> find(std::span<const Cost> prices, Cost least) const {
        if (control_.must_stop()) return std::nullopt;
        return find_profitable_sets(table_, data_, k_, k_, prices, least, options_.limits, options_.threads, control_);
    }

    bool add_all(const std::optional<ProfitableSets>& sets) {
        if (!sets) return false;
        for (std::int32_t s = 0; s < sets->size(); ++s) add(sets->nodes[s], sets->costs[s], sets->extents[s]);
        return true;
    }

    // Of a distinct row whose copies cost differently, the most.
    std::vector<Cost> prices_of(const std::vector<std::int32_t>& centres) const {
        std::vector<Cost> prices(data_.weights.size(), 0);
        for (std::size_t r = 0; r < centres.size(); ++r) {
            Cost& price = prices[data_.distinct_of_row[r]];
            price = std::max(price, costs_[centres[r]]);
        }
        return prices;
    }
    std::vector<Cost> rounded(std::span<const double> multipliers) const {
        std::vector<Cost> prices(data_.weights.size());
        for (std::size_t r = 0; r < multipliers.size(); ++r) prices[data_.distinct_of_row[r]] = full_ - static_cast<Cost>(multipliers[r]);
        return prices;
    }

    std::vector<std::int64_t> worths() const {
        std::vector<std::int64_t> worths;
        for (Cost cost : costs_) worths.push_back(full_ - cost);
        return worths;
    }

    std::int64_t kept(const std::vector<std::int32_t>& centres) const {
        std::int64_t sum = 0;
        for (std::int32_t c : centres) sum += full_ - costs_[c];
        return sum;
    }

    void take(std::vector<std::int32_t>&& centres) {
        const std::int64_t keeps = kept(centres);
        if (keeps <= kept_) return;
        kept_ = keeps;
        best_ = std::move(centres);
    }

    bool asks_more() const { return !options_.constraint.rows_only(); }

    void search(const cluster::Holders& holders, std::vector<std::int32_t> centres) {
        std::optional<PatternGuard> guard;
        if (asks_more()) guard.emplace(options_.constraint, holders.patterns(), centres);
        cluster::LocalSearch local(holders, k_, std::move(centres), guard ? &*guard : nullptr);
        local.run(control_);
        take(std::vector<std::int32_t>(local.group_of_row()));
    }

    // Groupings built from prices, which say what rows are dear.
    void guided(const cluster::Holders& holders, std::span<const double> multipliers) {
        std::vector<double> prices(data_.weights.size(), 0);
        for (std::size_t r = 0; r < best_.size(); ++r) {
            const std::int32_t d = data_.distinct_of_row[r];
            if (multipliers.empty()) prices[d] += static_cast<double>(full_ - costs_[best_[r]]) / data_.weights[d];
            else prices[d] = multipliers[r];
        }
        certificate::Multipliers steps(data_.weights, k_, std::move(prices), static_cast<double>(kept_), unit);
        const auto worth = worths();
        Judge judge(options_.constraint);
        cluster::Enough enough;
        if (asks_more()) enough = [&](std::span<const std::int32_t> rows) { return judge.satisfied(rows); };
        steps.use({worth.begin(), worth.end()}, pool_.extents());
        for (int s = 0; s < options_.starts && !control_.must_stop(); ++s) {
            steps.step(options_.steps, control_);
            std::vector<double> price_of_row;
            for (std::int32_t d : data_.distinct_of_row) price_of_row.push_back(steps.prices()[d]);
            auto centres = cluster::group_by_profit(holders, k_, price_of_row, steps.profits(),
                                                    worth_a_try * unit * static_cast<double>(k_), enough);
            if (!centres) continue;
            if (asks_more()) close_unsatisfied(options_.constraint, worth, *centres);
            search(holders, std::move(*centres));
            steps.aim_at(static_cast<double>(kept_));
        }
    }

    const View& table_;
    const SweepOptions options_;
    const std::int64_t k_;
    const Control& control_;
    const WeightedRows data_;
    const Rows copies_;
    Cost full_ = 0;  // of a row that tells nothing
    certificate::Pool pool_;
    std::vector<Cost> costs_;  // of each pattern of the pool
    std::vector<std::int32_t> best_;  // the pattern of each row
    std::int64_t kept_ = -1;
};

// Groups that are published, numbered in the order of their first rows.
Sweep finished(const View& table, const SweepOptions& options, std::vector<std::int32_t> groups, bool listed, const Control& control,
               Control* shown) {
    if (shown != nullptr) shown->done = table.size();  // the patterns are searched
    improve_by_moves(table, options.constraint, options.moves, groups, control, shown);
    return {{groups, *std::ranges::max_element(groups) + 1, !control.expired()}, 1, listed};
}

// The same, never dearer than groups that are known: the search prices patterns by their nodes, and where ranges or sets are
// published it may lose what they had won.
Sweep finished(const View& table, const SweepOptions& options, const TableSweep& search, bool listed,
               const std::vector<std::int32_t>& known, const Control& control, Control* shown) {
    if (!listed) return finished(table, options, known, false, control, shown);
    Sweep found = finished(table, options, search.groups(), true, control, shown);
    if (cost_of(table, found.grouping.group_of_row) <= cost_of(table, known)) return found;
    return finished(table, options, known, true, control, nullptr);
}

Sweep by_patterns(const View& table, const SweepOptions& options, TableSweep& search, const Control& control, Control* shown) {
    // Where nodes are not what is published, moves gain far more than better nodes.
    const auto by_nodes = [](const Column& column) { return column.recoding == Recoding::hierarchy; };
    if (std::ranges::all_of(table.columns, by_nodes)) search.improve({});
    return finished(table, options, search.groups(), true, control, shown);
}

// Groups that are cut and moved say what rows may cost, which rules out most patterns.
Sweep from_cuts(const View& table, const SweepOptions& options, TableSweep& search, const Control& control, Control* shown) {
    Control part(control, Control::Part{});
    auto groups = mondrian(table, {.constraint = options.constraint, .relaxed = true, .widest = false}, part).group_of_row;
    improve_by_moves(table, options.constraint, options.moves, groups, control);
    search.keep(groups);
    const bool listed = search.improve({});
    return finished(table, options, search, listed, groups, control, shown);
}

// Blocks of rows that are alike have few patterns, and what they share with other blocks tells little.
class Blocks {
public:
    Blocks(const View& table, const SweepOptions& options, Control& control) : table_(table), options_(options), control_(control) {
        Control part(control, Control::Part{});
        const auto cut = mondrian(table, {.constraint = of_block(options.constraint), .relaxed = false, .widest = false}, part);
        rows_.resize(static_cast<std::size_t>(cut.groups));
        for (std::size_t r = 0; r < cut.group_of_row.size(); ++r) rows_[cut.group_of_row[r]].push_back(static_cast<std::int32_t>(r));
    }

    static std::int64_t rows_of_block(std::int64_t k) { return std::max<std::int64_t>(400, 8 * k); }
    static Constraint of_block(const Constraint& constraint) {
        return Constraint::all(std::array{Constraint::rows(rows_of_block(constraint.least_rows())), constraint});
    }

    Sweep run() {
        std::vector<Sweep> found(rows_.size());
        ThreadPool pool(options_.threads);
        pool.run(rows_.size(), [&](std::size_t block, int) {
            found[block] = sweep_block(rows_[block]);
            control_.done += static_cast<std::int64_t>(rows_[block].size());
        });
        Sweep all;
        std::vector<std::int32_t> groups(static_cast<std::size_t>(table_.size()));
        std::int32_t next = 0;
        for (std::size_t block = 0; block < rows_.size(); ++block) {
            for (std::size_t i = 0; i < rows_[block].size(); ++i) groups[rows_[block][i]] = next + found[block].grouping.group_of_row[i];
            next += found[block].grouping.groups;
            all.listed = all.listed && found[block].listed;
        }
        Control part(control_, Control::Part{});
        auto cut = mondrian(table_, {.constraint = options_.constraint, .relaxed = true, .widest = false}, part).group_of_row;
        if (cost_of(table_, cut) < cost_of(table_, groups)) groups = std::move(cut);
        const bool listed = all.listed;
        all = finished(table_, options_, std::move(groups), listed, control_, &control_);
        all.blocks = static_cast<std::int32_t>(rows_.size());
        return all;
    }

private:
    Sweep sweep_block(const std::vector<std::int32_t>& rows) const {
        const PartOfTable part(table_, rows);
        const View block = part.view();
        SweepOptions options = options_;
        options.constraint = options_.constraint.restricted(rows);
        options.limits.room /= options.threads;
        options.threads = 1;
        options.limits.visited /= share;
        options.limits.kept /= share;
        TableSweep search(block, options, control_);
        return search.start() ? by_patterns(block, options, search, control_, nullptr) : from_cuts(block, options, search, control_, nullptr);
    }

    static constexpr std::int64_t share = 16;  // of the limits, for one block

    const View& table_;
    const SweepOptions options_;
    Control& control_;
    std::vector<std::vector<std::int32_t>> rows_;
};

Sweep sweep_rows(const View& table, const SweepOptions& options, Control& control) {
    {
        TableSweep search(table, options, control);
        if (search.start()) return by_patterns(table, options, search, control, &control);
        if (table.size() < 2 * Blocks::rows_of_block(options.constraint.least_rows()))
            return from_cuts(table, options, search, control, &control);
    }
    return Blocks(table, options, control).run();
}

// Progress: all rows once for the search, and once for each round of moves; then what is `left` to do.
Sweep sweep_distinct(const View& table, const SweepOptions& options, std::int64_t left, Control& control) {
    const auto fewer = WithoutCopies::of(table, options.constraint);
    if (!fewer) {
        control.total = table.size() * (1 + options.moves) + left;
        return sweep_rows(table, options, control);
    }
    SweepOptions for_fewer = options;
    for_fewer.constraint = fewer->constraint();
    const View view = fewer->view();
    control.total = view.size() * (1 + options.moves) + table.size() * options.moves + left;
    Sweep found = sweep_rows(view, for_fewer, control);
    // Copies have their weight in what is published, and may go their own ways.
    auto groups = fewer->expanded(found.grouping.group_of_row);
    improve_by_moves(table, options.constraint, options.moves, groups, control, &control);
    found.grouping = {groups, *std::ranges::max_element(groups) + 1, !control.expired()};
    return found;
}

}  // namespace

Sweep sweep_whole(const View& table, const SweepOptions& options, Control& control) {
    const Constraint& constraint = options.constraint;
    SweepOptions before = options;
    before.constraint = constraint.before_repair();
    const bool repairs = before.constraint.demands() < constraint.demands();
    Sweep found = sweep_distinct(table, before, repairs ? table.size() * (1 + options.moves) : 0, control);
    if (!repairs) return found;
    auto& groups = found.grouping.group_of_row;
    repair(table, constraint, {}, groups, control);
    improve_by_moves(table, constraint, options.moves, groups, control, &control);
    Control part(control, Control::Part{});
    if (!constraint.merge_keeps()) repair(table, constraint, {}, groups, part);  // of groups that are now published alike
    const std::vector<std::int32_t> one(groups.size(), 0);
    if (cost_of(table, groups) > cost_of(table, one)) groups = one;
    found.grouping.groups = numbered_by_first_rows(groups);
    found.grouping.repeatable = !control.expired();
    return found;
}

Sweep improve_whole(const View& table, const SweepOptions& options, std::span<const double> multipliers,
                    const std::vector<std::int32_t>& groups, Control& control) {
    control.total = table.size() * (1 + options.moves);
    TableSweep search(table, options, control);
    search.keep(groups);
    const bool listed = search.improve(multipliers);
    return finished(table, options, search, listed, groups, control, &control);
}

namespace {

bool in_parts(const View& table, const SweepOptions& options) { return table.size() / 2 >= rows_of_part(table, options); }

}  // namespace

Sweep sweep(const View& table, const SweepOptions& options, Control& control) {
    return in_parts(table, options) ? sweep_parts(table, options, control) : sweep_whole(table, options, control);
}

Sweep improve(const View& table, const SweepOptions& options, std::span<const double> multipliers,
              const std::vector<std::int32_t>& groups, Control& control) {
    return in_parts(table, options) ? improve_parts(table, options, multipliers, groups, control)
                                    : improve_whole(table, options, multipliers, groups, control);
}

}  // namespace shoal::table
