/** The ops of src/engine/compute/ops.ts as launches on a device. */
#pragma once
#include "device.h"

namespace athanor_cuda {

enum Status : int32_t { kOk = 0, kBadDims, kBadInputLength, kBadOutputLength, kOutOfMemory, kUnknownOp, kDeviceFailed };

struct Buffer {
  double* address;
  size_t length;
};

/** A card (or the emulator) with its buffer pool. Not safe for several threads at once. */
class Programs {
 public:
  explicit Programs(std::unique_ptr<Device> device) : device_(std::move(device)), pool_(*device_) {}
  Device& device() { return *device_; }
  Pool& pool() { return pool_; }

  /** Runs one op; its outputs are whole when it returns kOk. */
  Status run(const std::string& op, const int32_t* dims, size_t n_dims, const Buffer* inputs, size_t n_inputs,
             const Buffer* outputs, size_t n_outputs);
  /** Whether `run` knows the op. */
  static bool knows(const std::string& op);

 private:
  std::unique_ptr<Device> device_;
  Pool pool_;
};

}  // namespace athanor_cuda
