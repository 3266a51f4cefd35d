// The longest frequent pattern of each row: no release can publish the row with more items.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/weighted_rows.hpp"

namespace shoal::certificate {

// Its length for each distinct row. `lengths` holds lengths of frequent patterns that are known, 0 where none is. Nothing
// when the rows of the patterns looked at are more than `most_entries`, or the time is up.
std::optional<std::vector<std::int32_t>> longest_in_rows(const WeightedRows& data, Item item_count, std::int64_t k,
                                                         std::vector<std::int32_t> lengths, std::int64_t most_entries,
                                                         const Control& control);

// A bound on it, in time linear in the data: the largest l such that the row is among rows of at least l items that are
// each in at least k of these rows.
std::vector<std::int32_t> core_numbers(const WeightedRows& data, Item item_count, std::int64_t k);

}  // namespace shoal::certificate
