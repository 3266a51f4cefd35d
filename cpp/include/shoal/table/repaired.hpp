// For methods that form groups of k rows and know nothing of the values in them: what such a method forms groups under, and
// what is repaired afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Rows or persons, which a further row never breaks.
Constraint formed_under(const Constraint& constraint);

// What repair will count as done.
std::int64_t rows_to_repair(const View& table, const Constraint& constraint);

// Groups that satisfy the whole constraint, from some that satisfy `formed_under`; numbered in the order of their first rows.
Grouping repaired(const View& table, const Constraint& constraint, std::vector<std::int32_t> group_of_row, bool repeatable, Control& control);

}  // namespace shoal::table
