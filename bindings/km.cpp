#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/generalize/km_apriori.hpp"
#include "shoal/generalize/top_down.hpp"
#include "shoal/privacy/km_check.hpp"

namespace nb = nanobind;
using shoal::generalize::KmRecoding;
using shoal::generalize::TopDownGroups;
using shoal::privacy::KmFindings;
using shoal::privacy::KmLevel;

static ArrayOut<std::int64_t> by_size(const KmFindings& findings, std::int64_t KmLevel::*value) {
    std::vector<std::int64_t> values;
    for (const KmLevel& level : findings.levels) values.push_back(level.*value);
    return to_array(std::move(values));
}

// Items of a combination.
static int checked_m(int m) { return static_cast<int>(checked_number("m", m, 1, 64)); }

void bind_km(nb::module_& m) {
    nb::class_<KmFindings>(m, "KmFindings", "Combinations of items by size, and the rows with an offending one.")
        .def("combinations", [](const KmFindings& f) { return by_size(f, &KmLevel::combinations); })
        .def("offending", [](const KmFindings& f) { return by_size(f, &KmLevel::offending); })
        .def("least_supports", [](const KmFindings& f) { return by_size(f, &KmLevel::least_support); })
        .def("take_offenders", [](KmFindings& f) { return to_array(std::move(f.offenders)); });

    m.def("km_check",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, int m, int threads,
             shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return shoal::privacy::km_check(rows, checked_number("k", k, 1), checked_m(m), checked_threads(threads), control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("m"), nb::arg("threads"),
          nb::arg("control"), "Which combinations of up to m items are in some rows, but fewer than k.");

    nb::class_<KmRecoding>(m, "KmRecoding", "What each item is published as; its array can be taken once.")
        .def_ro("greedy_loss", &KmRecoding::greedy_loss)
        .def_ro("loss", &KmRecoding::loss)
        .def_ro("repeatable", &KmRecoding::repeatable)
        .def("take_published", [](KmRecoding& r) { return to_array(std::move(r.published)); });

    m.def("km_apriori",
          [](const ItemsIn& items, const OffsetsIn& offsets, const ItemsIn& above, const ItemsIn& leaves, std::int64_t k, int m,
             shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, static_cast<shoal::Item>(above.size()));
              check_taxonomy(rows, above, leaves);
              return shoal::generalize::km_apriori(rows, {above.data(), above.size()}, {leaves.data(), leaves.size()},
                                                   checked_number("k", k, 1), checked_m(m), control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("above"), nb::arg("leaves"), nb::arg("k"), nb::arg("m"), nb::arg("control"),
          "Lift items in a taxonomy until all combinations of up to m are in k rows.");

    nb::class_<TopDownGroups>(m, "TopDownGroups", "Rows in groups; its array can be taken once.")
        .def_ro("groups", &TopDownGroups::groups)
        .def_ro("repeatable", &TopDownGroups::repeatable)
        .def("take_group_of_row", [](TopDownGroups& g) { return to_array(std::move(g.group_of_row)); });

    m.def("top_down",
          [](const ItemsIn& items, const OffsetsIn& offsets, const ItemsIn& above, const ItemsIn& leaves, std::int64_t k,
             std::int64_t most_children, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, static_cast<shoal::Item>(above.size()));
              check_taxonomy(rows, above, leaves);
              return shoal::generalize::top_down(rows, {above.data(), above.size()}, {leaves.data(), leaves.size()},
                                                 {checked_number("k", k, 1), static_cast<std::size_t>(checked_number("most_children", most_children, 2))},
                                                 control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("above"), nb::arg("leaves"), nb::arg("k"), nb::arg("most_children"),
          nb::arg("control"), "Part rows by the children of one node after another, k rows in each part.");
}
