#include "top_patterns.hpp"

#include <algorithm>
#include <iterator>

namespace shoal::mining {
namespace {

void raise(std::atomic<std::int64_t>& bound, std::int64_t value) {
    for (std::int64_t seen = bound.load(); seen < value && !bound.compare_exchange_weak(seen, value);) {
    }
}

// On the heap, with what the allocator adds.
std::int64_t bytes_of(const RankedPattern& one) {
    return static_cast<std::int64_t>(sizeof(RankedPattern) + 16 + one.items.size() * sizeof(Item));
}

}  // namespace

TopPatterns::TopPatterns(std::size_t count, Rank by, bool may_raise_support, std::int64_t most_bytes, LeastWanted& least)
    : count_(count), by_(by), may_raise_support_(may_raise_support), most_bytes_(most_bytes), least_(least) {}

bool TopPatterns::better(const RankedPattern& a, const RankedPattern& b) const {
    return key(a) != key(b) ? key(a) > key(b) : a.items < b.items;
}

bool TopPatterns::may_enter(std::int64_t support, std::int64_t length) const {
    return heap_.size() < count_ || key(support, length) >= key(heap_.front());
}

void TopPatterns::offer(std::span<const Item> pattern, std::int64_t support) {
    if (!may_enter(support, static_cast<std::int64_t>(pattern.size()))) return;
    const auto worse_first = [this](const RankedPattern& a, const RankedPattern& b) { return better(a, b); };
    RankedPattern fresh{{pattern.begin(), pattern.end()}, support};
    std::ranges::sort(fresh.items);
    if (heap_.size() == count_) {
        if (!better(fresh, heap_.front())) return;
        std::ranges::pop_heap(heap_, worse_first);
        bytes_ -= bytes_of(heap_.back());
        heap_.pop_back();
    }
    bytes_ += bytes_of(fresh);
    heap_.push_back(std::move(fresh));
    std::ranges::push_heap(heap_, worse_first);
    if (heap_.size() < count_) return;
    if (by_ == Rank::length) raise(least_.length, static_cast<std::int64_t>(heap_.front().items.size()));
    else if (may_raise_support_) raise(least_.support, heap_.front().support);
}

Patterns TopPatterns::merge(std::vector<TopPatterns>& parts) {
    TopPatterns& first = parts.front();
    auto& all = first.heap_;
    for (std::size_t p = 1; p < parts.size(); ++p) std::ranges::move(parts[p].heap_, std::back_inserter(all));
    std::ranges::sort(all, [&](const auto& a, const auto& b) { return first.better(a, b); });
    all.resize(std::min(all.size(), first.count_));
    Patterns best;
    for (const auto& one : all) best.push(one.items, one.support);
    return best;
}

}  // namespace shoal::mining
