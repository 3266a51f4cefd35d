// The groups that cost least, for tables of a few rows: what all other methods are measured against.
//
// The least cost of a set of rows is that of a group around its first row plus the least cost of the rest: one entry for each
// set of rows. Where only k rows are asked for, no group needs 2k or more, because it could be cut in two that cost no more.
// Groups that are published alike are one group: where a union may break the constraint, they are searched for together.
#pragma once

#include <cstdint>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

constexpr std::int64_t most_exact_rows = 16;  // up to 0.2 s; each further row takes three times as long

// Needs at most most_exact_rows rows, which satisfy the constraint together.
Grouping exact(const View& table, const Constraint& constraint, const Control& control);

}  // namespace shoal::table
