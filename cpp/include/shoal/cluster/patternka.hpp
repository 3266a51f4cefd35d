// PatternKa for baskets: take the longest pattern that k living rows still share, make a group of all living rows that
// hold it, repeat. Lengths only go down as rows leave, so one search per length does it.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/control.hpp"
#include "shoal/csr.hpp"

namespace shoal::cluster {

struct PatternkaOptions {
    std::int64_t k = 2;
    std::int64_t budget = -1;  // search nodes in all; negative: as many as it takes
    int threads = 1;
    std::uint64_t seed = 0;  // orders items of equal support; 0 keeps the vocabulary's order
};

struct Grouping {
    std::vector<std::int32_t> group_of_row;
    Rows centres;                      // the items all rows of a group share
    std::vector<std::uint8_t> proved;  // per group: no longer pattern was left when it was formed
    std::int64_t nodes = 0;
    bool repeatable = true;  // false: a time limit cut the search short
    std::vector<std::int32_t> longest;  // per row, its longest frequent pattern; empty if the search did not come across it
};

// Needs at least k rows.
Grouping patternka(RowsView rows, const PatternkaOptions& options, Control& control);

}  // namespace shoal::cluster
