/**
 * compile <libnvrtc> <include folder> <source> <architecture> <output> [option]…: one kernel file for one architecture.
 *
 * The CUDA run-time compiler library makes cubins for any architecture without a GPU or a toolkit.
 * `sm_90` gives a cubin and, in <output>.log, registers and spills of each kernel; `compute_90` gives PTX.
 */
#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using Program = struct Opaque*;

/** Headers that the run-time compiler does not bring. */
const char* const header_names[] = {"stddef.h", "stdint.h"};
const char* const header_texts[] = {
    "#pragma once\nusing ptrdiff_t = long;\n",
    "#pragma once\nusing int32_t = int;\nusing uint32_t = unsigned;\nusing int64_t = long;\nusing uint64_t = unsigned long;\n",
};

int main(int count, char** arguments) {
  if (count < 6) return std::fprintf(stderr, "usage: compile libnvrtc include source architecture output [option]...\n"), 2;
  void* library = dlopen(arguments[1], RTLD_NOW);
  if (!library) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  const auto find = [&](const char* name) { return dlsym(library, name); };
  const auto create = reinterpret_cast<int (*)(Program*, const char*, const char*, int, const char* const*, const char* const*)>(find("nvrtcCreateProgram"));
  const auto compile = reinterpret_cast<int (*)(Program, int, const char* const*)>(find("nvrtcCompileProgram"));
  using Size = int (*)(Program, size_t*);
  using Text = int (*)(Program, char*);
  const auto log_size = reinterpret_cast<Size>(find("nvrtcGetProgramLogSize"));
  const auto log = reinterpret_cast<Text>(find("nvrtcGetProgramLog"));
  const std::string architecture = arguments[4];
  const bool ptx = architecture.rfind("compute_", 0) == 0;
  const auto size = reinterpret_cast<Size>(find(ptx ? "nvrtcGetPTXSize" : "nvrtcGetCUBINSize"));
  const auto get = reinterpret_cast<Text>(find(ptx ? "nvrtcGetPTX" : "nvrtcGetCUBIN"));
  if (!create || !compile || !log_size || !log || !size || !get) return std::fprintf(stderr, "not a CUDA run-time compiler\n"), 1;

  std::ifstream file(arguments[3]);
  std::stringstream source;
  source << file.rdbuf();
  Program program = nullptr;
  if (!file || create(&program, source.str().c_str(), arguments[3], 2, header_texts, header_names) != 0)
    return std::fprintf(stderr, "cannot read %s\n", arguments[3]), 1;
  const std::string option = "--gpu-architecture=" + architecture, include = std::string("-I") + arguments[2];
  std::vector<const char*> options = {option.c_str(), include.c_str(), "--std=c++17", "--device-as-default-execution-space"};
  options.insert(options.end(), arguments + 6, arguments + count);
  if (!ptx) options.push_back("--ptxas-options=-v");
  const int status = compile(program, static_cast<int>(options.size()), options.data());
  size_t length = 0;
  log_size(program, &length);
  std::string messages(length, '\0');
  log(program, messages.data());
  if (status != 0) return std::fprintf(stderr, "%s\n", messages.c_str()), 1;
  if (!ptx) std::ofstream(std::string(arguments[5]) + ".log") << messages.c_str();
  size(program, &length);
  std::string image(length, '\0');
  get(program, image.data());
  std::ofstream output(arguments[5], std::ios::binary);
  output.write(image.data(), static_cast<std::streamsize>(image.size()));
  return output ? 0 : 1;
}
