/**
 * Runs every op on buffers of exactly the documented size, on every instruction set of this machine, with one thread and with three.
 * Built with sanitizers (ATHANOR_SANITIZE) it finds reads and writes outside the buffers and undefined behaviour; otherwise it checks that
 * results are finite and that the thread count changes no bit. Prints the number of calls; ends with 1 after the first fault.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "../cpu/registry.h"
#include "../include/athanor/covariance-table.h"

namespace {

using athanor::MutableSpan;
using athanor::OpFunction;
using athanor::Span;
using athanor::Status;
using Numbers = std::vector<double>;

int calls = 0;

[[noreturn]] void fail(const std::string& what) {
  printf("kernel-test: %s\n", what.c_str());
  exit(1);
}

OpFunction find(const athanor::InstructionSet& set, const char* name) {
  for (size_t i = 0; i < athanor::kOpCount; i++) {
    if (strcmp(athanor::kOpNames[i], name) == 0) return set.ops[i];
  }
  fail(std::string("no op ") + name);
}

/** Uniform in (0, 1), the same on every machine. */
double uniform() {
  static uint64_t state = 1;
  state = state * 48271 % 2147483647;
  return static_cast<double>(state) / 2147483647.0;
}

Numbers random_numbers(size_t length) {
  Numbers numbers(length);
  for (double& x : numbers) x = uniform();
  return numbers;
}

struct Call {
  const char* op;
  std::vector<int32_t> dims;
  std::vector<Numbers> inputs;
  std::vector<size_t> lengths;
};

/** One run on exact buffers. */
/** With a stamp the inputs have this one and those after it: what is kept of them serves the next run with the same ones. */
std::vector<Numbers> run(const athanor::InstructionSet& set, const Call& call, int threads, Status expected = athanor::kOk, int64_t stamp = 0) {
  std::vector<Numbers> outputs;
  for (size_t length : call.lengths) outputs.emplace_back(length, -77.25);
  std::vector<Span> in;
  std::vector<MutableSpan> out;
  for (const Numbers& numbers : call.inputs) in.push_back({numbers.data(), numbers.size(), stamp == 0 ? 0 : stamp++});
  for (Numbers& numbers : outputs) out.push_back({numbers.data(), numbers.size()});
  const Status status = find(set, call.op)(call.dims.data(), call.dims.size(), in.data(), in.size(), out.data(), out.size(), threads);
  calls++;
  if (status != expected) fail(std::string(set.name) + " " + call.op + ": status " + std::to_string(status));
  return outputs;
}

/** Runs with one and three threads, and twice with stamps; demands the same bits and ordinary numbers. @returns the outputs */
std::vector<Numbers> check(const athanor::InstructionSet& set, const Call& call) {
  static int64_t stamp = 1;
  const std::vector<Numbers> one = run(set, call, 1);
  const std::vector<Numbers> three = run(set, call, 3);
  const std::vector<Numbers> keeping = run(set, call, 1, athanor::kOk, stamp);
  const std::vector<Numbers> kept = run(set, call, 1, athanor::kOk, stamp);
  stamp += static_cast<int64_t>(call.inputs.size());
  const auto is_same = [](const Numbers& a, const Numbers& b) { return a.empty() || memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0; };
  for (size_t i = 0; i < one.size(); i++) {
    if (!is_same(one[i], three[i])) {
      fail(std::string(set.name) + " " + call.op + ": the thread count changes output " + std::to_string(i));
    }
    if (!is_same(one[i], keeping[i]) || !is_same(one[i], kept[i])) {
      fail(std::string(set.name) + " " + call.op + ": what is kept changes output " + std::to_string(i));
    }
    for (double value : one[i]) {
      if (!isfinite(value) || value == -77.25) fail(std::string(set.name) + " " + call.op + ": a number is missing or not finite");
    }
  }
  return one;
}

/** Two codes over three columns: a scaled stationary leaf, and a sum of products with every other kind of leaf. */
std::vector<int32_t> code(bool simple, int& parameters) {
  using namespace athanor;
  parameters = simple ? 4 : 19;
  if (simple) return {kMatern52, 0, 3, 0, 1, 2, kScale};
  return {kRationalQuadratic,
          0,
          2,
          0,
          1,
          kPeriodic,
          0,
          1,
          2,
          kMultiply,
          kIbnn,
          2,
          3,
          0,
          1,
          2,
          kAdd,
          kLinear,
          0,
          2,
          0,
          2,
          kAdd,
          kHamming,
          0,
          1,
          1,
          kMatern12,
          0,
          3,
          0,
          1,
          2,
          kMultiply,
          kScale,
          kAdd,
          kMatern32,
          0,
          1,
          0,
          kRbf,
          0,
          1,
          1,
          kAdd,
          kMatern52,
          0,
          1,
          2,
          kAdd,
          kScale,
          kAdd};
}

std::vector<int32_t> with(std::vector<int32_t> dims, const std::vector<int32_t>& tail) {
  dims.insert(dims.end(), tail.begin(), tail.end());
  return dims;
}

