#include "table.hpp"
#include "checked.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string_view>

#include "shoal/table/agglomerative.hpp"
#include "shoal/table/bound.hpp"
#include "shoal/table/constraint.hpp"
#include "shoal/table/demands.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/forest.hpp"
#include "shoal/table/gen_cover_cf.hpp"
#include "shoal/table/hilbert.hpp"
#include "shoal/table/mondrian.hpp"
#include "shoal/table/moves.hpp"
#include "shoal/table/patternka.hpp"
#include "shoal/table/repair.hpp"
#include "shoal/table/set_cover.hpp"
#include "shoal/table/sweep.hpp"

namespace nb = nanobind;
using shoal::table::Bound;
using shoal::table::CloseEqual;
using shoal::table::CloseInTree;
using shoal::table::CloseOrdered;
using shoal::table::Constraint;
using shoal::table::DistinctAtLeast;
using shoal::table::EntropyAtLeast;
using shoal::table::Grouping;
using shoal::table::Recoding;
using shoal::table::Recursive;
using shoal::table::SharesWithin;

namespace {

Recoding recoding_of(std::string_view name) {
    if (name == "hierarchy") return Recoding::hierarchy;
    if (name == "range") return Recoding::range;
    if (name == "set") return Recoding::set;
    throw Invalid("unknown recoding");
}

shoal::table::Distance distance_of(std::string_view name) {
    using shoal::table::Distance;
    if (name == "growth") return Distance::growth;
    if (name == "difference") return Distance::difference;
    if (name == "damped") return Distance::damped;
    if (name == "ratio") return Distance::ratio;
    throw Invalid("unknown distance");
}

std::span<const std::int32_t> rows_of(const Constraint& constraint, const ItemsIn& rows) {
    return checked_codes("rows", rows, static_cast<std::int64_t>(rows.size()), 0, constraint.known_rows());
}

std::int64_t checked_k(std::int64_t k) { return checked_number("k", k, 1, INT32_MAX); }

template <class D, class... Arguments>
Constraint on(const ItemsIn& codes, Arguments&&... arguments) {
    return Constraint::on(std::make_shared<D>(std::forward<Arguments>(arguments)...), to_vector(checked_values(codes)));
}

double checked_l(double l) { return checked_real("l", l, 1, INT32_MAX); }
double checked_t(double t) { return checked_real("t", t, 0, 1); }

// A table whose rows satisfy the constraint.
shoal::table::View view_of(const OwnedTable& table, const Constraint& constraint) {
    const auto view = table.view();
    check_constraint(view, constraint);
    return view;
}

}  // namespace

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

    // Held as it is while a kernel runs; what it shares is never written.
    nb::class_<Constraint>(m, "Constraint", "What each group of rows must satisfy.")
        .def_static("rows", [](std::int64_t k) { return Constraint::rows(checked_k(k)); }, nb::arg("k"), "At least k rows.")
        .def_static("persons",
                    [](std::int64_t k, const ItemsIn& persons) {
                        const auto rows = static_cast<std::int64_t>(persons.size());
                        return Constraint::persons(checked_k(k), to_vector(checked_codes("persons", persons, rows, 0, rows)));
                    },
                    nb::arg("k"), nb::arg("persons"), "Rows of at least k persons, who are numbered from 0 without gaps.")
        .def_static("distinct", [](std::int64_t l, const ItemsIn& codes) { return on<DistinctAtLeast>(codes, checked_number("l", l, 1, INT32_MAX)); },
                    nb::arg("l"), nb::arg("codes"), "Rows of at least l values.")
        .def_static("entropy", [](double l, const ItemsIn& codes) { return on<EntropyAtLeast>(codes, checked_l(l)); },
                    nb::arg("l"), nb::arg("codes"), "Rows whose values have an entropy of at least the logarithm of l.")
        .def_static("recursive",
                    [](double c, std::int64_t l, const ItemsIn& codes) {
                        return on<Recursive>(codes, checked_real("c", c, 0, std::int64_t{1} << 50), checked_number("l", l, 1, INT32_MAX));
                    },
                    nb::arg("c"), nb::arg("l"), nb::arg("codes"),
                    "Rows whose most frequent value has fewer than c times the rows of all values from the l-th on.")
        .def_static("close", [](double t, const ItemsIn& codes) { return on<CloseEqual>(codes, checked_t(t), counted(codes)); },
                    nb::arg("t"), nb::arg("codes"), "Rows whose values are spread as in all rows.")
        .def_static("close_ordered", [](double t, const ItemsIn& codes) { return on<CloseOrdered>(codes, checked_t(t), counted(codes)); },
                    nb::arg("t"), nb::arg("codes"), "The same for values in their order.")
        .def_static("close_in_tree",
                    [](double t, const ItemsIn& codes, const ItemsIn& parents, const ItemsIn& leaf_nodes) {
                        check_tree(codes, parents, leaf_nodes);
                        return on<CloseInTree>(codes, checked_t(t), counted(codes), to_vector({parents.data(), parents.size()}),
                                               to_vector({leaf_nodes.data(), leaf_nodes.size()}));
                    },
                    nb::arg("t"), nb::arg("codes"), nb::arg("parents"), nb::arg("leaf_nodes"), "The same for the leaves of a tree.")
        .def_static("shares",
                    [](const PricesIn& least, const PricesIn& most, bool strict, bool all_values, const ItemsIn& codes) {
                        return on<SharesWithin>(codes, checked_bounds(least, most, strict, all_values, codes));
                    },
                    nb::arg("least"), nb::arg("most"), nb::arg("strict"), nb::arg("all_values"), nb::arg("codes"),
                    "Rows in which each value has a share within bounds; without `least` all of these are 0.")
        .def_static("all", [](const std::vector<Constraint>& constraints) { return Constraint::all(constraints); },
                    nb::arg("constraints"), "All of these.")
        .def("restricted", [](const Constraint& c, const ItemsIn& rows) { return c.restricted(rows_of(c, rows)); },
             nb::arg("rows"), "The same for some of the rows, numbered anew in this order.")
        .def("satisfied", [](const Constraint& c, const ItemsIn& rows) { return shoal::table::Judge(c).satisfied(rows_of(c, rows)); },
             nb::arg("rows"), "Whether these rows will do as a group.")
        .def_prop_ro("least_rows", &Constraint::least_rows, "Rows that a satisfying group has at least.")
        .def_prop_ro("known_rows", &Constraint::known_rows, "Rows that it has values of; as many as there are if it asks for none.")
        .def_prop_ro("rows_only", &Constraint::rows_only, "Whether so many rows are all that is asked for.");

    nb::class_<Grouping>(m, "TableGrouping", "The rows of a table in groups.")
        .def_ro("groups", &Grouping::groups)
        .def_ro("repeatable", &Grouping::repeatable)
        .def("take_group_of_row", [](Grouping& g) { return to_array(std::move(g.group_of_row)); });

    m.def("exact",
          [](const OwnedTable& table, const Constraint& constraint, const shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              checked_number("rows", view.size(), 1, shoal::table::most_exact_rows);
              return shoal::table::exact(view, constraint, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("control"), "The groups that cost least, of at most MOST_EXACT_ROWS rows.");
    m.attr("MOST_EXACT_ROWS") = shoal::table::most_exact_rows;

    m.def("forest",
          [](const OwnedTable& table, const Constraint& constraint, shoal::Control& control) {
              nb::gil_scoped_release release;
              return shoal::table::forest(view_of(table, constraint), constraint, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("control"), "Groups from trees in which rows lead to near ones.");

    m.def("gen_cover_cf",
          [](const OwnedTable& table, const Constraint& constraint, std::int64_t most_sets, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              return shoal::table::gen_cover_cf(view, {constraint, most_sets, checked_threads(threads)}, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("most_sets"), nb::arg("threads"), nb::arg("control"),
          "Groups from a greedy cover by closed generalized itemsets; None when there are too many of them.");

    m.def("agglomerative",
          [](const OwnedTable& table, const Constraint& constraint, const char* distance, bool modified, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              return shoal::table::agglomerative(view, {constraint, distance_of(distance), modified}, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("distance"), nb::arg("modified"), nb::arg("control"),
          "Groups by joining the two closest clusters until they satisfy the constraint.");

    m.def("set_cover",
          [](const OwnedTable& table, const Constraint& constraint, std::int64_t most_sets, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              checked_number("rows", view.size(), 1, shoal::table::most_cover_rows);
              return shoal::table::set_cover(view, constraint, most_sets, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("most_sets"), nb::arg("control"),
          "Groups from a greedy cover by all sets of k to 2k - 1 of at most MOST_COVER_ROWS rows; None when there are too many.");
    m.attr("MOST_COVER_ROWS") = shoal::table::most_cover_rows;

    m.def("hilbert",
          [](const OwnedTable& table, const Constraint& constraint, shoal::Control& control) {
              nb::gil_scoped_release release;
              return shoal::table::hilbert(view_of(table, constraint), constraint, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("control"), "Groups of neighbours on a Hilbert curve.");

    nb::class_<shoal::table::Patternka>(m, "TablePatternka", "What PatternKa found for a table.")
        .def_prop_ro("grouping", [](const shoal::table::Patternka& p) { return p.grouping; })
        .def_ro("longest", &shoal::table::Patternka::longest);

    m.def("patternka_table",
          [](const OwnedTable& table, const ItemsIn& labels, const Constraint& constraint, bool rare_first, std::int64_t budget,
             shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              const auto cells = static_cast<std::int64_t>(view.cells.size());
              checked_number("cells", cells, 1, INT32_MAX);
              const auto codes = checked_codes("labels", labels, cells, 0, view.size());
              return shoal::table::patternka(view, codes, {.constraint = constraint, .rare_first = rare_first, .budget = budget}, control);
          },
          nb::arg("table"), nb::arg("labels"), nb::arg("constraint"), nb::arg("rare_first"), nb::arg("budget"), nb::arg("control"),
          "Groups by the longest patterns of labels, one for each cell; no budget if negative.");

    m.def("mondrian",
          [](const OwnedTable& table, const Constraint& constraint, bool relaxed, bool widest, bool per_bit, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto view = view_of(table, constraint);
              return shoal::table::mondrian(view, {constraint, relaxed, widest, per_bit}, control);
          },
          nb::arg("table"), nb::arg("constraint"), nb::arg("relaxed"), nb::arg("widest"), nb::arg("per_bit"), nb::arg("control"),
          "Groups by cutting in one column after the other.");

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
