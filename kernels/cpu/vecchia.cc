/**
 * vecchia_likelihood and vecchia_predict: points conditioned on few rows each (see src/engine/compute/ops.ts).
 *
 * A block is the neighbours with the point behind them. Its covariance A = UᵀU is factored from the upper side, so that every inner
 * loop runs along a row; with v = U⁻ᵀz, e its last entry, u = U⁻¹e_last and a = A_c⁻¹z_c of the neighbours alone, the slopes of a
 * conditional density by a parameter are e·h + ½(e² − 1)·g, h = uᵀ(∂A)a, g = uᵀ(∂A)u (Guinness 2021, doi:10.1007/s11222-020-09999-1).
 */
#include "covariance.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kMostNeighbours = kChunk - 1;  // a block is one sweep of a covariance
constexpr int kRowsPerTask = 128;            // fixed, so that sums do not depend on threads
constexpr double kHalfLogTurn = 0.91893853320467274178;
constexpr double kLadder[] = {0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4};
constexpr int kWantMean = 1, kWantVariance = 2, kWantGradient = 4, kWantWeights = 8, kWantLeft = 16;

struct Data {
  int n, d, m, parameters;
  const double *X, *y, *noise, *neighbours;
  const double* features;  // [n, rank], taken off the covariance; not read when rank is 0
  int rank;
};

/** Scratch of one block of up to m + 1 points. */
struct Block {
  int size;
  int ld;            // of XT and U
  double* points;    // [size, d]
  double* XT;        // [d, ld]
  double* U;         // [size, ld]
  double* noise;     // [size]
  double* z;         // [size] y − mean; v after the factorization
  double* diagonal;  // [size]
  double* u;         // [size]
  double* a;         // [size]
  double* tape;      // [size] tapes of the code, or one
  size_t tape_step;  // 0: one tape serves all rows
  const double* features[kChunk];  // [rank] of every point
};

bool take_block(const CovarianceCode& code, int m, int d, bool keeps_tapes, Block& b) {
  const int most = m + 1;
  b.ld = (most + 2 * kWidth - 1) / kWidth * kWidth;
  b.tape_step = keeps_tapes ? code.tape_length() : 0;
  b.points = scratch_take(times(most, d));
  b.XT = scratch_take(times(b.ld, d) + kWidth);
  b.U = scratch_take(times(most, b.ld) + kWidth);
  b.noise = scratch_take(times(most, 5) + kWidth);
  b.tape = scratch_take(times(code.tape_length(), keeps_tapes ? most : 1));
  if (b.points == nullptr || b.XT == nullptr || b.U == nullptr || b.noise == nullptr || b.tape == nullptr) return false;
  b.z = b.noise + most;
  b.diagonal = b.z + most;
  b.u = b.diagonal + most;
  b.a = b.u + most;
  return true;
}

/** @returns false when a neighbour is no row */
bool gather(const Data& data, const double* table, const double* point, const double* point_features, double variance, double mean,
            Block& b) {
  int count = 0;
  for (; count < data.m && table[count] >= 0; count++) {
    if (table[count] >= data.n) return false;
    const int row = static_cast<int>(table[count]);
    memcpy(b.points + times(count, data.d), data.X + times(row, data.d), sizeof(double) * data.d);
    b.features[count] = data.features + times(row, data.rank);
    b.noise[count] = variance + data.noise[row];
    b.z[count] = data.y[row] - mean;
  }
  memcpy(b.points + times(count, data.d), point, sizeof(double) * data.d);
  b.features[count] = point_features;
  b.size = count + 1;
  transpose_points(b.points, b.size, data.d, b.XT, b.ld);
  return true;
}

/** Upper rows of K + noise + jitter. @returns the mean of the diagonal without jitter */
double fill(const CovarianceCode& code, const Data& data, double jitter, Block& b) {
  double mean = 0;
  for (int i = 0; i < b.size; i++) {
    double* const tape = b.tape + i * b.tape_step;
    code.values(b.points + times(i, data.d), b.XT, b.ld, i, b.size - i, tape);
    const double* const row = code.last_row(tape);
    double* const to = b.U + times(i, b.ld) + i;
    for (int j = 0; j < b.size - i; j += kWidth) store(to + j, load(row + j));
    to[0] += b.noise[i];
    mean += to[0] / b.size;
    to[0] += jitter;
    b.diagonal[i] = to[0];
  }
  return mean;
}

