#include "km_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace shoal::privacy {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

}  // namespace

KmSearch::KmSearch(const KmRows& rows, const RowsOfItems& holders, std::int64_t k, int m, const RarePartners* rare,
                   std::vector<std::uint8_t>& marks, const Control& control)
    : levels(static_cast<std::size_t>(m)),
      rows_(rows),
      holders_(holders),
      k_(k),
      m_(m),
      rare_(rare),
      marks_(marks),
      control_(control),
      depths_(static_cast<std::size_t>(m) + 1),
      offends_(static_cast<std::size_t>(rows.item_count)) {
    for (Depth& depth : depths_) {
        depth.counts.resize(static_cast<std::size_t>(rows.item_count));
        depth.next.resize(static_cast<std::size_t>(rows.item_count));
    }
}

void KmSearch::run(Item first) {
    rare_seconds.clear();
    combination_.assign(1, first);
    auto& rests = depths_[0].rests;
    rests.clear();
    for (const std::int32_t row : holders_[first]) {
        const auto items = rows_.rows[row];
        const auto place = std::ranges::lower_bound(items, first) - items.begin();
        rests.push_back({row, rows_.rows.offsets[row] + place + 1});
    }
    extend(2, rests);
}

// Looks at all combinations of this size or more that begin with the one at hand, which is in k rows.
void KmSearch::extend(int size, std::span<const Rest> rests) {
    control_.poll();
    if (rests.size() == 1) return in_one_row(size, rests[0]);
    Depth& depth = depths_[size - 1];
    count(depth, rests);
    KmLevel& level = levels[size - 1];
    bool some_offend = false;
    for (const Item item : depth.items) {
        const std::int64_t support = depth.counts[item];
        if (support >= k_) {
            add(level, 1, support);
            continue;
        }
        if (!is_minimal(item)) continue;
        add(level, 1, support);
        ++level.offending;
        offends_[item] = 1;
        some_offend = true;
        if (rare_ == nullptr) rare_seconds.push_back(item);
    }
    if (some_offend) mark(depth, rests);
    if (size < m_) {
        deal_out(depth, rests);
        std::int64_t begin = 0;
        for (const Item item : depth.items) {
            if (depth.counts[item] < k_) continue;
            const std::int64_t end = depth.next[item];
            combination_.push_back(item);
            extend(size + 1, std::span(depth.rests).subspan(begin, end - begin));
            combination_.pop_back();
            begin = end;
        }
    }
    for (const Item item : depth.items) depth.counts[item] = 0;
}

void KmSearch::count(Depth& depth, std::span<const Rest> rests) {
    depth.items.clear();
    for (const Rest& rest : rests) {
        const std::int64_t weight = rows_.weights[rest.row];
        for (std::int64_t i = rest.begin; i < rows_.rows.offsets[rest.row + 1]; ++i) {
            std::int64_t& count = depth.counts[rows_.rows.items[i]];
            if (count == 0) depth.items.push_back(rows_.rows.items[i]);
            count += weight;
        }
    }
    if (rare_ == nullptr) return;
    // What contains a rare pair is not minimal, nor is anything below it.
    std::erase_if(depth.items, [&](Item item) {
        const bool rare = has_rare_pair(item);
        if (rare) depth.counts[item] = 0;
        return rare;
    });
}

// Puts the rows of each item that is in k of them side by side, in the order of `depth.items`.
void KmSearch::deal_out(Depth& depth, std::span<const Rest> rests) {
    const auto each = [&](const auto& visit) {
        for (const Rest& rest : rests)
            for (std::int64_t i = rest.begin; i < rows_.rows.offsets[rest.row + 1]; ++i)
                if (depth.counts[rows_.rows.items[i]] >= k_) visit(rows_.rows.items[i], Rest{rest.row, i + 1});
    };
    for (const Item item : depth.items) depth.next[item] = 0;
    each([&](Item item, Rest) { ++depth.next[item]; });
    std::int64_t places = 0;
    for (const Item item : depth.items) places += std::exchange(depth.next[item], places);
    depth.rests.resize(static_cast<std::size_t>(places));
    each([&](Item item, Rest rest) { depth.rests[depth.next[item]++] = rest; });
}

void KmSearch::mark(const Depth& depth, std::span<const Rest> rests) {
    for (const Rest& rest : rests) {
        const std::atomic_ref mark(marks_[rest.row]);
        if (mark.load(std::memory_order_relaxed) != 0) continue;
        const auto begin = rows_.rows.items.begin() + rest.begin;
        const auto end = rows_.rows.items.begin() + rows_.rows.offsets[rest.row + 1];
        if (std::any_of(begin, end, [&](Item item) { return offends_[item] != 0; })) mark.store(1, std::memory_order_relaxed);
    }
    for (const Item item : depth.items) offends_[item] = 0;
}

// All that follows is in the same rows, k of them: no need to look at it one by one.
void KmSearch::in_one_row(int size, Rest rest) {
    const std::int64_t left = rows_.rows.offsets[rest.row + 1] - rest.begin;
    const std::int64_t support = rows_.weights[rest.row];
    __extension__ using Wide = unsigned __int128;
    Wide ways = 1;
    for (std::int64_t more = 1; more <= std::min<std::int64_t>(left, m_ - size + 1); ++more) {
        // Exact as long as it is no more than can be counted, and it does not shrink to that again before the end.
        ways = ways > Wide{most} ? ways : ways * static_cast<Wide>(left - more + 1) / static_cast<Wide>(more);
        add(levels[size - 2 + more], ways > Wide{most} ? most : static_cast<std::int64_t>(ways), support);
    }
}

void KmSearch::add(KmLevel& level, std::int64_t combinations, std::int64_t support) const {
    level.combinations = combinations > most - level.combinations ? most : level.combinations + combinations;
    if (level.least_support == 0 || support < level.least_support) level.least_support = support;
}

bool KmSearch::has_rare_pair(Item item) const {
    return std::ranges::any_of(combination_, [&](Item member) { return rare_->has(member, item); });
}

// Whether all parts of the combination with `last` are in k rows. Pairs are known to be, and so is the part without `last`.
bool KmSearch::is_minimal(Item last) {
    if (combination_.size() < 3) return true;
    std::vector<Item> part;
    for (std::size_t left_out = 0; left_out < combination_.size(); ++left_out) {
        part.assign(combination_.begin(), combination_.end());
        part.erase(part.begin() + static_cast<std::ptrdiff_t>(left_out));
        part.push_back(last);
        if (!in_k_rows(part)) return false;
    }
    return true;
}

bool KmSearch::in_k_rows(std::span<const Item> set) {
    std::int64_t support = 0;
    // The first item is the rarest.
    for (const std::int32_t row : holders_[set[0]]) {
        if (!std::ranges::includes(rows_.rows[row], set)) continue;
        support += rows_.weights[row];
        if (support >= k_) return true;
    }
    return false;
}

}  // namespace shoal::privacy
