// Which rows of a table a set of nodes describes, and how many of them are still alive.
//
// Nodes with many rows have a bit for each row, the others are looked up in the rows sorted by their leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/table/table.hpp"

namespace shoal::table {

class RowsBelow {
public:
    // Of these rows, all alive. Answers come in their order.
    RowsBelow(const View& table, std::vector<std::int32_t> rows);

    // Living rows below all nodes, one for each column; no more than `enough` are counted.
    std::int64_t count(std::span<const std::int32_t> nodes, std::int64_t enough) const;
    std::vector<std::int32_t> list(std::span<const std::int32_t> nodes) const;

    void kill(std::int32_t row);
    std::int64_t alive() const { return alive_count_; }
    std::vector<std::int32_t> living_rows() const;
    std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }

private:
    using Word = std::uint64_t;

    struct ColumnIndex {
        std::vector<std::int32_t> places;  // of the rows, sorted by leaf
        std::vector<std::int32_t> start;   // of each leaf among them, and the end
        std::vector<std::int32_t> bits;    // of each node: number of its bit set, or -1
    };

    void index(std::size_t column);
    std::int64_t support(std::size_t column, std::int32_t node) const;
    // Calls visit(place) until it returns false.
    template <class Visit>
    void visit(std::span<const std::int32_t> nodes, const Visit& visit) const;
    bool is_alive(std::int32_t place) const { return alive_[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1; }

    View table_;
    std::vector<std::int32_t> rows_, place_of_row_;
    std::size_t words_;
    std::vector<Word> alive_;
    std::int64_t alive_count_;
    std::vector<ColumnIndex> columns_;
    std::vector<Word> bits_;
};

}  // namespace shoal::table
