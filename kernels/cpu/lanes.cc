#include "lanes.h"

#include "lane_matrix.h"
#include "ops.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kPairs = 4;     // pairs whose r² are summed together
constexpr int kTogether = 6;  // coordinates that are summed together in registers, at most

/** What one call works on. All matrices have padded rows and columns; H holds 2·d k/d(r²) below the diagonal, or is absent. */
struct Lanes {
  int n;
  int d;
  int rows;
  const double* squares;
  Vec* weights;  // [d] 1/ℓ²
  Vec scale;
  Vec variance;
  Vec mean;
  LaneRows L;
  LaneRows H;
  Vec* reciprocal;  // [rows] of the diagonal of L
};

Vec* take_vectors(size_t count) { return reinterpret_cast<Vec*>(scratch_take(times(count, kWidth))); }

LaneRows take_rows(int rows, int columns) { return {take_vectors(times(rows, columns)), columns}; }

/** Parameter k of every lane; lanes beyond `count` repeat the last theta. */
Vec gather(const double* theta, int P, int count, int k) {
  Vec v;
  for (int lane = 0; lane < kWidth; lane++) v[lane] = theta[times(lane < count ? lane : count - 1, P) + k];
  return v;
}

/** r² of `Count` pairs that lie one behind the other. */
template <int Count>
static inline void squared_distances(const Lanes& w, const double* square, Vec* r2) {
  Vec total[Count] = {};
  for (int k = 0; k < w.d; k++) {
    const Vec weight = w.weights[k];
#pragma GCC unroll 4
    for (int j = 0; j < Count; j++) total[j] += weight * square[static_cast<size_t>(j) * w.d + k];
  }
#pragma GCC unroll 4
  for (int j = 0; j < Count; j++) r2[j] = total[j];
}

/** Lower triangle of A = K + N into L, slopes into H. @returns nothing; least [rows] gets what pivots must exceed */
template <class Leaf>
void assemble(const Lanes& w, const double* noise, Vec* least, Leaf leaf) {
  const double* square = w.squares;
  const Vec scale = w.scale;
  for (int i = 0; i < w.rows; i++) {
    Vec* const row = w.L(i);
    for (int j = i < w.n ? i + 1 : 0; j < (i / kLaneTile + 1) * kLaneTile; j++) row[j] = Vec{};
    const int pairs = i < w.n ? i : 0;
    int next = 0;
    for (; next + kPairs <= pairs; next += kPairs, square += kPairs * w.d) squared_distances<kPairs>(w, square, row + next);
    for (; next < pairs; next++, square += w.d) squared_distances<1>(w, square, row + next);
    Vec* const slopes = w.H.data == nullptr ? nullptr : w.H(i);
    for (int j = 0; j < pairs; j++) {
      Vec value, slope;
      leaf(row[j], value, slope);
      row[j] = scale * value;
      if (slopes != nullptr) slopes[j] = (2.0 * scale) * slope;
    }
    row[i] = i < w.n ? w.scale + (noise[i] + w.variance) : splat(1);
    least[i] = (w.n * 0x1p-52) * row[i];
  }
}

void assemble(const CovarianceCode& code, const Lanes& w, const double* noise, Vec* least) {
  switch (code.leaf_token()) {
#define ATHANOR_CASE(kToken, Leaf)                                            \
  case kToken:                                                                \
    return assemble(w, noise, least, Leaf::template shape<Vec>);
    ATHANOR_LEAVES(ATHANOR_CASE)
#undef ATHANOR_CASE
    default:
      return;
  }
}

/** Σ log of the diagonal of L, four at a time. */
Vec log_determinant_half(const Lanes& w) {
  Vec total = {};
  for (int i = 0; i < w.n; i += 4) {
    Vec product = splat(1);
    for (int k = i; k < i + 4 && k < w.n; k++) product *= w.L(k)[k];
    total += vlog(product);
  }
  return total;
}

template <int Count>
struct Run {
  static constexpr int value = Count;
};

/** work(Run<Count>, first) for all coordinates [0, d), in runs of kTogether and a shorter one. */
template <class Work>
void for_coordinates(int d, Work work) {
  int k = 0;
  for (; k + kTogether <= d; k += kTogether) work(Run<kTogether>{}, k);
  switch (d - k) {
    case 5:
      return work(Run<5>{}, k);
    case 4:
      return work(Run<4>{}, k);
    case 3:
      return work(Run<3>{}, k);
    case 2:
      return work(Run<2>{}, k);
    case 1:
      return work(Run<1>{}, k);
    default:
      return;
  }
}

