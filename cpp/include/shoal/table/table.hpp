// A table as the kernels see it: a tree of values for each column, and a leaf of it in each cell.
//
// A group of rows is published with one cell for each column. What that costs is counted in parts, so that sums are exact:
// by most measures a cell that tells nothing costs `unit` times the weight of its column; by the entropy a bit does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace shoal::table {

constexpr std::int32_t unit = 1 << 20;

using Cost = std::int64_t;  // in parts, of one row or of a group

// How the cell of a group is made.
enum class Recoding : std::uint8_t {
    hierarchy,  // the lowest node above all values
    range,      // from the least to the greatest value
    set,        // the values that are there
};

// The values of a column, as the leaves of a tree. Every leaf occurs in the data.
struct Column {
    std::span<const std::int32_t> parents;    // of each node, parents first; node 0 is the root and has -1
    std::span<const std::int32_t> first;      // the leaves below a node are first .. last - 1
    std::span<const std::int32_t> last;
    std::span<const std::int32_t> leaf_nodes; // the node of each leaf
    std::span<const std::int32_t> costs;      // of a cell published as a node: 0 for a leaf, never less for a parent
    std::span<const std::int32_t> positions;  // of each leaf of numbers or dates, from 0 to the root's cost; -1 for a missing value
    Recoding recoding = Recoding::hierarchy;
    std::int32_t set_free = 1;                // values of a set that cost nothing: 1 by the LM, 0 by the NCP

    std::int32_t leaves() const { return static_cast<std::int32_t>(leaf_nodes.size()); }
    std::int32_t full_cost() const { return costs[0]; }
    // The lowest node above a range of leaves.
    std::int32_t lowest_above(std::int32_t least, std::int32_t greatest) const {
        std::int32_t node = leaf_nodes[least];
        while (last[node] <= greatest) node = parents[node];
        return node;
    }
    // Of a set of values; a single one costs nothing.
    std::int32_t set_cost(std::int64_t distinct) const {
        if (leaves() < 2 || distinct == 1) return 0;
        return static_cast<std::int32_t>((distinct - set_free) * full_cost() / (leaves() - set_free));
    }
    // Of a range between two positions; one that is missing has no place in a range.
    std::int32_t range_cost(std::int32_t least, std::int32_t greatest) const {
        if (least == greatest) return 0;
        return least < 0 ? full_cost() : greatest - least;
    }
};

// Borrowed columns and cells.
struct View {
    std::span<const Column> columns;
    std::span<const std::int32_t> cells;  // row by row: the leaf of each column

    std::int64_t size() const { return static_cast<std::int64_t>(cells.size() / columns.size()); }
    std::span<const std::int32_t> operator[](std::int64_t row) const {
        return cells.subspan(static_cast<std::size_t>(row) * columns.size(), columns.size());
    }
};

// What groups cost. One for each thread: it has room for counting.
class GroupCost {
public:
    explicit GroupCost(const View& table);
    // Of each row when these rows are published alike.
    Cost each(std::span<const std::int32_t> rows);
    // Of all of them together.
    Cost all(std::span<const std::int32_t> rows) { return each(rows) * static_cast<Cost>(rows.size()); }

private:
    std::int32_t cell(std::size_t column, std::span<const std::int32_t> rows);

    const View& table_;
    std::vector<std::int64_t> seen_;  // by leaf: the last count that saw it
    std::int64_t stamp_ = 0;
};

}  // namespace shoal::table
