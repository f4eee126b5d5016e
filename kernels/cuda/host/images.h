/** The compiled kernels, written by the build (src/tools/build-cuda.ts). */
#pragma once
#include <cstddef>

namespace athanor_cuda {

struct KernelImage {
  const char* source;  ///< file name without its ending
  int architecture;    ///< 90 for sm_90
  bool ptx;            ///< text for the driver's compiler, for GPUs later than all listed
  const void* data;
};

extern const KernelImage kernel_images[];
extern const size_t kernel_image_count;
extern const char* const kernel_sources[];
extern const size_t kernel_source_count;

}  // namespace athanor_cuda
