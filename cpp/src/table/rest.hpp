// Rows that no search has put into a group.
#pragma once

#include <cstdint>
#include <vector>

#include "parts.hpp"
#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Groups rows in the order of their cells, each group as small as it may be. If the last rows do not satisfy the constraint,
// other groups join them, those first that then cost least more; the last ones if the time is up. All rows together satisfy it.
void group_in_order(const View& table, const Constraint& constraint, std::vector<std::int32_t> rows, Parts& groups, const Control& control);

// Groups, numbered in the order of their first rows.
Grouping grouping_of(const Parts& groups, std::int64_t rows, bool repeatable);

}  // namespace shoal::table