void check_gaussian_process(const athanor::InstructionSet& set, int n, bool simple) {
  constexpr int d = 3, B = 2, m = 101, G = 5, q = 3, S = 17, pending = 2;
  int parameters = 0;
  const std::vector<int32_t> tail = code(simple, parameters);
  const int P = parameters + 2;
  const size_t nn = static_cast<size_t>(n) * n;
  Numbers theta(static_cast<size_t>(B) * P);
  for (size_t i = 0; i < theta.size(); i++) theta[i] = static_cast<int>(i) % P == P - 2 ? log(0.1) : 0.5 * uniform() - 0.5;
  const Numbers X = random_numbers(static_cast<size_t>(n) * d), y = random_numbers(n), noise = random_numbers(n);
  const std::vector<Numbers> data = {X, y, noise, theta};
  const size_t b = B, p = P, size = n;
  check(set, {"gp_likelihood", with({B, n, d, P, 1}, tail), data, {b, b * p, b}});
  check(set, {"gp_likelihood", with({B, n, d, P, 0}, tail), data, {b, 0, b}});
  check(set, {"gp_information", with({B, n, d, P}, tail), data, {b, b * p, b, b * p * p}});
  const int few = n < 6 ? n : 6;
  Numbers table(size * few);
  for (size_t i = 0; i < table.size(); i++) {
    const int row = static_cast<int>(i) / few - 1 - static_cast<int>(i) % few;
    table[i] = row < 0 ? -1 : row;
  }
  for (int wanted = 0; wanted < 3; wanted++) {
    check(set, {"vecchia_likelihood",
                with({B, n, d, P, few, wanted}, tail),
                {X, y, noise, theta, table},
                {b, wanted > 0 ? b * p : 0, b, wanted > 1 ? b * p * p : 0}});
  }
  const Numbers one(theta.begin(), theta.begin() + P), last(table.end() - few, table.end());
  for (const int rank : {0, 5}) {
    Numbers features = random_numbers(size * rank), own = random_numbers(rank);
    for (double& feature : features) feature *= 0.1;
    check(set, {"vecchia_predict",
                with({1, n, d, P, few, rank, 31}, tail),
                {X, y, noise, one, random_numbers(d), last, features, own},
                {1, 1, static_cast<size_t>(d), static_cast<size_t>(d), static_cast<size_t>(few), static_cast<size_t>(rank)}});
  }
  // All rows in blocks as they come; boxes that hold everything.
  const int blocks = (n + 31) / 32;
  Numbers numbers(static_cast<size_t>(blocks) * 32), boxes(static_cast<size_t>(2 * blocks) * d);
  for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<int>(i) < n ? static_cast<double>(i) : -1;
  for (size_t i = 0; i < boxes.size(); i++) boxes[i] = i < boxes.size() / 2 ? -9 : 9;
  check(set, {"nearest_rows",
              {m, d, few, blocks, 32, blocks},
              {random_numbers(m * d), Numbers(m, n), numbers, random_numbers(numbers.size() * d), boxes},
              {static_cast<size_t>(m) * few}});
  const std::vector<Numbers> factor = check(set, {"gp_factor", with({B, n, d, P}, tail), data, {b * nn, b * size, b}});
  const Numbers Xs = random_numbers(m * d);
  check(set, {"gp_predict", with({B, n, d, P, m, 7}, tail), {X, theta, factor[0], factor[1], Xs}, {b * m, b * m, b * m * d, b * m * d}});
  check(set, {"gp_predict", with({B, n, d, P, m, 1}, tail), {X, theta, factor[0], factor[1], Xs}, {b * m, 0, 0, 0}});
  const Numbers row(theta.begin(), theta.begin() + P), L(factor[0].begin(), factor[0].begin() + static_cast<long>(nn));
  const Numbers alpha(factor[1].begin(), factor[1].begin() + n), groups = random_numbers(G * q * d);
  check(set, {"gp_joint",
              with({G, q, n, d, P, 1}, tail),
              {X, row, L, alpha, groups, random_numbers(G * q), random_numbers(G * q * q)},
              {G * q, G * q * q, G * q * d}});
  for (int kind = 0; kind < 5; kind++) {
    check(set, {"mc_acquisition",
                with({G, q, n, d, P, S, kind, 1, pending}, tail),
                {X, row, L, alpha, groups, random_numbers(S * (q + pending)), random_numbers(pending * d), {0.5, 0.5, 1, 1e-3, 1e-2, 0}},
                {G, G * q * d, G}});
  }
  check(set, {"covariance", with({B, n, m, d, P, 0}, tail), {X, Xs, theta}, {b * size * m}});
  check(set, {"covariance", with({B, n, m, d, P, 1}, tail), {X, Xs, theta, random_numbers(b * size * m)}, {0, b * p, b * size * d}});
}

