#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/equal_rows.hpp"
#include "shoal/row_checks.hpp"
#include "shoal/sets.hpp"
#include "shoal/supports.hpp"

namespace nb = nanobind;

void bind_rows(nb::module_& m) {
    m.def("make_sets",
          [](const ItemsIn& items, const OffsetsIn& offsets) {
              shoal::Rows rows;
              std::int64_t dropped = 0;
              {
                  nb::gil_scoped_release release;
                  const auto lists = checked_lists(items, offsets);
                  rows.items.assign(lists.items.begin(), lists.items.end());
                  rows.offsets.assign(lists.offsets.begin(), lists.offsets.end());
                  dropped = shoal::make_sets(rows);
              }
              return nb::make_tuple(to_array(std::move(rows.items)), to_array(std::move(rows.offsets)), dropped);
          },
          nb::arg("items"), nb::arg("offsets"),
          nb::sig("def make_sets(items: numpy.typing.NDArray[numpy.int32], offsets: numpy.typing.NDArray[numpy.int64])"
                  " -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], int]"),
          "Sort the items of each row and merge repeats; the last value says how many were dropped.");

    m.def("check_rows",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count) {
              nb::gil_scoped_release release;
              checked_rows(items, offsets, item_count);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"),
          "Refuse what is not rows of items: as every kernel does with the rows it gets.");

    m.def("each_is_subset",
          [](const ItemsIn& items, const OffsetsIn& offsets, const ItemsIn& whole_items, const OffsetsIn& whole_offsets,
             const OffsetsIn& codes) {
              nb::gil_scoped_release release;
              return shoal::each_is_subset(checked_slice(items, offsets, static_cast<std::int64_t>(codes.size())),
                                           checked_lists(whole_items, whole_offsets), {codes.data(), codes.size()});
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("whole_items"), nb::arg("whole_offsets"), nb::arg("codes"),
          "Whether each row is a subset of the row at its place; codes says which item each is there, or -1.");

    nb::class_<shoal::EqualRows>(m, "EqualRows", "Rows parted into sets of equal ones; its arrays can be taken once.")
        .def("take_of_row", [](shoal::EqualRows& e) { return to_array(std::move(e.of_row)); })
        .def("take_sizes", [](shoal::EqualRows& e) { return to_array(std::move(e.sizes)); })
        .def("take_first", [](shoal::EqualRows& e) { return to_array(std::move(e.first)); });

    m.def("equal_rows",
          [](const ItemsIn& items, const OffsetsIn& offsets) {
              nb::gil_scoped_release release;
              return shoal::equal_rows(checked_lists(items, offsets));
          },
          nb::arg("items"), nb::arg("offsets"), "Which rows are equal, item by item.");

    m.def("sorted_by_content",
          [](const ItemsIn& items, const OffsetsIn& offsets) {
              shoal::Rows rows;
              {
                  nb::gil_scoped_release release;
                  rows = shoal::sorted_by_content(checked_lists(items, offsets));
              }
              return nb::make_tuple(to_array(std::move(rows.items)), to_array(std::move(rows.offsets)));
          },
          nb::arg("items"), nb::arg("offsets"),
          nb::sig("def sorted_by_content(items: numpy.typing.NDArray[numpy.int32], offsets:"
                  " numpy.typing.NDArray[numpy.int64])"
                  " -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]"),
          "The rows sorted by their items.");

    m.def("supports",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, const ItemsIn& set_items,
             const OffsetsIn& set_offsets, int threads, shoal::Control& control) {
              std::vector<std::int64_t> supports;
              {
                  nb::gil_scoped_release release;
                  supports = shoal::supports_of(checked_rows(items, offsets, item_count),
                                                checked_rows(set_items, set_offsets, item_count), checked_threads(threads), control);
              }
              return to_array(std::move(supports));
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("set_items"), nb::arg("set_offsets"),
          nb::arg("threads"), nb::arg("control"), "How many rows hold all items of each set.");
}
