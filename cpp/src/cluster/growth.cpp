#include "growth.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace shoal::cluster {
namespace {

constexpr std::size_t most_nearest = 32;  // rows compared before one is added; one bit of a holder mask each

// How far ahead a growth looks, in quarters of the rows still to add: each is tried, and the best group is kept.
constexpr std::array<std::int64_t, 2> foresights = {1, 3};

// What an item is worth that `holders` of the nearest rows hold, when `still_to_add` more rows have to hold it: about the
// chance that they will.
std::array<std::int64_t, most_nearest + 1> item_worth(std::size_t nearest, std::int64_t still_to_add) {
    std::array<std::int64_t, most_nearest + 1> worth{};
    const auto all = static_cast<std::int64_t>(nearest);
    for (std::int64_t holders = 0; holders <= all; ++holders) {
        std::int64_t chance = std::int64_t{1} << 24;
        for (std::int64_t row = 0; row < still_to_add && chance > 0; ++row) chance = chance * holders / all;
        worth[static_cast<std::size_t>(holders)] = chance;
    }
    return worth;
}

}  // namespace

Growth::Growth(std::int64_t k) : k_(k) {}

// Overlaps only fall as the centre shrinks, so what a row shared when last looked at bounds what it shares now. Rows wait
// in a list per number; only those at the top are looked at again.
void Growth::put(std::int32_t row, std::int32_t shared) {
    next_[row] = first_[shared];
    first_[shared] = row;
}

void Growth::rank(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed) {
    shared_.resize(living.size());
    next_.resize(static_cast<std::size_t>(rows.size()));
    overlaps_(rows[seed], rows.data(), rows.words(), living, shared_.data());
    words_read_ += static_cast<std::int64_t>(living.size()) * rows.words();
}

void Growth::restart(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed) {
    centre_.assign(rows[seed], rows[seed] + rows.words());
    level_ = rows.length(seed);
    first_.assign(static_cast<std::size_t>(level_) + 1, -1);
    // The last one in is the first one out: the shortest of equals, which is of least use elsewhere.
    for (std::size_t at = 0; at < living.size(); ++at)
        if (shared_[at] > 0 && living[at] != seed) put(living[at], shared_[at]);
}

// Moves the rows that share most with the centre from the lists to `nearest_`.
void Growth::collect(const BitRows& rows) {
    nearest_.clear();
    nearest_shared_.clear();
    while (nearest_.size() < most_nearest && level_ > 0) {
        const std::int32_t row = first_[level_];
        if (row < 0) {
            --level_;
            continue;
        }
        first_[level_] = next_[row];
        const std::int32_t shared = overlap_(centre_.data(), rows[row], rows.words());
        words_read_ += rows.words();
        if (shared == level_) {
            nearest_.push_back(row);
            nearest_shared_.push_back(shared);
        } else if (shared > 0) {
            put(row, shared);
        }
    }
}

// The place of the row to add. The row that shares most with the centre may share items that no other row holds; what
// counts is what the rows to come can hold too.
std::size_t Growth::choose(const BitRows& rows, std::int64_t still_to_add) {
    if (still_to_add < 1 || nearest_.size() == 1) return 0;
    holders_.assign(static_cast<std::size_t>(rows.words()) * 64, 0);
    const auto each_item = [&](std::size_t at, auto&& visit) {
        const Word* const row = rows[nearest_[at]];
        for (std::size_t w = 0; w < centre_.size(); ++w)
            for (Word left = row[w] & centre_[w]; left; left &= left - 1) visit(w * 64 + std::countr_zero(left));
    };
    for (std::size_t at = 0; at < nearest_.size(); ++at)
        each_item(at, [&](std::size_t item) { holders_[item] |= std::uint32_t{1} << at; });
    const auto worth = item_worth(nearest_.size(), still_to_add);
    std::size_t best = 0;
    std::int64_t best_worth = -1;
    for (std::size_t at = 0; at < nearest_.size(); ++at) {
        std::int64_t sum = 0;
        each_item(at, [&](std::size_t item) { sum += worth[static_cast<std::size_t>(std::popcount(holders_[item]))]; });
        if (sum > best_worth) {
            best_worth = sum;
            best = at;
        }
    }
    words_read_ += static_cast<std::int64_t>(nearest_.size()) * rows.words() * 8;  // items one by one cost more than words
    return best;
}

std::int32_t Growth::grow(const BitRows& rows, std::span<const std::int32_t> living, std::int32_t seed,
                          std::vector<std::int32_t>& group) {
    rank(rows, living, seed);
    group.clear();
    std::int32_t best = 0;
    for (const std::int64_t foresight : foresights) {
        restart(rows, living, seed);
        const std::int32_t length = extend(rows, seed, foresight);
        if (length <= best) continue;
        best = length;
        group = group_;
    }
    return best;
}

std::int32_t Growth::extend(const BitRows& rows, std::int32_t seed, std::int64_t foresight) {
    group_.assign(1, seed);
    std::int32_t length = rows.length(seed);
    while (static_cast<std::int64_t>(group_.size()) < k_) {
        collect(rows);
        if (nearest_.empty()) return 0;
        const std::size_t chosen = choose(rows, (k_ - static_cast<std::int64_t>(group_.size()) - 1) * foresight / 4);
        const std::int32_t row = nearest_[chosen];
        length = nearest_shared_[chosen];
        for (std::size_t w = 0; w < centre_.size(); ++w) centre_[w] &= rows[row][w];
        group_.push_back(row);
        level_ = nearest_shared_.front();
        for (std::size_t at = nearest_.size(); at-- > 0;)
            if (at != chosen) put(nearest_[at], nearest_shared_[at]);
    }
    return length;
}

}  // namespace shoal::cluster
