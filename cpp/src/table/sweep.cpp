#include "shoal/table/sweep.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "cheapest_first.hpp"
#include "shoal/certificate/multipliers.hpp"
#include "shoal/certificate/pool.hpp"
#include "shoal/cluster/guided.hpp"
#include "shoal/cluster/local_search.hpp"

namespace shoal::table {
namespace {

constexpr double worth_a_try = -0.25;  // a pattern may miss its rows' prices by this much of a cell each

class TableSweep {
public:
    TableSweep(const View& table, const SweepOptions& options, const Control& control)
        : table_(table), options_(options), control_(control), data_(distinct_rows(table)), copies_(data_.copies()) {
        for (const Column& column : table.columns) full_ += column.full_cost();
        pool_.add({}, {});  // to tell nothing
        costs_.push_back(full_);
    }

    void keep(const std::vector<std::int32_t>& groups) {
        best_ = centres_of(groups);
        kept_ = kept(best_);
    }

    // The cheapest pattern first, among those that could lift the groups of the start.
    void start(const std::vector<std::int32_t>& groups) {
        keep(groups);
        const auto sets = find(prices_of(best_), 0);
        if (!sets) return;
        const auto set_of_row = cheapest_first(*sets, data_.weights, options_.k);
        std::map<std::int32_t, std::int32_t> number{{-1, 0}};
        for (std::int32_t s : set_of_row)
            if (!number.contains(s)) number[s] = add(sets->nodes[s], sets->costs[s], sets->extents[s]);
        std::vector<std::int32_t> centre_of_row;
        for (std::int32_t d : data_.distinct_of_row) centre_of_row.push_back(number.at(set_of_row[d]));
        take(std::move(centre_of_row));
    }

    void improve(std::span<const double> multipliers) {
        for (int round = 0; round < options_.rounds && !control_.must_stop(); ++round) {
            const std::int64_t before = kept_;
            add_all(find(prices_of(best_), 0));
            if (!multipliers.empty() && round == 0) add_all(find(rounded(multipliers), -options_.k * (unit / 4)));
            const cluster::Holders holders(worths(), pool_.extents(), copies_, table_.size());
            search(holders, best_);
            guided(holders, multipliers);
            if (kept_ == before) break;
        }
    }

    Sweep found() const { return {best_, min_support_, !control_.expired()}; }

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

    // Where there are too many patterns to look at, only those of more rows are.
    std::optional<ProfitableSets> find(std::span<const Cost> prices, Cost least) {
        for (std::int64_t support = std::max(options_.k, min_support_); support <= table_.size() && !control_.must_stop(); support *= 2) {
            min_support_ = support;
            auto found = find_profitable_sets(table_, data_, options_.k, support, prices, least, options_.limits, options_.threads, control_);
            if (found) return found;
        }
        return std::nullopt;
    }

    void add_all(const std::optional<ProfitableSets>& sets) {
        if (!sets) return;
        for (std::int64_t s = 0; s < sets->extents.size(); ++s) add(sets->nodes[s], sets->costs[s], sets->extents[s]);
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

    void search(const cluster::Holders& holders, std::vector<std::int32_t> centres) {
        cluster::LocalSearch local(holders, options_.k, std::move(centres));
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
        certificate::Multipliers steps(data_.weights, options_.k, std::move(prices), static_cast<double>(kept_), unit);
        const auto worth = worths();
        steps.use({worth.begin(), worth.end()}, pool_.extents());
        for (int s = 0; s < options_.starts && !control_.must_stop(); ++s) {
            steps.step(options_.steps);
            std::vector<double> price_of_row;
            for (std::int32_t d : data_.distinct_of_row) price_of_row.push_back(steps.prices()[d]);
            auto centres = cluster::group_by_profit(holders, options_.k, price_of_row, steps.profits(),
                                                    worth_a_try * unit * static_cast<double>(options_.k));
            if (!centres) continue;
            search(holders, std::move(*centres));
            steps.aim_at(static_cast<double>(kept_));
        }
    }

    const View& table_;
    const SweepOptions options_;
    const Control& control_;
    const WeightedRows data_;
    const Rows copies_;
    Cost full_ = 0;  // of a row that tells nothing
    certificate::Pool pool_;
    std::vector<Cost> costs_;  // of each pattern of the pool
    std::int64_t min_support_ = 0;
    std::vector<std::int32_t> best_;  // the pattern of each row
    std::int64_t kept_ = -1;
};

}  // namespace

Sweep sweep(const View& table, const SweepOptions& options, const std::vector<std::int32_t>& start, Control& control) {
    TableSweep search(table, options, control);
    search.start(start);
    search.improve({});
    return search.found();
}

void improve(const View& table, const SweepOptions& options, std::span<const double> multipliers, Sweep& found, Control& control) {
    TableSweep search(table, options, control);
    search.keep(found.group_of_row);
    search.improve(multipliers);
    found = search.found();
}

}  // namespace shoal::table
