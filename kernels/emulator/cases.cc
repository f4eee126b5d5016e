/**
 * Runs every op on the CUDA emulator with fixed inputs and prints a line of exact numbers per output.
 *
 * Built twice by the tests, plainly and with sanitizers: both must print the same, and the second nothing else. With the
 * argument `reversed` threads run from the last to the first between barriers, which must not change a bit either. With
 * ATH_ON_DEVICE it runs on the GPU, as a program that compute-sanitizer can watch.
 */
#include <cstdio>
#include <string>
#include <vector>

#include "../cuda/host/programs.h"
#if !defined(ATH_ON_DEVICE)
#include "emulation.h"
#endif

using namespace athanor_cuda;

namespace {

/** Uniform numbers (Park and Miller 1988), the same everywhere. */
struct Uniforms {
  uint64_t state = 5;
  double operator()() {
    state = state * 48271 % 2147483647;
    return static_cast<double>(state) / 2147483647;
  }
};

using Values = std::vector<double>;

Values uniform(Uniforms& next, size_t length, double scale = 1, double shift = 0) {
  Values values(length);
  for (double& value : values) value = shift + scale * next();
  return values;
}

/** Points of three columns, the last one a category. */
Values points(Uniforms& next, size_t count) {
  Values values = uniform(next, 3 * count);
  for (size_t i = 2; i < values.size(); i += 3) values[i] = static_cast<double>(static_cast<int>(3 * values[i]));
  return values;
}

int failures = 0;

std::vector<Values> run(Programs& programs, const char* op, const std::vector<int32_t>& dims, const std::vector<Values>& inputs,
                        const std::vector<size_t>& lengths) {
  athanor_cuda::Step step{op, dims.data(), dims.size(), {}, {}};
  std::vector<Buffer>&in = step.inputs, &out = step.outputs;
  Device& device = programs.device();
  for (const Values& values : inputs) {
    in.push_back({device.allocate(values.size() * sizeof(double)), values.size()});
    device.upload(in.back().address, values.data(), values.size() * sizeof(double));
  }
  for (size_t length : lengths) out.push_back({device.allocate(length * sizeof(double)), length});
  size_t failed = 0;
  const Status status = programs.run({step}, failed);
  if (status != kOk) {
    ++failures;
    std::printf("%s failed with status %d: %s\n", op, static_cast<int>(status), device.failure().c_str());
  }
  std::vector<Values> results;
  for (size_t i = 0; i < lengths.size(); ++i) {
    Values values(lengths[i]);
    device.download(values.data(), out[i].address, lengths[i] * sizeof(double));
    std::printf("%s output %zu:", op, i);
    for (size_t k = 0; k < values.size(); k += 1 + values.size() / 8) std::printf(" %a", values[k]);
    std::printf("\n");
    results.push_back(values);
  }
  for (const Buffer& buffer : in) device.release(buffer.address);
  for (const Buffer& buffer : out) device.release(buffer.address);
  return results;
}

std::vector<int32_t> with_code(std::vector<int32_t> dims, const std::vector<int32_t>& code) {
  dims.insert(dims.end(), code.begin(), code.end());
  return dims;
}

/** A fit, its posterior and its acquisitions for one covariance. `n` decides between shared memory and tiles. */
void gaussian_process(Programs& programs, const std::vector<int32_t>& code, int parameters, int n) {
  Uniforms next;
  const int batch = 2, d = 3, P = parameters + 2, groups = 2, q = 2, pending = 1, samples = 8, m = 3;
  const Values X = points(next, n), y = uniform(next, n), noise = uniform(next, n, 0.01);
  Values theta = uniform(next, static_cast<size_t>(batch) * P, 1, -0.7);
  for (int b = 0; b < batch; ++b) theta[b * P + P - 2] = -4;
  const size_t size = static_cast<size_t>(n) * n;
  run(programs, "gp_likelihood", with_code({batch, n, d, P, 1}, code), {X, y, noise, theta},
      {static_cast<size_t>(batch), static_cast<size_t>(batch) * P, static_cast<size_t>(batch)});
  run(programs, "gp_information", with_code({batch, n, d, P}, code), {X, y, noise, theta},
      {static_cast<size_t>(batch), static_cast<size_t>(batch) * P, static_cast<size_t>(batch), static_cast<size_t>(batch) * P * P});
  const auto model = run(programs, "gp_factor", with_code({batch, n, d, P}, code), {X, y, noise, theta},
                         {batch * size, static_cast<size_t>(batch) * n, static_cast<size_t>(batch)});
  run(programs, "gp_predict", with_code({batch, n, d, P, m, 7}, code), {X, theta, model[0], model[1], points(next, m)},
      {batch * m, batch * m, batch * m * d, batch * m * d});
  Values neighbours;
  for (int i = 0; i < n; ++i)
    for (int j = 1; j <= 3; ++j) neighbours.push_back(i - j < 0 ? -1 : i - j);
  run(programs, "vecchia_likelihood", with_code({batch, n, d, P, 3, 2}, code), {X, y, noise, theta, neighbours},
      {static_cast<size_t>(batch), static_cast<size_t>(batch) * P, static_cast<size_t>(batch), static_cast<size_t>(batch) * P * P});
  for (const int rank : {0, 3})
    run(programs, "vecchia_predict", with_code({2, n, d, P, 3, rank, 31}, code),
        {X, y, noise, Values(theta.begin(), theta.begin() + P), points(next, 2), Values(neighbours.end() - 6, neighbours.end()),
         Values(static_cast<size_t>(n) * rank, 0.05), Values(2 * static_cast<size_t>(rank), 0.05)},
        {2, 2, 2 * d, 2 * d, 6, 2 * static_cast<size_t>(rank)});
  const Values row(theta.begin(), theta.begin() + P), L(model[0].begin(), model[0].begin() + static_cast<long>(size)),
      alpha(model[1].begin(), model[1].begin() + n);
  run(programs, "gp_joint", with_code({groups, q, n, d, P, 1}, code),
      {X, row, L, alpha, points(next, groups * q), uniform(next, groups * q), uniform(next, groups * q * q)},
      {groups * q, groups * q * q, groups * q * d});
  for (int kind = 0; kind < 5; ++kind)
    run(programs, "mc_acquisition", with_code({groups, q, n, d, P, samples, kind, 1, pending}, code),
        {X, row, L, alpha, points(next, groups * q), uniform(next, samples * (q + pending), 3, -1.5), points(next, pending),
         {0.6, 0.5, 1, kind == 0 ? 1e-6 : 1e-1, 1e-2, 0}},
        {groups, groups * q * d, groups});
  run(programs, "covariance", with_code({batch, n, m, d, P, 1}, code),
      {X, points(next, m), theta, uniform(next, static_cast<size_t>(batch) * n * m)},
      {0, static_cast<size_t>(batch) * P, static_cast<size_t>(batch) * n * d});
}

}  // namespace

