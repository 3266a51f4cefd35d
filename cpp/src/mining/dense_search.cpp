#include "shoal/mining/dense_search.hpp"

#include <algorithm>
#include <bit>

namespace shoal::mining {
namespace {

constexpr std::int64_t nodes_between_polls = 1024;  // nodes between two looks at the control

}  // namespace

void DenseSearch::reset(std::span<const std::int64_t> weights, std::int32_t items, std::int64_t k) {
    BitGraph& g = graph_;
    g.rows = static_cast<std::int32_t>(weights.size());
    g.items = items;
    g.k = k;
    g.row_words = (g.rows + 63) / 64;
    g.item_words = (g.items + 63) / 64;
    g.rows_of.assign(static_cast<std::size_t>(g.items) * g.row_words, 0);
    g.items_of.assign(static_cast<std::size_t>(g.rows) * g.item_words, 0);
    lives_.assign(g.row_words, 0);
    const std::int64_t heaviest = std::min(k, *std::ranges::max_element(weights));
    g.slices = static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(heaviest)));
    g.weight_slices.assign(static_cast<std::size_t>(g.slices) * g.row_words, 0);
    for (std::int32_t r = 0; r < g.rows; ++r) {
        const std::uint64_t bit = 1ull << (r % 64);
        lives_[r / 64] |= bit;
        const auto weight = static_cast<std::uint64_t>(std::min(k, weights[r]));
        for (std::int32_t s = 0; s < g.slices; ++s)
            if (weight >> s & 1) g.weight_slices[static_cast<std::size_t>(s) * g.row_words + r / 64] |= bit;
    }
}

void DenseSearch::set(std::int32_t row, std::int32_t item) {
    graph_.rows_of[static_cast<std::size_t>(item) * graph_.row_words + row / 64] |= 1ull << (row % 64);
    graph_.items_of[static_cast<std::size_t>(row) * graph_.item_words + item / 64] |= 1ull << (item % 64);
}

bool DenseSearch::search(std::int32_t need, std::int64_t& nodes, std::int64_t node_limit, const OnFound& found) {
    nodes_ = &nodes;
    node_limit_ = node_limit;
    found_ = &found;
    // Each level leaves at least one row behind, so there are at most `rows` of them.
    const std::size_t stride = static_cast<std::size_t>(graph_.row_words) + graph_.item_words;
    if (stack_.size() < stride * (graph_.rows + 2)) stack_.resize(stride * (graph_.rows + 2));
    std::ranges::copy(lives_, stack_.begin());
    std::uint64_t* items = stack_.data() + graph_.row_words;
    std::fill_n(items, graph_.item_words, ~0ull);
    if (graph_.items % 64) items[graph_.item_words - 1] = (1ull << (graph_.items % 64)) - 1;
    return expand(0, need);
}

bool DenseSearch::report(const std::uint64_t* rows) {
    const Found answer = (*found_)({rows, static_cast<std::size_t>(graph_.row_words)});
    if (answer == Found::rows_left)
        for (std::int32_t w = 0; w < graph_.row_words; ++w) lives_[w] &= ~rows[w];
    return answer != Found::stop;
}

// One node: reduce to the core, search with the rarest item, then without it.
bool DenseSearch::expand(std::size_t depth, std::int32_t need) {
    const std::int32_t row_words = graph_.row_words;
    const std::size_t stride = static_cast<std::size_t>(row_words) + graph_.item_words;
    std::uint64_t* const rows = stack_.data() + depth * stride;
    std::uint64_t* const items = rows + row_words;
    while (true) {
        if (++*nodes_ > node_limit_ || (*nodes_ % nodes_between_polls == 0 && control_.must_stop())) return false;
        const Core core = reduce_(graph_, rows, items, need);
        if (!core.enough_rows) return true;
        need = core.need;
        if (need <= 0) {
            return report(rows);
        }
        if (core.rarest < 0) return true;
        const std::uint64_t* with = graph_.rows_of.data() + static_cast<std::size_t>(core.rarest) * row_words;
        std::uint64_t* const child = rows + stride;
        for (std::int32_t w = 0; w < row_words; ++w) child[w] = rows[w] & with[w];
        items[core.rarest / 64] &= ~(1ull << (core.rarest % 64));
        std::copy_n(items, graph_.item_words, child + row_words);
        if (need == 1) {
            // The rarest item completes a pattern: its rows are a group.
            if (!report(child)) return false;
        } else if (!expand(depth + 1, need - 1)) {
            return false;
        }
        for (std::int32_t w = 0; w < row_words; ++w) rows[w] &= lives_[w];
    }
}

}  // namespace shoal::mining
