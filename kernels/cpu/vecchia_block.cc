#include "vecchia_block.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr double kLadder[] = {0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4};

/** Upper rows of K + noise + jitter. @returns the mean of the diagonal without jitter */
double fill(const CovarianceCode& code, const VecchiaData& data, double jitter, VecchiaBlock& b) {
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
void take_off_tile(VecchiaBlock& b, int i0, int j0, int from, int to) {
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
void take_off_features(int rank, VecchiaBlock& b) {
  constexpr int kColumns = 128;
  for (int from = 0; from < rank; from += kColumns) {
    const int to = from + kColumns < rank ? from + kColumns : rank;
    for (int i = 0; i < b.size; i += 4)
      for (int j = i; j < b.size; j += 4) take_off_tile(b, i, j, from, to);
  }
}

/** U in place, v into z for the first `size − open` rows; with open = 1 the last pivot stays a square. */
bool factor_upper(VecchiaBlock& b, int open) {
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

}  // namespace

bool take_block(const CovarianceCode& code, int m, int d, bool keeps_tapes, VecchiaBlock& b) {
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

bool gather(const VecchiaData& data, const double* table, const double* point, const double* point_features, double variance, double mean,
            VecchiaBlock& b) {
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

double factor_block(const CovarianceCode& code, const VecchiaData& data, int open, VecchiaBlock& b) {
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

void solve_upper(const VecchiaBlock& b, double* x, int count) {
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

}  // namespace athanor::ATHANOR_ISA
