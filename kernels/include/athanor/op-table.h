/**
 * Written by src/tools/write-op-table.ts from src/engine/compute/ops.ts; not to be edited.
 *
 * Per op a struct of its sizes. `read` is false where dims are too few or out of range; the rest is what follows them.
 * Lengths are what buffers need at least: 0 for one that a step of these sizes does not have, and for one that the op
 * itself measures. The includer defines ATHANOR_OP_TABLE, the namespace of its copy (see kernels/cpu/simd.h).
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifndef ATHANOR_OP_TABLE
#error "ATHANOR_OP_TABLE must name the namespace of this copy"
#endif

namespace ATHANOR_OP_TABLE {

/** Product of sizes; SIZE_MAX when it does not fit, so that no buffer is ever long enough. */
static inline size_t times(size_t a, size_t b) {
  size_t product;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}
static inline size_t times(size_t a, size_t b, size_t c) { return times(times(a, b), c); }

/** True when the dims from … to − 1 lie in [0, most]. */
static inline bool in_range(const int32_t* dims, size_t from, size_t to, int most) {
  for (size_t i = from; i < to; i++) {
    if (dims[i] < 0 || dims[i] > most) return false;
  }
  return true;
}

enum UnaryFunction {
  kUnaryNeg = 0,
  kUnaryExp = 1,
  kUnaryLog = 2,
  kUnarySqrt = 3,
  kUnarySquare = 4,
  kUnaryReciprocal = 5,
  kUnaryTanh = 6,
  kUnarySigmoid = 7,
  kUnarySoftplus = 8,
  kUnarySin = 9,
  kUnaryCos = 10,
  kUnaryAbs = 11,
  kUnarySign = 12,
  kUnaryLog1p = 13,
  kUnaryExpm1 = 14,
  kUnaryAcos = 15,
  kUnaryNormalCdf = 16,
  kUnaryLogNormalCdf = 17,
};

enum BinaryFunction {
  kBinaryAdd = 0,
  kBinarySubtract = 1,
  kBinaryMultiply = 2,
  kBinaryDivide = 3,
  kBinaryMaximum = 4,
  kBinaryMinimum = 5,
  kBinaryPower = 6,
  kBinaryGreater = 7,
};

enum ReduceFunction {
  kReduceSum = 0,
  kReduceMean = 1,
  kReduceMax = 2,
  kReduceMin = 3,
  kReduceLogsumexp = 4,
};

struct GpLikelihood {
  int batch, n, d, parameters, with_gradient;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kY, kNoise, kTheta, kInputs };
  enum { kValue, kGradient, kStatus, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 5 || !in_range(dims, 0, 5, 67108864) || dims[4] > 1) return false;
    batch = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    with_gradient = dims[4];
    rest = dims + 5;
    rest_length = n_dims - 5;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kY] = times(n, 1);
    lengths[kNoise] = times(n, 1);
    lengths[kTheta] = times(batch, parameters);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kValue] = times(batch, 1);
    lengths[kGradient] = (with_gradient & 1) != 0 ? times(batch, parameters) : 0;
    lengths[kStatus] = times(batch, 1);
  }
};

struct GpFactor {
  int batch, n, d, parameters;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kY, kNoise, kTheta, kInputs };
  enum { kL, kAlpha, kStatus, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 4 || !in_range(dims, 0, 4, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    rest = dims + 4;
    rest_length = n_dims - 4;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kY] = times(n, 1);
    lengths[kNoise] = times(n, 1);
    lengths[kTheta] = times(batch, parameters);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kL] = times(batch, n, n);
    lengths[kAlpha] = times(batch, n);
    lengths[kStatus] = times(batch, 1);
  }
};

struct GpPredict {
  int batch, n, d, parameters, m, wanted;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kTheta, kL, kAlpha, kXs, kInputs };
  enum { kMean, kVariance, kDMean, kDVariance, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 6 || !in_range(dims, 0, 6, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    m = dims[4];
    wanted = dims[5];
    rest = dims + 6;
    rest_length = n_dims - 6;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kTheta] = times(batch, parameters);
    lengths[kL] = times(batch, n, n);
    lengths[kAlpha] = times(batch, n);
    lengths[kXs] = times(m, d);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kMean] = (wanted & 1) != 0 ? times(batch, m) : 0;
    lengths[kVariance] = (wanted & 2) != 0 ? times(batch, m) : 0;
    lengths[kDMean] = (wanted & 4) != 0 ? times(batch, m, d) : 0;
    lengths[kDVariance] = (wanted & 4) != 0 ? times(batch, m, d) : 0;
  }
};

