// Rows as bit sets over the items that can be in a centre.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/csr.hpp"
#include "shoal/simd.hpp"

namespace shoal::cluster {

using Word = std::uint64_t;

inline constexpr std::int64_t words_per_node = 8192;  // of rows compared: they cost as much as a node of a search

// How many bits each of the chosen rows of a matrix shares with `set`.
using Overlaps = void (*)(const Word* set, const Word* matrix, std::int32_t words, std::span<const std::int32_t> chosen,
                          std::int32_t* shared);
Overlaps overlaps(Isa isa);

// How many bits two sets share.
using Overlap = std::int32_t (*)(const Word* a, const Word* b, std::int32_t words);
Overlap overlap(Isa isa);

// Only items that at least k of the rows hold get a bit: no other is in the centre of k of them.
class BitRows {
public:
    BitRows() = default;
    BitRows(RowsView rows, std::span<const std::int32_t> members, std::int64_t k);

    std::int32_t size() const { return static_cast<std::int32_t>(lengths_.size()); }
    std::int32_t words() const { return words_; }
    std::int32_t length(std::int32_t row) const { return lengths_[row]; }  // items with a bit
    const Word* data() const { return bits_.data(); }
    const Word* operator[](std::int32_t row) const { return bits_.data() + static_cast<std::ptrdiff_t>(row) * words_; }

private:
    std::int32_t words_ = 0;
    std::vector<std::int32_t> lengths_;
    std::vector<Word> bits_;
};

}  // namespace shoal::cluster
