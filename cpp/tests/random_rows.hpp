// Random baskets and slow, obvious answers about them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "shoal/csr.hpp"

namespace oracle {

using shoal::Item;
using Set = std::vector<Item>;
using Random = std::mt19937_64;

inline std::int64_t pick(Random& random, std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

// Each row holds each item with the given chance; some rows repeat an earlier one.
inline shoal::Rows random_rows(Random& random, std::int64_t rows, Item items, double density) {
    std::bernoulli_distribution holds(density), repeats(0.2);
    shoal::Rows made;
    for (std::int64_t r = 0; r < rows; ++r) {
        Set row;
        if (r > 0 && repeats(random)) {
            const auto earlier = made[pick(random, 0, r - 1)];
            row.assign(earlier.begin(), earlier.end());
        } else {
            for (Item i = 0; i < items; ++i)
                if (holds(random)) row.push_back(i);
        }
        made.push(row);
    }
    return made;
}

inline bool contains(std::span<const Item> row, const Set& set) { return std::ranges::includes(row, set); }

inline std::int64_t support(const shoal::Rows& rows, const Set& set) {
    std::int64_t count = 0;
    for (std::int64_t r = 0; r < rows.size(); ++r) count += contains(rows[r], set);
    return count;
}

// Close-by-one: every closed frequent pattern, the empty one left out.
inline std::map<Set, std::int64_t> closed_patterns(const shoal::Rows& rows, Item items, std::int64_t min_support) {
    std::map<Set, std::int64_t> found;
    const auto closure = [&](const std::vector<std::int64_t>& members) {
        Set all;
        for (Item i = 0; i < items; ++i)
            if (std::ranges::all_of(members, [&](std::int64_t r) { return contains(rows[r], {i}); })) all.push_back(i);
        return all;
    };
    const auto extend = [&](auto& self, const Set& set, const std::vector<std::int64_t>& members, Item from) -> void {
        if (!set.empty()) found[set] = static_cast<std::int64_t>(members.size());
        for (Item i = from; i < items; ++i) {
            if (contains(set, {i})) continue;
            std::vector<std::int64_t> with;
            for (std::int64_t r : members)
                if (contains(rows[r], {i})) with.push_back(r);
            if (static_cast<std::int64_t>(with.size()) < min_support) continue;
            const Set closed = closure(with);
            const bool fresh = std::ranges::none_of(closed, [&](Item j) { return j < i && !contains(set, {j}); });
            if (fresh) self(self, closed, with, i + 1);
        }
    };
    std::vector<std::int64_t> everyone;
    for (std::int64_t r = 0; r < rows.size(); ++r) everyone.push_back(r);
    if (rows.size() >= min_support) extend(extend, closure(everyone), everyone, 0);
    return found;
}

// Every frequent pattern, by trying all sets of few items.
inline std::map<Set, std::int64_t> all_patterns(const shoal::Rows& rows, Item items, std::int64_t min_support) {
    std::map<Set, std::int64_t> found;
    for (std::uint32_t bits = 1; bits < std::uint32_t{1} << items; ++bits) {
        Set set;
        for (Item i = 0; i < items; ++i)
            if (bits >> i & 1) set.push_back(i);
        const std::int64_t rows_with_it = support(rows, set);
        if (rows_with_it >= min_support) found[set] = rows_with_it;
    }
    return found;
}

// Those without a frequent superset.
inline std::map<Set, std::int64_t> maximal_patterns(const shoal::Rows& rows, Item items, std::int64_t min_support) {
    const auto closed = closed_patterns(rows, items, min_support);
    std::map<Set, std::int64_t> found;
    for (const auto& [set, rows_with_it] : closed)
        if (std::ranges::none_of(closed, [&](const auto& other) { return other.first.size() > set.size() && contains(other.first, set); }))
            found[set] = rows_with_it;
    return found;
}

}  // namespace oracle
