// What every method for tables returns.
#pragma once

#include <cstdint>
#include <vector>

namespace shoal::table {

struct Grouping {
    std::vector<std::int32_t> group_of_row;  // groups are numbered from 0
    std::int32_t groups = 0;
    bool repeatable = true;  // false: a time limit cut the work short
};

}  // namespace shoal::table
