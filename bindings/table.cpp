#include "table.hpp"
#include "checked.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string_view>

#include "shoal/table/bound.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/moves.hpp"
#include "shoal/table/repair.hpp"
#include "shoal/table/sweep.hpp"

namespace nb = nanobind;
using shoal::table::Bound;
using shoal::table::Constraint;
using shoal::table::Grouping;
using shoal::table::Recoding;

namespace {

Recoding recoding_of(std::string_view name) {
    if (name == "hierarchy") return Recoding::hierarchy;
    if (name == "range") return Recoding::range;
    if (name == "set") return Recoding::set;
    throw Invalid("unknown recoding");
}

}  // namespace

shoal::table::View view_of(const OwnedTable& table, const Constraint& constraint) {
    const auto view = table.view();
    check_constraint(view, constraint);
    return view;
}

std::span<const std::int32_t> OwnedTable::own(const ItemsIn& values) {
    return arrays_.emplace_back(values.data(), values.data() + values.size());
}

void OwnedTable::add_column(const ItemsIn& parents, const ItemsIn& first, const ItemsIn& last, const ItemsIn& leaf_nodes,
                            const ItemsIn& costs, const ItemsIn& positions, const char* recoding, std::int64_t set_free) {
    const auto free = static_cast<std::int32_t>(checked_number("set_free", set_free, 0, 1));
    const shoal::table::Column column{own(parents), own(first),     own(last),             own(leaf_nodes),
                                      own(costs),   own(positions), recoding_of(recoding), free};
    check_column(column);
    if (in_use_) throw Invalid("a table that is in use gets no more columns");
    columns_.push_back(column);
}

shoal::table::View OwnedTable::view() const {
    in_use_ = true;
    const shoal::table::View table{columns_, cells_};
    check_cells(table);
    return table;
}

void bind_table(nb::module_& m) {
    nb::class_<OwnedTable>(m, "Table", "Columns as trees of values, and the leaf in each cell, row by row.")
        .def(nb::init<const ItemsIn&>(), nb::arg("cells"))
        .def("add_column", &OwnedTable::add_column, nb::arg("parents"), nb::arg("first"), nb::arg("last"),
             nb::arg("leaf_nodes"), nb::arg("costs"), nb::arg("positions"), nb::arg("recoding"), nb::arg("set_free") = 1);
    m.attr("TABLE_UNIT") = shoal::table::unit;

    nb::class_<Grouping>(m, "TableGrouping", "The rows of a table in groups.")
        .def_ro("groups", &Grouping::groups)
        .def_ro("repeatable", &Grouping::repeatable)
        .def("take_group_of_row", [](Grouping& g) { return to_array(std::move(g.group_of_row)); });

    nb::class_<shoal::table::Sweep>(m, "TableSweep", "What a sweep found.")
        .def_prop_ro("grouping", [](const shoal::table::Sweep& s) { return s.grouping; })
        .def_ro("blocks", &shoal::table::Sweep::blocks)
        .def_ro("listed", &shoal::table::Sweep::listed);

    m.def("sweep_table",
          [](const OwnedTable& table, const Constraint& constraint, std::int64_t most_visited, std::int64_t most_kept,
             std::int64_t room, std::int64_t rows_of_part, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              checked_number("rows_of_part", rows_of_part, 0);
              return shoal::table::sweep(view, {.constraint = constraint, .threads = checked_threads(threads),
                                                .limits = {most_visited, most_kept, room}, .rows_of_part = rows_of_part}, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("most_visited"), nb::arg("most_kept"), nb::arg("room"), nb::arg("rows_of_part"),
          nb::arg("threads"), nb::arg("control"),
          "The cheapest closed patterns first, then a local search over patterns and rows.");

    m.def("improve_table",
          [](const OwnedTable& table, const Constraint& constraint, const PricesIn& multipliers, const ItemsIn& group_of_row,
             std::int64_t most_visited, std::int64_t most_kept, std::int64_t room, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              const auto groups = checked_groups(group_of_row, view.size(), constraint);
              return shoal::table::improve(
                  view, {.constraint = constraint, .threads = checked_threads(threads), .limits = {most_visited, most_kept, room}, .starts = 10, .steps = 20},
                  checked_prices(multipliers, view.size()), groups, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("multipliers"), nb::arg("group_of_row"), nb::arg("most_visited"),
          nb::arg("most_kept"), nb::arg("room"), nb::arg("threads"), nb::arg("control"),
          "Groups that cost no more, guided by the certificate's multipliers.");

    m.def("repair_table",
          [](const OwnedTable& table, const Constraint& constraint, const ItemsIn& group_of_row, std::int64_t most_suppressed, bool fill_up, int moves,
             shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              auto groups = to_vector(checked_codes("group_of_row", group_of_row, view.size(), 0, view.size()));
              checked_number("most_suppressed", most_suppressed, 0, view.size());
              checked_number("moves", moves, 0, most_suppressed > 0 ? 0 : INT32_MAX);
              control.total = view.size() * (1 + std::int64_t{moves});
              shoal::table::repair(view, constraint, {most_suppressed, fill_up}, groups, control);
              if (moves > 0) shoal::table::improve_by_moves(view, constraint, moves, groups, control, &control);
              const auto count = *std::ranges::max_element(groups) + 1;
              return Grouping{std::move(groups), count, !control.expired()};
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("group_of_row"), nb::arg("most_suppressed"), nb::arg("fill_up"), nb::arg("moves"), nb::arg("control"),
          "Groups that satisfy a constraint, from any; rows that are suppressed are in group -1, enough for a group if filled up. None "
          "moves after that.");

    nb::class_<Bound>(m, "TableBound", "What any release costs at least.")
        .def_ro("cost_at_least", &Bound::cost_at_least)
        .def_ro("complete", &Bound::complete)
        .def_ro("rounds", &Bound::rounds)
        .def("take_multipliers", [](Bound& b) { return to_array(std::move(b.multipliers)); })
        .def("take_prices", [](Bound& b) { return to_array(std::move(b.prices)); });

    m.def("bound_table",
          [](const OwnedTable& table, std::int64_t k, const ItemsIn& group_of_row, std::int64_t most_visited,
             std::int64_t most_kept, std::int64_t room, int rounds, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, checked_k(k));
              const auto groups = to_vector(checked_codes("group_of_row", group_of_row, view.size(), 0, view.size()));
              const shoal::table::SetLimits limits{most_visited, most_kept, room};
              checked_number("rounds", rounds, 0);
              checked_threads(threads);
              return rounds == 0 ? shoal::table::quick_bound(view, k, groups, limits, threads, control)
                                 : shoal::table::tight_bound(view, k, groups, limits, rounds, threads, control);
          },
          nb::arg("table"), nb::arg("k"), nb::arg("group_of_row"), nb::arg("most_visited"), nb::arg("most_kept"), nb::arg("room"),
          nb::arg("rounds"), nb::arg("threads"), nb::arg("control"),
          "The bound of the best prices found in so many rounds; that of each row's cheapest set in none.");
}
