#include "bit_rows.hpp"

#include <bit>

namespace shoal::cluster {
namespace {

SHOAL_INLINE std::int32_t overlap_body(const Word* a, const Word* b, std::int32_t words) {
    std::int64_t count = 0;
    for (std::int32_t w = 0; w < words; ++w) count += std::popcount(a[w] & b[w]);
    return static_cast<std::int32_t>(count);
}

SHOAL_INLINE void overlaps_body(const Word* set, const Word* matrix, std::int32_t words, std::span<const std::int32_t> chosen,
                                std::int32_t* shared) {
    for (std::size_t c = 0; c < chosen.size(); ++c)
        shared[c] = overlap_body(set, matrix + static_cast<std::ptrdiff_t>(chosen[c]) * words, words);
}

// One class per instruction set; each method is a body compiled for it.
#define SHOAL_OVERLAP_OPS(NAME, TARGET)                                                                            \
    struct NAME {                                                                                                  \
        TARGET static std::int32_t one(const Word* a, const Word* b, std::int32_t words) {                         \
            return overlap_body(a, b, words);                                                                      \
        }                                                                                                          \
        TARGET static void many(const Word* set, const Word* matrix, std::int32_t words,                           \
                                std::span<const std::int32_t> chosen, std::int32_t* shared) {                      \
            overlaps_body(set, matrix, words, chosen, shared);                                                     \
        }                                                                                                          \
    };

SHOAL_OVERLAP_OPS(Scalar, )
#if SHOAL_X86
SHOAL_OVERLAP_OPS(Avx2, SHOAL_TARGET_AVX2)
SHOAL_OVERLAP_OPS(Avx512, SHOAL_TARGET_AVX512)
#endif
#undef SHOAL_OVERLAP_OPS

}  // namespace

Overlaps overlaps([[maybe_unused]] Isa isa) {
#if SHOAL_X86
    if (isa == Isa::avx512) return Avx512::many;
    if (isa == Isa::avx2) return Avx2::many;
#endif
    return Scalar::many;
}

Overlap overlap([[maybe_unused]] Isa isa) {
#if SHOAL_X86
    if (isa == Isa::avx512) return Avx512::one;
    if (isa == Isa::avx2) return Avx2::one;
#endif
    return Scalar::one;
}

BitRows::BitRows(RowsView rows, std::span<const std::int32_t> members, std::int64_t k) : lengths_(members.size(), 0) {
    std::vector<std::int32_t> support(rows.item_count, 0), bit(rows.item_count, -1);
    for (std::int32_t r : members)
        for (Item i : rows[r]) ++support[i];
    std::int32_t bits = 0;
    for (Item i = 0; i < rows.item_count; ++i)
        if (support[i] >= k) bit[i] = bits++;
    words_ = (bits + 63) / 64;
    bits_.assign(members.size() * static_cast<std::size_t>(words_), 0);
    for (std::size_t m = 0; m < members.size(); ++m) {
        Word* const row = bits_.data() + m * static_cast<std::size_t>(words_);
        for (Item i : rows[members[m]]) {
            if (bit[i] < 0) continue;
            row[bit[i] / 64] |= Word{1} << (bit[i] % 64);
            ++lengths_[m];
        }
    }
}

}  // namespace shoal::cluster
