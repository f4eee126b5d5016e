/**
 * A GPU through the CUDA driver API, opened at run time: no toolkit, no link to libcuda.
 *
 * Names, types and versions of the entry points follow the CUDA driver API reference (the `_v2` symbols are the
 * 64-bit ones). Kernels are cubins per architecture and PTX for later ones, embedded as `kernel_images`.
 */
#include <dlfcn.h>

#include "device.h"
#include "images.h"

namespace athanor_cuda {
namespace {

using Result = int;
using Address = unsigned long long;
constexpr int kClockRate = 13, kProcessors = 16, kMajor = 75, kMinor = 76, kSharedOptin = 97;
constexpr int kMaxDynamicShared = 8;
constexpr int kErrorLog = 5, kErrorLogBytes = 6;
constexpr Result kOutOfDeviceMemory = 2;

/** Where drivers put their library: known to the loader, else WSL, container hosts, NixOS. */
const char* const libraries[] = {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1",
                                 "/run/opengl-driver/lib/libcuda.so.1"};

struct Api {
  Result (*init)(unsigned);
  Result (*driver_version)(int*);
  Result (*device_count)(int*);
  Result (*device_get)(int*, int);
  Result (*device_name)(char*, int, int);
  Result (*device_attribute)(int*, int, int);
  Result (*context_retain)(void**, int);
  Result (*context_release)(int);
  Result (*context_set)(void*);
  Result (*synchronize)();
  Result (*module_load)(void**, const void*, unsigned, int*, void**);
  Result (*module_unload)(void*);
  Result (*module_function)(void**, void*, const char*);
  Result (*function_set)(void*, int, int);
  Result (*allocate)(Address*, size_t);
  Result (*release)(Address);
  Result (*upload)(Address, const void*, size_t);
  Result (*download)(void*, Address, size_t);
  Result (*memory)(size_t*, size_t*);
  Result (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**);
  Result (*error_string)(Result, const char**);
};

template <typename Function>
bool find(void* library, const char* symbol, Function& function, std::string& reason) {
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  if (!function) reason = std::string("the CUDA driver has no ") + symbol + "; install driver 525 or later";
  return function != nullptr;
}

bool load_api(void* library, Api& api, std::string& reason) {
  return find(library, "cuInit", api.init, reason) && find(library, "cuDriverGetVersion", api.driver_version, reason) &&
         find(library, "cuDeviceGetCount", api.device_count, reason) &&
         find(library, "cuDeviceGet", api.device_get, reason) && find(library, "cuDeviceGetName", api.device_name, reason) &&
         find(library, "cuDeviceGetAttribute", api.device_attribute, reason) &&
         find(library, "cuDevicePrimaryCtxRetain", api.context_retain, reason) &&
         find(library, "cuDevicePrimaryCtxRelease_v2", api.context_release, reason) &&
         find(library, "cuCtxSetCurrent", api.context_set, reason) &&
         find(library, "cuCtxSynchronize", api.synchronize, reason) &&
         find(library, "cuModuleLoadDataEx", api.module_load, reason) &&
         find(library, "cuModuleUnload", api.module_unload, reason) &&
         find(library, "cuModuleGetFunction", api.module_function, reason) &&
         find(library, "cuFuncSetAttribute", api.function_set, reason) &&
         find(library, "cuMemAlloc_v2", api.allocate, reason) && find(library, "cuMemFree_v2", api.release, reason) &&
         find(library, "cuMemcpyHtoD_v2", api.upload, reason) && find(library, "cuMemcpyDtoH_v2", api.download, reason) &&
         find(library, "cuMemGetInfo_v2", api.memory, reason) && find(library, "cuLaunchKernel", api.launch, reason) &&
         find(library, "cuGetErrorString", api.error_string, reason);
}

const char* const names[] = {
#define KERNEL(source, name) #name,
#include "kernels.def"
#undef KERNEL
};
const char* const sources[] = {
#define KERNEL(source, name) #source,
#include "kernels.def"
#undef KERNEL
};

/** Its library stays loaded when it goes: the driver keeps threads of its own. */
class DriverDevice final : public Device {
 public:
  explicit DriverDevice(const Api& api) : api_(api) {}
  ~DriverDevice() override {
    for (void* module : modules_) api_.module_unload(module);
    if (context_) api_.context_release(device_);
  }

  bool start(std::string& reason) {
    int count = 0;
    if (check(api_.init(0), "cuInit") && check(api_.device_count(&count), "cuDeviceGetCount")) {
      if (count == 0) failure_ = "the CUDA driver sees no GPU";
      else if (open_first() && load_kernels()) return true;
    }
    reason = failure_;
    return false;
  }

  double* allocate(size_t bytes) override {
    Address address = 0;
    return check(api_.allocate(&address, bytes ? bytes : 8), "cuMemAlloc") ? reinterpret_cast<double*>(address) : nullptr;
  }
  void release(double* address) override { api_.release(reinterpret_cast<Address>(address)); }
  bool upload(double* to, const void* from, size_t bytes) override {
    return bytes == 0 || check(api_.upload(reinterpret_cast<Address>(to), from, bytes), "cuMemcpyHtoD");
  }
  bool download(void* to, const double* from, size_t bytes) override {
    return bytes == 0 || check(api_.download(to, reinterpret_cast<Address>(from), bytes), "cuMemcpyDtoH");
  }
  bool launch(Kernel kernel, Grid grid, unsigned threads, size_t shared_bytes, void** arguments) override {
    last_launched_ = names[kernel];
    return check(api_.launch(functions_[kernel], grid.x, grid.y, grid.z, threads, 1, 1, static_cast<unsigned>(shared_bytes),
                             nullptr, arguments, nullptr),
                 names[kernel]);
  }
  size_t free_bytes() override {
    size_t free = 0, total = 0;
    return api_.memory(&free, &total) == 0 ? free : 0;
  }
  size_t shared_limit() const override { return shared_limit_; }
  std::string name() const override { return name_; }
  Properties properties() const override { return properties_; }
  std::string failure() const override { return failure_; }
  Fault fault() const override { return fault_; }

