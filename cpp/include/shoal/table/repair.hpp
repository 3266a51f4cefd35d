// Groups that satisfy k, changed until they satisfy a stronger constraint.
//
// What a group lacks has a price, which rises from round to round. A row moves, two rows swap their groups, or two groups
// become one, wherever that costs less than the price of what they then lack less. So the cheapest changes come first. At
// last each group that still lacks something joins another, at the least cost for what that mends. Where two satisfying groups
// may be none together, those that are published alike are joined, and what they then lack is repaired.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// The group of a row that is suppressed.
constexpr std::int32_t suppressed = -1;

// How many rows may be suppressed at most, and whether they are a group of their own: then the cheapest of others join them until
// there are enough, or no more may be.
struct Suppression {
    std::int64_t most = 0;
    bool fill_up = false;
};

// All rows together satisfy the constraint; afterwards each group does, but for at most so many rows that are suppressed. Counts
// all rows once as done.
void repair(const View& table, const Constraint& constraint, const Suppression& suppression, std::vector<std::int32_t>& group_of_row,
            Control& control);

}  // namespace shoal::table
