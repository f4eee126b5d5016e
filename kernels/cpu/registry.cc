#include "registry.h"

namespace athanor {

extern const OpFunction ops_baseline[];
#if defined(__x86_64__) && !defined(ATHANOR_ONE_SET)
extern const OpFunction ops_avx2[];
extern const OpFunction ops_avx512[];
#endif

const InstructionSet* instruction_sets(size_t& count) {
#if defined(__x86_64__) && !defined(ATHANOR_ONE_SET)
  __builtin_cpu_init();
  static const InstructionSet sets[] = {
      {"baseline", ops_baseline, true},
      {"avx2", ops_avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")},
      {"avx512", ops_avx512, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")},
  };
#else
  static const InstructionSet sets[] = {{"baseline", ops_baseline, true}};
#endif
  count = sizeof(sets) / sizeof(sets[0]);
  return sets;
}

}  // namespace athanor
