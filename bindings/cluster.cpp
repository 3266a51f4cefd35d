#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/cluster/patternka.hpp"
#include "shoal/cluster/sweep.hpp"

namespace nb = nanobind;
using shoal::cluster::Grouping;
using ProvedIn = ArrayIn<std::uint8_t>;

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
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return shoal::cluster::patternka(rows, {checked_number("k", k, 1, rows.size()), budget, checked_threads(threads), seed}, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("budget"),
          nb::arg("threads"), nb::arg("seed"), nb::arg("control"),
          "Group baskets by their longest frequent patterns; a negative budget means no limit.");

    m.def("sweep",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, std::int64_t budget,
             std::int64_t most_entries, std::int64_t most_kept, int threads, std::uint64_t seed, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              return shoal::cluster::sweep(rows, {checked_number("k", k, 1, rows.size()), budget, checked_threads(threads), seed, most_entries, most_kept},
                                           control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("budget"),
          nb::arg("most_entries"), nb::arg("most_kept"), nb::arg("threads"), nb::arg("seed"), nb::arg("control"),
          "PatternKa, then a local search over the centres; never loses more.");

    m.def("improve",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t k, const PricesIn& multipliers,
             const ItemsIn& group_of_row, const ItemsIn& centre_items, const OffsetsIn& centre_offsets, const ProvedIn& proved,
             std::int64_t most_entries, std::int64_t most_kept, int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              checked_number("k", k, 1, rows.size());
              const auto prices = checked_prices(multipliers, rows.size());
              const auto centres = checked_rows(centre_items, centre_offsets, item_count);
              checked_number("the size of proved", static_cast<std::int64_t>(proved.size()), centres.size(), centres.size());
              checked_codes("group_of_row", group_of_row, rows.size(), 0, centres.size());
              Grouping grouping;
              grouping.group_of_row = checked_groups(group_of_row, rows.size(), shoal::table::Constraint::rows(k));
              check_centres(rows, centres, grouping.group_of_row);
              grouping.centres.items.assign(centres.items.begin(), centres.items.end());
              grouping.centres.offsets.assign(centres.offsets.begin(), centres.offsets.end());
              grouping.proved.assign(proved.data(), proved.data() + proved.size());
              shoal::cluster::improve(
                  rows, {.k = k, .threads = checked_threads(threads), .most_entries = most_entries, .most_kept = most_kept}, prices, grouping,
                  control);
              return grouping;
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("k"), nb::arg("multipliers"),
          nb::arg("group_of_row"), nb::arg("centre_items"), nb::arg("centre_offsets"), nb::arg("proved"), nb::arg("most_entries"),
          nb::arg("most_kept"), nb::arg("threads"), nb::arg("control"),
          "The local search alone, from a grouping, guided by the certificate's multipliers.");
}
