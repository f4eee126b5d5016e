/** Every op of one instruction set, and the checks that they share. */
#pragma once
#include "../include/athanor/op.h"
#include "simd.h"

#define ATHANOR_OP_TABLE athanor::ATHANOR_ISA
#include "../include/athanor/op-table.h"

namespace athanor::ATHANOR_ISA {

#define ATHANOR_OP(name, sizes)                                                                                                             \
  Status name(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs, \
              int threads);
#include "../include/athanor/ops.def"
#undef ATHANOR_OP

/** A step: sizes by name, and its buffers at the places that the struct of the op names; one that it lacks is empty. */
template <class Op>
struct Opened : Op {
  Span in[Op::kInputs] = {};
  MutableSpan out[Op::kOutputs] = {};

  /** Reads the sizes and checks every length that they give. */
  Status open(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs) {
    if (!this->read(dims, n_dims)) return kBadDims;
    size_t needed_in[Op::kInputs], needed_out[Op::kOutputs];
    this->input_lengths(needed_in);
    this->output_lengths(needed_out);
    if (!place(inputs, n_inputs, needed_in, Op::kInputs, in)) return kBadInputLength;
    return place(outputs, n_outputs, needed_out, Op::kOutputs, out) ? kOk : kBadOutputLength;
  }

 private:
  template <class Buffer>
  static bool place(const Buffer* given, size_t n, const size_t* needed, size_t count, Buffer* buffers) {
    for (size_t i = 0; i < count; i++) {
      if (i < n) buffers[i] = given[i];
      if (buffers[i].length < needed[i]) return false;
    }
    return true;
  }
};

}  // namespace athanor::ATHANOR_ISA
