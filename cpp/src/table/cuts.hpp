// How a group can be cut in one column, so that all parts satisfy a constraint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

namespace shoal::table {

struct Cut {
    std::vector<std::int32_t> part_of;  // of each row of the group
    std::vector<std::int64_t> sizes;    // of each part
    Cost saving = 0;                    // what the cells of the column cost less than before
};

class Cutter {
public:
    Cutter(const View& table, const Constraint& constraint, bool relaxed);
    // Into parts that satisfy the constraint; false if there is no cut. `cost` is that of the cell now, above 0.
    bool plan(std::size_t column, std::span<const std::int32_t> rows, Cost cost, Cut& cut);

private:
    bool of_k_rows(const Column& column, Cut& cut);
    void children(const Column& column, Cut& cut);
    bool small_children_together(Cut& cut);
    void fill_from_others(Cut& cut, std::int64_t wanted) const;
    bool apart_from_missing(Cut& cut) const;
    bool at_median(Cut& cut);
    bool apart_from_median(Cut& cut, std::int32_t median, std::int64_t others) const;

    // The same for constraints that ask for more than rows.
    bool of_satisfied_parts(const Column& column, Cut& cut);
    bool satisfied_children(Cut& cut);
    bool fill_satisfied(Cut& cut, const std::vector<std::vector<std::int32_t>>& rows, const std::vector<std::uint8_t>& alone);
    bool satisfied_apart_from_missing(Cut& cut);
    bool satisfied_halves(Cut& cut);
    bool satisfied(const Cut& cut, std::int32_t part);

    Cost cost_of_parts(const Column& column, const Cut& cut);
    Cost cost_of_sets(const Column& column, const Cut& cut);

    const View& table_;
    const Constraint constraint_;
    const std::int64_t k_;
    const bool relaxed_;
    Judge judge_;
    std::span<const std::int32_t> rows_;
    std::vector<std::int32_t> part_;  // rows of a part
    std::vector<std::int32_t> keys_;  // of the rows: leaves, or positions of a range
    std::vector<std::int32_t> sorted_, children_, least_, greatest_;
    std::vector<std::int32_t> slot_of_node_;  // -1 between two plans
    std::vector<std::int64_t> seen_;          // by leaf: the last count that saw it
    std::int64_t stamp_ = 0;
};

}  // namespace shoal::table
