// Local moves between the groups of a table, under what each column's own recoding costs: a row moves to another group, two
// rows swap their groups, a group is split in two or dissolved into the others. No move raises the
// cost, and all groups satisfy the constraint after it as before.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Improves a grouping until no move helps, or for so many rounds. `shown` counts all rows as done in each round, and groups
// as found.
void improve_by_moves(const View& table, const Constraint& constraint, int rounds, std::vector<std::int32_t>& group_of_row,
                      const Control& control, Control* shown = nullptr);

}  // namespace shoal::table