/** Takes the products of features [from, to) of four rows with four others off U; entries below the diagonal are left alone. */
void take_off_tile(Block& b, int i0, int j0, int from, int to) {
  constexpr int kTile = 4;
  const int rows = b.size - i0 < kTile ? b.size - i0 : kTile, columns = b.size - j0 < kTile ? b.size - j0 : kTile;
  const double *left[kTile], *right[kTile];
  for (int k = 0; k < kTile; k++) {
    left[k] = b.features[i0 + (k < rows ? k : 0)];
    right[k] = b.features[j0 + (k < columns ? k : 0)];
  }
  Vec sums[kTile][kTile] = {};
  const int whole = from + (to - from) / kWidth * kWidth;
  for (int k = from; k < whole; k += kWidth)
    for (int i = 0; i < kTile; i++)
      for (int j = 0; j < kTile; j++) sums[i][j] += load(left[i] + k) * load(right[j] + k);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      if (j0 + j < i0 + i) continue;
      double product = sum(sums[i][j]);
      for (int k = whole; k < to; k++) product += left[i][k] * right[j][k];
      b.U[times(i0 + i, b.ld) + j0 + j] -= product;
    }
  }
}

/** Takes the products of the features off U, a few columns of them at a time, so that they stay in the inner cache. */
void take_off_features(int rank, Block& b) {
  constexpr int kColumns = 128;
  for (int from = 0; from < rank; from += kColumns) {
    const int to = from + kColumns < rank ? from + kColumns : rank;
    for (int i = 0; i < b.size; i += 4)
      for (int j = i; j < b.size; j += 4) take_off_tile(b, i, j, from, to);
  }
}

/** U in place, v into z for the first `size − open` rows; with open = 1 the last pivot stays a square. */
bool factor_upper(Block& b, int open) {
  const int q = b.size;
  const double least = q * 0x1p-52;
  for (int k = 0; k < q; k++) {
    double* const row = b.U + times(k, b.ld);
    const double pivot = row[k];
    if (k >= q - open) return pivot == pivot;
    if (!(pivot > least * b.diagonal[k]) || pivot == HUGE_VAL) return false;
    const double root = __builtin_sqrt(pivot), inverse = 1 / root;
    for (int j = k + 1; j < q; j += kWidth) store(row + j, inverse * load(row + j));
    row[k] = root;
    b.z[k] *= inverse;
    for (int i = k + 1; i < q; i++) {
      const double l = row[i];
      double* const below = b.U + times(i, b.ld);
      for (int j = i; j < q; j += kWidth) store(below + j, load(below + j) - l * load(row + j));
      b.z[i] -= l * b.z[k];
    }
  }
  return true;
}

/** @returns the relative jitter, −1 when all failed; z is y − mean before and v afterwards */
double factor_block(const CovarianceCode& code, const Data& data, int open, Block& b) {
  double mean = 0;
  for (const double relative : kLadder) {
    if (relative > 0) {
      for (int i = 0; i < b.size; i++) b.z[i] = b.a[i];
    } else {
      for (int i = 0; i < b.size; i++) b.a[i] = b.z[i];
    }
    const double found = fill(code, data, relative * mean, b);
    if (relative == 0) mean = found;
    take_off_features(data.rank, b);
    if (factor_upper(b, open)) return relative;
  }
  return -1;
}

/** x ← U⁻¹x for the leading `count` rows. */
void solve_upper(const Block& b, double* x, int count) {
  for (int i = count - 1; i >= 0; i--) {
    const double* const row = b.U + times(i, b.ld);
    double sums[4] = {x[i], 0, 0, 0};  // four, as each waits for its last product
    int j = i + 1;
    for (; j + 4 <= count; j += 4)
      for (int k = 0; k < 4; k++) sums[k] -= row[j + k] * x[j + k];
    for (; j < count; j++) sums[0] -= row[j] * x[j];
    x[i] = ((sums[0] + sums[1]) + (sums[2] + sums[3])) / row[i];
  }
}

/** What the rows of one task add up to; P and P² numbers, or null. */
struct Sums {
  double value;
  double status;
  double *gradient, *information;
};

/** Scratch for the slopes of one row. */
struct Slopes {
  Vec *mean, *spread;  // [code parameters]
  double *h, *g;       // [P]
  double* more;        // scratch of the reverse sweep
};

