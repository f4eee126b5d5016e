#include "factor_cache.h"

#include <stdlib.h>

#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kMostKept = 8;
constexpr size_t kMostNumbers = 8 << 20;  // of one factor
constexpr size_t kAllNumbers = 10 << 20;  // a search reads a large factor in turn with some of a few hundred rows
constexpr int kLeastInverse = 640;  // rows; the factor of fewer fits into the cache, and two solves take no longer

struct Kept {
  int64_t stamp = 0;  // 0: empty
  const double* source = nullptr;
  int n = 0;
  size_t size = 0;  // numbers of one layout
  double* U = nullptr;
  double* Lp = nullptr;
  double* Mt = nullptr;
  uint64_t used = 0;

  size_t numbers() const { return size * ((U != nullptr) + (Lp != nullptr) + (Mt != nullptr)); }
  void drop() {
    free_aligned(U);
    free_aligned(Lp);
    free_aligned(Mt);
    *this = Kept{};
  }
};

/** The factors that one thread keeps; given back when it ends. */
struct Shelf {
  Kept kept[kMostKept];
  uint64_t clock = 0;

  ~Shelf() {
    for (Kept& one : kept) one.drop();
  }

  /**
   * The entry for these numbers, or one without arrays: that of numbers which stood there before, else the least recently used one.
   *
   * @param spare  ← the panels of the numbers before, of the same size; the caller's
   */
  Kept& find(int64_t stamp, const double* source, int n, double*& spare) {
    Kept* oldest = &kept[0];
    for (Kept& one : kept) {
      const bool same_place = one.source == source && one.n == n;
      if (same_place && one.stamp == stamp) return one;
      if (same_place) {
        spare = one.U;
        one.U = nullptr;
        one.drop();
        return one;
      }
      if (one.used < oldest->used) oldest = &one;
    }
    oldest->drop();
    return *oldest;
  }

  /** Makes room for `numbers` more by dropping others. */
  void make_room(const Kept& own, size_t numbers) {
    for (;;) {
      size_t held = numbers + own.numbers();
      Kept* oldest = nullptr;
      for (Kept& one : kept) {
        if (&one == &own || one.stamp == 0) continue;
        held += one.numbers();
        if (oldest == nullptr || one.used < oldest->used) oldest = &one;
      }
      if (held <= kAllNumbers || oldest == nullptr) return;
      oldest->drop();
    }
  }
};

thread_local Shelf shelf;

double* take_aligned(size_t numbers) {
  return static_cast<double*>(allocate_aligned(64, numbers * sizeof(double)));
}

/** Mt ← L⁻ᵀ from U: L⁻¹ column by column, each from its own row on, and turned. False when memory runs out. */
bool invert(const double* U, int n, double* Mt, int threads) {
  const ScratchScope scope;
  const int rows = padded(n);
  const ptrdiff_t stride = panel_stride(rows);
  double* const V = scratch_take(panel_length(rows, rows));
  if (V == nullptr) return false;
  parallel((rows + kTile - 1) / kTile, threads, [&](int task) {
    const int from = task * kTile;
    const int count = rows - from < kTile ? rows - from : kTile;
    int zeros[kTileVecs];
    for (int v = 0; v < kTileVecs; v++) {
      zeros[v] = from + v * kWidth;
      memset(V + at(0, zeros[v], stride), 0, sizeof(double) * rows * kWidth);
    }
    for (int j = from; j < from + count; j++) V[at(j, j, stride)] = 1;
    solve_lower(U, n, V + at(0, from, stride), count, zeros);
  });
  parallel((rows + kRows - 1) / kRows, threads, [&](int task) {
    for (int i = task * kRows; i < (task + 1) * kRows; i++) {
      for (int p = 0; p < (task + 1) * kRows; p++) Mt[at(p, i, stride)] = p <= i ? V[at(i, p, stride)] : 0;
    }
  });
  return true;
}

/** Fills what is wanted and not there yet; false when memory runs out. */
bool lay_out(const double* L, int n, bool has_factor, bool has_inverse, const LaidOutFactor& to, int threads) {
  if (!has_factor) load_factor(L, n, const_cast<double*>(to.U), const_cast<double*>(to.Lp), threads);
  return to.Mt == nullptr || has_inverse || invert(to.U, n, const_cast<double*>(to.Mt), threads);
}

}  // namespace

bool is_kept(int n, int layouts) { return layouts * panel_length(padded(n), padded(n)) <= kMostNumbers; }

bool inverse_pays(int n) { return n >= kLeastInverse && is_kept(n, 2); }

LaidOutFactor lay_out_factor(const Span& L, size_t offset, int n, Besides besides, int threads) {
  const double* const source = L.data + offset;
  const bool lower = besides == Besides::kLower, inverse = besides == Besides::kInverse;
  const size_t size = panel_length(padded(n), padded(n));
  if (L.stamp == 0 || size * (1 + (lower || inverse)) > kMostNumbers) {
    double* const U = scratch_take(size);
    double* const more = lower || inverse ? scratch_take(size) : nullptr;
    if (U == nullptr || ((lower || inverse) && more == nullptr)) return {};
    const LaidOutFactor made = {U, lower ? more : nullptr, inverse ? more : nullptr};
    return lay_out(source, n, false, false, made, threads) ? made : LaidOutFactor{};
  }
  double* spare = nullptr;
  Kept& own = shelf.find(L.stamp, source, n, spare);
  own.used = ++shelf.clock;
  const bool has_factor = own.U != nullptr && (!lower || own.Lp != nullptr), has_inverse = own.Mt != nullptr;
  if (!has_factor || (inverse && !has_inverse)) {
    const bool needs_lower = lower && own.Lp == nullptr, needs_inverse = inverse && !has_inverse;
    shelf.make_room(own, size * ((own.U == nullptr) + needs_lower + needs_inverse));
    own.stamp = L.stamp;
    own.source = source;
    own.n = n;
    own.size = size;
    if (own.U == nullptr) own.U = spare != nullptr ? spare : take_aligned(size);
    if (needs_lower) own.Lp = take_aligned(size);
    if (needs_inverse) own.Mt = take_aligned(size);
    const LaidOutFactor made = {own.U, lower ? own.Lp : nullptr, inverse ? own.Mt : nullptr};
    const bool taken = made.U != nullptr && (!lower || made.Lp != nullptr) && (!inverse || made.Mt != nullptr);
    if (!taken || !lay_out(source, n, has_factor, has_inverse, made, threads)) {
      own.drop();
      return {};
    }
  }
  return {own.U, lower ? own.Lp : nullptr, inverse ? own.Mt : nullptr};
}

}  // namespace athanor::ATHANOR_ISA