struct GpJoint {
  int groups, q, n, d, parameters, with_gradient;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kTheta, kL, kAlpha, kXs, kGMean, kGCov, kInputs };
  enum { kMean, kCov, kDXs, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 6 || !in_range(dims, 0, 6, 67108864) || dims[5] > 1) return false;
    groups = dims[0];
    q = dims[1];
    n = dims[2];
    d = dims[3];
    parameters = dims[4];
    with_gradient = dims[5];
    rest = dims + 6;
    rest_length = n_dims - 6;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kTheta] = times(parameters, 1);
    lengths[kL] = times(n, n);
    lengths[kAlpha] = times(n, 1);
    lengths[kXs] = times(groups, q, d);
    lengths[kGMean] = (with_gradient & 1) != 0 ? times(groups, q) : 0;
    lengths[kGCov] = (with_gradient & 1) != 0 ? times(groups, q, q) : 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kMean] = times(groups, q);
    lengths[kCov] = times(groups, q, q);
    lengths[kDXs] = (with_gradient & 1) != 0 ? times(groups, q, d) : 0;
  }
};

struct McAcquisition {
  int groups, q, n, d, parameters, samples, kind, with_gradient, pending;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kTheta, kL, kAlpha, kXs, kZ, kXpending, kParams, kInputs };
  enum { kValue, kGradient, kStatus, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 9 || !in_range(dims, 0, 9, 67108864) || dims[7] > 1) return false;
    groups = dims[0];
    q = dims[1];
    n = dims[2];
    d = dims[3];
    parameters = dims[4];
    samples = dims[5];
    kind = dims[6];
    with_gradient = dims[7];
    pending = dims[8];
    rest = dims + 9;
    rest_length = n_dims - 9;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kTheta] = times(parameters, 1);
    lengths[kL] = times(n, n);
    lengths[kAlpha] = times(n, 1);
    lengths[kXs] = times(groups, q, d);
    lengths[kZ] = times(samples, pending + q);
    lengths[kXpending] = times(pending, d);
    lengths[kParams] = times(6, 1);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kValue] = times(groups, 1);
    lengths[kGradient] = (with_gradient & 1) != 0 ? times(groups, q, d) : 0;
    lengths[kStatus] = times(groups, 1);
  }
};

struct VecchiaLikelihood {
  int batch, n, d, parameters, m, wanted;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kY, kNoise, kTheta, kNeighbours, kInputs };
  enum { kValue, kGradient, kStatus, kInformation, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 6 || !in_range(dims, 0, 6, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    m = dims[4];
    wanted = dims[5];
    rest = dims + 6;
    rest_length = n_dims - 6;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kY] = times(n, 1);
    lengths[kNoise] = times(n, 1);
    lengths[kTheta] = times(batch, parameters);
    lengths[kNeighbours] = times(n, m);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kValue] = times(batch, 1);
    lengths[kGradient] = (wanted & 3) != 0 ? times(batch, parameters) : 0;
    lengths[kStatus] = times(batch, 1);
    lengths[kInformation] = (wanted & 2) != 0 ? times(batch, parameters, parameters) : 0;
  }
};

struct VecchiaPredict {
  int k, n, d, parameters, m, rank, wanted;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kY, kNoise, kTheta, kXs, kNeighbours, kFeatures, kPointFeatures, kInputs };
  enum { kMean, kVariance, kDMean, kDVariance, kWeights, kLeft, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 7 || !in_range(dims, 0, 7, 67108864)) return false;
    k = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    m = dims[4];
    rank = dims[5];
    wanted = dims[6];
    rest = dims + 7;
    rest_length = n_dims - 7;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kY] = times(n, 1);
    lengths[kNoise] = times(n, 1);
    lengths[kTheta] = times(parameters, 1);
    lengths[kXs] = times(k, d);
    lengths[kNeighbours] = times(k, m);
    lengths[kFeatures] = times(n, rank);
    lengths[kPointFeatures] = times(k, rank);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kMean] = (wanted & 1) != 0 ? times(k, 1) : 0;
    lengths[kVariance] = (wanted & 2) != 0 ? times(k, 1) : 0;
    lengths[kDMean] = (wanted & 4) != 0 ? times(k, d) : 0;
    lengths[kDVariance] = (wanted & 4) != 0 ? times(k, d) : 0;
    lengths[kWeights] = (wanted & 8) != 0 ? times(k, m) : 0;
    lengths[kLeft] = (wanted & 16) != 0 ? times(k, rank) : 0;
  }
};

