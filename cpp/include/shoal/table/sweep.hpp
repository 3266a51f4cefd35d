// The sweep for tables: the cheapest closed pattern first, then a local search over the patterns.
//
// A group is published as a closed generalized pattern, and a row keeps what the pattern tells of it: the cost of telling
// nothing less the pattern's. So tables are baskets whose patterns are worth more or less, and share the local search and the
// multipliers of baskets. At last rows move between the groups, under the cost of what is published: ranges and sets cost less
// than the nodes that brought the rows together. A table of many rows is swept in parts of similar rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/profitable_sets.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct SweepOptions {
    Constraint constraint = 2;
    int threads = 1;
    SetLimits limits;  // of one search for patterns
    int starts = 1;    // groupings built from prices
    int steps = 40;    // of the prices before each
    int moves = 2;     // rounds of moves between the groups
    std::int64_t rows_of_part = 0;  // a table of twice as many is swept in parts; 0: as suits the table and k
};

struct Sweep {
    Grouping grouping;
    std::int32_t blocks = 1;  // more: the patterns of all rows were too many, so they were looked for in blocks of similar rows
    bool listed = true;       // false: they were too many even so, and some groups come from cuts and moves alone
};

// All rows together must satisfy the constraint; then each group does.
Sweep sweep(const View& table, const SweepOptions& options, Control& control);

// Groups that cost no more, guided by the multipliers of a tight certificate: one price for each row. The groups that are known satisfy the
// constraint.
Sweep improve(const View& table, const SweepOptions& options, std::span<const double> multipliers,
              const std::vector<std::int32_t>& groups, Control& control);

}  // namespace shoal::table
