// Hilbert: rows in the order of a Hilbert curve through their cells, cut into the groups of neighbours that cost least.
//
// After "Fast Data Anonymization with Low Information Loss" (2007). A column is an axis, on which leaves stand in their order
// and numbers where they lie; all axes are equally long. The cut is optimal for the order, under what is published.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

// Turns the coordinates of a point, of `bits` bits each, into its place on the Hilbert curve: the highest bits of all numbers
// come first, then the next ones.
void to_place_on_curve(std::span<std::uint32_t> point, int bits);

// The rows along the curve.
std::vector<std::int32_t> hilbert_order(const View& table, const Control& control);

// The ends of the runs that the rows are cut into so that all cost least. A run satisfies the constraint, which no further row
// may break, and has fewer than twice the rows of the shortest one that begins where it does. When the time is up, the rest is cut into
// the shortest runs.
std::vector<std::int64_t> cheapest_runs(const View& table, std::span<const std::int32_t> order, const Constraint& constraint, Control& control);

// All rows together must satisfy the constraint; then each group does.
Grouping hilbert(const View& table, const Constraint& constraint, Control& control);

}  // namespace shoal::table
