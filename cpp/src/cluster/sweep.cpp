#include "shoal/cluster/sweep.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "shoal/certificate/multipliers.hpp"
#include "shoal/certificate/pool.hpp"
#include "shoal/certificate/profitable.hpp"
#include "shoal/cluster/centres.hpp"
#include "shoal/cluster/exchange.hpp"
#include "shoal/cluster/guided.hpp"
#include "shoal/cluster/local_search.hpp"
#include "shoal/rows_of_items.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::cluster {
namespace {

// Groupings built from prices, and steps of the prices before each.
constexpr std::size_t small_data = 2'000'000;  // items of all rows
constexpr int fewest_steps = 10, most_steps = 40;
constexpr int guided_starts = 10;
constexpr int guided_steps = 20;
constexpr double worth_a_try = -2;  // a pattern may miss its rows' prices by this much each

class Sweep {
public:
    Sweep(RowsView rows, const SweepOptions& options, const Control& control)
        : rows_(rows), options_(options), control_(control), data_(merge_equal_rows(rows)), holders_(data_.rows.view(rows.item_count)), copies_(data_.copies()) {
        pool_.add({}, {});
    }

    // Searches from the grouping, and from others built from prices: the given ones, or what the rows keep.
    void improve(Grouping& grouping, std::span<const double> multipliers) {
        std::vector<std::int32_t> centre_of_row = add_centres(grouping);
        if (centre_of_row.empty()) return;  // the time is up: the groups stay as they are
        const auto kept = what_rows_keep(grouping);
        if (multipliers.empty() && rows_.items.size() <= small_data) add_profitable_and_longest(kept, grouping.longest);
        else add_profitable(kept, 0);
        if (!multipliers.empty()) add_profitable(rounded(multipliers), -options_.k * certificate::unit);
        const Holders holders(pool_.lengths<std::int64_t>(), pool_.extents(), copies_, rows_.size());
        LocalSearch search(holders, options_.k, std::move(centre_of_row));
        search.run(control_);
        best_ = search.group_of_row();
        kept_ = search.kept();
        if (multipliers.empty()) {
            // About as much work as finding the patterns took; when that is too little to settle the prices, none.
            const std::int64_t steps = visited_ / std::max<std::int64_t>(pool_.entries(), 1);
            if (steps >= fewest_steps)
                start_from_prices(holders, kept_prices(holders), 1, static_cast<int>(std::min<std::int64_t>(steps, most_steps)));
        } else {
            std::vector<double> prices(data_.weights.size());
            for (std::size_t r = 0; r < multipliers.size(); ++r) prices[data_.distinct_of_row[r]] = multipliers[r];
            start_from_prices(holders, std::move(prices), guided_starts, guided_steps);
        }
        grouping.group_of_row = best_;
        grouping.proved = std::move(proved_);
        grouping.proved.resize(static_cast<std::size_t>(pool_.size()), 0);
    }

private:
    std::vector<std::int32_t> add_centres(const Grouping& grouping) {
        std::vector<std::int32_t> number;
        for (std::int64_t g = 0; g < grouping.centres.size(); ++g) {
            if (control_.must_stop()) return {};
            const auto centre = grouping.centres[g];
            number.push_back(pool_.contains(centre) ? pool_.number(centre) : pool_.add(centre, rows_with(centre)));
            proved_.resize(static_cast<std::size_t>(pool_.size()), 0);
            proved_[number.back()] = grouping.proved[g];
        }
        std::vector<std::int32_t> centre_of_row;
        for (std::int32_t g : grouping.group_of_row) centre_of_row.push_back(number[g]);
        return centre_of_row;
    }

    std::vector<std::int32_t> rows_with(std::span<const Item> pattern) const {
        const Item rarest = *std::ranges::min_element(pattern, {}, [&](Item i) { return holders_[i].size(); });
        std::vector<std::int32_t> found(holders_[rarest].begin(), holders_[rarest].end());
        // Long rows are in many lists: looking an item up is quicker than walking along the row.
        for (Item i : pattern)
            if (i != rarest) std::erase_if(found, [&](std::int32_t r) { return !std::ranges::binary_search(data_.rows[r], i); });
        return found;
    }

    // Of a distinct row whose copies keep differently, the least.
    std::vector<certificate::Price> what_rows_keep(const Grouping& grouping) const {
        std::vector<certificate::Price> prices(data_.weights.size(), INT32_MAX);
        for (std::size_t r = 0; r < grouping.group_of_row.size(); ++r) {
            const auto kept = grouping.centres[grouping.group_of_row[r]].size();
            auto& price = prices[data_.distinct_of_row[r]];
            price = std::min(price, certificate::to_price(static_cast<double>(kept)));
        }
        return prices;
    }