/** Adds −Σ_j H[i, j]·α_j·squares to D[k][i] and the mirrored sum to D[k][j], for coordinates [k0, k0 + Count). */
template <int Count>
void add_directions(const Lanes& w, const Vec* alpha, int k0, const LaneRows& D) {
  // Copies: as far as the compiler knows, what is stored below may change the originals.
  const int n = w.n, d = w.d;
  const double* square = w.squares + k0;
  Vec* rows[Count];
#pragma GCC unroll 6
  for (int k = 0; k < Count; k++) rows[k] = D(k0 + k);
  for (int i = 0; i < n; i++) {
    const Vec* const slopes = w.H(i);
    const Vec own = alpha[i];
    Vec total[Count] = {};
    for (int j = 0; j < i; j++, square += d) {
      const Vec h = slopes[j];
      const Vec from_j = h * alpha[j];
      const Vec from_i = h * own;
#pragma GCC unroll 6
      for (int k = 0; k < Count; k++) {
        total[k] -= from_j * square[k];
        rows[k][j] -= from_i * square[k];
      }
    }
#pragma GCC unroll 6
    for (int k = 0; k < Count; k++) rows[k][i] += total[k];
  }
}

/** Information of every lane, [P, P] vectors row after row; entries of parameters that the code does not use are 0. */
bool information(const Lanes& w, const TrainingData& data, const Vec* alpha, int P, Vec* out) {
  const int directions = laned(P);
  const LaneRows D = take_rows(directions, w.rows);
  if (D.data == nullptr) return false;
  for (int i = 0; i < directions * w.rows; i++) D.data[i] = Vec{};
  for_coordinates(w.d, [&](auto count, int k) { add_directions<decltype(count)::value>(w, alpha, k, D); });
  for (int k = 0; k < w.d; k++) {
    for (int i = 0; i < w.n; i++) D(k)[i] *= w.weights[k];
  }
  for (int i = 0; i < w.n; i++) {
    D(w.d)[i] = (data.y[i] - w.mean) - (data.noise[i] + w.variance) * alpha[i];
    D(P - 2)[i] = w.variance * alpha[i];
    D(P - 1)[i] = splat(1);
  }
  for (int row = 0; row < directions; row += kLaneTile) solve_lane_rows(w.L, w.reciprocal, D, row, 0, w.rows);
  for (int a = 0; a < directions; a += kLaneTile) {
    for (int b = 0; b <= a; b += kLaneTile) {
      LaneTile t = {};
      subtract_lane_product(t, D, a, D, b, 0, w.rows);
      for (int i = 0; i < kLaneTile && a + i < P; i++) {
        for (int j = 0; j < kLaneTile && b + j < P; j++) {
          const Vec entry = -0.5 * t.at[i][j];
          out[times(a + i, P) + b + j] = entry;
          out[times(b + j, P) + a + i] = entry;
        }
      }
    }
  }
  out[times(P, P) - 1] *= splat(2);
  return true;
}

/** totals[k] += Σ pairs H·squares for coordinates [k0, k0 + Count). */
template <int Count>
void add_slopes(const Lanes& w, int k0, Vec* totals) {
  const double* square = w.squares + k0;
  Vec total[Count] = {};
  for (int i = 1; i < w.n; i++) {
    for (int j = 0; j < i; j++, square += w.d) {
      const Vec h = w.H(i)[j];
#pragma GCC unroll 6
      for (int k = 0; k < Count; k++) total[k] += h * square[k];
    }
  }
  for (int k = 0; k < Count; k++) totals[k0 + k] = total[k];
}

/** Gradient of every lane, [P]; H is multiplied by the weights W = ααᵀ − A⁻¹. @param M  L⁻ᵀ */
void gradient(const Lanes& w, const TrainingData& data, const LaneRows& M, const Vec* alpha, Vec quadratic, int P, Vec* out) {
  Vec trace = {}, noise = {}, mean = {};
  for (int a = 0; a < w.rows; a += kLaneTile) {
    for (int b = 0; b <= a; b += kLaneTile) {
      LaneTile t = {};
      subtract_lane_product(t, M, a, M, b, a, w.rows);
      for (int i = a; i < a + kLaneTile && i < w.n; i++) {
        Vec* const slopes = w.H(i);
        for (int j = b; j < b + kLaneTile && j < i; j++) slopes[j] *= alpha[i] * alpha[j] + t.at[i - a][j - b];
        if (a != b) continue;
        const Vec own = alpha[i] * alpha[i] + t.at[i - a][i - a];
        trace += own;
        noise += own * (data.noise[i] + w.variance);
      }
    }
  }
  for_coordinates(w.d, [&](auto count, int k) { add_slopes<decltype(count)::value>(w, k, out); });
  for (int k = 0; k < w.d; k++) out[k] *= -w.weights[k];
  for (int k = w.d + 1; k < P - 2; k++) out[k] = Vec{};
  out[w.d] = 0.5 * (quadratic - static_cast<double>(w.n) - noise);
  out[P - 2] = 0.5 * trace * w.variance;
  for (int i = 0; i < w.n; i++) mean += alpha[i];
  out[P - 1] = mean;
}

}  // namespace

