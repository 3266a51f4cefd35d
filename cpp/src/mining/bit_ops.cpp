#include "bit_ops.hpp"

#include <bit>

namespace shoal::mining {
namespace {

// Moves the bits of `value` that `mask` selects to the low end.
struct PortableExtract {
    SHOAL_INLINE static Word extract(Word value, Word mask) {
        Word out = 0;
        for (int at = 0; mask; ++at, mask &= mask - 1) out |= static_cast<Word>((value & mask & -mask) != 0) << at;
        return out;
    }
};

template <int W>
SHOAL_INLINE bool covered_body(const Word* rows, const Word* sets, int n) {
    for (int i = 0; i < n; ++i, sets += W) {
        if constexpr (W <= 8) {
            Word missing = 0;
            for (int w = 0; w < W; ++w) missing |= rows[w] & ~sets[w];
            if (missing == 0) return true;
        } else {
            Word missing = 0;
            for (int b = 0; b < W && missing == 0; b += 8)
                for (int w = b; w < b + 8; ++w) missing |= rows[w] & ~sets[w];
            if (missing == 0) return true;
        }
    }
    return false;
}

template <int W>
SHOAL_INLINE std::int32_t and_count(const Word* a, const Word* b, Word* out) {
    std::int64_t count = 0;
    for (int w = 0; w < W; ++w) {
        const Word word = a[w] & b[w];
        out[w] = word;
        count += std::popcount(word);
    }
    return static_cast<std::int32_t>(count);
}

template <int W>
SHOAL_INLINE int intersect_body(const Word* rows, const Word* sets, int n, std::int32_t min_support, std::int32_t support,
                                Word* out, std::int32_t* supports, std::int32_t* places, std::int32_t* all, int* all_count) {
    int kept = 0, whole = 0;
    for (int i = 0; i < n; ++i, sets += W) {
        const std::int32_t s = and_count<W>(rows, sets, out + static_cast<std::ptrdiff_t>(kept) * W);
        if (s == support) {
            all[whole++] = i;
        } else {
            supports[kept] = s;
            places[kept] = i;
            kept += s >= min_support;
        }
    }
    *all_count = whole;
    return kept;
}

template <int W>
SHOAL_INLINE int intersect_only_body(const Word* rows, const Word* sets, int n, std::int32_t min_support, Word* out) {
    int kept = 0;
    for (int i = 0; i < n; ++i, sets += W)
        kept += and_count<W>(rows, sets, out + static_cast<std::ptrdiff_t>(kept) * W) >= min_support;
    return kept;
}

template <int W>
SHOAL_INLINE bool some_frequent_body(const Word* rows, const Word* sets, int n, std::int32_t min_support) {
    Word unused[W];
    for (int i = 0; i < n; ++i, sets += W)
        if (and_count<W>(rows, sets, unused) >= min_support) return true;
    return false;
}

template <int W>
SHOAL_INLINE std::int32_t common_body(const Word* sets, int n, std::int32_t min_support, Word* out) {
    std::int32_t count = and_count<W>(sets, sets, out);
    for (int i = 1; i < n && count >= min_support; ++i) count = and_count<W>(out, sets + static_cast<std::ptrdiff_t>(i) * W, out);
    return count >= min_support ? count : 0;
}

template <int W, class Extract>
SHOAL_INLINE void pack_body(const Word* rows, Word* sets, int n, int to_words) {
    int counts[W];
    for (int w = 0; w < W; ++w) counts[w] = std::popcount(rows[w]);
    for (int i = 0; i < n; ++i) {
        const Word* from = sets + static_cast<std::ptrdiff_t>(i) * W;
        Word packed[W + 1] = {};
        int at = 0;
        for (int w = 0; w < W; ++w) {
            if (counts[w] == 0) continue;
            const Word bits = Extract::extract(from[w], rows[w]);
            packed[at / 64] |= bits << (at % 64);
            if (at % 64 + counts[w] > 64) packed[at / 64 + 1] |= bits >> (64 - at % 64);
            at += counts[w];
        }
        Word* to = sets + static_cast<std::ptrdiff_t>(i) * to_words;
        for (int w = 0; w < to_words; ++w) to[w] = packed[w];
    }
}

// One class per instruction set; each method is a body compiled for it.
#define SHOAL_BIT_OPS(NAME, TARGET, EXTRACT)                                                                              \
    template <int W>                                                                                                      \
    struct NAME {                                                                                                         \
        TARGET static bool covered(const Word* rows, const Word* sets, int n) { return covered_body<W>(rows, sets, n); }  \
        TARGET static int intersect(const Word* rows, const Word* sets, int n, std::int32_t min_support,                  \
                                    std::int32_t support, Word* out, std::int32_t* supports, std::int32_t* places,        \
                                    std::int32_t* all, int* all_count) {                                                  \
            return intersect_body<W>(rows, sets, n, min_support, support, out, supports, places, all, all_count);         \
        }                                                                                                                 \
        TARGET static int intersect_only(const Word* rows, const Word* sets, int n, std::int32_t min_support, Word* out) { \
            return intersect_only_body<W>(rows, sets, n, min_support, out);                                               \
        }                                                                                                                 \
        TARGET static bool some_frequent(const Word* rows, const Word* sets, int n, std::int32_t min_support) {           \
            return some_frequent_body<W>(rows, sets, n, min_support);                                                     \
        }                                                                                                                 \
        TARGET static std::int32_t common(const Word* sets, int n, std::int32_t min_support, Word* out) {                 \
            return common_body<W>(sets, n, min_support, out);                                                             \
        }                                                                                                                 \
        TARGET static void pack(const Word* rows, Word* sets, int n, int to_words) {                                      \
            pack_body<W, EXTRACT>(rows, sets, n, to_words);                                                               \
        }                                                                                                                 \
    };

SHOAL_BIT_OPS(Scalar, , PortableExtract)
#if SHOAL_X86
// In assembler, because the intrinsic cannot be inlined into a body that is not yet compiled for a target.
struct Bmi2Extract {
    SHOAL_INLINE static Word extract(Word value, Word mask) {
        Word out;
        __asm__("pext %2, %1, %0" : "=r"(out) : "r"(value), "r"(mask));
        return out;
    }
};
SHOAL_BIT_OPS(Avx2, SHOAL_TARGET_AVX2, Bmi2Extract)
SHOAL_BIT_OPS(Avx512, SHOAL_TARGET_AVX512, Bmi2Extract)
#endif
#undef SHOAL_BIT_OPS

template <template <int> class Ops, int Width>
constexpr BitOps ops_of_width() {
    using Of = Ops<words_of(Width)>;
    return {Of::covered, Of::intersect, Of::intersect_only, Of::some_frequent, Of::common, Of::pack};
}

template <template <int> class Ops>
const BitOps* table() {
    static constexpr BitOps ops[widths] = {ops_of_width<Ops, 0>(), ops_of_width<Ops, 1>(), ops_of_width<Ops, 2>(),
                                           ops_of_width<Ops, 3>(), ops_of_width<Ops, 4>(), ops_of_width<Ops, 5>(),
                                           ops_of_width<Ops, 6>()};
    return ops;
}

}  // namespace

int width_for(std::int64_t rows) {
    int width = 0;
    while (64 * words_of(width) < rows) ++width;
    return width;
}

const BitOps& bit_ops(int width, [[maybe_unused]] Isa isa) {
#if SHOAL_X86
    if (isa == Isa::avx512) return table<Avx512>()[width];
    if (isa == Isa::avx2) return table<Avx2>()[width];
#endif
    return table<Scalar>()[width];
}

}  // namespace shoal::mining
