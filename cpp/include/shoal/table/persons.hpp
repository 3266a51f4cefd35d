// Groups of enough persons, where a person may have several rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Merges groups of fewer than k persons with others, each time the pair that adds least to the cost. `persons` are numbered
// from 0, and at least k.
void merge_for_persons(const View& table, std::int64_t k, std::span<const std::int32_t> persons, std::vector<std::int32_t>& group_of_row,
                       const Control& control);

}  // namespace shoal::table
