/** nearest_rows: rows near a point, by blocks of rows in the order of their boxes (see src/engine/compute/ops.ts). */
#include "linalg.h"
#include "ops.h"
#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kTogether = 4;  // vectors of rows whose distances are summed side by side
constexpr int kPointsPerTask = 32;
constexpr int kManyColumns = 8;   // above it boxes rule out few rows of some thousand

struct Rows {
  int d, blocks, leaf;
  const double *numbers, *places, *boxes;
};

/** A search: distances of boxes and rows, and the m nearest rows so far, infinitely far where there is none yet. */
struct Search {
  double *box_away, *row_away, *away;
  int* heap;
  double* rows;
  int m;
};

/** Squared distances of the point from all boxes. */
void box_distances(const Rows& r, const double* x, double* away) {
  const int blocks = r.blocks, whole = blocks / kWidth * kWidth;
  const double *const lows = r.boxes, *const highs = r.boxes + times(r.d, blocks);
  for (int c = 0; c < whole; c += kWidth) {
    Vec sum = {};
    for (int k = 0; k < r.d; k++) {
      const Vec low = load(lows + times(k, blocks) + c) - x[k], high = x[k] - load(highs + times(k, blocks) + c);
      const Vec gap = vmax(vmax(low, high), Vec{});
      sum += gap * gap;
    }
    store(away + c, sum);
  }
  for (int c = whole; c < blocks; c++) {
    away[c] = 0;
    for (int k = 0; k < r.d; k++) {
      const double low = lows[times(k, blocks) + c] - x[k], high = x[k] - highs[times(k, blocks) + c];
      const double gap = low > high ? low : high;
      if (gap > 0) away[c] += gap * gap;
    }
  }
}

/** Restores the heap below a place: the block of the nearest box, of equal ones the first, is on top. */
void sink(int* heap, const double* away, int place, int held) {
  const int own = heap[place];
  const auto before = [&](int a, int b) { return away[a] < away[b] || (away[a] == away[b] && a < b); };
  for (int below = 2 * place + 1; below < held; below = 2 * place + 1) {
    if (below + 1 < held && before(heap[below + 1], heap[below])) below++;
    if (!before(heap[below], own)) break;
    heap[place] = heap[below];
    place = below;
  }
  heap[place] = own;
}

void insert(const Search& s, double distance, double row) {
  int place = s.m - 1;
  if (distance == s.away[place] && s.rows[place] >= 0 && row > s.rows[place]) return;
  for (; place > 0; place--) {
    const double other = s.away[place - 1];
    if (other < distance || (other == distance && s.rows[place - 1] < row)) break;
    s.away[place] = other;
    s.rows[place] = s.rows[place - 1];
  }
  s.away[place] = distance;
  s.rows[place] = row;
}

