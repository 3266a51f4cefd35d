// Utility loss of generalized items, compared exactly: that of a large set is beyond any number type.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shoal::generalize {

__extension__ using Wide = __int128;

// UL is (2^size - 1) * (weight / size) * support, times a constant. Weights are whole numbers: parts of a unit.
struct UtilityLoss {
    std::int64_t size = 0;
    std::int64_t weight = 0;  // of its items together
    std::int64_t support = 0;

    bool is_zero() const { return weight == 0 || support == 0; }
    double log2() const {
        const auto items = static_cast<double>(size);
        // From 2^60 on, the 1 is far below what a double can tell.
        const double subsets = size < 60 ? std::log2(std::ldexp(1.0, static_cast<int>(size)) - 1) : items;
        return subsets + std::log2(static_cast<double>(weight) / items) + std::log2(static_cast<double>(support));
    }
};

// Negative when one is less, 0 when they are equal.
inline int compare(const UtilityLoss& one, const UtilityLoss& other) {
    if (one.size < other.size) return -compare(other, one);
    if (one.is_zero() || other.is_zero()) return other.is_zero() - one.is_zero();
    // Logarithms tell all but near ties.
    if (const double difference = one.log2() - other.log2(); std::abs(difference) > 1e-6) return difference < 0 ? -1 : 1;
    // With both over the same denominator, (2^m - 1) a and (2^n - 1) b, m >= n, compare as 2^n (2^(m-n) a - b) and a - b.
    const Wide a = Wide{one.weight} * one.support * other.size;
    const Wide b = Wide{other.weight} * other.support * one.size;
    const Wide lead = (a << (one.size - other.size)) - b;  // fits: in a near tie the first is about b
    const auto sign = [](Wide number) { return number < 0 ? -1 : number > 0; };
    const auto shift = static_cast<int>(std::min<std::int64_t>(other.size, 120));
    // So large that a - b, below 2^110, does not matter.
    if ((lead < 0 ? -lead : lead) >= Wide{1} << (120 - shift)) return sign(lead);
    return sign((lead << shift) - (a - b));
}

}  // namespace shoal::generalize
