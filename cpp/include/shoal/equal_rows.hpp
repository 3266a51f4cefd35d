// Which rows are equal, and rows sorted by content: for publishing, measures and inspection. The methods merge equal rows
// with other code (weighted_rows.hpp), and verifiers count them by themselves, so that a mistake in one is not one in all.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

struct EqualRows {
    std::vector<std::int64_t> of_row;  // the set of each row, numbered in order of first occurrence
    std::vector<std::int64_t> sizes;   // number of rows in each set
    std::vector<std::int64_t> first;   // the first row of each set
};

// Exact: rows are found by a hash and compared item by item. `hash_bits` keeps only these bits of it, to test that.
EqualRows equal_rows(RowsView rows, std::uint64_t hash_bits = ~std::uint64_t{0});

// The rows sorted by their items, as words in a dictionary are: an order that tells nothing about the one before.
Rows sorted_by_content(RowsView rows);

}  // namespace shoal
