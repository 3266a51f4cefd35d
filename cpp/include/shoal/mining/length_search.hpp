// Depth-first search for patterns of one length that at least k living rows share.
//
// Such a pattern is a complete block of k rows and `need` items in the bipartite graph of rows and items. Every node
// keeps the (k, need) core of its graph: items in fewer than k rows go, rows with fewer than `need` items go, until
// nothing changes. Items are tried rarest first and leave the graph when their branch is done, so the core shrinks from
// branch to branch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "shoal/mining/dense_search.hpp"
#include "shoal/mining/living_rows.hpp"
#include "shoal/control.hpp"

namespace shoal::mining {

// A bipartite graph of rows and items, readable from both sides, that can be peeled.
struct Graph {
    std::vector<std::int32_t> row_ids;  // distinct rows of the data
    std::vector<std::int64_t> row_starts;
    std::vector<std::int32_t> row_items;  // positions in item_ids, ascending
    std::vector<Item> item_ids;           // rarest first
    std::vector<std::int64_t> item_starts;
    std::vector<std::int32_t> item_rows;    // positions in row_ids, ascending
    std::vector<std::int32_t> item_places;  // where in each of these rows the item stands

    std::vector<std::int32_t> row_lengths;    // living items of each row
    std::vector<std::int64_t> item_supports;  // living weight of each item
    std::vector<std::uint8_t> row_lives, item_lives;
    std::int64_t weight = 0;        // of the living rows
    std::int32_t living_items = 0;

    std::int32_t rows() const { return static_cast<std::int32_t>(row_ids.size()); }
    std::int32_t items() const { return static_cast<std::int32_t>(item_ids.size()); }
    std::span<const std::int32_t> items_of(std::int32_t row) const {
        return {row_items.data() + row_starts[row], static_cast<std::size_t>(row_starts[row + 1] - row_starts[row])};
    }
    std::span<const std::int32_t> rows_of(std::int32_t item) const {
        return {item_rows.data() + item_starts[item], static_cast<std::size_t>(item_starts[item + 1] - item_starts[item])};
    }
};

// Called with the living rows (distinct ids) that share a pattern of the wanted length.
using OnFound = std::function<Found(std::span<const std::int32_t>)>;

enum class Outcome { finished, stopped, exhausted };

class LengthSearch {
public:
    LengthSearch(const LivingRows& living, Item item_count, std::int64_t k, std::uint64_t seed, const Control& control);

    // Builds the core of the given rows, those with at least `length` items. Returns how many items a branch still has to
    // find, or 0 when there is nothing to search: the core is empty, or all its rows share a pattern and went to `found`.
    std::int32_t root(std::span<const std::int32_t> rows, std::int32_t length, Graph& graph, const OnFound& found);

    // Searches the patterns whose first item in the graph's order is `item`.
    Outcome branch(const Graph& root, std::int32_t item, std::int32_t need, std::int64_t budget, const OnFound& found);

    // Takes an item out of the graph and peels what falls with it.
    void remove_item(Graph& graph, std::int32_t item, std::int32_t need);
    // Takes out rows, given by their places in the graph; some may be out already.
    void remove_rows(Graph& graph, std::span<const std::int32_t> rows, std::int32_t need);

    std::int64_t nodes() const { return nodes_; }

private:
    enum class Built { empty, found, graph, dense };
    template <class Source>
    Built build(const Source& source, std::int32_t& need, Graph& graph, bool dense);
    template <class Source>
    void materialize(const Source& source, std::int64_t weight, Graph& graph);
    template <class Source>
    Outcome search_dense(const Source& source, std::int32_t need, const OnFound& found);
    template <class Source>
    Outcome descend(const Source& source, std::int32_t need, std::size_t depth, const OnFound& found);
    Outcome expand(Graph& graph, std::int32_t need, std::size_t depth, const OnFound& found);
    void remove_dead_rows(Graph& graph, std::int32_t need);  // those that have left the data since
    void peel(Graph& graph, std::int32_t need);
    void drop_row(Graph& graph, std::int32_t row);
    bool report(const OnFound& found);

    const LivingRows& living_;
    const std::int64_t k_;
    const Control& control_;
    std::vector<std::uint64_t> tie_rank_;     // orders items of equal support
    std::vector<std::int64_t> support_;       // per source item; all zero between calls
    std::vector<std::int32_t> position_;      // per source item: its place in the new graph
    std::vector<std::int32_t> touched_;       // source items with a support
    std::vector<std::int64_t> kept_weights_;  // of kept_rows_
    std::vector<std::int32_t> kept_items_;    // source items of the core
    std::vector<std::int32_t> kept_rows_;     // source rows of the core
    std::vector<std::int32_t> found_rows_;
    std::vector<std::int32_t> fallen_items_;  // items to peel
    std::vector<std::unique_ptr<Graph>> graphs_;  // one per depth, kept for their memory
    DenseSearch dense_;
    std::int64_t nodes_ = 0;
    std::int64_t node_limit_ = 0;
    std::int64_t deaths_ = 0;  // how often found rows were taken out
};

}  // namespace shoal::mining
