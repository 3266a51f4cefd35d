#include "bindings.hpp"
#include "shoal/cluster/patternka.hpp"
#include "shoal/cluster/sweep.hpp"

namespace nb = nanobind;
using shoal::cluster::Grouping;

void bind_cluster(nb::module_& m) {
    nb::class_<Grouping>(m, "Grouping", "Rows in groups, each with its centre.")
        .def_ro("nodes", &Grouping::nodes)
        .def_ro("repeatable", &Grouping::repeatable)
        .def("take_group_of_row", [](Grouping& g) { return to_array(std::move(g.group_of_row)); })
        .def("take_centre_items", [](Grouping& g) { return to_array(std::move(g.centres.items)); })
        .def("take_centre_offsets", [](Grouping& g) { return to_array(std::move(g.centres.offsets)); })
        .def("take_proved", [](Grouping& g) { return to_array(std::move(g.proved)); });

    m.def("patternka",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, std::int64_t budget,
             int threads, std::uint64_t seed, shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              nb::gil_scoped_release release;
              return shoal::cluster::patternka(rows, {k, budget, threads, seed}, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("budget"),
          nb::arg("threads"), nb::arg("seed"), nb::arg("control"),
          "Group baskets by their longest frequent patterns; a negative budget means no limit.");

    m.def("sweep",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, std::int64_t budget,
             std::int64_t most_patterns, int threads, std::uint64_t seed, shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              nb::gil_scoped_release release;
              return shoal::cluster::sweep(rows, {k, budget, threads, seed}, most_patterns, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("budget"),
          nb::arg("most_patterns"), nb::arg("threads"), nb::arg("seed"), nb::arg("control"),
          "PatternKa, then a local search over the centres; never loses more.");
}