void look_at(const Rows& r, int block, const double* x, double limit, const Search& s) {
  const double* const places = r.places + times(block, r.d, r.leaf);
  for (int j = 0; j < r.leaf; j += kTogether * kWidth) {
    Vec sums[kTogether] = {};
    for (int k = 0; k < r.d; k++) {
      const double* const column = places + times(k, r.leaf) + j;
#pragma GCC unroll 4
      for (int v = 0; v < kTogether; v++) {
        const Vec difference = load(column + v * kWidth) - x[k];
        sums[v] += difference * difference;
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kTogether; v++) store(s.row_away + j + v * kWidth, sums[v]);
  }
  const double* const numbers = r.numbers + times(block, r.leaf);
  for (int j = 0; j < r.leaf; j++) {
    if (s.row_away[j] <= s.away[s.m - 1] && numbers[j] >= 0 && numbers[j] < limit) insert(s, s.row_away[j], numbers[j]);
  }
}

/** Distances of the boxes, and the rows of the nearest one. @returns its block, which is farther than all boxes from then on */
int begin(const Rows& r, const double* x, double limit, const Search& s) {
  for (int j = 0; j < s.m; j++) {
    s.away[j] = HUGE_VAL;
    s.rows[j] = -1;
  }
  box_distances(r, x, s.box_away);
  int first = 0;
  for (int c = 1; c < r.blocks; c++)
    if (s.box_away[c] < s.box_away[first]) first = c;
  look_at(r, first, x, limit, s);
  s.box_away[first] = HUGE_VAL;
  return first;
}

/** The other blocks in the order of their boxes. */
void search_by_boxes(const Rows& r, const double* x, double limit, int looked, const Search& s) {
  const int first = begin(r, x, limit, s);
  int held = 0;
  for (int c = 0; c < r.blocks; c++)
    if (c != first && s.box_away[c] <= s.away[s.m - 1]) s.heap[held++] = c;
  for (int c = held / 2; c-- > 0;) sink(s.heap, s.box_away, c, held);
  for (int seen = 1; seen < looked && held > 0; seen++) {
    const int block = s.heap[0];
    if (!(s.box_away[block] <= s.away[s.m - 1])) return;
    s.heap[0] = s.heap[--held];
    if (held > 0) sink(s.heap, s.box_away, 0, held);
    look_at(r, block, x, limit, s);
  }
}

/** Rows that few boxes rule out: every block serves all points of a task while it is in the inner cache. */
bool serves_points_together(const Rows& r, int looked) { return r.d > kManyColumns && looked >= r.blocks; }

void search_together(const Rows& r, const double* x, const double* limits, const Search* searches, int count) {
  for (int i = 0; i < count; i++) begin(r, x + times(i, r.d), limits[i], searches[i]);
  for (int block = 0; block < r.blocks; block++) {
    for (int i = 0; i < count; i++) {
      const Search& s = searches[i];
      if (s.box_away[block] < HUGE_VAL && s.box_away[block] <= s.away[s.m - 1]) look_at(r, block, x + times(i, r.d), limits[i], s);
    }
  }
}

}  // namespace

Status nearest_rows(const int32_t* dims, size_t n_dims, const Span* inputs, size_t n_inputs, const MutableSpan* outputs, size_t n_outputs,
                    int threads) {
  Opened<NearestRows> call = {};
  const Status opened = call.open(dims, n_dims, inputs, n_inputs, outputs, n_outputs);
  if (opened != kOk) return opened;
  if (call.leaf % (kTogether * 8) != 0) return kBadDims;
  const Rows rows = {call.d, call.blocks, call.leaf, call.in[call.kRows].data, call.in[call.kPlaces].data, call.in[call.kBoxes].data};
  const int count = call.k, m = call.m, looked = call.looked;
  double* const found = call.out[call.kNeighbours].data;
  if (m == 0 || rows.blocks == 0 || looked == 0) {
    for (size_t i = 0; i < times(count, m); i++) found[i] = -1;
    return kOk;
  }
  const bool together = serves_points_together(rows, looked);
  bool lacks = false;
  parallel((count + kPointsPerTask - 1) / kPointsPerTask, threads, [&](int task) {
    const ScratchScope scope;
    const int first = task * kPointsPerTask, some = count - first < kPointsPerTask ? count - first : kPointsPerTask;
    const int held = together ? some : 1;
    double* const shared = scratch_take(times(rows.blocks, 1) + rows.leaf);
    double* const own = scratch_take(times(held, static_cast<size_t>(rows.blocks) + m));
    if (shared == nullptr || own == nullptr) return __atomic_store_n(&lacks, true, __ATOMIC_RELAXED);
    Search searches[kPointsPerTask];
    for (int i = 0; i < some; i++) {
      double* const box_away = own + times(together ? i : 0, static_cast<size_t>(rows.blocks) + m);
      searches[i] = {box_away, shared + rows.blocks, box_away + rows.blocks, reinterpret_cast<int*>(shared), found + times(first + i, m), m};
    }
    const double *const x = call.in[call.kPoints].data + times(first, rows.d), *const limits = call.in[call.kLimits].data + first;
    if (together) return search_together(rows, x, limits, searches, some);
    for (int i = 0; i < some; i++) search_by_boxes(rows, x + times(i, rows.d), limits[i], looked, searches[i]);
  });
  return lacks ? kOutOfMemory : kOk;
}

}  // namespace athanor::ATHANOR_ISA
