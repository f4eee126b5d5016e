/** The ops of one instruction set by number. */
#include "ops.h"
#include "registry.h"

namespace athanor {

#define ATHANOR_TABLE_NAME_(isa) ops_##isa
#define ATHANOR_TABLE_NAME(isa) ATHANOR_TABLE_NAME_(isa)
extern const OpFunction ATHANOR_TABLE_NAME(ATHANOR_ISA)[] = {
#define ATHANOR_OP(name, sizes) ATHANOR_ISA::name,
#include "../include/athanor/ops.def"
#undef ATHANOR_OP
};

}  // namespace athanor
