#include "../src/mining/bit_ops.hpp"

#include <bit>

#include "check.hpp"
#include "random_rows.hpp"
#include "shoal/mining/dense_search.hpp"

namespace bit_ops_test {

using namespace shoal;
using namespace shoal::mining;
using namespace oracle;

namespace {

std::vector<Isa> every_isa() {
    std::vector<Isa> all{Isa::scalar};
    for (Isa isa : {Isa::avx2, Isa::avx512})
        if (isa <= best_isa()) all.push_back(isa);
    return all;
}

std::vector<Word> random_words(Random& random, std::size_t n) {
    std::vector<Word> words(n);
    for (auto& word : words) word = random() & random();
    return words;
}

}  // namespace

TEST(bit_ops_agree_on_every_instruction_set_and_width) {
    Random random(7);
    for (int width = 0; width < widths; ++width)
        for (int round = 0; round < 40; ++round) {
            const auto words = static_cast<std::size_t>(words_of(width));
            const auto n = static_cast<int>(pick(random, 0, 20));
            auto rows = random_words(random, words);
            auto sets = random_words(random, words * static_cast<std::size_t>(n));
            if (n > 2) std::copy_n(rows.begin(), words, sets.begin() + static_cast<std::ptrdiff_t>(words));
            std::int32_t support = 0;
            for (Word word : rows) support += std::popcount(word);
            const auto min_support = static_cast<std::int32_t>(pick(random, 1, support + 1));

            // What each should answer, a bit at a time.
            bool covered = false;
            std::vector<std::int32_t> supports, places, all;
            for (int i = 0; i < n; ++i) {
                std::int32_t shared = 0;
                for (std::size_t w = 0; w < words; ++w) shared += std::popcount(rows[w] & sets[static_cast<std::size_t>(i) * words + w]);
                covered |= shared == support;
                if (shared == support) all.push_back(i);
                else if (shared >= min_support) {
                    supports.push_back(shared);
                    places.push_back(i);
                }
            }
            for (Isa isa : every_isa()) {
                const BitOps& ops = bit_ops(width, isa);
                CHECK_EQ(ops.covered(rows.data(), sets.data(), n), covered);
                const auto room = static_cast<std::size_t>(n) + 1;
                std::vector<Word> out(words * room), out_only(words * room);
                std::vector<std::int32_t> got_supports(room), got_places(room), got_all(room);
                int all_count = 0;
                const int kept = ops.intersect(rows.data(), sets.data(), n, min_support, support, out.data(), got_supports.data(),
                                               got_places.data(), got_all.data(), &all_count);
                got_supports.resize(static_cast<std::size_t>(kept));
                got_places.resize(static_cast<std::size_t>(kept));
                got_all.resize(static_cast<std::size_t>(all_count));
                CHECK(got_supports == supports);
                CHECK(got_places == places);
                CHECK(got_all == all);
                const int only = ops.intersect_only(rows.data(), sets.data(), n, min_support, out_only.data());
                CHECK_EQ(only, kept + (support >= min_support ? all_count : 0));

                // Packing keeps the number of rows of every set and of every pair of sets.
                const int to = words_of(width_for(support));
                auto packed = out;
                ops.pack(rows.data(), packed.data(), kept, to);
                for (int a = 0; a < kept; ++a)
                    for (int b = 0; b <= a; ++b) {
                        int before = 0, after = 0;
                        for (std::size_t w = 0; w < words; ++w)
                            before += std::popcount(out[static_cast<std::size_t>(a) * words + w] & out[static_cast<std::size_t>(b) * words + w]);
                        for (int w = 0; w < to; ++w)
                            after += std::popcount(packed[static_cast<std::size_t>(a * to + w)] & packed[static_cast<std::size_t>(b * to + w)]);
                        CHECK_EQ(before, after);
                    }
            }
        }
}

TEST(core_reduction_agrees_on_every_instruction_set) {
    Random random(8);
    for (int round = 0; round < 300; ++round) {
        BitGraph graph;
        graph.rows = static_cast<std::int32_t>(pick(random, 1, 200));
        graph.items = static_cast<std::int32_t>(pick(random, 1, 150));
        graph.row_words = (graph.rows + 63) / 64;
        graph.item_words = (graph.items + 63) / 64;
        graph.slices = 1;
        graph.k = pick(random, 2, 20);
        graph.rows_of.assign(static_cast<std::size_t>(graph.items * graph.row_words), 0);
        graph.items_of.assign(static_cast<std::size_t>(graph.rows * graph.item_words), 0);
        graph.weight_slices.assign(static_cast<std::size_t>(graph.row_words), ~0ull);
        std::vector<std::uint64_t> rows(static_cast<std::size_t>(graph.row_words), 0), items(static_cast<std::size_t>(graph.item_words), 0);
        for (std::int32_t r = 0; r < graph.rows; ++r) {
            rows[static_cast<std::size_t>(r / 64)] |= 1ull << (r % 64);
            for (std::int32_t i = 0; i < graph.items; ++i) {
                items[static_cast<std::size_t>(i / 64)] |= 1ull << (i % 64);
                if (pick(random, 0, 9) < 4) {
                    graph.rows_of[static_cast<std::size_t>(i * graph.row_words + r / 64)] |= 1ull << (r % 64);
                    graph.items_of[static_cast<std::size_t>(r * graph.item_words + i / 64)] |= 1ull << (i % 64);
                }
            }
        }
        const auto need = static_cast<std::int32_t>(pick(random, 1, graph.items));
        auto rows_scalar = rows, items_scalar = items;
        const Core expected = reduce_to_core(Isa::scalar)(graph, rows_scalar.data(), items_scalar.data(), need);
        for (Isa isa : every_isa()) {
            auto r = rows, i = items;
            const Core core = reduce_to_core(isa)(graph, r.data(), i.data(), need);
            CHECK_EQ(core.need, expected.need);
            CHECK_EQ(core.rarest, expected.rarest);
            CHECK_EQ(core.enough_rows, expected.enough_rows);
            CHECK(r == rows_scalar);
            CHECK(i == items_scalar);
        }
    }
}

}  // namespace bit_ops_test
