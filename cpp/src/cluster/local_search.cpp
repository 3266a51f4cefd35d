#include "shoal/cluster/local_search.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

namespace shoal::cluster {
namespace {

constexpr int most_rounds = 16;  // the last one usually changes nothing

}  // namespace

Holders::Holders(std::vector<std::int64_t> worths, const Rows& extents, const Rows& copies, std::int64_t row_count)
    : worths_(std::move(worths)) {
    for (std::int64_t p = 0; p < extents.size(); ++p) {
        for (std::int32_t distinct : extents[p])
            for (std::int32_t r : copies[distinct]) rows_.items.push_back(r);
        rows_.offsets.push_back(static_cast<std::int64_t>(rows_.items.size()));
    }
    std::vector<std::int32_t> by_worth(worths_.size());
    std::iota(by_worth.begin(), by_worth.end(), 0);
    std::ranges::stable_sort(by_worth, std::greater{}, [&](std::int32_t p) { return worths_[p]; });
    patterns_.offsets.assign(static_cast<std::size_t>(row_count) + 1, 0);
    for (std::int32_t r : rows_.items) ++patterns_.offsets[r + 1];
    std::partial_sum(patterns_.offsets.begin(), patterns_.offsets.end(), patterns_.offsets.begin());
    patterns_.items.resize(rows_.items.size());
    std::vector<std::int64_t> next(patterns_.offsets.begin(), patterns_.offsets.end() - 1);
    for (std::int32_t p : by_worth)
        for (std::int32_t r : rows_[p]) patterns_.items[next[r]++] = p;
}

LocalSearch::LocalSearch(const Holders& holders, std::int64_t k, std::vector<std::int32_t> group_of_row, Guard* guard)
    : holders_(holders), k_(k), guard_(guard), group_of_row_(std::move(group_of_row)), sizes_(holders.patterns(), 0),
      members_(holders.patterns()), place_(group_of_row_.size()), holds_(group_of_row_.size(), 0),
      closed_(holders.patterns(), 0), pushed_into_(holders.patterns(), 0), lifted_(holders.patterns(), 0),
      quota_(holders.patterns(), 0) {
    for (std::size_t r = 0; r < group_of_row_.size(); ++r) {
        const std::int32_t g = group_of_row_[r];
        place_[r] = static_cast<std::int32_t>(members_[g].size());
        members_[g].push_back(static_cast<std::int32_t>(r));
        ++sizes_[g];
        kept_ += holders.worth(g);
    }
}

// First every pattern is tried, then those whose rows have moved.
void LocalSearch::run(const Control& control) {
    stale_.assign(holders_.patterns(), 1);
    for (int i = 0; i < most_rounds && round(control) > 0 && !control.must_stop(); ++i) continue;
}

// Patterns that gain are opened best first. A gain changes with every move, so it is computed again before it is believed.
std::int64_t LocalSearch::round(const Control& control) {
    std::priority_queue<std::pair<std::int64_t, std::int32_t>> best_first;  // gain, then the earlier pattern
    for (std::int32_t p = 1; p < holders_.patterns(); ++p) {
        if (!std::exchange(stale_[p], 0)) continue;
        if (control.must_stop()) return 0;
        const std::int64_t gain = plan(p);
        if (gain > 0) best_first.emplace(gain, -p);
    }
    std::int64_t moves = 0;
    while (!best_first.empty() && !control.must_stop()) {
        const auto [promised, negative] = best_first.top();
        best_first.pop();
        const std::int64_t gain = plan(-negative);
        if (gain == 0) continue;
        if (gain >= promised) {
            for (const Transfer& t : transfers_) {
                transfer(t.row, t.group);
                if (guard_ != nullptr) guard_->transfer(t);
                for (std::int32_t p : holders_.patterns_of(t.row)) stale_[p] = 1;
            }
            ++moves;
        }
        best_first.emplace(gain, negative);  // after a move: what is left to gain here is found out when its turn comes
    }
    return moves;
}

void LocalSearch::transfer(std::int32_t row, std::int32_t group) {
    const std::int32_t from = group_of_row_[row];
    auto& left = members_[from];
    left[place_[row]] = left.back();
    place_[left.back()] = place_[row];
    left.pop_back();
    place_[row] = static_cast<std::int32_t>(members_[group].size());
    members_[group].push_back(row);
    --sizes_[from];
    ++sizes_[group];
    kept_ += holders_.worth(group) - holders_.worth(from);
    group_of_row_[row] = group;
}

std::int64_t LocalSearch::plan(std::int32_t pattern) {
    ++stamp_;
    transfers_.clear();
    gain_ = arriving_ = 0;
    bool possible = classify(pattern);
    if (possible) {
        take_lifted(pattern);
        possible = gain_ > 0 && fill(pattern) && gain_ > 0;
    }
    if (possible)
        for (std::int32_t r : holders_.rows_of(pattern)) {
            std::int64_t& quota = quota_[group_of_row_[r]];
            if (quota == 0 || group_of_row_[r] == pattern) continue;
            if (holders_.worth(group_of_row_[r]) >= holders_.worth(pattern)) continue;  // fillers are listed already
            --quota;
            transfers_.push_back({r, pattern});
        }
    if (possible && guard_ != nullptr) possible = guard_->allows(transfers_);
    for (std::int32_t g : lifting_) lifted_[g] = quota_[g] = 0;
    for (std::int32_t g : giving_) quota_[g] = 0;
    lifting_.clear();
    giving_.clear();
    return possible ? gain_ : 0;
}

// Which rows would gain and which could help; false when no move can pay.
bool LocalSearch::classify(std::int32_t pattern) {
    const std::int64_t worth = holders_.worth(pattern);
    std::int64_t lifted = 0, most = 0, least_loss = INT64_MAX;
    fillers_.clear();
    for (std::int32_t r : holders_.rows_of(pattern)) {
        holds_[r] = stamp_;
        const std::int32_t g = group_of_row_[r];
        if (g == pattern) continue;
        const std::int64_t lift = worth - holders_.worth(g);
        if (lift > 0) {
            if (lifted_[g]++ == 0) lifting_.push_back(g);
            ++lifted;
            most += lift;
        } else if (sizes_[g] > k_) {
            fillers_.push_back(r);
            least_loss = std::min(least_loss, -lift);
        }
    }
    if (lifted == 0) return false;
    if (open(pattern) || lifted >= k_) return true;
    const std::int64_t missing = k_ - lifted;
    return missing <= static_cast<std::int64_t>(fillers_.size()) && most > missing * least_loss;
}

void LocalSearch::take_lifted(std::int32_t pattern) {
    for (std::int32_t g : lifting_) {
        const std::int64_t lift = holders_.worth(pattern) - holders_.worth(g);
        const std::int64_t surplus = sizes_[g] - k_;
        std::int64_t taken = std::min(lifted_[g], surplus);
        std::int64_t gain = lift * taken;
        if (lifted_[g] > surplus && close(g, pattern, gain, gain)) taken = lifted_[g];
        quota_[g] = taken;
        gain_ += gain;
        arriving_ += taken;
    }
}

// Closes a group if that gains more than `at_least`: rows that hold the pattern go there, the others elsewhere.
bool LocalSearch::close(std::int32_t group, std::int32_t pattern, std::int64_t at_least, std::int64_t& gain) {
    if (pushed_into_[group] == stamp_) return false;
    std::int64_t closing = (holders_.worth(pattern) - holders_.worth(group)) * lifted_[group];
    const std::size_t before = transfers_.size();
    for (std::int32_t r : members_[group]) {
        if (holds_[r] == stamp_) continue;
        const std::int32_t to = best_open(r, group, pattern);
        if (to >= 0) closing += holders_.worth(to) - holders_.worth(group);
        if (to < 0 || closing <= at_least) {
            transfers_.resize(before);
            return false;
        }
        transfers_.push_back({r, to});
    }
    for (std::size_t t = before; t < transfers_.size(); ++t) pushed_into_[transfers_[t].group] = stamp_;
    closed_[group] = stamp_;
    gain = closing;
    return true;
}

// Fills a new centre up to k with surplus rows that lose least.
bool LocalSearch::fill(std::int32_t pattern) {
    if (open(pattern) || arriving_ >= k_) return true;
    // A row that loses all there is to gain is no help.
    std::erase_if(fillers_, [&](std::int32_t r) { return holders_.worth(group_of_row_[r]) - holders_.worth(pattern) >= gain_; });
    std::ranges::stable_sort(fillers_, {}, [&](std::int32_t r) { return holders_.worth(group_of_row_[r]); });
    for (std::int32_t r : fillers_) {
        const std::int32_t g = group_of_row_[r];
        if (sizes_[g] - quota_[g] <= k_) continue;
        gain_ += holders_.worth(pattern) - holders_.worth(g);
        if (gain_ <= 0) return false;
        if (quota_[g]++ == 0) giving_.push_back(g);
        transfers_.push_back({r, pattern});
        if (++arriving_ >= k_) return true;
    }
    return false;
}

std::int32_t LocalSearch::best_open(std::int32_t row, std::int32_t except, std::int32_t also_except) const {
    for (std::int32_t p : holders_.patterns_of(row))
        if (open(p) && p != except && p != also_except && closed_[p] != stamp_) return p;
    return open(0) && except != 0 && closed_[0] != stamp_ ? 0 : -1;
}

}  // namespace shoal::cluster
