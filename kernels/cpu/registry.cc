#include "registry.h"

#if defined(__x86_64__) && !defined(ATHANOR_ONE_SET)
#include <cpuid.h>
#endif

namespace athanor {

extern const OpFunction ops_baseline[];
#if defined(__x86_64__) && !defined(ATHANOR_ONE_SET)
extern const OpFunction ops_avx2[];
extern const OpFunction ops_avx512[];

namespace {

struct Vectors {
  bool avx2 = false, avx512 = false;
};

constexpr bool has(uint32_t word, int bit) { return (word >> bit & 1) != 0; }

/** Vectors that the processor computes with and the system saves. From the processor itself: Zig's run-time library leaves `__builtin_cpu_supports` at 0. */
Vectors vectors_of_machine() {
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return {};
  const bool fma = has(c, 12);
  if (!has(c, 27)) return {};  // The system saves no wider registers.
  uint32_t saved, rest;
  asm volatile("xgetbv" : "=a"(saved), "=d"(rest) : "c"(0));
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return {};
  constexpr uint32_t ymm = 0x06, zmm = 0xe6;
  Vectors found;
  found.avx2 = (saved & ymm) == ymm && fma && has(b, 5);
  found.avx512 = found.avx2 && (saved & zmm) == zmm && has(b, 16) && has(b, 17) && has(b, 31);
  return found;
}

}  // namespace
#endif

const InstructionSet* instruction_sets(size_t& count) {
#if defined(__x86_64__) && !defined(ATHANOR_ONE_SET)
  static const Vectors machine = vectors_of_machine();
  static const InstructionSet sets[] = {
      {"baseline", ops_baseline, true},
      {"avx2", ops_avx2, machine.avx2},
      {"avx512", ops_avx512, machine.avx512},
  };
#else
  static const InstructionSet sets[] = {{"baseline", ops_baseline, true}};
#endif
  count = sizeof(sets) / sizeof(sets[0]);
  return sets;
}

}  // namespace athanor
