// A table handed over from Python: arrays are copied once, so that a kernel can keep views of them.
#pragma once

#include <atomic>
#include <deque>
#include <vector>

#include "bindings.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/table.hpp"

class OwnedTable {
public:
    explicit OwnedTable(const ItemsIn& cells) : cells_(cells.data(), cells.data() + cells.size()) {}

    void add_column(const ItemsIn& parents, const ItemsIn& first, const ItemsIn& last, const ItemsIn& leaf_nodes,
                    const ItemsIn& costs, const ItemsIn& positions, const char* recoding, std::int64_t set_free);

    // Checked: the cells are leaves of the columns. From now on there are no more of them.
    shoal::table::View view() const;

private:
    std::span<const std::int32_t> own(const ItemsIn& values);

    std::vector<std::int32_t> cells_;
    std::deque<std::vector<std::int32_t>> arrays_;
    std::vector<shoal::table::Column> columns_;
    mutable std::atomic<bool> in_use_{false};  // kernels may have views of the columns
};

// A table whose rows satisfy the constraint.
shoal::table::View view_of(const OwnedTable& table, const shoal::table::Constraint& constraint);
