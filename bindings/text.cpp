#include "shoal/text.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <string_view>

#include "bindings.hpp"
#include "checked.hpp"

namespace nb = nanobind;

void bind_text(nb::module_& m) {
    nb::class_<shoal::TextBaskets>(m, "TextBaskets", "Baskets parsed from text; its arrays can be taken once.")
        .def_ro("numeric", &shoal::TextBaskets::numeric)
        .def_ro("duplicates", &shoal::TextBaskets::duplicates)
        .def("take_items", [](shoal::TextBaskets& b) { return to_array(std::move(b.rows.items)); })
        .def("take_offsets", [](shoal::TextBaskets& b) { return to_array(std::move(b.rows.offsets)); })
        .def("take_numbers", [](shoal::TextBaskets& b) { return to_array(std::move(b.numbers)); },
             "The vocabulary when it is numeric.")
        .def("names", [](const shoal::TextBaskets& b) { return nb::bytes(b.names.data(), b.names.size()); },
             "The vocabulary when it is not numeric: each name ends with a line feed.");

    // Raised as TextError(line, message).
    nb::register_exception_translator([](const std::exception_ptr& p, void* type) {
        try {
            std::rethrow_exception(p);
        } catch (const shoal::TextError& e) {
            PyErr_SetObject(static_cast<PyObject*>(type), nb::make_tuple(e.line, e.what()).ptr());
        }
    }, nb::exception<shoal::TextError>(m, "TextError").ptr());

    m.def("parse_baskets",
          [](nb::bytes text, char separator) {
              std::string_view view(text.c_str(), text.size());
              nb::gil_scoped_release release;
              return shoal::parse_baskets(view, separator);
          },
          nb::arg("text"), nb::arg("separator"),
          "Parse baskets: one a line; separator '\\0' means items separated by blanks.");

    m.def("format_baskets",
          [](const ItemsIn& items, const OffsetsIn& offsets, nb::bytes names, char separator) {
              std::string text;
              {
                  std::string_view view(names.c_str(), names.size());
                  nb::gil_scoped_release release;
                  if (!view.empty() && view.back() != '\n') throw Invalid("each name must end with a line feed");
                  const auto rows = checked_slice(items, offsets, std::ranges::count(view, '\n'));
                  text = shoal::format_baskets(rows, view, separator);
              }
              return nb::bytes(text.data(), text.size());
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("names"), nb::arg("separator"),
          "Format baskets: one a line; names holds the vocabulary as written, each ending with a line feed.");
}
