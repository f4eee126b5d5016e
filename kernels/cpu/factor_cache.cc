#include "factor_cache.h"

#include <stdlib.h>

#include "workspace.h"

namespace athanor::ATHANOR_ISA {
namespace {

constexpr int kMostKept = 4;
constexpr size_t kMostNumbers = 8 << 20;

struct Kept {
  int64_t stamp = 0;  // 0: empty
  const double* source = nullptr;
  int n = 0;
  size_t size = 0;  // numbers of one layout
  double* U = nullptr;
  double* Lp = nullptr;
  uint64_t used = 0;

  size_t numbers() const { return size * ((U != nullptr) + (Lp != nullptr)); }
  void drop() {
    free_aligned(U);
    free_aligned(Lp);
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

  /** The entry for these numbers, or the least recently used one, emptied. */
  Kept& find(int64_t stamp, const double* source, int n) {
    Kept* oldest = &kept[0];
    for (Kept& one : kept) {
      if (one.stamp == stamp && one.source == source && one.n == n) return one;
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
      if (held <= kMostNumbers || oldest == nullptr) return;
      oldest->drop();
    }
  }
};

thread_local Shelf shelf;

double* take_aligned(size_t numbers) {
  return static_cast<double*>(allocate_aligned(64, numbers * sizeof(double)));
}

}  // namespace

LaidOutFactor lay_out_factor(const Span& L, size_t offset, int n, bool lower, int threads) {
  const double* const source = L.data + offset;
  const size_t size = panel_length(padded(n), padded(n));
  if (L.stamp == 0 || size * (lower ? 2 : 1) > kMostNumbers) {
    double* const U = scratch_take(size);
    double* const Lp = lower ? scratch_take(size) : nullptr;
    if (U == nullptr || (lower && Lp == nullptr)) return {nullptr, nullptr};
    load_factor(source, n, U, Lp, threads);
    return {U, Lp};
  }
  Kept& own = shelf.find(L.stamp, source, n);
  own.used = ++shelf.clock;
  if (own.U == nullptr || (lower && own.Lp == nullptr)) {
    shelf.make_room(own, size * ((own.U == nullptr) + (lower && own.Lp == nullptr)));
    own.stamp = L.stamp;
    own.source = source;
    own.n = n;
    own.size = size;
    if (own.U == nullptr) own.U = take_aligned(size);
    if (lower) own.Lp = take_aligned(size);
    if (own.U == nullptr || (lower && own.Lp == nullptr)) {
      own.drop();
      return {nullptr, nullptr};
    }
    load_factor(source, n, own.U, own.Lp, threads);
  }
  return {own.U, lower ? own.Lp : nullptr};
}

}  // namespace athanor::ATHANOR_ISA
