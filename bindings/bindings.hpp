// What the binding files share: arrays in and out without copies.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "shoal/csr.hpp"

void bind_text(nanobind::module_& m);
void bind_rows(nanobind::module_& m);
void bind_mining(nanobind::module_& m);
void bind_cluster(nanobind::module_& m);
void bind_certificate(nanobind::module_& m);
void bind_table(nanobind::module_& m);
void bind_generalize(nanobind::module_& m);
void bind_km(nanobind::module_& m);

using ItemsIn = nanobind::ndarray<const std::int32_t, nanobind::numpy, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using OffsetsIn = nanobind::ndarray<const std::int64_t, nanobind::numpy, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

using PricesIn = nanobind::ndarray<const double, nanobind::numpy, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
using ArrayOut = nanobind::ndarray<T, nanobind::numpy, nanobind::ndim<1>>;

inline shoal::RowsView rows_view(const ItemsIn& items, const OffsetsIn& offsets, std::int32_t item_count) {
    return {{items.data(), items.size()}, {offsets.data(), offsets.size()}, item_count};
}

inline std::vector<std::int32_t> to_vector(const ItemsIn& values) { return {values.data(), values.data() + values.size()}; }

// Hands a vector's memory to NumPy.
template <class T>
ArrayOut<T> to_array(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return ArrayOut<T>(owned->data(), {owned->size()}, owner);
}
