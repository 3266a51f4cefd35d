// A grouping built from prices: the most profitable patterns first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "shoal/cluster/local_search.hpp"

namespace shoal::cluster {

// Opens patterns in order of profit, each with its free rows that cost no more than it is worth, filled up to k with the next
// ones if it still pays; then, best first, patterns that k free rows share; the rest join what is open. `prices` are per
// row, `profits` per pattern; those of no more than `least` are not tried at first. The group of each row, or nothing when fewer than k rows are left over and no
// group has rows to spare for them. `enough` says of rows that are about to be a group whether they will do: at least k do without it.
using Enough = std::function<bool(std::span<const std::int32_t> rows)>;
std::optional<std::vector<std::int32_t>> group_by_profit(const Holders& holders, std::int64_t k, std::span<const double> prices,
                                                         std::span<const double> profits, double least, const Enough& enough = {});

}  // namespace shoal::cluster