void add_slopes(const CovarianceCode& code, const Data& data, double variance, Block& b, const Slopes& s, Sums& sums) {
  const int q = b.size, P = data.parameters, count = code.parameters();
  double first[kChunk + kWidth], second[kChunk + kWidth];
  for (int i = 0; i < q; i++) {
    b.u[i] = i == q - 1 ? 1 : 0;
    b.a[i] = i == q - 1 ? 0 : b.z[i];
  }
  solve_upper(b, b.u, q);
  solve_upper(b, b.a, q - 1);
  for (int k = 0; k < count; k++) s.mean[k] = s.spread[k] = Vec{};
  double cross = 0, own = 0, total = 0;
  for (int i = 0; i < q; i++) {
    const double u = b.u[i], a = b.a[i];
    first[0] = u * a;
    second[0] = u * u;
    for (int j = 1; j < q - i; j++) {
      first[j] = u * b.a[i + j] + a * b.u[i + j];
      second[j] = 2 * u * b.u[i + j];
    }
    for (int j = q - i; j < q - i + kWidth; j++) first[j] = second[j] = 0;
    double* const tape = b.tape + i * b.tape_step;
    const double* const point = b.points + times(i, data.d);
    code.reverse_two(point, b.XT, b.ld, i, q - i, tape, s.more, first, second, s.mean, s.spread);
    cross += u * a;
    own += u * u;
    total += u;
  }
  const double e = b.z[q - 1], spread = 0.5 * (e * e - 1);
  for (int k = 0; k < P - 2; k++) {
    s.h[k] = k < count ? sum(s.mean[k]) : 0;
    s.g[k] = k < count ? sum(s.spread[k]) : 0;
  }
  s.h[P - 2] = variance * cross;
  s.g[P - 2] = variance * own;
  s.h[P - 1] = total;
  s.g[P - 1] = 0;
  for (int k = 0; k < P; k++) {
    sums.gradient[k] += e * s.h[k] + spread * s.g[k];
    for (int l = 0; sums.information != nullptr && l < P; l++)
      sums.information[times(k, P) + l] += s.h[k] * s.h[l] + 0.5 * s.g[k] * s.g[l];
  }
}

/** Rows [from, to) at one theta. @returns kOk, or what was wrong */
Status likelihood_rows(const CovarianceCode& code, const Data& data, const double* theta, int from, int to, Sums& sums) {
  const ScratchScope scope;
  const int P = data.parameters;
  const bool slopes = sums.gradient != nullptr;
  Block b;
  Slopes s = {};
  if (!take_block(code, data.m, data.d, slopes, b)) return kOutOfMemory;
  if (slopes) {
    double* const parts = scratch_take(times(2, code.parameters() + 1, kWidth));
    s.h = scratch_take(times(P, 2));
    s.more = scratch_take(code.tape_length());
    if (parts == nullptr || s.h == nullptr || s.more == nullptr) return kOutOfMemory;
    s.mean = reinterpret_cast<Vec*>(parts);
    s.spread = s.mean + code.parameters();
    s.g = s.h + P;
  }
  const double variance = exp(theta[P - 2]), mean = theta[P - 1];
  for (int i = from; i < to; i++) {
    if (!gather(data, data.neighbours + times(i, data.m), data.X + times(i, data.d), nullptr, variance, mean, b))
      return kBadDims;
    const int last = b.size - 1;
    b.noise[last] = variance + data.noise[i];
    b.z[last] = data.y[i] - mean;
    const double jitter = factor_block(code, data, 0, b);
    if (jitter < 0) {
      sums.status = -1;
      return kOk;
    }
    if (jitter > sums.status) sums.status = jitter;
    const double e = b.z[last];
    sums.value -= 0.5 * e * e + log(b.U[times(last, b.ld) + last]) + kHalfLogTurn;
    if (slopes) add_slopes(code, data, variance, b, s, sums);
  }
  return kOk;
}

template <class Step>
Data data_of(const Step& step) {
  return {step.n,
          step.d,
          step.m,
          step.parameters,
          step.in[step.kX].data,
          step.in[step.kY].data,
          step.in[step.kNoise].data,
          step.in[step.kNeighbours].data,
          nullptr,
          0};
}

}  // namespace