struct Matmul {
  int batch, m, k, n, transpose_a, transpose_b, stride_a, stride_b;
  const int32_t* rest;
  size_t rest_length;
  enum { kA, kB, kInputs };
  enum { kC, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 8 || !in_range(dims, 0, 8, 67108864)) return false;
    batch = dims[0];
    m = dims[1];
    k = dims[2];
    n = dims[3];
    transpose_a = dims[4];
    transpose_b = dims[5];
    stride_a = dims[6];
    stride_b = dims[7];
    rest = dims + 8;
    rest_length = n_dims - 8;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kA] = 0;
    lengths[kB] = 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kC] = times(batch, m, n);
  }
};

struct Cholesky {
  int batch, n;
  const int32_t* rest;
  size_t rest_length;
  enum { kA, kLadder, kInputs };
  enum { kL, kStatus, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 2 || !in_range(dims, 0, 2, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    rest = dims + 2;
    rest_length = n_dims - 2;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kA] = times(batch, n, n);
    lengths[kLadder] = 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kL] = times(batch, n, n);
    lengths[kStatus] = times(batch, 1);
  }
};

struct SolveTriangular {
  int batch, n, m, transpose;
  const int32_t* rest;
  size_t rest_length;
  enum { kL, kR, kInputs };
  enum { kX, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 4 || !in_range(dims, 0, 4, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    m = dims[2];
    transpose = dims[3];
    rest = dims + 4;
    rest_length = n_dims - 4;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kL] = times(batch, n, n);
    lengths[kR] = times(batch, n, m);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kX] = times(batch, n, m);
  }
};

struct Covariance {
  int batch, n1, n2, d, parameters, with_gradient;
  const int32_t* rest;
  size_t rest_length;
  enum { kX1, kX2, kTheta, kCotangent, kInputs };
  enum { kK, kDTheta, kDX1, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 6 || !in_range(dims, 0, 6, 67108864) || dims[5] > 1) return false;
    batch = dims[0];
    n1 = dims[1];
    n2 = dims[2];
    d = dims[3];
    parameters = dims[4];
    with_gradient = dims[5];
    rest = dims + 6;
    rest_length = n_dims - 6;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX1] = times(n1, d);
    lengths[kX2] = times(n2, d);
    lengths[kTheta] = times(batch, parameters);
    lengths[kCotangent] = (with_gradient & 1) != 0 ? times(batch, n1, n2) : 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kK] = with_gradient == 0 ? times(batch, n1, n2) : 0;
    lengths[kDTheta] = (with_gradient & 1) != 0 ? times(batch, parameters) : 0;
    lengths[kDX1] = (with_gradient & 1) != 0 ? times(batch, n1, d) : 0;
  }
};

struct Unary {
  int length, function;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kInputs };
  enum { kY, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 2 || !in_range(dims, 0, 2, 2147483647)) return false;
    length = dims[0];
    function = dims[1];
    rest = dims + 2;
    rest_length = n_dims - 2;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(length, 1);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kY] = times(length, 1);
  }
};

struct Binary {
  int function, rank;
  const int32_t* rest;
  size_t rest_length;
  enum { kA, kB, kInputs };
  enum { kC, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 2 || !in_range(dims, 0, 2, 67108864)) return false;
    function = dims[0];
    rank = dims[1];
    rest = dims + 2;
    rest_length = n_dims - 2;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kA] = 0;
    lengths[kB] = 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kC] = 0;
  }
};

struct Reduce {
  int function, outer, middle, inner;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kInputs };
  enum { kY, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 4 || !in_range(dims, 0, 4, 2147483647)) return false;
    function = dims[0];
    outer = dims[1];
    middle = dims[2];
    inner = dims[3];
    rest = dims + 4;
    rest_length = n_dims - 4;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(outer, middle, inner);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kY] = times(outer, inner);
  }
};

