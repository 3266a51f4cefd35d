#include "shoal/simd.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace shoal {
namespace {

Isa supported() {
#if SHOAL_X86
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return Isa::scalar;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq"))
        return Isa::avx512;
    return Isa::avx2;
#else
    return Isa::scalar;
#endif
}

Isa wanted() {
    const char* text = std::getenv("SHOAL_SIMD");
    if (text == nullptr) return Isa::avx512;
    const std::string_view name(text);
    return name == "scalar" ? Isa::scalar : name == "avx2" ? Isa::avx2 : Isa::avx512;
}

}  // namespace

Isa best_isa() {
    static const Isa best = supported();
    return best;
}

Isa isa() {
    static const Isa chosen = std::min(best_isa(), wanted());
    return chosen;
}

const char* isa_name(Isa isa) {
    return isa == Isa::scalar ? "scalar" : isa == Isa::avx2 ? "avx2" : "avx512";
}

}  // namespace shoal
