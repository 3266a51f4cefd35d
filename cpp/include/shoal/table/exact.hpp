// The groups that cost least, for tables of a few rows: what all other methods are measured against.
//
// No group needs 2k rows or more, because it could be cut in two that cost no more. So the least cost of a set of rows is
// that of a group around its first row, of k to 2k - 1 rows, plus the least cost of the rest: one entry for each set of rows.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr std::int64_t most_exact_rows = 16;  // some 30 ms; each further row takes three times as long

// Needs k to most_exact_rows rows.
Grouping exact(const View& table, std::int64_t k, const Control& control);

}  // namespace shoal::table