Status vecchia_likelihood(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                          size_t n_outputs, int threads) {
  Opened<VecchiaLikelihood> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int B = call.batch, n = call.n, d = call.d, P = call.parameters, m = call.m, wanted = call.wanted;
  CovarianceCode code;
  if (P < 2 || m > kMostNeighbours || wanted > 2 || !code.parse(call.rest, call.rest_length, d, P - 2)) return kBadDims;
  const Data data = data_of(call);

  const ScratchScope scope;
  const int tasks = (n + kRowsPerTask - 1) / kRowsPerTask;
  const size_t step = 2 + (wanted > 0 ? P : 0) + (wanted > 1 ? times(P, P) : 0);
  double* const parts = scratch_take(times(tasks, step) + 1);
  if (parts == nullptr) return kOutOfMemory;
  int bad = kOk;
  for (int b = 0; b < B; b++) {
    const double* const theta = call.in[call.kTheta].data + times(b, P);
    parallel(tasks, threads, [&](int task) {
      double* const part = parts + times(task, step);
      for (size_t k = 0; k < step; k++) part[k] = 0;
      Sums sums = {0, 0, wanted > 0 ? part + 2 : nullptr, wanted > 1 ? part + 2 + P : nullptr};
      CovarianceCode own = code;
      own.set_theta(theta);
      const int from = task * kRowsPerTask;
      const Status status = likelihood_rows(own, data, theta, from, from + kRowsPerTask < n ? from + kRowsPerTask : n, sums);
      if (status != kOk) __atomic_store_n(&bad, static_cast<int>(status), __ATOMIC_RELAXED);
      part[0] = sums.value;
      part[1] = sums.status;
    });
    if (bad != kOk) return static_cast<Status>(bad);
    double value = 0, status = 0;
    double* const gradient = wanted > 0 ? call.out[call.kGradient].data + times(b, P) : nullptr;
    double* const information = wanted > 1 ? call.out[call.kInformation].data + times(b, P, P) : nullptr;
    for (int k = 0; gradient != nullptr && k < P; k++) gradient[k] = 0;
    for (int k = 0; information != nullptr && k < P * P; k++) information[k] = 0;
    for (int task = 0; task < tasks; task++) {
      const double* const part = parts + times(task, step);
      value += part[0];
      status = part[1] < 0 || status < 0 ? -1 : part[1] > status ? part[1] : status;
      for (int k = 0; gradient != nullptr && k < P; k++) gradient[k] += part[2 + k];
      for (int k = 0; information != nullptr && k < P * P; k++) information[k] += part[2 + P + k];
    }
    const bool failed = status < 0 || !(value - value == 0);
    call.out[call.kValue].data[b] = failed ? NAN : value;
    call.out[call.kStatus].data[b] = failed ? -1 : status;
    for (int k = 0; failed && gradient != nullptr && k < P; k++) gradient[k] = NAN;
    for (int k = 0; failed && information != nullptr && k < P * P; k++) information[k] = NAN;
  }
  return kOk;
}

