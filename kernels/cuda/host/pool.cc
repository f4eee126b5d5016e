#include "device.h"

namespace athanor_cuda {

double* Pool::take(size_t doubles) {
  auto& idle = idle_[doubles];
  if (!idle.empty()) {
    double* address = idle.back();
    idle.pop_back();
    return address;
  }
  double* address = device_.allocate(doubles * sizeof(double));
  if (!address) {
    clear();
    address = device_.allocate(doubles * sizeof(double));
  }
  return address;
}

void Pool::give(double* address, size_t doubles) { idle_[doubles].push_back(address); }

void Pool::clear() {
  for (auto& entry : idle_)
    for (double* address : entry.second) device_.release(address);
  idle_.clear();
}

}  // namespace athanor_cuda
