// What keeps the local search over patterns to groups that satisfy a constraint.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/cluster/local_search.hpp"
#include "shoal/table/constraint.hpp"

namespace shoal::table {

class PatternGuard : public cluster::Guard {
public:
    // The pattern of each row, so many in all; rows of one pattern are a group.
    PatternGuard(const Constraint& constraint, std::int32_t patterns, std::vector<std::int32_t> pattern_of_row);

    bool allows(std::span<const cluster::Transfer> transfers) override;
    void transfer(const cluster::Transfer& made) override;

private:
    void move(std::int32_t row, std::int32_t from, std::int32_t to);
    Summary& group(std::int32_t pattern);

    const Constraint constraint_;
    std::vector<std::int32_t> pattern_of_row_;
    std::vector<Summary> groups_;  // by pattern; without histograms until it has rows
    std::vector<std::int32_t> touched_;
};

// Rows of groups that do not satisfy the constraint go to pattern 0, and where those will not do, whole groups follow: those
// that are worth least first.
void close_unsatisfied(const Constraint& constraint, std::span<const std::int64_t> worths, std::vector<std::int32_t>& pattern_of_row);

}  // namespace shoal::table
