// What the binding files share: arrays in and out without copies.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

void bind_text(nanobind::module_& m);
void bind_rows(nanobind::module_& m);
void bind_mining(nanobind::module_& m);
void bind_cluster(nanobind::module_& m);
void bind_certificate(nanobind::module_& m);
void bind_constraint(nanobind::module_& m);
void bind_table(nanobind::module_& m);
void bind_table_methods(nanobind::module_& m);
void bind_generalize(nanobind::module_& m);
void bind_km(nanobind::module_& m);

// An array of exactly this type, one after the other in memory: any other is refused, for a conversion could round or wrap.
template <class T>
class ArrayIn {
public:
    using Array = nanobind::ndarray<const T, nanobind::numpy, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

    ArrayIn() = default;
    explicit ArrayIn(Array array) : array_(std::move(array)) {}
    const T* data() const { return array_.data(); }
    std::size_t size() const { return array_.size(); }

private:
    Array array_;
};

template <class T>
struct nanobind::detail::type_caster<ArrayIn<T>> {
    using Caster = make_caster<typename ArrayIn<T>::Array>;
    NB_TYPE_CASTER(ArrayIn<T>, Caster::Name)

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        Caster caster;
        if (!caster.from_python(source, flags & ~static_cast<std::uint32_t>(cast_flags::convert), cleanup)) return false;
        value = ArrayIn<T>(std::move(caster.value));
        return reinterpret_cast<std::uintptr_t>(value.data()) % alignof(T) == 0;
    }
};

using ItemsIn = ArrayIn<std::int32_t>;
using OffsetsIn = ArrayIn<std::int64_t>;
using PricesIn = ArrayIn<double>;

template <class T>
using ArrayOut = nanobind::ndarray<T, nanobind::numpy, nanobind::ndim<1>>;

inline std::vector<std::int32_t> to_vector(std::span<const std::int32_t> values) { return {values.begin(), values.end()}; }

// Hands a vector's memory to NumPy.
template <class T>
ArrayOut<T> to_array(std::vector<T>&& values) {
    auto* owned = new std::vector<T>(std::move(values));
    nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return ArrayOut<T>(owned->data(), {owned->size()}, owner);
}
