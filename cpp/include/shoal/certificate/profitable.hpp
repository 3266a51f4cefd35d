// Patterns worth more than their rows, at given prices.
//
// Let every row have a price. A pattern of length l that takes a set G of at least k of its rows makes the profit
// sum over G of (l - price). Its profit is that of the best such set: all rows cheaper than l, or the k cheapest ones.
// With what the rows keep now as prices, the profitable patterns are those that could lift a grouping. With any prices at
// all, no grouping keeps more than all prices and all profits together: that is the certificate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::certificate {

// Prices and profits are counted in parts of an item, so that sums are exact.
constexpr std::int64_t unit = 1024;
using Price = std::int32_t;
// Rounded up; what does not fit becomes the greatest price there is. Any prices will do.
Price to_price(double items);

struct Profitable {
    Rows patterns;                       // items ascending; the patterns by items
    Rows extents;                        // the distinct rows of each pattern, cheapest first
    std::vector<std::int64_t> profits;   // of each pattern
    std::int64_t visited = 0;            // rows of the patterns looked at
    std::int64_t total = 0;              // of all patterns with a positive profit
};

struct PricingLimits {
    std::int64_t visited = INT64_MAX;  // rows of the patterns looked at
    std::int64_t kept = INT64_MAX;     // input rows of the patterns returned
};

// All closed patterns that at least min_support rows hold (k or more) and that make a profit above `least`; nothing when a
// limit is passed or the time is up.
std::optional<Profitable> find_profitable(const WeightedRows& data, Item item_count, std::int64_t k, std::int64_t min_support,
                                          std::span<const Price> prices, std::int64_t least, PricingLimits limits, int threads,
                                          const Control& control);

// The same on one thread, and in the same search the longest frequent pattern of each row (see longest_in_row.hpp).
std::optional<Profitable> find_profitable_and_longest(const WeightedRows& data, Item item_count, std::int64_t k,
                                                      std::span<const Price> prices, PricingLimits limits,
                                                      std::vector<std::int32_t>& lengths, const Control& control);

}  // namespace shoal::certificate
