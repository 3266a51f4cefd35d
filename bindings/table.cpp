#include "table.hpp"

#include <stdexcept>
#include <string_view>

namespace nb = nanobind;
using shoal::table::Recoding;

namespace {

Recoding recoding_of(std::string_view name) {
    if (name == "hierarchy") return Recoding::hierarchy;
    if (name == "range") return Recoding::range;
    if (name == "set") return Recoding::set;
    throw std::invalid_argument("unknown recoding");
}

}  // namespace

std::span<const std::int32_t> OwnedTable::own(const ItemsIn& values) {
    return arrays_.emplace_back(values.data(), values.data() + values.size());
}

void OwnedTable::add_column(const ItemsIn& parents, const ItemsIn& first, const ItemsIn& last, const ItemsIn& leaf_nodes,
                            const ItemsIn& costs, const ItemsIn& positions, const char* recoding) {
    columns_.push_back({own(parents), own(first), own(last), own(leaf_nodes), own(costs), own(positions), recoding_of(recoding)});
}

void bind_table(nb::module_& m) {
    nb::class_<OwnedTable>(m, "Table", "Columns as trees of values, and the leaf in each cell, row by row.")
        .def(nb::init<const ItemsIn&>(), nb::arg("cells"))
        .def("add_column", &OwnedTable::add_column, nb::arg("parents"), nb::arg("first"), nb::arg("last"),
             nb::arg("leaf_nodes"), nb::arg("costs"), nb::arg("positions"), nb::arg("recoding"));
    m.attr("TABLE_UNIT") = shoal::table::unit;
}
