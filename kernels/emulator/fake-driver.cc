/**
 * A fake libcuda.so.1 whose GPU is the emulator, so that the addon as it ships (driver.cc, its images and
 * their choice) runs where there is no GPU. Entry points as in the CUDA driver API reference; kernels are found by their
 * names in the image that was handed over.
 *
 * Environment: FAKE_GPU_CAPABILITY (90), FAKE_GPU_COUNT of GPUs (1), FAKE_GPU_PTX newest version of PTX that is taken (8.8),
 * FAKE_GPU_FAULT=<kernel>=<result>: what becomes of its launches. 2, out of memory, once; from 700 on a fault of the kernel,
 * which later calls report, every one of them; else the launch is refused.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "../cuda/host/device.h"

namespace {

using namespace athanor_cuda;
using Address = unsigned long long;

enum Result : int { kDone = 0, kInvalidValue = 1, kMemory = 2, kNoDevice = 100, kNoBinary = 209, kUnsupportedPtx = 222, kNotFound = 500 };

const char* const names[] = {
#define KERNEL(source, name) #name,
#include "../cuda/host/kernels.def"
#undef KERNEL
};

std::unique_ptr<Device> device;
int faulted = 0;
bool memory_was_short = false;

const char* setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

int capability() { return std::atoi(setting("FAKE_GPU_CAPABILITY", "90")); }

/** Result of a call that waits for the GPU. */
int waited(bool well) { return faulted ? faulted : well ? kDone : kInvalidValue; }

bool is_elf(const char* image) { return std::memcmp(image, "\177ELF", 4) == 0; }

/** All of an image: an ELF file up to its section headers' end, PTX up to its zero. */
std::string_view text_of(const char* image) {
  if (!is_elf(image)) return image;
  uint64_t headers;
  uint16_t size, count;
  std::memcpy(&headers, image + 40, sizeof headers);
  std::memcpy(&size, image + 58, sizeof size);
  std::memcpy(&count, image + 60, sizeof count);
  return {image, headers + static_cast<size_t>(size) * count};
}

/** The architecture of a cubin, which its flags tell in one byte: the lowest, or the second one in newer files. */
int architecture_of(const char* image) {
  uint32_t flags;
  std::memcpy(&flags, image + 48, sizeof flags);
  return image[7] == 0x41 ? (flags >> 8) & 0xff : flags & 0xff;
}

double number_behind(std::string_view text, const char* word) { return std::atof(text.data() + text.find(word) + std::strlen(word)); }

}  // namespace

extern "C" {

int cuInit(unsigned) { return std::atoi(setting("FAKE_GPU_COUNT", "1")) == 0 ? kNoDevice : kDone; }
int cuDriverGetVersion(int* version) { return *version = 12090, kDone; }
int cuDeviceGetCount(int* count) { return *count = std::atoi(setting("FAKE_GPU_COUNT", "1")), kDone; }
int cuDeviceGet(int* device, int index) { return *device = index, kDone; }
int cuDeviceGetName(char* name, int length, int) { return std::snprintf(name, static_cast<size_t>(length), "fake GPU"), kDone; }

int cuDeviceGetAttribute(int* value, int which, int) {
  switch (which) {
    case 13: return *value = 1000000, kDone;
    case 16: return *value = 4, kDone;
    case 75: return *value = capability() / 10, kDone;
    case 76: return *value = capability() % 10, kDone;
    case 97: return *value = 99 * 1024, kDone;
    default: return kInvalidValue;
  }
}

int cuDevicePrimaryCtxRetain(void** context, int) {
  if (!device) device = open_emulator(size_t{64} << 20);
  return *context = device.get(), kDone;
}
int cuDevicePrimaryCtxRelease_v2(int) { return device.reset(), kDone; }
int cuCtxSetCurrent(void*) { return kDone; }
int cuCtxSynchronize() { return waited(true); }

int cuModuleLoadDataEx(void** module, const void* data, unsigned options, int* option, void** value) {
  const char* image = static_cast<const char*>(data);
  const bool elf = is_elf(image);
  const int own = elf ? architecture_of(image) : static_cast<int>(number_behind(text_of(image), ".target sm_"));
  if (!elf && number_behind(text_of(image), ".version ") > std::atof(setting("FAKE_GPU_PTX", "8.8"))) {
    for (unsigned i = 0; i < options; ++i)
      if (option[i] == 5) std::strcpy(static_cast<char*>(value[i]), "Unsupported .version");
    return kUnsupportedPtx;
  }
  if (own > capability() || (elf && own / 10 != capability() / 10)) return kNoBinary;
  *module = const_cast<char*>(image);
  return kDone;
}
int cuModuleUnload(void*) { return kDone; }

int cuModuleGetFunction(void** function, void* module, const char* name) {
  const char* image = static_cast<const char*>(module);
  const std::string entry = is_elf(image) ? std::string(".text.") + name + '\0' : std::string(".visible .entry ") + name + "(";
  if (text_of(image).find(entry) == std::string_view::npos) return kNotFound;
  for (size_t k = 0; k < kKernelCount; ++k)
    if (std::strcmp(names[k], name) == 0) *function = reinterpret_cast<void*>(k + 1);
  return kDone;
}
int cuFuncSetAttribute(void*, int which, int value) { return which == 8 && value <= 99 * 1024 ? kDone : kInvalidValue; }

int cuMemAlloc_v2(Address* address, size_t bytes) {
  if (faulted) return faulted;
  *address = reinterpret_cast<Address>(device->allocate(bytes));
  return *address ? kDone : kMemory;
}
int cuMemFree_v2(Address address) { return device->release(reinterpret_cast<double*>(address)), waited(true); }
int cuMemcpyHtoD_v2(Address to, const void* from, size_t bytes) { return waited(device->upload(reinterpret_cast<double*>(to), from, bytes)); }
int cuMemcpyDtoH_v2(void* to, Address from, size_t bytes) { return waited(device->download(to, reinterpret_cast<double*>(from), bytes)); }
int cuMemGetInfo_v2(size_t* free, size_t* total) { return *free = device->free_bytes(), *total = size_t{64} << 20, waited(true); }

int cuLaunchKernel(void* function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned, unsigned, unsigned shared, void* stream,
                   void** arguments, void** extra) {
  const size_t kernel = reinterpret_cast<size_t>(function) - 1;
  const std::string_view fault = setting("FAKE_GPU_FAULT", "");
  if (faulted) return faulted;
  if (stream || extra) return kInvalidValue;
  if (!fault.empty() && fault.substr(0, fault.find('=')) == names[kernel]) {
    const int result = std::atoi(fault.data() + fault.find('=') + 1);
    if (result >= 700) return faulted = result, kDone;
    if (result != kMemory || !memory_was_short) return memory_was_short = true, result;
  }
  return device->launch(static_cast<Kernel>(kernel), {x, y, z}, threads, shared, arguments) ? kDone : kInvalidValue;
}

int cuGetErrorString(int result, const char** text) {
  *text = result == kMemory ? "out of memory" : result == kNoDevice ? "no CUDA-capable device is detected" : "fake GPU error";
  return kDone;
}
}
