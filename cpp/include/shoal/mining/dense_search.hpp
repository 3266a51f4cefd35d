// The search of length_search.hpp on a small graph held as two bit matrices: rows of each item, items of each row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/simd.hpp"

namespace shoal::mining {

// What the receiver of a pattern's rows did: took them out of the living rows, left them in, or wants no more.
enum class Found { rows_left, rows_stay, stop };

// The graph. Weights are kept as bit slices, so that a support is a sum of a few popcounts.
struct BitGraph {
    std::int32_t rows = 0, items = 0;
    std::int32_t row_words = 0;   // words of a set of rows
    std::int32_t item_words = 0;  // words of a set of items
    std::int32_t slices = 0;
    std::int64_t k = 0;
    std::vector<std::uint64_t> rows_of;        // items x row_words
    std::vector<std::uint64_t> items_of;       // rows x item_words
    std::vector<std::uint64_t> weight_slices;  // slices x row_words
};

// What is left of a node after its reduction to the core.
struct Core {
    std::int32_t need;         // items still to choose; at most 0: every row shares a whole pattern
    std::int32_t rarest = -1;  // the item to branch on; -1: none is left
    bool enough_rows = false;
};

// Reduces a set of rows and a set of items to their (k, need) core. Items that every row has are taken into the pattern.
using ReduceToCore = Core (*)(const BitGraph&, std::uint64_t* rows, std::uint64_t* items, std::int32_t need);
ReduceToCore reduce_to_core(Isa isa);

class DenseSearch {
public:
    static constexpr std::int32_t max_rows = 512;

    explicit DenseSearch(const Control& control) : control_(control) {}

    // Starts an empty matrix. Weights above k count as k: only "at least k" is asked.
    void reset(std::span<const std::int64_t> weights, std::int32_t items, std::int64_t k);
    void set(std::int32_t row, std::int32_t item);

    // Calls `found` with the rows, as bit words, of each pattern of `need` items. Returns false when stopped, when `nodes` passed `node_limit` or when the time is up.
    using OnFound = std::function<Found(std::span<const std::uint64_t>)>;
    bool search(std::int32_t need, std::int64_t& nodes, std::int64_t node_limit, const OnFound& found);

private:
    bool expand(std::size_t depth, std::int32_t need);
    bool report(const std::uint64_t* rows);

    const Control& control_;
    BitGraph graph_;
    std::vector<std::uint64_t> lives_;  // rows not yet taken
    std::vector<std::uint64_t> stack_;  // per depth: a set of rows and a set of items
    ReduceToCore reduce_ = reduce_to_core(isa());
    std::int64_t* nodes_ = nullptr;
    std::int64_t node_limit_ = 0;
    const OnFound* found_ = nullptr;
};

}  // namespace shoal::mining
