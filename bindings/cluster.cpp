#include "bindings.hpp"
#include "shoal/cluster/patternka.hpp"
#include "shoal/cluster/sweep.hpp"

namespace nb = nanobind;
using shoal::cluster::Grouping;
using ProvedIn = nb::ndarray<const std::uint8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void bind_cluster(nb::module_& m) {
    nb::class_<Grouping>(m, "Grouping", "Rows in groups, each with its centre.")
        .def_ro("nodes", &Grouping::nodes)
        .def_ro("repeatable", &Grouping::repeatable)
        .def("take_group_of_row", [](Grouping& g) { return to_array(std::move(g.group_of_row)); })
        .def("take_centre_items", [](Grouping& g) { return to_array(std::move(g.centres.items)); })
        .def("take_centre_offsets", [](Grouping& g) { return to_array(std::move(g.centres.offsets)); })
        .def("take_longest", [](Grouping& g) { return to_array(std::move(g.longest)); })
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
             std::int64_t most_entries, std::int64_t most_kept, int threads, std::uint64_t seed, shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              nb::gil_scoped_release release;
              return shoal::cluster::sweep(rows, {k, budget, threads, seed, most_entries, most_kept}, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("budget"),
          nb::arg("most_entries"), nb::arg("most_kept"), nb::arg("threads"), nb::arg("seed"), nb::arg("control"),
          "PatternKa, then a local search over the centres; never loses more.");

    m.def("improve",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, const PricesIn& multipliers,
             const ItemsIn& group_of_row, const ItemsIn& centre_items, const OffsetsIn& centre_offsets, const ProvedIn& proved,
             std::int64_t most_entries, std::int64_t most_kept, int threads, shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              Grouping grouping;
              grouping.group_of_row.assign(group_of_row.data(), group_of_row.data() + group_of_row.size());
              grouping.centres.items.assign(centre_items.data(), centre_items.data() + centre_items.size());
              grouping.centres.offsets.assign(centre_offsets.data(), centre_offsets.data() + centre_offsets.size());
              grouping.proved.assign(proved.data(), proved.data() + proved.size());
              nb::gil_scoped_release release;
              shoal::cluster::improve(rows, {.k = k, .threads = threads, .most_entries = most_entries, .most_kept = most_kept},
                                      {multipliers.data(), multipliers.size()}, grouping, control);
              return grouping;
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("multipliers"),
          nb::arg("group_of_row"), nb::arg("centre_items"), nb::arg("centre_offsets"), nb::arg("proved"), nb::arg("most_entries"),
          nb::arg("most_kept"), nb::arg("threads"), nb::arg("control"),
          "The local search alone, from a grouping, guided by the certificate's multipliers.");
}
