#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/certificate/bound.hpp"
#include "shoal/control.hpp"

namespace nb = nanobind;
using shoal::certificate::Bound;

void bind_certificate(nb::module_& m) {
    nb::class_<Bound>(m, "Bound", "What any release can keep at most.")
        .def_ro("kept_at_most", &Bound::kept_at_most)
        .def_ro("complete", &Bound::complete)
        .def_ro("rounds", &Bound::rounds)
        .def("take_multipliers", [](Bound& b) { return to_array(std::move(b.multipliers)); })
        .def("take_prices", [](Bound& b) { return to_array(std::move(b.prices)); });

    m.def("quick_bound",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, const ItemsIn& kept,
             std::int64_t most_entries, const shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              checked_number("k", k, 1, rows.size());
              const auto kept_by_row = to_vector(checked_codes("kept", kept, rows.size(), 0, std::int64_t{item_count} + 1));
              return shoal::certificate::quick_bound(rows, k, kept_by_row, most_entries, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("kept"), nb::arg("most_entries"),
          nb::arg("control"), "No row keeps more than its longest frequent pattern.");

    m.def("tight_bound",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, const ItemsIn& kept,
             std::int64_t most_entries, std::int64_t most_kept, int rounds, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              checked_number("k", k, 1, rows.size());
              const auto kept_by_row = to_vector(checked_codes("kept", kept, rows.size(), 0, std::int64_t{item_count} + 1));
              return shoal::certificate::tight_bound(rows, k, kept_by_row, most_entries, most_kept,
                                                     static_cast<int>(checked_number("rounds", rounds, 0)), checked_threads(threads), control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("kept"), nb::arg("most_entries"),
          nb::arg("most_kept"), nb::arg("rounds"), nb::arg("threads"), nb::arg("control"),
          "The bound of the best prices found: rows and patterns weighed against each other.");
}