namespace {

/** The results of one point; null where not wanted. */
struct Moments {
  double *mean, *variance, *d_mean, *d_variance, *weights, *left;
};

/** Adds Σ weight_j ∂k(x, x_j)/∂x over the neighbours to slope [d]. */
void add_input_slopes(const CovarianceCode& code, const Data& data, const Block& b, const double* weights, double factor, double* moving,
                      double* slope) {
  const int last = b.size - 1;
  double cotangent[kWidth] = {};
  for (int k = 0; k < data.d * kWidth; k++) moving[k] = 0;
  for (int j = 0; j < last; j++) {
    const double* const fixed = b.points + times(j, data.d);
    code.values(fixed, b.XT, b.ld, last, 1, b.tape);
    for (int lane = 1; lane < kWidth; lane++) cotangent[lane] = 0;
    cotangent[0] = factor * weights[j];
    code.reverse(fixed, b.XT, b.ld, last, 1, b.tape, cotangent, nullptr, moving, kWidth);
  }
  for (int k = 0; k < data.d; k++) slope[k] += moving[k * kWidth];
}

/** The features of the point less those of its neighbours by their weights u, four neighbours at a time. */
void features_left(const Block& b, int rank, double lost, double* left) {
  const int last = b.size - 1, whole = rank / kWidth * kWidth;
  for (int k = 0; k < rank; k++) left[k] = lost + b.features[last][k];
  int j = 0;
  for (; j + 4 <= last; j += 4) {
    const double *const f0 = b.features[j], *const f1 = b.features[j + 1], *const f2 = b.features[j + 2], *const f3 = b.features[j + 3];
    const double w0 = b.u[j], w1 = b.u[j + 1], w2 = b.u[j + 2], w3 = b.u[j + 3];
    for (int k = 0; k < whole; k += kWidth)
      store(left + k, load(left + k) - (w0 * load(f0 + k) + w1 * load(f1 + k)) - (w2 * load(f2 + k) + w3 * load(f3 + k)));
    for (int k = whole; k < rank; k++) left[k] -= w0 * f0[k] + w1 * f1[k] + w2 * f2[k] + w3 * f3[k];
  }
  for (; j < last; j++)
    for (int k = 0; k < rank; k++) left[k] -= b.u[j] * b.features[j][k];
}

/** Point `x` given its neighbours; `lost` becomes NaN where they have no factor. */
Status predict_point(const CovarianceCode& code, const Data& data, const double* theta, const double* table, const double* x,
                     const double* features, Block& b, double* moving, const Moments& out) {
  const int d = data.d, P = data.parameters;
  if (!gather(data, table, x, features, exp(theta[P - 2]), theta[P - 1], b)) return kBadDims;
  const int last = b.size - 1;
  b.noise[last] = b.z[last] = 0;
  const double lost = factor_block(code, data, 1, b) < 0 ? NAN : 0;
  double mean = theta[P - 1] + lost;
  for (int j = 0; j < last; j++) {
    b.u[j] = b.U[times(j, b.ld) + last];
    mean += b.u[j] * b.z[j];
    b.a[j] = b.z[j];
  }
  const double rest = b.U[times(last, b.ld) + last];
  if (out.mean != nullptr) *out.mean = mean;
  if (out.variance != nullptr) *out.variance = lost + (rest > 0 ? rest : 0);
  if (out.weights == nullptr && out.left == nullptr && out.d_mean == nullptr) return kOk;
  solve_upper(b, b.u, last);
  for (int j = 0; out.weights != nullptr && j < data.m; j++) out.weights[j] = j < last ? lost + b.u[j] : 0;
  if (out.left != nullptr) features_left(b, data.rank, lost, out.left);
  if (out.d_mean == nullptr) return kOk;
  solve_upper(b, b.a, last);
  for (int k = 0; k < d; k++) out.d_mean[k] = out.d_variance[k] = lost;
  add_input_slopes(code, data, b, b.a, 1, moving, out.d_mean);
  add_input_slopes(code, data, b, b.u, -2, moving, out.d_variance);
  double own, one = 1;
  for (int k = 0; k < d * kWidth; k++) moving[k] = 0;
  code.diagonal(b.XT, b.ld, last, 1, b.tape, &own, &one, moving, kWidth);
  for (int k = 0; k < d; k++) out.d_variance[k] += moving[k * kWidth];
  return kOk;
}

}  // namespace

Status vecchia_predict(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs,
                       size_t n_outputs, int threads) {
  Opened<VecchiaPredict> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  const int count = call.k, d = call.d, P = call.parameters, m = call.m, wanted = call.wanted;
  CovarianceCode code;
  if (P < 2 || m > kMostNeighbours || !code.parse(call.rest, call.rest_length, d, P - 2)) return kBadDims;
  const bool slopes = (wanted & kWantGradient) != 0;
  Data data = data_of(call);
  data.features = call.in[call.kFeatures].data;
  data.rank = call.rank;
  const double* const theta = call.in[call.kTheta].data;
  code.set_theta(theta);
  constexpr int kPoints = 32;
  const int tasks = (count + kPoints - 1) / kPoints;
  int bad = kOk;
  parallel(tasks, threads, [&](int task) {
    const ScratchScope scope;
    Block b;
    double* const moving = scratch_take(times(d, kWidth) + kWidth);
    Status status = moving == nullptr || !take_block(code, m, d, false, b) ? kOutOfMemory : kOk;
    for (int i = task * kPoints; status == kOk && i < count && i < (task + 1) * kPoints; i++) {
      const Moments to = {wanted & kWantMean ? call.out[call.kMean].data + i : nullptr,
                          wanted & kWantVariance ? call.out[call.kVariance].data + i : nullptr,
                          slopes ? call.out[call.kDMean].data + times(i, d) : nullptr,
                          slopes ? call.out[call.kDVariance].data + times(i, d) : nullptr,
                          wanted & kWantWeights ? call.out[call.kWeights].data + times(i, m) : nullptr,
                          wanted & kWantLeft ? call.out[call.kLeft].data + times(i, data.rank) : nullptr};
      status = predict_point(code, data, theta, data.neighbours + times(i, m), call.in[call.kXs].data + times(i, d),
                             call.in[call.kPointFeatures].data + times(i, data.rank), b, moving, to);
    }
    if (status != kOk) __atomic_store_n(&bad, static_cast<int>(status), __ATOMIC_RELAXED);
  });
  return static_cast<Status>(bad);
}

}  // namespace athanor::ATHANOR_ISA