void check_matrices(const athanor::InstructionSet& set, int n) {
  const size_t nn = static_cast<size_t>(n) * n;
  Numbers A = random_numbers(2 * nn);
  for (size_t i = 0; i < 2 * nn; i++) {
    if (i % nn % (static_cast<size_t>(n) + 1) == 0) A[i] += n;
  }
  const std::vector<Numbers> factor = check(set, {"cholesky", {2, n}, {A, {1e-8}}, {2 * nn, 2}});
  // Every third row from the last on, then all of them.
  std::vector<int32_t> folds = {n, 0, 2, 0, n};
  for (int i = n - 1; i >= 0; i -= 3, folds[3]++) folds.push_back(i);
  for (int i = 0; i < n; i++) folds.push_back(i);
  folds[1] = folds[3] + n;
  const size_t m = static_cast<size_t>(folds[1]);
  const Numbers L(factor[0].begin(), factor[0].begin() + static_cast<long>(nn));
  check(set, {"leave_out", folds, {L, random_numbers(static_cast<size_t>(2) * n)}, {m, m}});
  for (int transpose = 0; transpose < 2; transpose++) {
    check(set, {"solve_triangular",
                {2, n, 7, transpose},
                {factor[0], random_numbers(static_cast<size_t>(14) * n)},
                {static_cast<size_t>(14) * n}});
    check(set, {"matmul",
                {2, n, 5, 13, transpose, 1 - transpose, 0, 65},
                {random_numbers(static_cast<size_t>(n) * 5), random_numbers(130)},
                {static_cast<size_t>(26) * n}});
  }
  for (int function = 0; function < 18; function++) {
    check(set, {"unary", {n, function}, {random_numbers(n)}, {static_cast<size_t>(n)}});
    run(set, {"unary", {10, function}, {{0, -0.0, -1, 1e308, -1e308, 5e-324, -5e-324, HUGE_VAL, -HUGE_VAL, NAN}}, {10}}, 1);
  }
  for (int function = 0; function < 8; function++) {
    check(set, {"binary",
                {function, 2, n, 3, 3, 1, 1, 0},
                {random_numbers(static_cast<size_t>(3) * n), random_numbers(n)},
                {static_cast<size_t>(3) * n}});
  }
  for (int function = 0; function < 5; function++) {
    check(set, {"reduce", {function, n, 4, 3}, {random_numbers(static_cast<size_t>(12) * n)}, {static_cast<size_t>(3) * n}});
  }
}

void check_refusals(const athanor::InstructionSet& set) {
  for (size_t i = 0; i < athanor::kOpCount; i++) run(set, {athanor::kOpNames[i], {}, {}, {}}, 1, athanor::kBadDims);
  // Counts of levels whose sum is no int: 2 once it has wrapped round.
  run(set, {"exchange", {1, 1, 2, 3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, INT32_MAX, 0, 0, 1, INT32_MAX, 0, 0, 1, 4, 0, 0}, {{0, 1}, {1}}, {1, 6, 1}}, 1, athanor::kBadDims);
  // A flag of 2 wants no buffer: a kernel that took it for 1 would write past an empty one.
  run(set, {"gp_likelihood", {1, 1, 1, 4, 2, athanor::kRbf, 0, 1, 0, athanor::kScale}, {{1}, {1}, {0}, {0, 0, 0, 0}}, {1, 0, 1}}, 1, athanor::kBadDims);
  run(set, {"matmul", {1, 2, 2, 2, 0, 0, 0, 0}, {{1, 2, 3}, {1, 2, 3, 4}}, {4}}, 1, athanor::kBadInputLength);
  run(set, {"matmul", {1, 2, 2, 2, 0, 0, 0, 0}, {{1, 2, 3, 4}, {1, 2, 3, 4}}, {3}}, 1, athanor::kBadOutputLength);
  run(set, {"leave_out", {2, 2, 1, 2, 1, 1}, {{1, 0, 0, 1}, {1, 1}}, {2, 2}}, 1, athanor::kBadDims);
  run(set, {"leave_out", {2, 2, 1, 2, 0, 2}, {{1, 0, 0, 1}, {1, 1}}, {2, 2}}, 1, athanor::kBadDims);
  run(set, {"leave_out", {2, 2, 1, 1, 0, 1}, {{1, 0, 0, 1}, {1, 1}}, {2, 2}}, 1, athanor::kBadDims);
  run(set, {"cholesky", {1 << 26, 1 << 26}, {{1}}, {1, 1}}, 1, athanor::kBadInputLength);
  run(set, {"covariance", {1, 1, 1, 1, 5, 0, athanor::kRbf, 0, 1, 7}, {{1}, {1}, {1, 1, 1, 1, 1}}, {1}}, 1, athanor::kBadDims);
  run(set, {"covariance", {1, 1, 1, 1, 5, 0, athanor::kAdd}, {{1}, {1}, {1, 1, 1, 1, 1}}, {1}}, 1, athanor::kBadDims);
}

}  // namespace

int main() {
  size_t count = 0;
  const athanor::InstructionSet* const sets = athanor::instruction_sets(count);
  for (size_t i = 0; i < count; i++) {
    if (!sets[i].supported) continue;
    for (int n : {1, 2, 8, 23, 70, 270}) {
      check_gaussian_process(sets[i], n, true);
      check_gaussian_process(sets[i], n, false);
      check_matrices(sets[i], n);
    }
    check_refusals(sets[i]);
  }
  printf("kernel-test: %d calls\n", calls);
  return 0;
}
