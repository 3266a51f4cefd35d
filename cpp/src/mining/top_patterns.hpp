// The best patterns seen so far.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "shoal/mining/patterns.hpp"
#include "shoal/mining/request.hpp"

namespace shoal::mining {

struct RankedPattern {
    std::vector<Item> items;  // sorted
    std::int64_t support = 0;
};

// What all threads know: a pattern below this cannot be among the best.
struct LeastWanted {
    std::atomic<std::int64_t> support{0}, length{0};
};

// The best `count` patterns of one thread. By support: the more rows the better, then the longer; by length: the longer the
// better, then the more rows. Then those whose sorted items come first. So no two patterns rank alike, and the best of all
// are the best of each thread's best.
class TopPatterns {
public:
    // Only where a higher support may be asked for in the middle of a search: not for maximal patterns.
    TopPatterns(std::size_t count, Rank by, bool may_raise_support, std::int64_t most_bytes, LeastWanted& least);

    void offer(std::span<const Item> pattern, std::int64_t support);
    // Could a pattern of this support and at most this length be among the best?
    bool may_enter(std::int64_t support, std::int64_t length) const;
    bool out_of_memory() const { return bytes_ > most_bytes_; }
    std::int64_t least_support() const { return least_.support.load(std::memory_order_relaxed); }
    std::int64_t least_length() const { return least_.length.load(std::memory_order_relaxed); }

    // The best of several, best first.
    static Patterns merge(std::vector<TopPatterns>& parts);

private:
    using Key = std::pair<std::int64_t, std::int64_t>;
    Key key(std::int64_t support, std::int64_t length) const { return by_ == Rank::support ? Key(support, length) : Key(length, support); }
    Key key(const RankedPattern& one) const { return key(one.support, static_cast<std::int64_t>(one.items.size())); }
    bool better(const RankedPattern& a, const RankedPattern& b) const;

    std::size_t count_;
    Rank by_;
    bool may_raise_support_;
    std::int64_t most_bytes_;
    std::int64_t bytes_ = 0;
    LeastWanted& least_;
    std::vector<RankedPattern> heap_;  // the worst on top
};

}  // namespace shoal::mining
