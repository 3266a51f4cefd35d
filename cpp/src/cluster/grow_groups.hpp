// Groups of rows that are alike, the ones that share most first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"
#include "shoal/thread_pool.hpp"

namespace shoal::cluster {

using RowGroups = std::vector<std::vector<std::int32_t>>;

// Splits `members` into groups of at least k; needs at least k of them. A group is grown from every row; the one that
// shares most items is made, and groups that lost rows to it are grown again when their turn comes. Takes what this costs from `budget`
// (in search nodes); when it is spent, groups are grown from the longest rows only. Nothing when the time is up.
std::optional<RowGroups> grow_groups(RowsView rows, std::vector<std::int32_t> members, std::int64_t k, std::int64_t& budget,
                                     ThreadPool& pool, int threads, const Control& control);

}  // namespace shoal::cluster
