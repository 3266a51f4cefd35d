// Which vector instructions to use, decided once per process.
//
// A kernel is written once as an always-inline body; SHOAL_TARGET_* wrappers compile it for each instruction set, and a
// table picks one at run time.
#pragma once

namespace shoal {

enum class Isa { scalar, avx2, avx512 };

// The best this machine has, or what the environment variable SHOAL_SIMD (scalar, avx2, avx512) lowers it to.
Isa isa();
Isa best_isa();            // the best this machine has
const char* isa_name(Isa isa);

}  // namespace shoal

#define SHOAL_INLINE [[gnu::always_inline]] inline

#if defined(__x86_64__)
#define SHOAL_X86 1
#define SHOAL_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define SHOAL_TARGET_AVX512 \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#endif
