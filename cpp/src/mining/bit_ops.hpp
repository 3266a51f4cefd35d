// Loops over many row sets of one width, compiled for each width and instruction set.
#pragma once

#include <cstdint>

#include "shoal/simd.hpp"

namespace shoal::mining {

using Word = std::uint64_t;

// The widths, in words: a branch with up to 64 rows needs 1, with up to 4096 rows 64.
constexpr int widths = 7;
constexpr int words_of(int width) { return 1 << width; }
constexpr std::int64_t most_rows = 64 * words_of(widths - 1);
int width_for(std::int64_t rows);

struct BitOps {
    // Is `rows` a subset of one of the n sets?
    bool (*covered)(const Word* rows, const Word* sets, int n);
    // Writes the intersections with `rows` that keep at least min_support rows, each with its support and its place
    // among the n; those that are all of `rows` (they have `support`) are only listed in `all`. Returns how many were
    // written.
    int (*intersect)(const Word* rows, const Word* sets, int n, std::int32_t min_support, std::int32_t support, Word* out,
                     std::int32_t* supports, std::int32_t* places, std::int32_t* all, int* all_count);
    // The same for sets of which only the rows matter.
    int (*intersect_only)(const Word* rows, const Word* sets, int n, std::int32_t min_support, Word* out);
    // Do at least min_support of `rows` lie in one of the n sets?
    bool (*some_frequent)(const Word* rows, const Word* sets, int n, std::int32_t min_support);
    // Writes what all n sets (at least one) share to `out` and returns its size, or 0 as soon as that is below min_support.
    std::int32_t (*common)(const Word* sets, int n, std::int32_t min_support, Word* out);
    // Renumbers the rows of n subsets of `rows` so that they fit the smaller width; in place.
    void (*pack)(const Word* rows, Word* sets, int n, int to_words);
};

const BitOps& bit_ops(int width, Isa isa);

}  // namespace shoal::mining
