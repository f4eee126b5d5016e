/**
 * The CPU ops as a Node addon, by plain Node-API: numbers in, numbers out.
 *
 *   opNames(): string[]                       ops of this binary, in the order of their numbers
 *   instructionSets(): string[]               those that this machine can run, best last
 *   run(set, op, dims, inputs, outputs, threads, stamps): status
 *   runBeside(set, [[op, dims, inputs, outputs, stamps], …], threads): boolean
 *
 * `run` takes positions in the two lists, an Int32Array, two arrays of Float64Array, a count, and a Float64Array of stamps of the
 * inputs (see op.h); it calls one op and returns its status, or −1 when an argument has the wrong type or is out of range. `runBeside` calls ops that do not
 * read what the others write, one thread each, and returns whether all of them succeeded. Neither throws or keeps a reference.
 */
#define NAPI_VERSION 8
#include <node_api.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <new>

#include "../cpu/registry.h"
#include "../cpu/workspace.h"

namespace {

using athanor::MutableSpan;
using athanor::Span;

constexpr size_t kMaxBuffers = 16;
constexpr int32_t kMaxThreads = 1024;

napi_value integer(napi_env env, int32_t value) {
  napi_value result = nullptr;
  napi_create_int32(env, value, &result);
  return result;
}

/** Memory of a typed array of the type asked for. */
bool typed_memory(napi_env env, napi_value value, napi_typedarray_type wanted, void** data, size_t* length) {
  napi_typedarray_type type;
  return napi_get_typedarray_info(env, value, &type, length, data, nullptr, nullptr) == napi_ok && type == wanted;
}

/** Fills spans from an array of Float64Array. */
template <class Buffer>
bool read_buffers(napi_env env, napi_value array, Buffer* buffers, size_t* count) {
  uint32_t length = 0;
  if (napi_get_array_length(env, array, &length) != napi_ok || length > kMaxBuffers) return false;
  for (uint32_t i = 0; i < length; i++) {
    napi_value item;
    void* data = nullptr;
    if (napi_get_element(env, array, i, &item) != napi_ok) return false;
    if (!typed_memory(env, item, napi_float64_array, &data, &buffers[i].length)) return false;
    buffers[i].data = static_cast<double*>(data);
  }
  *count = length;
  return true;
}

/** One op with its arguments, taken from JavaScript. */
struct Call {
  int32_t op;
  void* dims;
  size_t n_dims, n_inputs, n_outputs;
  Span inputs[kMaxBuffers];
  MutableSpan outputs[kMaxBuffers];

  /** @returns false when an argument has the wrong type */
  bool read(napi_env env, napi_value op_number, napi_value dims_array, napi_value ins, napi_value outs, napi_value stamps_array) {
    void* stamps = nullptr;
    size_t n_stamps = 0;
    if (napi_get_value_int32(env, op_number, &op) != napi_ok || op < 0 || static_cast<size_t>(op) >= athanor::kOpCount ||
        !typed_memory(env, dims_array, napi_int32_array, &dims, &n_dims) || !read_buffers(env, ins, inputs, &n_inputs) ||
        !read_buffers(env, outs, outputs, &n_outputs) || !typed_memory(env, stamps_array, napi_float64_array, &stamps, &n_stamps) ||
        n_stamps < n_inputs) {
      return false;
    }
    for (size_t i = 0; i < n_inputs; i++) inputs[i].stamp = static_cast<int64_t>(static_cast<const double*>(stamps)[i]);
    return true;
  }

