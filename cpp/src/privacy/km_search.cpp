#include "km_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace shoal::privacy {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
__extension__ using Wide = unsigned __int128;

std::int64_t at_most(Wide count) { return count > Wide{most} ? most : static_cast<std::int64_t>(count); }

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
      ways_(static_cast<std::size_t>(m) + 1),
      depths_(static_cast<std::size_t>(m) + 1),
      offends_(static_cast<std::size_t>(rows.item_count)) {
    for (Depth& depth : depths_) {
        depth.ways.resize(static_cast<std::size_t>(m) + 1);
        depth.counts.resize(static_cast<std::size_t>(rows.item_count));
        depth.next.resize(static_cast<std::size_t>(rows.item_count));
    }
}

void KmSearch::run(Item first) {
    rare_seconds.clear();
    combination_.assign(1, first);
    auto& rests = depths_[0].rests;
    rests.clear();
    std::int64_t support = 0;
    for (const std::int32_t row : holders_[first]) {
        support += rows_.weights[row];
        const auto items = rows_.rows[row];
        const auto place = std::ranges::lower_bound(items, first) - items.begin();
        rests.push_back({row, rows_.rows.offsets[row] + place + 1});
    }
    ways_.assign(ways_.size(), 0);
    ways_[0] = 1;  // of no items
    extend_ways(ways_, rows_.copies[first], depths_[0].ways);
    add(depths_[0].ways, support);
    extend(2, rests);
}

// Looks at all combinations of this size or more that begin with the one at hand, which is in k rows.
void KmSearch::extend(int size, std::span<const Rest> rests) {
    control_.poll();
    if (rests.size() == 1) return in_one_row(size, rests[0]);
    Depth& depth = depths_[size - 1];
    count(depth, rests);
    const Ways& ways = depths_[size - 2].ways;
    KmLevel& level = levels[size - 1];
    bool some_offend = false;
    for (const Item item : depth.items) {
        const std::int64_t support = depth.counts[item];
        if (support >= k_) {
            extend_ways(ways, rows_.copies[item], ways_);
            add(ways_, support);
            continue;
        }
        if (!is_minimal(item)) continue;
        // Without one of two copies it would be in the same rows: minimal are those with one copy of each.
        const std::int64_t found = at_most(Wide(ways[size - 1]) * Wide(rows_.copies[item]));
        level.add(found, support);
        level.add_offending(found);
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
            extend_ways(ways, rows_.copies[item], depth.ways);
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
    std::int64_t left = 0;
    for (std::int64_t i = rest.begin; i < rows_.rows.offsets[rest.row + 1]; ++i) left += rows_.copies[rows_.rows.items[i]];
    extend_ways(depths_[size - 2].ways, left, ways_);
    add(ways_, rows_.weights[rest.row]);
}

// Adds one copy of an item, two, and so on.
void KmSearch::extend_ways(const Ways& shorter, std::int64_t copies, Ways& ways) const {
    std::ranges::fill(ways, 0);
    for (std::int64_t before = 0; before < m_; ++before) {
        if (shorter[before] == 0) continue;
        Wide chosen = 1;
        for (std::int64_t more = 1; more <= std::min<std::int64_t>(copies, m_ - before); ++more) {
            // Exact as long as it is no more than can be counted, and it does not shrink to that again before the end.
            if (chosen <= Wide{most}) chosen = chosen * static_cast<Wide>(copies - more + 1) / static_cast<Wide>(more);
            const Wide found = Wide(shorter[before]) * Wide(at_most(chosen));
            ways[before + more] = at_most(found + Wide(ways[before + more]));
        }
    }
}

void KmSearch::add(const Ways& ways, std::int64_t support) {
    for (std::size_t size = 1; size < ways.size(); ++size)
        if (ways[size] > 0) levels[size - 1].add(ways[size], support);
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