    std::vector<certificate::Price> rounded(std::span<const double> multipliers) const {
        std::vector<certificate::Price> prices(data_.weights.size());
        for (std::size_t r = 0; r < multipliers.size(); ++r)
            prices[data_.distinct_of_row[r]] = certificate::to_price(multipliers[r]);
        return prices;
    }

    // Where there are too many patterns to look at, only the more frequent ones are tried.
    void add_profitable(std::span<const certificate::Price> prices, std::int64_t least) {
        for (std::int64_t support = options_.k; support <= rows_.size() && !control_.must_stop(); support *= 2) {
            const auto found = certificate::find_profitable(data_, rows_.item_count, options_.k, support, prices, least, limits_,
                                                            options_.threads, control_);
            if (!found) continue;
            add(*found);
            break;
        }
    }

    // One search for both costs less than two. On large data it would cost time: it runs on one thread.
    void add_profitable_and_longest(std::span<const certificate::Price> prices, std::vector<std::int32_t>& longest) {
        std::vector<std::int32_t> lengths;
        for (certificate::Price price : prices) lengths.push_back(static_cast<std::int32_t>(price / certificate::unit));
        const auto found = certificate::find_profitable_and_longest(data_, rows_.item_count, options_.k, prices, limits_, lengths, control_);
        if (!found) return add_profitable(prices, 0);
        add(*found);
        for (std::int32_t d : data_.distinct_of_row) longest.push_back(lengths[d]);
    }

    void add(const certificate::Profitable& found) {
        for (std::int64_t p = 0; p < found.patterns.size(); ++p) pool_.add(found.patterns[p], found.extents[p]);
        visited_ += found.visited;
    }

    std::vector<double> kept_prices(const Holders& holders) const {
        std::vector<double> prices(data_.weights.size(), 0);
        for (std::size_t r = 0; r < best_.size(); ++r) {
            const std::int32_t d = data_.distinct_of_row[r];
            prices[d] += static_cast<double>(holders.worth(best_[r])) / data_.weights[d];
        }
        return prices;
    }

    // The multipliers of the certificate say which rows are dear: groupings built from them are often better.
    void start_from_prices(const Holders& holders, std::vector<double> prices, int starts, int steps) {
        certificate::Multipliers multipliers(data_.weights, options_.k, std::move(prices), static_cast<double>(kept_));
        multipliers.use(pool_.lengths<double>(), pool_.extents());
        for (int s = 0; s < starts && steps > 0 && !control_.must_stop(); ++s) {
            multipliers.step(steps, control_);
            std::vector<double> price_of_row;
            for (std::int32_t d : data_.distinct_of_row) price_of_row.push_back(multipliers.prices()[d]);
            auto start = group_by_profit(holders, options_.k, price_of_row, multipliers.profits(), worth_a_try * static_cast<double>(options_.k));
            if (!start) continue;
            LocalSearch search(holders, options_.k, std::move(*start));
            search.run(control_);
            if (search.kept() <= kept_) continue;
            kept_ = search.kept();
            best_ = search.group_of_row();
            multipliers.aim_at(static_cast<double>(kept_));
        }
    }

    const RowsView rows_;
    const SweepOptions options_;
    const Control& control_;
    const certificate::PricingLimits limits_{.visited = options_.most_entries, .kept = options_.most_kept};
    const WeightedRows data_;
    const RowsOfItems holders_;  // distinct rows
    const Rows copies_;          // the input rows of each distinct row
    certificate::Pool pool_;
    std::int64_t visited_ = 0;
    std::vector<std::uint8_t> proved_;  // centres that PatternKa proved longest, by pattern
    std::vector<std::int32_t> best_;
    std::int64_t kept_ = 0;
};

}  // namespace

Grouping sweep(RowsView rows, const SweepOptions& options, Control& control) {
    const PatternkaOptions longest_first{options.k, options.budget, options.threads, options.seed};
    Grouping grouping = patternka(rows, longest_first, control);
    exchange(rows, longest_first, control, grouping);
    improve(rows, options, {}, grouping, control);
    return grouping;
}

void improve(RowsView rows, const SweepOptions& options, std::span<const double> multipliers, Grouping& grouping, Control& control) {
    if (!control.must_stop()) Sweep(rows, options, control).improve(grouping, multipliers);
    grouping.repeatable = grouping.repeatable && !control.expired();
    // Rows that left may have kept a centre short: the centres are what the rows share now.
    const std::size_t patterns = grouping.proved.size();
    grouping.centres = number_groups(centres_of(rows, grouping.group_of_row, patterns), grouping.group_of_row, grouping.proved);
}

}  // namespace shoal::cluster
