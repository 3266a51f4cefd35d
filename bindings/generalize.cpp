#include <memory>

#include "bindings.hpp"
#include "checked.hpp"
#include "shoal/control.hpp"
#include "shoal/generalize/rbat.hpp"

namespace nb = nanobind;
using shoal::generalize::Generalization;

void bind_generalize(nb::module_& m) {
    nb::class_<Generalization>(m, "Generalization", "Public items in sets, and the tree of splits that led there.")
        .def_ro("splits", &Generalization::splits)
        .def_ro("rejected", &Generalization::rejected)
        .def_ro("repeatable", &Generalization::repeatable)
        .def("take_left", [](Generalization& g) { return to_array(std::move(g.tree.left)); })
        .def("take_right", [](Generalization& g) { return to_array(std::move(g.tree.right)); })
        .def("take_sizes", [](Generalization& g) { return to_array(std::move(g.tree.sizes)); })
        .def("take_supports", [](Generalization& g) { return to_array(std::move(g.tree.supports)); })
        .def("take_leaf_of_item", [](Generalization& g) { return to_array(std::move(g.leaf_of_item)); })
        .def("take_unprotected", [](Generalization& g) { return to_array(std::move(g.unprotected)); });

    m.def("rbat",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, const ItemsIn& public_items, const OffsetsIn& weights,
             const ItemsIn& antecedent_items, const OffsetsIn& antecedent_offsets, const ItemsIn& consequent_items,
             const OffsetsIn& consequent_offsets, std::int64_t k, double c, std::int64_t alpha, std::int64_t gamma, std::int64_t parts,
             int threads, shoal::Control& control) {
              nb::gil_scoped_release release;
              const auto rows = checked_rows(items, offsets, item_count);
              shoal::generalize::RbatRequest request;
              request.public_items = {public_items.data(), public_items.size()};
              request.weights = {weights.data(), weights.size()};
              request.antecedents = checked_rows(antecedent_items, antecedent_offsets, item_count);
              request.consequents = checked_rows(consequent_items, consequent_offsets, item_count);
              request.k = checked_number("k", k, 1);
              request.c = c;
              request.alpha = checked_number("alpha", alpha, 0);
              request.gamma = checked_number("gamma", gamma, 1);
              check_request(request, item_count);
              const auto supports = shoal::generalize::partial_supports(rows, checked_number("parts", parts, 1), checked_threads(threads), control);
              return shoal::generalize::rbat(*supports, request, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("public_items"), nb::arg("weights"),
          nb::arg("antecedent_items"), nb::arg("antecedent_offsets"), nb::arg("consequent_items"), nb::arg("consequent_offsets"),
          nb::arg("k"), nb::arg("c"), nb::arg("alpha"), nb::arg("gamma"), nb::arg("parts"), nb::arg("threads"), nb::arg("control"),
          "Split the public items while every rule stays protected; alpha 0 splits one item at a time.");
}
