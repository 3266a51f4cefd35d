#include <bit>

#include "shoal/mining/dense_search.hpp"

namespace shoal::mining {
namespace {

SHOAL_INLINE std::int64_t weight_of(const BitGraph& graph, const std::uint64_t* a, const std::uint64_t* b) {
    std::int64_t sum = 0;
    for (std::int32_t s = 0; s < graph.slices; ++s) {
        const std::uint64_t* slice = graph.weight_slices.data() + static_cast<std::size_t>(s) * graph.row_words;
        std::int64_t ones = 0;
        for (std::int32_t w = 0; w < graph.row_words; ++w) ones += std::popcount(a[w] & b[w] & slice[w]);
        sum += ones << s;
    }
    return sum;
}

SHOAL_INLINE void drop_short_rows(const BitGraph& graph, std::uint64_t* rows, const std::uint64_t* items, std::int32_t need) {
    for (std::int32_t w = 0; w < graph.row_words; ++w)
        for (std::uint64_t left = rows[w]; left; left &= left - 1) {
            const std::uint64_t bit = left & -left;
            const auto row = static_cast<std::size_t>(w * 64 + std::countr_zero(left));
            const std::uint64_t* mine = graph.items_of.data() + row * graph.item_words;
            std::int64_t length = 0;
            for (std::int32_t v = 0; v < graph.item_words; ++v) length += std::popcount(mine[v] & items[v]);
            if (length < need) rows[w] ^= bit;
        }
}

SHOAL_INLINE Core reduce_body(const BitGraph& graph, std::uint64_t* rows, std::uint64_t* items, std::int32_t need) {
    Core core{need};
    for (bool changed = true; changed && core.need > 0;) {
        changed = false;
        drop_short_rows(graph, rows, items, core.need);
        const std::int64_t total = weight_of(graph, rows, rows);
        core.enough_rows = total >= graph.k;
        if (!core.enough_rows) return core;
        core.rarest = -1;
        std::int64_t rarest_support = 0;
        for (std::int32_t v = 0; v < graph.item_words; ++v)
            for (std::uint64_t left = items[v]; left; left &= left - 1) {
                const std::uint64_t bit = left & -left;
                const std::int32_t item = v * 64 + std::countr_zero(left);
                const std::int64_t support =
                    weight_of(graph, graph.rows_of.data() + static_cast<std::size_t>(item) * graph.row_words, rows);
                if (support == total) {
                    items[v] ^= bit;
                    --core.need;
                } else if (support < graph.k) {
                    items[v] ^= bit;
                    changed = true;
                } else if (core.rarest < 0 || support < rarest_support) {
                    core.rarest = item;
                    rarest_support = support;
                }
            }
    }
    return core;
}

Core reduce_scalar(const BitGraph& graph, std::uint64_t* rows, std::uint64_t* items, std::int32_t need) {
    return reduce_body(graph, rows, items, need);
}
#if SHOAL_X86
SHOAL_TARGET_AVX2 Core reduce_avx2(const BitGraph& graph, std::uint64_t* rows, std::uint64_t* items, std::int32_t need) {
    return reduce_body(graph, rows, items, need);
}
SHOAL_TARGET_AVX512 Core reduce_avx512(const BitGraph& graph, std::uint64_t* rows, std::uint64_t* items, std::int32_t need) {
    return reduce_body(graph, rows, items, need);
}
#endif

}  // namespace

ReduceToCore reduce_to_core([[maybe_unused]] Isa isa) {
#if SHOAL_X86
    if (isa == Isa::avx512) return reduce_avx512;
    if (isa == Isa::avx2) return reduce_avx2;
#endif
    return reduce_scalar;
}

}  // namespace shoal::mining
