#include "checked.hpp"

#include <nanobind/stl/vector.h>

#include "shoal/table/constraint.hpp"
#include "shoal/table/demands.hpp"

namespace nb = nanobind;
using shoal::table::CloseEqual;
using shoal::table::CloseInTree;
using shoal::table::CloseOrdered;
using shoal::table::Constraint;
using shoal::table::DistinctAtLeast;
using shoal::table::EntropyAtLeast;
using shoal::table::Recursive;
using shoal::table::SharesWithin;

namespace {

std::span<const std::int32_t> rows_of(const Constraint& constraint, const ItemsIn& rows) {
    return checked_codes("rows", rows, static_cast<std::int64_t>(rows.size()), 0, constraint.known_rows());
}

template <class D, class... Arguments>
Constraint on(const ItemsIn& codes, Arguments&&... arguments) {
    return Constraint::on(std::make_shared<D>(std::forward<Arguments>(arguments)...), to_vector(checked_values(codes)));
}

double checked_l(double l) { return checked_real("l", l, 1, INT32_MAX); }
double checked_t(double t) { return checked_real("t", t, 0, 1); }

}  // namespace

void bind_constraint(nb::module_& m) {
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
}
