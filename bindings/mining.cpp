#include <nanobind/stl/optional.h>

#include <cstdlib>

#include "bindings.hpp"
#include "shoal/mining/closed.hpp"
#include "shoal/mining/longest.hpp"

namespace nb = nanobind;
using shoal::mining::Buffer;
using shoal::mining::Patterns;

namespace {

template <class T>
ArrayOut<T> take(Buffer<T>& buffer) {
    const std::size_t size = buffer.size();
    T* data = buffer.release();
    return ArrayOut<T>(data, {size}, nb::capsule(data ? data : std::malloc(1), [](void* p) noexcept { std::free(p); }));
}

}  // namespace

void bind_mining(nb::module_& m) {
    nb::class_<Patterns>(m, "Patterns", "Patterns with their supports, end to end.")
        .def("take_items", [](Patterns& p) { return take(p.items); })
        .def("take_offsets", [](Patterns& p) { return take(p.offsets); })
        .def("take_supports", [](Patterns& p) { return take(p.supports); });

    m.def("mine_closed",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t min_support, int threads,
             std::int64_t most_bytes, shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              nb::gil_scoped_release release;
              return shoal::mining::mine_closed_within(rows, min_support, {.bytes = most_bytes}, threads, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("min_support"), nb::arg("threads"),
          nb::arg("most_bytes"), nb::arg("control"),
          "All closed patterns that at least min_support rows share; None when they need more memory.");

    m.def("mine_longest",
          [](const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count, std::int64_t min_support,
             shoal::Control& control) {
              const auto rows = rows_view(items, offsets, item_count);
              nb::gil_scoped_release release;
              return shoal::mining::mine_longest(rows, min_support, control);
          },
          nb::arg("items"), nb::arg("offsets"), nb::arg("item_count"), nb::arg("min_support"), nb::arg("control"),
          "All patterns of the greatest length that at least min_support rows share.");
}
