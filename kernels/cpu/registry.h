/** Which copies of the ops this binary holds, and the best of them for the machine it runs on. */
#pragma once
#include "../include/athanor/op.h"

namespace athanor {

constexpr const char* kOpNames[] = {
#define ATHANOR_OP(name, sizes) #name,
#include "../include/athanor/ops.def"
#undef ATHANOR_OP
};
constexpr size_t kOpCount = sizeof(kOpNames) / sizeof(kOpNames[0]);

struct InstructionSet {
  const char* name;
  const OpFunction* ops;  // kOpCount of them
  bool supported;         // by this machine
};

/** From the plainest to the widest; `count` is set. */
const InstructionSet* instruction_sets(size_t& count);

}  // namespace athanor
