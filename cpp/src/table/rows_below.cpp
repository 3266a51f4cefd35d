#include "shoal/table/rows_below.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace shoal::table {
namespace {

// A node with at least one row in so many has bits: fewer rows are looked up faster one by one.
constexpr std::int64_t rows_to_a_bit = 32;

}  // namespace

RowsBelow::RowsBelow(const View& table, std::vector<std::int32_t> rows)
    : table_(table),
      rows_(std::move(rows)),
      place_of_row_(static_cast<std::size_t>(table.size()), -1),
      words_((rows_.size() + 63) / 64),
      alive_(words_, ~Word{0}),
      alive_count_(size()) {
    if (rows_.size() % 64 != 0) alive_.back() = (Word{1} << rows_.size() % 64) - 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) place_of_row_[rows_[i]] = static_cast<std::int32_t>(i);
    columns_.resize(table.columns.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) index(c);
}

void RowsBelow::index(std::size_t c) {
    const Column& column = table_.columns[c];
    ColumnIndex& made = columns_[c];
    made.start.assign(static_cast<std::size_t>(column.leaves()) + 1, 0);
    for (std::int32_t r : rows_) ++made.start[table_[r][c] + 1];
    std::partial_sum(made.start.begin(), made.start.end(), made.start.begin());
    made.places.resize(rows_.size());
    std::vector<std::int32_t> next = made.start;
    for (std::size_t i = 0; i < rows_.size(); ++i) made.places[next[table_[rows_[i]][c]]++] = static_cast<std::int32_t>(i);
    made.bits.assign(column.parents.size(), -1);
    for (std::int32_t node = 1; node < static_cast<std::int32_t>(column.parents.size()); ++node) {
        if (support(c, node) * rows_to_a_bit < size() || size() == 0) continue;
        made.bits[node] = static_cast<std::int32_t>(bits_.size() / words_);
        const std::size_t at = bits_.size();
        bits_.resize(at + words_, 0);
        for (std::int32_t i = made.start[column.first[node]]; i < made.start[column.last[node]]; ++i) {
            const auto place = static_cast<std::size_t>(made.places[i]);
            bits_[at + place / 64] |= Word{1} << place % 64;
        }
    }
}

std::int64_t RowsBelow::support(std::size_t c, std::int32_t node) const {
    const Column& column = table_.columns[c];
    return columns_[c].start[column.last[node]] - columns_[c].start[column.first[node]];
}

template <class Visit>
void RowsBelow::visit(std::span<const std::int32_t> nodes, const Visit& visit) const {
    std::size_t rarest = 0;
    bool by_bits = true;
    std::vector<const Word*> held;
    for (std::size_t c = 0; c < nodes.size(); ++c) {
        if (support(c, nodes[c]) < support(rarest, nodes[rarest])) rarest = c;
        if (nodes[c] == 0) continue;
        const std::int32_t bits = columns_[c].bits[nodes[c]];
        by_bits = by_bits && bits >= 0;
        if (by_bits) held.push_back(bits_.data() + static_cast<std::size_t>(bits) * words_);
    }
    if (by_bits) {
        for (std::size_t w = 0; w < words_; ++w) {
            Word left = alive_[w];
            for (const Word* bits : held) left &= bits[w];
            for (; left != 0; left &= left - 1)
                if (!visit(static_cast<std::int32_t>(w * 64) + std::countr_zero(left))) return;
        }
        return;
    }
    const Column& column = table_.columns[rarest];
    const ColumnIndex& index = columns_[rarest];
    for (std::int32_t i = index.start[column.first[nodes[rarest]]]; i < index.start[column.last[nodes[rarest]]]; ++i) {
        const std::int32_t place = index.places[i];
        if (!is_alive(place)) continue;
        const auto row = table_[rows_[place]];
        bool below = true;
        for (std::size_t c = 0; c < nodes.size() && below; ++c)
            below = table_.columns[c].first[nodes[c]] <= row[c] && row[c] < table_.columns[c].last[nodes[c]];
        if (below && !visit(place)) return;
    }
}

std::int64_t RowsBelow::count(std::span<const std::int32_t> nodes, std::int64_t enough) const {
    std::int64_t found = 0;
    visit(nodes, [&](std::int32_t) { return ++found < enough; });
    return found;
}

std::vector<std::int32_t> RowsBelow::list(std::span<const std::int32_t> nodes) const {
    std::vector<std::int32_t> found;
    visit(nodes, [&](std::int32_t place) {
        found.push_back(place);
        return true;
    });
    std::ranges::sort(found);
    for (std::int32_t& place : found) place = rows_[place];
    return found;
}

void RowsBelow::kill(std::int32_t row) {
    const std::int32_t place = place_of_row_[row];
    if (place < 0 || !is_alive(place)) return;
    alive_[static_cast<std::size_t>(place) / 64] ^= Word{1} << (place % 64);
    --alive_count_;
}

std::vector<std::int32_t> RowsBelow::living_rows() const {
    std::vector<std::int32_t> living;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (is_alive(static_cast<std::int32_t>(i))) living.push_back(rows_[i]);
    return living;
}

}  // namespace shoal::table
