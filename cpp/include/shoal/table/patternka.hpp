// PatternKa for tables: the longest patterns that k rows still share; of each the k rows that belong together by their scores;
// the cheapest of these groups is formed, and its rows leave.
//
// After "PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data" (2020), algorithm 2. Rows are read by labels,
// which stand for ranges of numbers and for categories (algorithm 3), and published by their values.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/control.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/grouping.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct PatternkaOptions {
    Constraint constraint = 2;
    bool rare_first = false;    // take the rows of a pattern that have rare values, as in the paper; else those with common ones
    std::int64_t budget = -1;   // nodes of the search for patterns; negative: as many as it takes
    std::int64_t room = 20'000'000;  // rows of patterns that are kept at a time
};

struct Patternka {
    Grouping grouping;
    bool longest = true;  // each group was formed by a longest pattern; false: the budget did not suffice
};

// `labels` holds one for each cell, from 0. All rows together must satisfy the constraint; then each group does.
Patternka patternka(const View& table, std::span<const std::int32_t> labels, const PatternkaOptions& options, Control& control);

}  // namespace shoal::table
