/**
 * What the programs need of a GPU. Two implementations: the CUDA driver (driver.cc) and the emulator (emulated.cc).
 *
 * Addresses are device pointers in a double*; the host never reads through them.
 */
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace athanor_cuda {

enum Kernel {
#define KERNEL(source, name) k_##name,
#include "kernels.def"
#undef KERNEL
  kKernelCount
};

struct Grid {
  unsigned x = 1, y = 1, z = 1;
};

/** What a failed call shows about the device. After kLost no call works, and the memory of the device is lost. */
enum class Fault { kRefused, kMemory, kLost };

/** Properties of a GPU by its driver; 0 for the emulator. */
struct Properties {
  int capability = 0;  ///< 90 for 9.0
  int processors = 0;
  int megahertz = 0;  ///< highest clock
  int driver = 0;     ///< the CUDA version it serves, 12090 for 12.9
};

class Device {
 public:
  virtual ~Device() = default;
  /** nullptr when there is not enough memory, or as `fault` says. Bytes may be 0. */
  virtual double* allocate(size_t bytes) = 0;
  virtual void release(double* address) = 0;
  virtual bool upload(double* to, const void* from, size_t bytes) = 0;
  virtual bool download(void* to, const double* from, size_t bytes) = 0;
  /** `arguments`: one pointer per kernel parameter, in order, to a value of exactly its type. */
  virtual bool launch(Kernel kernel, Grid grid, unsigned threads, size_t shared_bytes, void** arguments) = 0;
  virtual size_t free_bytes() = 0;
  /** Most dynamic shared memory of one block, bytes. */
  virtual size_t shared_limit() const = 0;
  virtual std::string name() const = 0;
  virtual Properties properties() const = 0;
  /** Why the last call that failed did, in words and as a kind. */
  virtual std::string failure() const = 0;
  virtual Fault fault() const = 0;
};

/** Opens the GPU of the CUDA driver, or says in `reason` why there is none. The library is loaded here, not before. */
std::unique_ptr<Device> open_driver(std::string& reason);
/** The emulator with limits of its own, so that tests can run out of them; 99 KB is what every supported GPU offers. */
std::unique_ptr<Device> open_emulator(size_t memory_bytes, size_t shared_bytes = 99 * 1024);

/**
 * Keeps released buffers for the next call of the same size: optimizer steps ask for the same ones again and again. At most
 * a quarter of what the GPU had free lies idle, so that others find room on it.
 */
class Pool {
 public:
  explicit Pool(Device& device) : device_(device), most_idle_(device.free_bytes() / 4) {}
  ~Pool() { clear(); }
  double* take(size_t doubles);
  void give(double* address, size_t doubles);
  void clear();
  /** Most bytes that it keeps. */
  size_t most_idle() const { return most_idle_; }
  /** Bytes that a caller may hope for: free ones and idle ones. */
  size_t available() { return device_.free_bytes() + idle_bytes_; }

 private:
  Device& device_;
  size_t most_idle_, idle_bytes_ = 0;
  std::unordered_map<size_t, std::vector<double*>> idle_;
};

}  // namespace athanor_cuda
