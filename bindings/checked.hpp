// Whatever Python hands over is validated here, once for each call: kernels trust what they get.
//
// A fault is Invalid, a ValueError in Python; an array of another type or shape is a TypeError.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "shoal/csr.hpp"
#include "shoal/generalize/rbat.hpp"
#include "shoal/mining/patterns.hpp"
#include "shoal/table/demands.hpp"
#include "shoal/table/table.hpp"

struct Invalid : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A number from `least` to `most`.
std::int64_t checked_number(const char* name, std::int64_t value, std::int64_t least, std::int64_t most = INT64_MAX);
inline std::int64_t checked_k(std::int64_t k) { return checked_number("k", k, 1, INT32_MAX); }
double checked_real(const char* name, double value, std::int64_t least, std::int64_t most);
int checked_threads(int threads);
// Seconds from 0 on.
double checked_seconds(double seconds);

// Rows as kernels take them: all items are in [0, item_count), and ascend within each row.
shoal::RowsView checked_rows(const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count);
// Rows of any items, in any order.
shoal::RowsView checked_lists(const ItemsIn& items, const OffsetsIn& offsets);
// Rows that follow each other, of more: their items are in [0, item_count).
shoal::RowsView checked_slice(const ItemsIn& items, const OffsetsIn& offsets, std::int64_t item_count);

// As many values as there are rows, each in [least, end).
std::span<const std::int32_t> checked_codes(const char* name, const ItemsIn& values, std::int64_t rows, std::int64_t least,
                                            std::int64_t end);
// Each row has all items of the centre of its group.
void check_centres(const shoal::RowsView& rows, const shoal::RowsView& centres, std::span<const std::int32_t> group_of_row);
// A price for each row, of at most 2^42 parts: none overflows.
std::span<const double> checked_prices(const PricesIn& prices, std::int64_t rows);

// Patterns of which nothing was taken yet.
void check_whole(const shoal::mining::Patterns& patterns);
// Public items with weights, and rules from these to the others.
void check_request(const shoal::generalize::RbatRequest& request, std::int32_t item_count);
// A forest of items: what is above each, and how many values are below; the rows hold values.
void check_taxonomy(const shoal::RowsView& rows, const ItemsIn& above, const ItemsIn& leaves);

// A column's tree, and a table of such columns.
void check_column(const shoal::table::Column& column);
void check_cells(const shoal::table::View& table);
// The value of each row, numbered from 0 with at most as many numbers as there are rows; and how often each occurs.
std::span<const std::int32_t> checked_values(const ItemsIn& codes);
shoal::table::Counts counted(const ItemsIn& codes);
// Parents come first, the root is alone, and each value is a leaf of its own.
void check_tree(const ItemsIn& codes, const ItemsIn& parents, const ItemsIn& leaf_nodes);
// Bounds for each value that occurs; for `least` there may be none.
shoal::table::SharesWithin::Bounds checked_bounds(const PricesIn& least, const PricesIn& most, bool strict, bool all_values, const ItemsIn& codes);
// All rows of the table together satisfy it.
void check_constraint(const shoal::table::View& table, const shoal::table::Constraint& constraint);
// The groups of so many rows, each of which satisfies the constraint.
std::vector<std::int32_t> checked_groups(const ItemsIn& group_of_row, std::int64_t rows, const shoal::table::Constraint& constraint);
