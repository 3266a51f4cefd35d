// A cluster made as small as it may be (algorithm 7 of the thesis).
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Takes rows out of a cluster that satisfies the constraint, as long as it still does: each time the one without which the
// others cost least, the first of several. Returns them in that order. Stops when the time is up.
std::vector<std::int32_t> shrink(const View& table, const Constraint& constraint, std::vector<std::int32_t>& rows, const Control& control);

}  // namespace shoal::table
