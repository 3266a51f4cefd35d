// The two forms a branch of the closed miner takes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bit_ops.hpp"
#include "shoal/csr.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::mining {

// What a candidate stands for: an item, or (from item_count on) two labels whose items always come together.
using Label = std::int32_t;
struct Joined {
    Label first, second;
    std::int32_t size;  // items it stands for
};

// Many rows: lists of items per row and of rows per item. Items below first_candidate are excluded; all keep the root's
// order, rarest first, so that rows stay sorted when they are projected.
struct SparseNode {
    std::vector<std::int64_t> row_starts{0};
    std::vector<std::int32_t> row_items;
    std::vector<std::int32_t> weights;
    std::vector<std::int64_t> item_starts;
    std::vector<std::int32_t> item_rows;
    std::vector<std::int32_t> item_places;  // where in each of these rows the item stands
    std::vector<std::int32_t> supports;
    std::vector<Label> labels;
    std::int32_t first_candidate = 0;
    // Only when extents are visited: the input's distinct rows that each row stands for.
    std::vector<std::int64_t> origin_starts;
    std::vector<std::int32_t> origins;

    std::int32_t items() const { return static_cast<std::int32_t>(labels.size()); }
    std::int32_t rows() const { return static_cast<std::int32_t>(weights.size()); }
    std::span<const std::int32_t> items_of(std::int32_t row) const {
        return {row_items.data() + row_starts[row], static_cast<std::size_t>(row_starts[row + 1] - row_starts[row])};
    }
    std::span<const std::int32_t> rows_of(std::int32_t item) const {
        return {item_rows.data() + item_starts[item], static_cast<std::size_t>(item_starts[item + 1] - item_starts[item])};
    }
    std::span<const std::int32_t> places_of(std::int32_t item) const {
        return {item_places.data() + item_starts[item], static_cast<std::size_t>(item_starts[item + 1] - item_starts[item])};
    }
    std::span<const std::int32_t> origins_of(std::int32_t row) const {
        return {origins.data() + origin_starts[row], static_cast<std::size_t>(origin_starts[row + 1] - origin_starts[row])};
    }
    // A branch's rows lie far apart: asks for them in time, first where a row starts, then its items.
    void prefetch(std::int32_t later, std::int32_t soon) const {
        __builtin_prefetch(row_starts.data() + later);
        __builtin_prefetch(weights.data() + later);
        __builtin_prefetch(row_items.data() + row_starts[soon]);
    }
    void list_rows_of_items();  // from the rows
    // From the row of this node that each of another node's rows went into, -1 if none.
    void list_origins(const SparseNode& above, std::span<const std::int32_t> members, std::span<const std::int32_t> went_into);
};

// The root: all rows, frequent items only, rarest first. Items in every row go to `closure`.
std::shared_ptr<SparseNode> root_node(const WeightedRows& data, Item item_count, std::int64_t min_support, std::vector<Item>& closure);

// Few rows: a set of rows per item, one bit a row (a row of weight w has w bits).
struct BitNode {
    int width = 0;
    std::int32_t candidates = 0, excluded = 0;
    std::vector<Word> candidate_rows;  // ascending by support, no two alike
    std::vector<std::int32_t> supports;
    std::vector<Label> labels;
    std::vector<Word> excluded_rows;
    std::shared_ptr<const std::vector<std::int32_t>> row_of_bit;  // only when extents are visited: the input's distinct row

    const Word* rows_of(std::int32_t candidate) const {
        return candidate_rows.data() + static_cast<std::size_t>(candidate) * words_of(width);
    }
    // Makes room; keeps memory from node to node.
    void make_room(int new_width, std::size_t most_candidates, std::size_t most_excluded);
};

}  // namespace shoal::mining
