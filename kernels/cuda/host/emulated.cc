/** The emulator as a device: host memory with guard words around every buffer, kernels as functions. */
#include <cstdlib>
#include <cstring>

#include "../../emulator/emulation.h"
#include "device.h"

// The kernels themselves, compiled by the host compiler.
#include "../covariance_pair.h"
#include "../dense.cu"
#include "../elementwise.cu"
#include "../exchange.cu"
#include "../likelihood.cu"
#include "../monte-carlo.cu"
#include "../nearest.cu"
#include "../posterior.cu"
#include "../vecchia.cu"

namespace athanor_cuda {
namespace {

constexpr size_t kGuardWords = 16;
constexpr uint64_t kGuard = 0x7ff4dead7ff4deadULL;  // a signalling NaN: reading a guard shows too

using Body = void (*)(void*);
const Body bodies[] = {
#define KERNEL(source, name) athanor_emulator::Launcher<&name>::body,
#include "kernels.def"
#undef KERNEL
};

const char* const names[] = {
#define KERNEL(source, name) #name,
#include "kernels.def"
#undef KERNEL
};

class Emulator final : public Device {
 public:
  Emulator(size_t memory, size_t shared) : memory_(memory), shared_(shared) {}
  ~Emulator() override {
    for (auto& [address, bytes] : buffers_) std::free(reinterpret_cast<uint64_t*>(address) - kGuardWords);
  }

  double* allocate(size_t bytes) override {
    fault_ = Fault::kMemory;
    if (bytes > memory_ - used_) {
      failure_ = "out of memory";
      return nullptr;
    }
    const size_t words = (bytes + 7) / 8;
    auto* raw = static_cast<uint64_t*>(std::malloc((words + 2 * kGuardWords) * 8));
    if (!raw) return nullptr;
    for (size_t i = 0; i < kGuardWords; ++i) raw[i] = raw[kGuardWords + words + i] = kGuard;
    std::memset(raw + kGuardWords, 0xff, words * 8);  // NaN: a kernel that reads what nobody wrote shows
    auto* address = reinterpret_cast<double*>(raw + kGuardWords);
    buffers_[address] = bytes;
    used_ += bytes;
    return address;
  }

  void release(double* address) override {
    const auto found = buffers_.find(address);
    if (found == buffers_.end()) return;
    used_ -= found->second;
    buffers_.erase(found);
    std::free(reinterpret_cast<uint64_t*>(address) - kGuardWords);
  }

  bool upload(double* to, const void* from, size_t bytes) override {
    if (bytes) std::memcpy(to, from, bytes);
    return true;
  }
  bool download(void* to, const double* from, size_t bytes) override {
    if (bytes) std::memcpy(to, from, bytes);
    return true;
  }

  bool launch(Kernel kernel, Grid grid, unsigned threads, size_t shared_bytes, void** arguments) override {
    const std::string who = names[kernel];
    fault_ = Fault::kRefused;
    if (threads == 0 || threads % 32 != 0 || threads > 1024 || shared_bytes > shared_limit() || grid.x == 0 || grid.y == 0 ||
        grid.z == 0 || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535) {
      failure_ = who + ": launch is outside the limits of a GPU";
      return false;
    }
    if (!athanor_emulator::run_grid({grid.x, grid.y, grid.z}, {threads, 1, 1}, shared_bytes, bodies[kernel], arguments)) {
      failure_ = who + ": a barrier was not reached by all threads";
      return false;
    }
    for (const auto& [address, bytes] : buffers_) {
      const uint64_t* raw = reinterpret_cast<uint64_t*>(address);
      for (size_t i = 0; i < kGuardWords; ++i) {
        if (raw[(bytes + 7) / 8 + i] != kGuard || raw[-1 - static_cast<ptrdiff_t>(i)] != kGuard) {
          failure_ = who + ": wrote outside a buffer";
          return false;
        }
      }
    }
    return true;
  }

  size_t free_bytes() override { return memory_ - used_; }
  size_t shared_limit() const override { return shared_; }
  std::string name() const override { return "CUDA emulator"; }
  Properties properties() const override { return {}; }
  std::string failure() const override { return failure_; }
  Fault fault() const override { return fault_; }

 private:
  size_t memory_, shared_, used_ = 0;
  std::unordered_map<double*, size_t> buffers_;
  std::string failure_;
  Fault fault_ = Fault::kRefused;
};

}  // namespace

std::unique_ptr<Device> open_emulator(size_t memory_bytes, size_t shared_bytes) {
  return std::make_unique<Emulator>(memory_bytes, shared_bytes);
}

}  // namespace athanor_cuda
