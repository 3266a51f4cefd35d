// Distinct rows with weights: equal rows are merged once, before any search.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/csr.hpp"

namespace shoal {

struct WeightedRows {
    Rows rows;                                 // distinct, in order of first occurrence
    std::vector<std::int32_t> weights;         // how many input rows each stands for
    std::vector<std::int32_t> distinct_of_row;  // input row -> distinct row

    // The input rows of each distinct row.
    Rows copies() const;
    std::int32_t size() const { return static_cast<std::int32_t>(weights.size()); }
};

WeightedRows merge_equal_rows(RowsView rows);

}  // namespace shoal