int main(int count, char** arguments) {
  std::string reason;
#if defined(ATH_ON_DEVICE)
  (void)count, (void)arguments;
  std::unique_ptr<Device> device = open_driver(reason);
#else
  athanor_emulator::last_thread_first = count > 1 && std::string(arguments[1]) == "reversed";
  std::unique_ptr<Device> device = open_emulator(size_t{1} << 28);
#endif
  if (!device) return std::printf("%s\n", reason.c_str()), 1;
  Programs programs(std::move(device));
  const std::vector<int32_t> matern = {3, 0, 3, 0, 1, 2, 20};
  const std::vector<int32_t> everything = {3, 0, 2, 0, 1, 9, 0, 1, 2, 22, 20, 5, 0, 1, 0, 6, 0, 1, 1,
                                           21, 20, 7, 0, 2, 0, 1, 21, 8, 2, 2, 0, 1, 21, 21};
  gaussian_process(programs, matern, 4, 9);
  gaussian_process(programs, everything, 13, 9);
  Uniforms next;
  // Too many rows for one block: these go through tiles.
  const Values X = points(next, 140), theta = uniform(next, 6, 0.1);
  run(programs, "gp_likelihood", with_code({1, 140, 3, 6, 1}, matern), {X, uniform(next, 140), uniform(next, 140), theta}, {1, 6, 1});
  run(programs, "gp_information", with_code({1, 140, 3, 6}, matern), {X, uniform(next, 140), uniform(next, 140), theta}, {1, 6, 1, 36});
  run(programs, "matmul", {2, 33, 34, 35, 1, 0, 33 * 34, 34 * 35}, {uniform(next, 2 * 33 * 34), uniform(next, 2 * 34 * 35)}, {2 * 33 * 35});
  run(programs, "cholesky", {2, 3}, {{4, 0, 0, 1, 3, 0, 1, 1, 2, 1, 0, 0, 1, 1, 0, 1, 1, 1}, {1e-10, 1e-4}}, {18, 2});
  Values L(40 * 40);
  for (int i = 0; i < 40; ++i) L[i * 41] = 2;
  for (int transposed : {0, 1}) run(programs, "solve_triangular", {1, 40, 3, transposed}, {L, uniform(next, 120)}, {120});
  // Enough rows for panels.
  Values wide(300 * 300);
  for (int i = 0; i < 300; ++i) wide[i * 301] = 2;
  for (int transposed : {0, 1}) run(programs, "solve_triangular", {1, 300, 3, transposed}, {wide, uniform(next, 900)}, {900});
  // 60 rows in two blocks, the last four places empty; the boxes are the whole square.
  Values numbers(64);
  for (int j = 0; j < 64; ++j) numbers[j] = j < 60 ? j : -1;
  for (int looked : {1, 2})
    run(programs, "nearest_rows", {3, 2, 5, 2, 32, looked}, {uniform(next, 6), {60, 60, 2}, numbers, uniform(next, 128), {0, 0, 0, 0, 1, 1, 1, 1}}, {15});
  for (int f = 0; f < 18; ++f) run(programs, "unary", {5, f}, {{0.1, 0.5, 0.9, -0.3, 1}}, {5});
  for (int f = 0; f < 8; ++f) run(programs, "binary", {f, 2, 3, 4, 4, 1, 0, 1}, {uniform(next, 12), uniform(next, 4)}, {12});
  for (int f = 0; f < 5; ++f) run(programs, "reduce", {f, 2, 3, 2}, {uniform(next, 12)}, {4});
  // Two factors of three levels, full quadratic: D (weights absent), then I.
  for (int linear : {0, 1}) {
    Values weights(linear ? 36 : 0);
    for (int i = 0; i < 6 * linear; ++i) weights[i * 7] = 1;
    run(programs, "exchange", {2, 2, 8, 2, 6, linear, 20, 7, 0, 0, 2, 0, 0, 0, 0, 0, 2, 3, 0, 0, 2, 3, 0,
                               0, 1, 0, 1, 1, 1, 1, 2, 0, 1, 1, 1, 1, 0, 2, 1, 1, 2},
        {{-1, 0, 1, -1, 0, 1}, Values(36), weights, {}, {}, {}, {}, {}}, {2, 32, 2});
  }
  return failures == 0 ? 0 : 1;
}
