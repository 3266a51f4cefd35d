// Gen-Cover-CF: cover the rows greedily by closed generalized itemsets, then make a clustering of the cover.
//
// After "Practical Approximation Algorithms for Optimal k-Anonymity" (2009), algorithms 18, 2 and 19. By hierarchy the groups
// cost at most 2 (1 + ln 2k) times the least that is possible, where only k rows are asked for. Under other constraints a set
// takes further rows until it will do, and there is no such guarantee.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/table/closed_sets.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

using Cover = std::vector<std::vector<std::int32_t>>;  // sets of rows, in any order

// Algorithm 18: sets of rows that satisfy the constraint and hold all rows, each of k to 2k - 1 rows if k is all it asks for;
// nothing when the time is up.
std::optional<Cover> gen_cover_cf(const View& table, const ClosedSets& sets, const Constraint& constraint, Control& control);

// Algorithm 2: the same for disjoint sets. Rows leave sets that can spare them; where none can, two sets become one.
Grouping cover_to_clusters(const View& table, Cover cover, const Constraint& constraint, const Control& control);

struct GenCoverCfOptions {
    Constraint constraint = 2;
    std::int64_t most_sets = INT64_MAX;  // closed itemsets kept: they take memory
    int threads = 1;
};

// Algorithm 19. Nothing when there are too many closed itemsets, or the time is up before all rows are covered. All rows together
// must satisfy the constraint; any number of threads gives the same groups.
std::optional<Grouping> gen_cover_cf(const View& table, const GenCoverCfOptions& options, Control& control);

}  // namespace shoal::table