double* take_squares(const double* X, int n, int d) {
  double* const squares = scratch_take(times(static_cast<size_t>(n) * (n - 1) / 2, d));
  double* to = squares;
  for (int i = 0; squares != nullptr && i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < d; k++) {
        const double difference = X[times(i, d) + k] - X[times(j, d) + k];
        *to++ = difference * difference;
      }
    }
  }
  return squares;
}

bool evaluate_lanes(const CovarianceCode& code, const TrainingData& data, const double* squares, const double* theta, int P, int count,
                    Likelihood* out, bool* failed) {
  const ScratchScope scope;
  const int n = data.n, d = data.d, rows = laned(n);
  const bool with_gradient = out[0].gradient != nullptr, with_information = out[0].information != nullptr;
  Vec* const weights = take_vectors(d);
  Vec* const least = take_vectors(rows);
  Vec* const reciprocal = take_vectors(rows);
  Vec* const alpha = take_vectors(rows);
  Vec* const slopes = take_vectors(P);
  Vec* const squared = with_information ? take_vectors(times(P, P)) : nullptr;
  const LaneRows L = take_rows(rows, rows), z = take_rows(kLaneTile, rows);
  const LaneRows H = with_gradient ? take_rows(rows, rows) : LaneRows{nullptr, 0};
  const LaneRows M = with_gradient ? take_rows(rows, rows) : z;
  if (weights == nullptr || least == nullptr || reciprocal == nullptr || alpha == nullptr || slopes == nullptr || L.data == nullptr ||
      z.data == nullptr || M.data == nullptr || (with_gradient && H.data == nullptr) || (with_information && squared == nullptr)) {
    return false;
  }
  for (int k = 0; k < d; k++) weights[k] = vexp(-2.0 * gather(theta, P, count, k));
  const Vec scale = vexp(gather(theta, P, count, d)), variance = vexp(gather(theta, P, count, P - 2));
  const Lanes w = {n, d, rows, squares, weights, scale, variance, gather(theta, P, count, P - 1), L, H, reciprocal};
  assemble(code, w, data.noise, least);
  const IntVec bad = factor_lanes(L, rows, least, reciprocal);
  for (int i = 0; i < kLaneTile * rows; i++) z.data[i] = i < n ? data.y[i] - w.mean : Vec{};
  solve_lane_rows(L, reciprocal, z, 0, 0, rows);
  Vec quadratic = {};
  for (int i = 0; i < n; i++) quadratic += z.data[i] * z.data[i];
  const Vec value = -0.5 * quadratic - log_determinant_half(w) - 0.91893853320467274178 * n;
  if (with_gradient) {
    invert_lanes(L, reciprocal, M, rows);
    for (int j = 0; j < rows; j++) {
      Vec total = {};
      for (int p = j; p < rows; p++) total += M(j)[p] * z.data[p];
      alpha[j] = total;
    }
    if (with_information && !information(w, data, alpha, P, squared)) return false;
    gradient(w, data, M, alpha, quadratic, P, slopes);
  }
  for (int lane = 0; lane < count; lane++) {
    failed[lane] = bad[lane] != 0 || !(vabs(value)[lane] < HUGE_VAL);
    for (int k = 0; with_gradient && k < P; k++) failed[lane] = failed[lane] || slopes[k][lane] != slopes[k][lane];
    if (failed[lane]) continue;
    out[lane].value = value[lane];
    out[lane].status = 0;
    for (int k = 0; with_gradient && k < P; k++) out[lane].gradient[k] = slopes[k][lane];
    for (int k = 0; with_information && k < P * P; k++) out[lane].information[k] = squared[k][lane];
  }
  return true;
}

}  // namespace athanor::ATHANOR_ISA
