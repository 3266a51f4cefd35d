// The sweep of a table with many rows: in parts of similar rows, whose borders are mended.
//
// Search takes time that grows with the square of the rows, so it is done in parts. Rows near the border of a part find the best
// groups of that part only; then whole groups are put into other parts, whose borders lie elsewhere, and rows move between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/sweep.hpp"

namespace shoal::table {

// Rows of a part at most; a table of twice as many is swept in parts.
std::int64_t rows_of_part(const View& table, const SweepOptions& options);

// Parts are swept on all threads, each part on one.
Sweep sweep_parts(const View& table, const SweepOptions& options, Control& control);
Sweep improve_parts(const View& table, const SweepOptions& options, std::span<const double> multipliers,
                    const std::vector<std::int32_t>& groups, Control& control);

// The same for a whole table, or for a part.
Sweep sweep_whole(const View& table, const SweepOptions& options, Control& control);
Sweep improve_whole(const View& table, const SweepOptions& options, std::span<const double> multipliers,
                    const std::vector<std::int32_t>& groups, Control& control);

}  // namespace shoal::table
