#include "shoal/cluster/sweep.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <queue>

#include "shoal/cluster/centres.hpp"
#include "shoal/cluster/exchange.hpp"
#include "shoal/mining/closed.hpp"
#include "shoal/mining/pattern_rows.hpp"

namespace shoal::cluster {
namespace {

constexpr int most_rounds = 16;  // over all candidates; the last one usually changes nothing
constexpr std::int64_t most_visits = 200'000'000;  // rows of all candidates together: a few seconds a round

// A pattern that would lift some rows.
struct Candidate {
    std::size_t pattern;
    std::vector<std::int32_t> rows;
};

class LocalSearch {
public:
    LocalSearch(std::int64_t k, const Grouping& start) : k_(k), group_of_row_(start.group_of_row) {
        for (std::int64_t g = 0; g < start.centres.size(); ++g) {
            lengths_.push_back(static_cast<std::int64_t>(start.centres[g].size()));
            centre_of_[{start.centres[g].begin(), start.centres[g].end()}] = static_cast<std::int32_t>(g);
        }
        sizes_.assign(lengths_.size(), 0);
        taken_.assign(lengths_.size(), 0);
        for (std::int32_t g : group_of_row_) ++sizes_[g];
    }

    const std::vector<std::int32_t>& group_of_row() const { return group_of_row_; }
    std::size_t groups() const { return sizes_.size(); }

    // What all rows keep more when the pattern is opened (or, where it is open, joined), 0 if it cannot be. Lists the rows
    // that would move.
    std::int64_t gain(std::span<const Item> pattern, std::span<const std::int32_t> rows, std::vector<std::int32_t>& movers) {
        const auto length = static_cast<std::int64_t>(pattern.size());
        movers.clear();
        fillers_.clear();
        std::int64_t gained = 0;
        for (std::int32_t r : rows) {
            const std::int32_t g = group_of_row_[r];
            const std::int64_t lift = length - lengths_[g];
            if (lift > 0) {
                if (take(g, r, movers)) gained += lift;
            } else if (sizes_[g] > k_) {
                fillers_.push_back(r);
            }
        }
        const auto missing = static_cast<std::size_t>(k_);
        if (gained > 0 && movers.size() < missing && !is_open(pattern)) {
            std::ranges::stable_sort(fillers_, {}, [&](std::int32_t r) { return lengths_[group_of_row_[r]]; });
            for (std::int32_t r : fillers_) {
                if (movers.size() >= missing) break;
                if (take(group_of_row_[r], r, movers)) gained += length - lengths_[group_of_row_[r]];
            }
            if (movers.size() < missing) gained = 0;
        }
        for (std::int32_t g : touched_) taken_[g] = 0;
        touched_.clear();
        return std::max<std::int64_t>(gained, 0);
    }

    void move(std::span<const Item> pattern, const std::vector<std::int32_t>& movers) {
        const auto [at, fresh] = centre_of_.try_emplace({pattern.begin(), pattern.end()}, static_cast<std::int32_t>(sizes_.size()));
        if (fresh) {
            lengths_.push_back(static_cast<std::int64_t>(pattern.size()));
            sizes_.push_back(0);
            taken_.push_back(0);
        }
        for (std::int32_t r : movers) {
            --sizes_[group_of_row_[r]];
            ++sizes_[at->second];
            group_of_row_[r] = at->second;
        }
    }

private:
    bool is_open(std::span<const Item> pattern) const { return centre_of_.contains({pattern.begin(), pattern.end()}); }

    // Takes a row from its group if the group stays large enough.
    bool take(std::int32_t group, std::int32_t row, std::vector<std::int32_t>& movers) {
        if (sizes_[group] - taken_[group] <= k_) return false;
        if (taken_[group]++ == 0) touched_.push_back(group);
        movers.push_back(row);
        return true;
    }

    const std::int64_t k_;
    std::vector<std::int32_t> group_of_row_;
    std::vector<std::int64_t> lengths_;                // of each group's centre
    std::vector<std::int64_t> sizes_;                  // rows of each group
    std::map<Centre, std::int32_t> centre_of_;         // the open centres
    std::vector<std::int64_t> taken_;                  // per group, while a gain is computed
    std::vector<std::int32_t> touched_;                // groups with something taken
    std::vector<std::int32_t> fillers_;
};

// Every closed pattern is tried; those with a gain are made best first. A gain changes with every move, so it is computed
// again before it is believed. Returns the number of moves.
std::int64_t improve(LocalSearch& search, const mining::Patterns& patterns, RowsView rows, const Control& control) {
    const auto items_of = [&](std::size_t p) {
        return std::span<const Item>{patterns.items.data() + patterns.offsets[p],
                                     static_cast<std::size_t>(patterns.offsets[p + 1] - patterns.offsets[p])};
    };
    std::vector<Candidate> candidates;
    std::vector<std::int32_t> movers;
    std::priority_queue<std::pair<std::int64_t, std::int64_t>> best_first;  // gain, then the earlier candidate
    mining::visit_pattern_rows(patterns, rows, control, [&](std::size_t p, std::span<const std::int32_t> holders) {
        const std::int64_t gain = search.gain(items_of(p), holders, movers);
        if (gain == 0) return;
        best_first.emplace(gain, -static_cast<std::int64_t>(candidates.size()));
        candidates.push_back({p, {holders.begin(), holders.end()}});
    });
    std::int64_t moves = 0;
    while (!best_first.empty()) {
        control.poll();
        const auto [promised, negative] = best_first.top();
        best_first.pop();
        const Candidate& candidate = candidates[static_cast<std::size_t>(-negative)];
        const std::int64_t gain = search.gain(items_of(candidate.pattern), candidate.rows, movers);
        if (gain == 0) continue;
        if (gain < promised) {
            best_first.emplace(gain, negative);
            continue;
        }
        search.move(items_of(candidate.pattern), movers);
        best_first.emplace(gain, negative);  // what is left to gain here is found out when its turn comes
        ++moves;
    }
    return moves;
}

std::int64_t visits(const mining::Patterns& patterns) {
    const auto supports = patterns.supports.view();
    return std::accumulate(supports.begin(), supports.end(), std::int64_t{0});
}

}  // namespace

Grouping sweep(RowsView rows, const PatternkaOptions& options, std::int64_t most_patterns, Control& control) {
    Grouping grouping = patternka(rows, options, control);
    exchange(rows, options, control, grouping);
    std::optional<mining::Patterns> patterns;
    for (std::int64_t support = options.k; !patterns; support *= 2) {
        if (control.expired()) {
            grouping.repeatable = false;
            return grouping;
        }
        patterns = mining::mine_closed_within(rows, support, {.patterns = most_patterns}, options.threads, control);
        if (patterns && visits(*patterns) > most_visits) patterns.reset();
    }
    LocalSearch search(options.k, grouping);
    for (int round = 0; round < most_rounds && improve(search, *patterns, rows, control) > 0; ++round) {
        grouping.repeatable = !control.expired();
        if (!grouping.repeatable) break;
    }
    grouping.group_of_row = search.group_of_row();
    grouping.proved.resize(search.groups(), 0);
    // Rows that left may have kept a centre short: the centres are what the rows share now.
    grouping.centres = number_groups(centres_of(rows, grouping.group_of_row, search.groups()), grouping.group_of_row, grouping.proved);
    return grouping;
}

}  // namespace shoal::cluster
