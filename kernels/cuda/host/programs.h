/** The ops of src/engine/compute/ops.ts as launches on a device. */
#pragma once
#include "device.h"

namespace athanor_cuda {

enum Status : int32_t { kOk = 0, kBadDims, kBadInputLength, kBadOutputLength, kOutOfMemory, kUnknownOp, kDeviceFailed, kDeviceLost };

inline Status status_of(Fault fault) {
  return fault == Fault::kMemory ? kOutOfMemory : fault == Fault::kLost ? kDeviceLost : kDeviceFailed;
}

struct Buffer {
  double* address;
  size_t length;
};

struct Step {
  std::string op;
  const int32_t* dims;
  size_t n_dims;
  std::vector<Buffer> inputs, outputs;
};

/** A GPU (or the emulator) with its buffer pool. Not safe for several threads at once. */
class Programs {
 public:
  explicit Programs(std::unique_ptr<Device> device) : device_(std::move(device)), pool_(*device_) {}
  Device& device() { return *device_; }
  Pool& pool() { return pool_; }

  /** Runs steps in order; their outputs are whole when it returns kOk, otherwise `failed` is the one that was not. */
  Status run(const std::vector<Step>& steps, size_t& failed);
  /** Whether `run` knows the op. */
  static bool knows(const std::string& op);

 private:
  std::unique_ptr<Device> device_;
  Pool pool_;
};

}  // namespace athanor_cuda
