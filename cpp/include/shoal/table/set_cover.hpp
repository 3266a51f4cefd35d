// k-anonymization via set cover, for tables of a few rows: cover the rows greedily by sets of k to 2k - 1 of them, whichever
// these are, then make a clustering of the cover.
//
// After "Practical Approximation Algorithms for Optimal k-Anonymity" (2009), algorithms 1 to 3. Under k alone the groups cost
// at most 2 (1 + ln 2k) times the least that is possible.
#pragma once

#include <cstdint>
#include <optional>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/gen_cover_cf.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr std::int64_t most_cover_rows = 64;  // a set of rows is a word of bits

// Algorithm 1: sets of k to 2k - 1 rows that satisfy the constraint and hold all rows; where there are none for a row, all rows
// are one set. Nothing when there are more than `most_sets` of k to 2k - 1 rows, or the time is up.
std::optional<Cover> gen_cover(const View& table, const Constraint& constraint, std::int64_t most_sets, Control& control);

// Algorithm 3. At most `most_cover_rows` rows, which satisfy the constraint together.
std::optional<Grouping> set_cover(const View& table, const Constraint& constraint, std::int64_t most_sets, Control& control);

}  // namespace shoal::table
