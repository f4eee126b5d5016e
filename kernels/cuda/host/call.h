/** One op in flight: its buffers, temporary memory and launches; the first failure stops the rest. */
#pragma once
#include <cmath>
#include <functional>
#include <vector>

#include "programs.h"

#define ATHANOR_OP_TABLE athanor_cuda
#include "../../include/athanor/op-table.h"

namespace athanor_cuda {

constexpr unsigned kThreads = 256;
/** Edge of the tiles that matrices are cut into, as kTile of the kernels. */
constexpr int kTileEdge = 64;
/** Columns that the gradient kernels keep per thread. */
constexpr int kMaxColumns = 64;
/** Points of a Monte-Carlo group, pending ones included. */
constexpr int kMaxGroup = 32;

/** Relative jitters that the fused ops try, one after another. */
inline const std::vector<double> kJitters = {0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4};

/** Groups of eight parameters, as many as a gradient takes in one pass over the pairs. */
constexpr int kChunkOfParameters = 8;
inline unsigned chunks_for(int parameters) { return static_cast<unsigned>((parameters + kChunkOfParameters - 1) / kChunkOfParameters); }

inline unsigned blocks_for(size_t elements) { return static_cast<unsigned>((elements + kThreads - 1) / kThreads); }
inline unsigned tiles_for(int n) { return static_cast<unsigned>((n + kTileEdge - 1) / kTileEdge); }

class Call {
 public:
  /** The step must outlive the call. */
  Call(Programs& programs, const Step& step)
      : op(step.op), dims(step.dims), n_dims(step.n_dims), programs_(programs), inputs_(step.inputs), outputs_(step.outputs) {}
  ~Call() {
    for (const Buffer& buffer : taken_) programs_.pool().give(buffer.address, buffer.length);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const std::string& op;
  const int32_t* dims;
  size_t n_dims;
  Status status = kOk;

  Device& device() { return programs_.device(); }
  bool ok() const { return status == kOk; }
  void fail(Status why) {
    if (ok()) status = why;
  }
  /** For what the device said last. */
  void fail_as_device() { fail(status_of(device().fault())); }
  /** How many of `count` members with temporaries of so many bytes each fit at once; at least 1. Asking the driver takes time. */
  int fitting(int count, size_t bytes_each) {
    if (static_cast<size_t>(count) * bytes_each <= programs_.pool().most_idle() / 4) return count;
    const size_t fit = programs_.pool().available() / 5 * 4 / bytes_each;
    return fit < static_cast<size_t>(count) ? static_cast<int>(fit > 1 ? fit : 1) : count;
  }

  /** Reads the sizes of the step and checks every length that they give. */
  template <class Op>
  bool open(Op& sizes) {
    if (!sizes.read(dims, n_dims)) {
      fail(kBadDims);
      return false;
    }
    size_t in[Op::kInputs], out[Op::kOutputs];
    sizes.input_lengths(in);
    sizes.output_lengths(out);
    for (size_t i = 0; i < Op::kInputs; ++i) input(i, in[i]);
    for (size_t i = 0; i < Op::kOutputs; ++i) output(i, out[i]);
    return ok();
  }
  /** Buffers at places that the struct of the op names, after `open`; null for one that the step lacks. */
  double* in(size_t index) const { return index < inputs_.size() ? inputs_[index].address : nullptr; }
  double* out(size_t index) const { return index < outputs_.size() ? outputs_[index].address : nullptr; }

  /** Input `index` after checking that it holds `length` numbers. */
  double* input(size_t index, size_t length) {
    if (input_length(index) < length) fail(kBadInputLength);
    return ok() ? in(index) : nullptr;
  }
  size_t input_length(size_t index) const { return index < inputs_.size() ? inputs_[index].length : 0; }
  double* output(size_t index, size_t length) {
    if ((index < outputs_.size() ? outputs_[index].length : 0) < length) fail(kBadOutputLength);
    return ok() ? out(index) : nullptr;
  }
  /** Temporary memory, given back when the call ends. */
  double* take(size_t doubles) {
    if (!ok()) return nullptr;
    double* address = programs_.pool().take(doubles);
    if (!address) {
      fail_as_device();
      return nullptr;
    }
    taken_.push_back({address, doubles});
    return address;
  }
  double* upload_bytes(const void* values, size_t bytes) {
    double* address = take((bytes + 7) / 8);
    if (ok() && !device().upload(address, values, bytes)) fail_as_device();
    return address;
  }
  double* upload(const std::vector<double>& values) { return upload_bytes(values.data(), values.size() * sizeof(double)); }
  std::vector<double> download(const double* from, size_t length) {
    std::vector<double> values(length, NAN);
    if (ok() && !device().download(values.data(), from, length * sizeof(double))) fail_as_device();
    return values;
  }
  /** Integers on the device (a covariance code, a layout). */
  const int* integers(const int32_t* values, size_t count) {
    return reinterpret_cast<const int*>(upload_bytes(values, count * sizeof(int32_t)));
  }
  /** The arguments must have exactly the types of the kernel's parameters. */
  template <typename... Arguments>
  void launch_with(unsigned threads, Kernel kernel, Grid grid, size_t shared_doubles, Arguments... arguments) {
    if (!ok() || grid.x == 0 || grid.y == 0) return;
    void* pointers[] = {&arguments...};
    const auto run = [&] { return device().launch(kernel, grid, threads, shared_doubles * sizeof(double), pointers); };
    if (run()) return;
    // A first launch takes memory of its own, for the code and the stacks of its threads.
    if (device().fault() == Fault::kMemory) programs_.pool().clear();
    if (device().fault() != Fault::kMemory || !run()) fail_as_device();
  }
  template <typename... Arguments>
  void launch(Kernel kernel, Grid grid, size_t shared_doubles, Arguments... arguments) {
    launch_with(kThreads, kernel, grid, shared_doubles, arguments...);
  }

 private:
  Programs& programs_;
  const std::vector<Buffer>& inputs_;
  const std::vector<Buffer>& outputs_;
  std::vector<Buffer> taken_;
};

/** A covariance code on the device with its natural parameters for `batch` rows of theta. */
struct NaturalCovariance {
  const int* tokens;
  int count;
  double* natural;
  int n_cov;
};

/** Parameters that the code consumes, or −1 when it is malformed for `d` columns. */
int covariance_parameters(const int32_t* tokens, size_t count, int d);
/** The code alone, for rows of theta of length `stride`. */
NaturalCovariance covariance_code(Call& call, const int32_t* tokens, size_t count, int d, int stride);
/** Adds the natural parameters of `batch` rows of theta. */
void make_natural(Call& call, NaturalCovariance& covariance, const double* theta, int stride, int batch);
/** Both. */
NaturalCovariance prepare_covariance(Call& call, const int32_t* tokens, size_t count, int d, const double* theta, int stride, int batch);

/** A lower factor [B,n,n], zeros above, with the inverses of its diagonal tiles; `shared`: one for a whole batch. */
struct Factor {
  const double *l, *inverses;
  int n;
  bool shared;
};

/** Numbers that a factor of one matrix has beside it. */
size_t factor_doubles(int n);
/** The inverses of a factor that came without. */
const double* diagonal_inverses(Call& call, const double* l, int factors, int n);
/**
 * Factors into l [B,n,n], climbing the ladder of relative jitters (the first is 0) for the members that break down.
 * `assemble` writes A + jitter[b]·unit[b]·I, lower, into l (both null: no jitter). status[b] as in ops.ts; failed: NaN.
 * x [B,n,n], unless null, becomes L⁻ᵀ: its rows are reduced beside those of A, in the same launches.
 */
Factor climb(Call& call, int batch, int n, const std::vector<double>& jitters, double* l, double* status,
             const std::function<void(const double* jitter, const double* unit)>& assemble, double* x = nullptr);
/** X = L⁻¹R or L⁻ᵀR, R and X [B,n,m]. */
void solve(Call& call, const Factor& factor, const double* r, double* x, int batch, int m, bool transposed);

/** Lower triangle of A⁻¹ = XXᵀ from X = L⁻ᵀ, both [B,n,n]. */
void inverse_gram(Call& call, const double* x, double* gram, int batch, int n);

/** C [B,m,n] = A·B from A [B,m,k] (transposed: [B,k,m]) and B [B,k,n] ([B,n,k]); a stride of 0: one for the whole batch. */
void multiply(Call& call, const double* a, const double* b, double* c, int batch, int m, int k, int n, bool transpose_a, bool transpose_b,
              long long stride_a, long long stride_b);

/** Likelihoods (gp_likelihood, gp_information) of several fits: members whose matrix fits shared memory go into common launches. */
void run_likelihoods(const std::vector<std::unique_ptr<Call>>& calls);
void run_factor(Call& call);
void run_predict(Call& call);
void run_joint(Call& call);
void run_monte_carlo(Call& call);
void run_covariance(Call& call);
void run_matmul(Call& call);
void run_cholesky(Call& call);
void run_solve(Call& call);
void run_unary(Call& call);
void run_binary(Call& call);
void run_reduce(Call& call);
void run_exchange(Call& call);
void run_vecchia_likelihood(Call& call);
void run_vecchia_predict(Call& call);
void run_nearest(Call& call);

}  // namespace athanor_cuda