struct Exchange {
  int chains, rounds, n, d, p, criterion, max_passes, seed_low, seed_high, first_chain, perturb, limits, forbidden, pool, starts_given;
  const int32_t* rest;
  size_t rest_length;
  enum { kLevels, kM0, kW, kNormals, kLimit, kBoxes, kPoints, kStarts, kInputs };
  enum { kValue, kDesigns, kPasses, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 15 || !in_range(dims, 0, 7, 67108864) || !in_range(dims, 9, 15, 67108864) || dims[5] > 1 || dims[14] > 1) return false;
    chains = dims[0];
    rounds = dims[1];
    n = dims[2];
    d = dims[3];
    p = dims[4];
    criterion = dims[5];
    max_passes = dims[6];
    seed_low = dims[7];
    seed_high = dims[8];
    first_chain = dims[9];
    perturb = dims[10];
    limits = dims[11];
    forbidden = dims[12];
    pool = dims[13];
    starts_given = dims[14];
    rest = dims + 15;
    rest_length = n_dims - 15;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kLevels] = 0;
    lengths[kM0] = times(p, p);
    lengths[kW] = (criterion & 1) != 0 ? times(p, p) : 0;
    lengths[kNormals] = times(limits, d);
    lengths[kLimit] = times(limits, 1);
    lengths[kBoxes] = times(forbidden, d, 2);
    lengths[kPoints] = times(pool, d);
    lengths[kStarts] = (starts_given & 1) != 0 ? times(chains, n, d) : 0;
  }
  void output_lengths(size_t* lengths) const {
    lengths[kValue] = times(chains, 1);
    lengths[kDesigns] = times(chains, n, d);
    lengths[kPasses] = times(chains, 1);
  }
};

struct GpInformation {
  int batch, n, d, parameters;
  const int32_t* rest;
  size_t rest_length;
  enum { kX, kY, kNoise, kTheta, kInputs };
  enum { kValue, kGradient, kStatus, kInformation, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 4 || !in_range(dims, 0, 4, 67108864)) return false;
    batch = dims[0];
    n = dims[1];
    d = dims[2];
    parameters = dims[3];
    rest = dims + 4;
    rest_length = n_dims - 4;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kX] = times(n, d);
    lengths[kY] = times(n, 1);
    lengths[kNoise] = times(n, 1);
    lengths[kTheta] = times(batch, parameters);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kValue] = times(batch, 1);
    lengths[kGradient] = times(batch, parameters);
    lengths[kStatus] = times(batch, 1);
    lengths[kInformation] = times(batch, parameters, parameters);
  }
};

struct NearestRows {
  int k, d, m, blocks, leaf, looked;
  const int32_t* rest;
  size_t rest_length;
  enum { kPoints, kLimits, kRows, kPlaces, kBoxes, kInputs };
  enum { kNeighbours, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 6 || !in_range(dims, 0, 6, 67108864)) return false;
    k = dims[0];
    d = dims[1];
    m = dims[2];
    blocks = dims[3];
    leaf = dims[4];
    looked = dims[5];
    rest = dims + 6;
    rest_length = n_dims - 6;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kPoints] = times(k, d);
    lengths[kLimits] = times(k, 1);
    lengths[kRows] = times(blocks, leaf);
    lengths[kPlaces] = times(blocks, d, leaf);
    lengths[kBoxes] = times(2, d, blocks);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kNeighbours] = times(k, m);
  }
};

struct LeaveOut {
  int n, m, folds;
  const int32_t* rest;
  size_t rest_length;
  enum { kL, kResiduals, kInputs };
  enum { kMean, kVariance, kOutputs };
  bool read(const int32_t* dims, size_t n_dims) {
    if (n_dims < 3 || !in_range(dims, 0, 3, 67108864)) return false;
    n = dims[0];
    m = dims[1];
    folds = dims[2];
    rest = dims + 3;
    rest_length = n_dims - 3;
    return true;
  }
  void input_lengths(size_t* lengths) const {
    lengths[kL] = times(n, n);
    lengths[kResiduals] = times(folds, n);
  }
  void output_lengths(size_t* lengths) const {
    lengths[kMean] = times(m, 1);
    lengths[kVariance] = times(m, 1);
  }
};

}  // namespace ATHANOR_OP_TABLE
