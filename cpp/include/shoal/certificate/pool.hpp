// Patterns that came up, each once, with the rows that hold it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal::certificate {

class Pool {
public:
    // The pattern's number; a known pattern keeps the one it has. Items ascend.
    std::int32_t add(std::span<const Item> pattern, std::span<const std::int32_t> rows) {
        const auto [at, fresh] = numbers_.try_emplace({pattern.begin(), pattern.end()}, size());
        if (fresh) {
            patterns_.push(pattern);
            extents_.push(rows);
        }
        return at->second;
    }
    bool contains(std::span<const Item> pattern) const { return numbers_.contains({pattern.begin(), pattern.end()}); }
    std::int32_t number(std::span<const Item> pattern) const { return numbers_.at({pattern.begin(), pattern.end()}); }

    std::int32_t size() const { return static_cast<std::int32_t>(patterns_.size()); }
    // What each pattern is worth to a row: its length.
    template <class Number>
    std::vector<Number> lengths() const {
        std::vector<Number> lengths;
        for (std::int32_t p = 0; p < size(); ++p) lengths.push_back(static_cast<Number>(patterns_[p].size()));
        return lengths;
    }
    const Rows& patterns() const { return patterns_; }
    const Rows& extents() const { return extents_; }
    std::int64_t entries() const { return static_cast<std::int64_t>(extents_.items.size()); }

private:
    Rows patterns_, extents_;
    std::map<std::vector<Item>, std::int32_t> numbers_;
};

}  // namespace shoal::certificate
