/**
 * Node-API glue of the CUDA tier: one device per environment, buffers by number, ops by name.
 *
 * The same file makes athanor_cuda.node (the driver) and athanor_cuda_emulated.node (the emulator).
 */
#include <node_api.h>

#include <string>
#include <vector>

#include "programs.h"

namespace {

using athanor_cuda::Buffer;
using athanor_cuda::Programs;

struct Instance {
  std::unique_ptr<Programs> programs;
  std::vector<Buffer> buffers;
  std::vector<uint32_t> idle;
};

napi_value fail(napi_env env, const std::string& message) {
  napi_throw_error(env, nullptr, message.c_str());
  return nullptr;
}

/** Throws what the device said last; its kind is the `code` of a lost one. */
napi_value fail_as_device(napi_env env, athanor_cuda::Device& device) {
  const bool lost = device.fault() == athanor_cuda::Fault::kLost;
  napi_throw_error(env, lost ? "DEVICE_LOST" : nullptr, device.failure().c_str());
  return nullptr;
}

napi_value number(napi_env env, double value) {
  napi_value result;
  napi_create_double(env, value, &result);
  return result;
}

napi_value text(napi_env env, const std::string& value) {
  napi_value result;
  napi_create_string_utf8(env, value.data(), value.size(), &result);
  return result;
}

/** Arguments of a call, with the instance, or nullptr after throwing. */
Instance* arguments(napi_env env, napi_callback_info info, size_t wanted, napi_value* values, bool opened = true) {
  size_t count = wanted;
  void* data = nullptr;
  napi_get_cb_info(env, info, &count, values, nullptr, nullptr);
  napi_get_instance_data(env, &data);
  auto* instance = static_cast<Instance*>(data);
  if (count < wanted) return fail(env, "cuda: too few arguments"), nullptr;
  if (opened && !instance->programs) return fail(env, "cuda: open the device first"), nullptr;
  return instance;
}

bool typed_array(napi_env env, napi_value value, napi_typedarray_type wanted, void** data, size_t* length) {
  bool is = false;
  napi_is_typedarray(env, value, &is);
  napi_typedarray_type type{};
  if (is) napi_get_typedarray_info(env, value, &type, length, data, nullptr, nullptr);
  if (is && type == wanted) return true;
  fail(env, "cuda: expected a typed array of the documented kind");
  return false;
}

bool buffer_of(napi_env env, Instance& instance, napi_value value, Buffer& buffer) {
  uint32_t index = 0;
  if (napi_get_value_uint32(env, value, &index) == napi_ok && index < instance.buffers.size() && instance.buffers[index].address) {
    buffer = instance.buffers[index];
    return true;
  }
  fail(env, "cuda: a buffer was used after it was freed");
  return false;
}

std::string string_of(napi_env env, napi_value value) {
  size_t length = 0;
  napi_get_value_string_utf8(env, value, nullptr, 0, &length);
  std::string result(length, '\0');
  napi_get_value_string_utf8(env, value, result.data(), length + 1, &length);
  return result;
}

/** open(memoryBytes): the name of the device. memoryBytes limits the emulator. */
napi_value open(napi_env env, napi_callback_info info) {
  napi_value values[1];
  Instance* instance = arguments(env, info, 1, values, false);
  if (!instance) return nullptr;
  if (!instance->programs) {
    std::string reason;
#if defined(ATH_EMULATED)
    double bytes = 0;
    napi_get_value_double(env, values[0], &bytes);
    auto device = athanor_cuda::open_emulator(static_cast<size_t>(bytes));
#else
    auto device = athanor_cuda::open_driver(reason);
#endif
    if (!device) return fail(env, reason);
    instance->programs = std::make_unique<Programs>(std::move(device));
  }
  return text(env, instance->programs->device().name());
}

/** alloc(length): the number of the buffer, or −1 when memory is short. */
napi_value alloc(napi_env env, napi_callback_info info) {
  napi_value values[1];
  Instance* instance = arguments(env, info, 1, values);
  if (!instance) return nullptr;
  double length = 0;
  napi_get_value_double(env, values[0], &length);
  double* address = instance->programs->pool().take(static_cast<size_t>(length));
  auto& device = instance->programs->device();
  if (!address) return device.fault() == athanor_cuda::Fault::kMemory ? number(env, -1) : fail_as_device(env, device);
  uint32_t index = static_cast<uint32_t>(instance->buffers.size());
  if (instance->idle.empty()) {
    instance->buffers.push_back({});
  } else {
    index = instance->idle.back();
    instance->idle.pop_back();
  }
  instance->buffers[index] = {address, static_cast<size_t>(length)};
  return number(env, index);
}

napi_value release(napi_env env, napi_callback_info info) {
  napi_value values[1];
  Instance* instance = arguments(env, info, 1, values);
  Buffer buffer{};
  if (!instance || !buffer_of(env, *instance, values[0], buffer)) return nullptr;
  uint32_t index = 0;
  napi_get_value_uint32(env, values[0], &index);
  instance->programs->pool().give(buffer.address, buffer.length);
  instance->buffers[index] = {};
  instance->idle.push_back(index);
  return nullptr;
}

/** write(buffer, values) and read(buffer, into): from the start of the buffer, which must be long enough. */
napi_value transfer(napi_env env, napi_callback_info info, bool up) {
  napi_value values[2];
  Instance* instance = arguments(env, info, 2, values);
  Buffer buffer{};
  void* data = nullptr;
  size_t length = 0;
  if (!instance || !buffer_of(env, *instance, values[0], buffer) || !typed_array(env, values[1], napi_float64_array, &data, &length))
    return nullptr;
  if (length > buffer.length) return fail(env, "cuda: the array is longer than the buffer");
  auto& device = instance->programs->device();
  const size_t bytes = length * sizeof(double);
  if (!(up ? device.upload(buffer.address, data, bytes) : device.download(data, buffer.address, bytes))) return fail_as_device(env, device);
  return nullptr;
}
napi_value write(napi_env env, napi_callback_info info) { return transfer(env, info, true); }
napi_value read(napi_env env, napi_callback_info info) { return transfer(env, info, false); }

bool buffer_list(napi_env env, Instance& instance, napi_value list, std::vector<Buffer>& buffers) {
  uint32_t length = 0;
  napi_get_array_length(env, list, &length);
  buffers.resize(length);
  for (uint32_t i = 0; i < length; ++i) {
    napi_value item;
    napi_get_element(env, list, i, &item);
    if (!buffer_of(env, instance, item, buffers[i])) return false;
  }
  return true;
}

/** run(ops, dims, inputs, outputs), lists with an entry per step: 0, or 16·(step that failed) + its status. */
napi_value run(napi_env env, napi_callback_info info) {
  napi_value values[4];
  Instance* instance = arguments(env, info, 4, values);
  uint32_t count = 0;
  if (!instance || napi_get_array_length(env, values[0], &count) != napi_ok) return fail(env, "cuda: expected lists of steps");
  std::vector<athanor_cuda::Step> steps(count);
  for (uint32_t i = 0; i < count; ++i) {
    napi_value op, dims, inputs, outputs;
    napi_get_element(env, values[0], i, &op);
    napi_get_element(env, values[1], i, &dims);
    napi_get_element(env, values[2], i, &inputs);
    napi_get_element(env, values[3], i, &outputs);
    void* data = nullptr;
    if (!typed_array(env, dims, napi_int32_array, &data, &steps[i].n_dims) || !buffer_list(env, *instance, inputs, steps[i].inputs) ||
        !buffer_list(env, *instance, outputs, steps[i].outputs))
      return nullptr;
    steps[i].op = string_of(env, op);
    steps[i].dims = static_cast<const int32_t*>(data);
  }
  size_t failed = 0;
  const athanor_cuda::Status status = instance->programs->run(steps, failed);
  return number(env, status == athanor_cuda::kOk ? 0.0 : 16.0 * static_cast<double>(failed) + status);
}

napi_value knows(napi_env env, napi_callback_info info) {
  napi_value values[1], result;
  if (!arguments(env, info, 1, values, false)) return nullptr;
  napi_get_boolean(env, Programs::knows(string_of(env, values[0])), &result);
  return result;
}

napi_value free_bytes(napi_env env, napi_callback_info info) {
  Instance* instance = arguments(env, info, 0, nullptr);
  return instance ? number(env, static_cast<double>(instance->programs->pool().available())) : nullptr;
}

/** properties(): capability (90 for 9.0), processors, highest clock in MHz, CUDA version of the driver; 0 for the emulator. */
napi_value properties(napi_env env, napi_callback_info info) {
  Instance* instance = arguments(env, info, 0, nullptr);
  if (!instance) return nullptr;
  const athanor_cuda::Properties known = instance->programs->device().properties();
  napi_value list;
  napi_create_array(env, &list);
  uint32_t i = 0;
  for (const int value : {known.capability, known.processors, known.megahertz, known.driver})
    napi_set_element(env, list, i++, number(env, value));
  return list;
}

napi_value failure(napi_env env, napi_callback_info info) {
  Instance* instance = arguments(env, info, 0, nullptr);
  return instance ? text(env, instance->programs->device().failure()) : nullptr;
}

}  // namespace

NAPI_MODULE_INIT() {
  napi_set_instance_data(env, new Instance(), [](napi_env, void* data, void*) { delete static_cast<Instance*>(data); }, nullptr);
  const struct {
    const char* name;
    napi_callback call;
  } functions[] = {{"open", open}, {"alloc", alloc}, {"free", release},          {"write", write},    {"read", read},
                   {"run", run},   {"knows", knows}, {"freeBytes", free_bytes}, {"failure", failure},
                   {"properties", properties}};
  for (const auto& entry : functions) {
    napi_value function;
    napi_create_function(env, entry.name, NAPI_AUTO_LENGTH, entry.call, nullptr, &function);
    napi_set_named_property(env, exports, entry.name, function);
  }
  return exports;
}