  int32_t run(const athanor::InstructionSet& set, int threads) const {
    return set.ops[op](static_cast<const int32_t*>(dims), n_dims, inputs, n_inputs, outputs, n_outputs, threads);
  }
};

/** The instruction set of that number, or null: there is none, this machine does not run it, or the threads are out of range. */
const athanor::InstructionSet* checked_set(napi_env env, napi_value number, napi_value threads_value, int32_t& threads) {
  int32_t set;
  if (napi_get_value_int32(env, number, &set) != napi_ok || napi_get_value_int32(env, threads_value, &threads) != napi_ok) return nullptr;
  size_t n_sets = 0;
  const athanor::InstructionSet* const sets = athanor::instruction_sets(n_sets);
  if (set < 0 || static_cast<size_t>(set) >= n_sets || !sets[set].supported || threads < 1 || threads > kMaxThreads) return nullptr;
  return &sets[set];
}

napi_value run(napi_env env, napi_callback_info info) {
  size_t argc = 7;
  napi_value args[7];
  int32_t threads;
  if (napi_get_cb_info(env, info, &argc, args, nullptr, nullptr) != napi_ok || argc < 7) return integer(env, -1);
  const athanor::InstructionSet* const set = checked_set(env, args[0], args[5], threads);
  Call call;
  if (set == nullptr || !call.read(env, args[1], args[2], args[3], args[4], args[6])) return integer(env, -1);
  return integer(env, call.run(*set, threads));
}

/** Elements [0, count) of an array. */
bool read_elements(napi_env env, napi_value array, napi_value* elements, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (napi_get_element(env, array, i, &elements[i]) != napi_ok) return false;
  }
  return true;
}

/** @returns null when an argument has the wrong type, or there is no memory for them */
Call* read_calls(napi_env env, napi_value array, uint32_t& count) {
  if (napi_get_array_length(env, array, &count) != napi_ok) return nullptr;
  Call* const calls = new (std::nothrow) Call[count];
  for (uint32_t i = 0; calls != nullptr && i < count; i++) {
    napi_value one, parts[5];
    if (napi_get_element(env, array, i, &one) == napi_ok && read_elements(env, one, parts, 5) &&
        calls[i].read(env, parts[0], parts[1], parts[2], parts[3], parts[4])) {
      continue;
    }
    delete[] calls;
    return nullptr;
  }
  return calls;
}

napi_value run_beside(napi_env env, napi_callback_info info) {
  size_t argc = 3;
  napi_value args[3], result = nullptr;
  int32_t threads;
  uint32_t count = 0;
  bool ok = false;
  if (napi_get_cb_info(env, info, &argc, args, nullptr, nullptr) == napi_ok && argc == 3) {
    const athanor::InstructionSet* const set = checked_set(env, args[0], args[2], threads);
    Call* const calls = set == nullptr ? nullptr : read_calls(env, args[1], count);
    ok = calls != nullptr;
    if (ok) {
      athanor::parallel(static_cast<int>(count), threads, [&](int i) {
        if (calls[i].run(*set, 1) != 0) __atomic_store_n(&ok, false, __ATOMIC_RELAXED);
      });
    }
    delete[] calls;
  }
  napi_get_boolean(env, ok, &result);
  return result;
}

napi_value op_names(napi_env env, napi_callback_info) {
  napi_value list, name;
  if (napi_create_array(env, &list) != napi_ok) return nullptr;
  for (uint32_t i = 0; i < athanor::kOpCount; i++) {
    napi_create_string_utf8(env, athanor::kOpNames[i], NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, list, i, name);
  }
  return list;
}

napi_value set_names(napi_env env, napi_callback_info) {
  napi_value list, name;
  if (napi_create_array(env, &list) != napi_ok) return nullptr;
  size_t count = 0;
  const athanor::InstructionSet* const sets = athanor::instruction_sets(count);
  for (uint32_t i = 0; i < count && sets[i].supported; i++) {
    napi_create_string_utf8(env, sets[i].name, NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, list, i, name);
  }
  return list;
}

/**
 * glibc raises its threshold for mapped blocks to the largest one ever freed, up to 32 MiB. Arrays below it then lie in the heap, where
 * a small block above them keeps their pages. With a fixed threshold every large array is given back when it is freed (decision 0219).
 */
void give_large_blocks_back() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

napi_value initialize(napi_env env, napi_value exports) {
  give_large_blocks_back();
  const napi_property_descriptor properties[] = {
      {"run", nullptr, run, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"runBeside", nullptr, run_beside, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"opNames", nullptr, op_names, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"instructionSets", nullptr, set_names, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
  };
  napi_define_properties(env, exports, sizeof(properties) / sizeof(properties[0]), properties);
  return exports;
}

}  // namespace

NAPI_MODULE(athanor_cpu, initialize)
