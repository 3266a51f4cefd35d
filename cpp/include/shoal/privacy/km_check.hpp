// k^m-anonymity, judged from published rows alone: whoever knows up to m items of a row must still face k rows.
//
// The verifier's own: the methods count combinations with other code, so that a mistake in one is not a mistake in both.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::privacy {

// Combinations of one size. Only those whose smaller parts are all in k rows are looked at: below an offending one all offend.
struct KmLevel {
    std::int64_t combinations = 0;   // that occur; INT64_MAX stands for more
    std::int64_t offending = 0;      // of these, in fewer than k rows: the minimal ones; at most INT64_MAX, too
    std::int64_t least_support = 0;  // 0 if none occurs

    // Counts further ones, the rarest of them in so many rows.
    void add(std::int64_t more, std::int64_t support) {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        combinations = more > most - combinations ? most : combinations + more;
        if (least_support == 0 || support < least_support) least_support = support;
    }
    void add_offending(std::int64_t more) {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        offending = more > most - offending ? most : offending + more;
    }
};

struct KmFindings {
    std::vector<KmLevel> levels;         // by size, from 1 to m
    std::vector<std::int64_t> offenders;  // rows that hold an offending combination, ascending
};

// Needs k and m of at least 1. Exact, on any number of threads.
KmFindings km_check(RowsView rows, std::int64_t k, int m, int threads, Control& control);

}  // namespace shoal::privacy
