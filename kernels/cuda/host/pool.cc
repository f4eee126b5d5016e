#include "device.h"

namespace athanor_cuda {

double* Pool::take(size_t doubles) {
  auto& idle = idle_[doubles];
  if (!idle.empty()) {
    double* address = idle.back();
    idle.pop_back();
    idle_bytes_ -= doubles * sizeof(double);
    return address;
  }
  double* address = device_.allocate(doubles * sizeof(double));
  if (!address && device_.fault() == Fault::kMemory) {
    clear();
    address = device_.allocate(doubles * sizeof(double));
  }
  return address;
}

void Pool::give(double* address, size_t doubles) {
  const size_t bytes = doubles * sizeof(double);
  if (idle_bytes_ + bytes > most_idle_) clear();
  idle_[doubles].push_back(address);
  idle_bytes_ += bytes;
}

void Pool::clear() {
  for (auto& entry : idle_)
    for (double* address : entry.second) device_.release(address);
  idle_.clear();
  idle_bytes_ = 0;
}

}  // namespace athanor_cuda
