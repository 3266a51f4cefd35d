// The methods for tables, beside the sweep.
#include "table.hpp"
#include "checked.hpp"

#include <nanobind/stl/optional.h>

#include <string_view>

#include "shoal/table/agglomerative.hpp"
#include "shoal/table/exact.hpp"
#include "shoal/table/forest.hpp"
#include "shoal/table/gen_cover_cf.hpp"
#include "shoal/table/hilbert.hpp"
#include "shoal/table/mondrian.hpp"
#include "shoal/table/patternka.hpp"
#include "shoal/table/set_cover.hpp"

namespace nb = nanobind;
using shoal::table::Constraint;

namespace {

shoal::table::Distance distance_of(std::string_view name) {
    using shoal::table::Distance;
    if (name == "growth") return Distance::growth;
    if (name == "difference") return Distance::difference;
    if (name == "damped") return Distance::damped;
    if (name == "ratio") return Distance::ratio;
    throw Invalid("unknown distance");
}

}  // namespace

void bind_table_methods(nb::module_& m) {
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
}
