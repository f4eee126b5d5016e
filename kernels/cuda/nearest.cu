/** nearest_rows (see src/engine/compute/ops.ts): one warp a point, blocks of rows in the order of their boxes. */
#include "arguments.h"
#include "device.h"

using namespace athanor_device;

namespace {

/** Puts a row among the m nearest, which are infinitely far where there is none yet. */
ATH_DEVICE void insert_row(double* away, double* rows, int m, double distance, double row) {
  int place = m - 1;
  if (!(distance < away[place] || (distance == away[place] && (rows[place] < 0 || row < rows[place])))) return;
  for (; place > 0; --place) {
    const double other = away[place - 1];
    if (other < distance || (other == distance && rows[place - 1] < row)) break;
    away[place] = other;
    rows[place] = rows[place - 1];
  }
  away[place] = distance;
  rows[place] = row;
}

/** The block of the nearest box, of equal ones the first, for all threads of the warp; `blocks` when none is left. */
ATH_DEVICE int nearest_box(const double* away, int blocks, double& least) {
  double at = blocks;
  least = INFINITY;
  for (int c = threadIdx.x; c < blocks; c += 32) {
    if (away[c] < least) {
      least = away[c];
      at = c;
    }
  }
  for (int mask = 16; mask > 0; mask >>= 1) {
    const double other = shuffle_xor(least, mask), other_at = shuffle_xor(at, mask);
    if (other < least || (other == least && other_at < at)) {
      least = other;
      at = other_at;
    }
  }
  return (int)at;
}

}  // namespace

/** Grid: points. Shared: blocks + leaf + 2m. */
ATH_KERNEL nearest_of_blocks(ATH_CONSTANT NearestData data, const double* points, const double* limits, double* neighbours) {
  ATH_SHARED(shared);
  const int t = threadIdx.x, i = blockIdx.x, d = data.d, blocks = data.blocks, leaf = data.leaf, m = data.m;
  double *const boxes = shared, *const distances = boxes + blocks, *const away = distances + leaf, *const rows = away + m;
  const double* const x = points + (size_t)i * d;
  for (int c = t; c < blocks; c += 32) {
    double total = 0;
    for (int k = 0; k < d; ++k) {
      const double low = data.boxes[(size_t)k * blocks + c] - x[k], high = x[k] - data.boxes[(size_t)(d + k) * blocks + c];
      const double gap = low > high ? low : high;
      if (gap > 0) total += gap * gap;
    }
    boxes[c] = total;
  }
  for (int j = t; j < m; j += 32) {
    away[j] = INFINITY;
    rows[j] = -1;
  }
  ATH_SYNC();
  for (int seen = 0; seen < data.looked; ++seen) {
    double least;
    const int block = nearest_box(boxes, blocks, least);
    if (block >= blocks || !(least <= away[m - 1])) break;
    ATH_SYNC();
    if (t == 0) boxes[block] = INFINITY;
    for (int j = t; j < leaf; j += 32) {
      double total = 0;
      for (int k = 0; k < d; ++k) {
        const double gap = data.places[((size_t)block * d + k) * leaf + j] - x[k];
        total += gap * gap;
      }
      distances[j] = total;
    }
    ATH_SYNC();
    for (int j = 0; t == 0 && j < leaf; ++j) {
      const double row = data.rows[(size_t)block * leaf + j];
      if (row >= 0 && row < limits[i]) insert_row(away, rows, m, distances[j], row);
    }
    ATH_SYNC();
  }
  for (int j = t; j < m; j += 32) neighbours[(size_t)i * m + j] = rows[j];
}