 private:
  /**
   * Kernels run on by themselves, so that a fault shows in a later call, whatever that one was about; then no call works any
   * more, which the synchronization tells.
   */
  bool check(Result result, const char* what) {
    if (result == 0) return true;
    const char* text = nullptr;
    api_.error_string(result, &text);
    failure_ = std::string(what) + ": " + (text ? text : "error") + " (" + std::to_string(result) + ")";
    fault_ = result == kOutOfDeviceMemory ? Fault::kMemory : Fault::kRefused;
    if (context_ && fault_ == Fault::kRefused && api_.synchronize() != 0) {
      fault_ = Fault::kLost;
      failure_ += std::string("; the last kernel that was launched is ") + (last_launched_ ? last_launched_ : "none");
    }
    return false;
  }

  bool attribute(int which, int& value) { return check(api_.device_attribute(&value, which, device_), "cuDeviceGetAttribute"); }

  /** The first GPU that the driver shows: CUDA_VISIBLE_DEVICES chooses among several. */
  bool open_first() {
    char name[256] = {};
    int major = 0, minor = 0, shared = 0, clock = 0;
    if (!check(api_.device_get(&device_, 0), "cuDeviceGet") || !check(api_.device_name(name, 255, device_), "cuDeviceGetName") ||
        !attribute(kMajor, major) || !attribute(kMinor, minor) || !attribute(kSharedOptin, shared) || !attribute(kClockRate, clock) ||
        !attribute(kProcessors, properties_.processors) || !check(api_.driver_version(&properties_.driver), "cuDriverGetVersion") ||
        !check(api_.context_retain(&context_, device_), "cuDevicePrimaryCtxRetain") ||
        !check(api_.context_set(context_), "cuCtxSetCurrent"))
      return false;
    name_ = name;
    shared_limit_ = static_cast<size_t>(shared);
    properties_.capability = 10 * major + minor;
    properties_.megahertz = clock / 1000;
    return true;
  }

  /** The image of the newest architecture that this GPU runs: same major version, or PTX. */
  const KernelImage* choose(const char* source) const {
    const int capability = properties_.capability;
    const KernelImage* best = nullptr;
    for (size_t i = 0; i < kernel_image_count; ++i) {
      const KernelImage& image = kernel_images[i];
      if (std::string(image.source) != source) continue;
      const bool runs = image.ptx ? image.architecture <= capability
                                  : image.architecture / 10 == capability / 10 && image.architecture <= capability;
      if (runs && (!best || (best->ptx && !image.ptx) || (best->ptx == image.ptx && best->architecture < image.architecture)))
        best = &image;
    }
    return best;
  }

  bool load_module(const KernelImage& image, void*& module) {
    char log[1024] = {};
    int options[] = {kErrorLog, kErrorLogBytes};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    const std::string what = std::string(image.source) + (image.ptx ? " as PTX for " : " for ") + std::to_string(image.architecture);
    if (check(api_.module_load(&module, image.data, 2, options, values), what.c_str())) return true;
    if (image.ptx) failure_ += "; PTX needs driver 575 or later";
    if (*log) failure_ += std::string("; ") + log;
    return false;
  }

  bool load_kernels() {
    functions_.assign(kKernelCount, nullptr);
    for (size_t s = 0; s < kernel_source_count; ++s) {
      const KernelImage* image = choose(kernel_sources[s]);
      if (!image) {
        failure_ = "no kernels for " + name_ + ", compute capability " + std::to_string(properties_.capability / 10) + "." +
                   std::to_string(properties_.capability % 10) + "; GPUs from 8.0 on are supported";
        return false;
      }
      void* module = nullptr;
      if (!load_module(*image, module)) return false;
      modules_.push_back(module);
      for (int k = 0; k < kKernelCount; ++k) {
        if (std::string(sources[k]) == image->source && api_.module_function(&functions_[k], module, names[k]) != 0)
          functions_[k] = nullptr;
      }
    }
    for (int k = 0; k < kKernelCount; ++k) {
      if (!functions_[k]) {
        failure_ = std::string("kernel ") + names[k] + " is missing from the images";
        return false;
      }
      if (!check(api_.function_set(functions_[k], kMaxDynamicShared, static_cast<int>(shared_limit_)), names[k])) return false;
    }
    return true;
  }

  Api api_;
  int device_ = 0;
  void* context_ = nullptr;
  std::vector<void*> modules_;
  std::vector<void*> functions_;
  std::string name_, failure_;
  const char* last_launched_ = nullptr;
  Fault fault_ = Fault::kRefused;
  Properties properties_;
  size_t shared_limit_ = 0;
};

}  // namespace

std::unique_ptr<Device> open_driver(std::string& reason) {
  void* library = nullptr;
  for (const char* path : libraries) {
    if (!library) library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) {
    reason = "libcuda.so.1 not found";
    return nullptr;
  }
  Api api{};
  if (!load_api(library, api, reason)) return nullptr;
  auto device = std::make_unique<DriverDevice>(api);
  return device->start(reason) ? std::move(device) : nullptr;
}

}  // namespace athanor_cuda
