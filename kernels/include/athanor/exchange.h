/**
 * The sizes and the rest of the dims of op `exchange`, unpacked into tables that every lane reads; the layout is documented in
 * src/engine/compute/ops.ts. Also the random numbers of a chain, the same as in src/engine/compute/ts/exchange.ts.
 *
 * Nothing here allocates: the caller counts with `measure`, hands memory over and fills it with `build`.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace athanor {

/** Columns of one factor, grouped by basis function, and where their pairs lie in a lower triangle. */
struct ExchangeFactor {
  bool categorical;
  int bases;
  int level_offset;
  int level_count;
  bool ends;
  int size;            ///< columns that hold this factor
  int* columns;        ///< [size] sorted by basis, then by position
  int* groups;         ///< [bases + 1] where each basis starts in `columns`
  int* pairs;          ///< for a ≥ b: offset of (columns[a], columns[b]) in the lower triangle, at a(a+1)/2 + b
  int* other_offsets;  ///< [size + 1] into `others`
  int* others;         ///< (factor, basis) pairs of the other factors of each column
};

struct ExchangePlan {
  int chains, rounds, n, d, p;
  bool linear;
  int max_passes;
  uint32_t seed_low, seed_high;
  int first_chain, perturb, constraints, forbidden, pool;
  bool starts_given;
  int level_total, max_bases, max_size;
  ExchangeFactor* factors;  ///< [d]
  int* piece_offsets;       ///< [p + 1] into `pieces`
  int* pieces;              ///< (factor, basis) pairs of each column
};

/** Takes over the sizes of a step, the struct of op-table.h. False where a count is out of range. */
template <class Sizes>
static inline bool exchange_take_sizes(const Sizes& sizes, ExchangePlan& plan) {
  if (sizes.chains < 1 || sizes.rounds < 1 || sizes.n < 1 || sizes.d < 1 || sizes.p < 1 || sizes.max_passes < 1) return false;
  if (sizes.chains > (1 << 24) || sizes.rounds > (1 << 24) || sizes.n > (1 << 24) || sizes.d > 4096 || sizes.p > 8192) return false;
  plan.chains = sizes.chains;
  plan.rounds = sizes.rounds;
  plan.n = sizes.n;
  plan.d = sizes.d;
  plan.p = sizes.p;
  plan.linear = sizes.criterion == 1;
  plan.max_passes = sizes.max_passes;
  plan.seed_low = static_cast<uint32_t>(sizes.seed_low);
  plan.seed_high = static_cast<uint32_t>(sizes.seed_high);
  plan.first_chain = sizes.first_chain;
  plan.perturb = sizes.perturb;
  plan.constraints = sizes.limits;
  plan.forbidden = sizes.forbidden;
  plan.pool = sizes.pool;
  plan.starts_given = sizes.starts_given == 1;
  plan.level_total = 0;
  plan.max_bases = 1;
  plan.max_size = 1;
  return true;
}

/** Checks factors and columns, the rest of the dims, and counts the ints that `exchange_build` needs; 0 where they are malformed. */
static inline size_t exchange_measure(const int32_t* rest, size_t length, const ExchangePlan& plan) {
  const size_t d = static_cast<size_t>(plan.d);
  const size_t p = static_cast<size_t>(plan.p);
  size_t at = 4 * d;
  if (length < at) return 0;
  size_t total = p + 1;
  int64_t levels = 0;
  for (size_t j = 0; j < d; j++) {
    const int32_t* const head = rest + 4 * j;
    if (head[1] < 0 || head[1] > 4096 || head[2] < 1) return 0;
    levels += head[2];
    if (levels > 0x7fffffff) return 0;
    total += static_cast<size_t>(head[1]) + 1;
  }
  for (size_t c = 0; c < p; c++) {
    if (at >= length) return 0;
    const int32_t count = rest[at++];
    if (count < 0 || length - at < 2 * static_cast<size_t>(count)) return 0;
    for (int32_t k = 0; k < count; k++, at += 2) {
      if (rest[at] < 0 || rest[at] >= plan.d || rest[at + 1] < 1) return 0;
      if (rest[at + 1] > rest[4 * rest[at] + 1]) return 0;
      for (int32_t other = 0; other < k; other++) {
        if (rest[at - 2 * (other + 1)] == rest[at]) return 0;  // a factor once per column
      }
    }
    // its pieces, and per piece: one column entry, its others, a row of pairs (at most p of them) and two offsets
    total += 2 * static_cast<size_t>(count) + static_cast<size_t>(count) * (2 * static_cast<size_t>(count) + p + 4);
  }
  return total + 2 * d;
}

/** Fills the tables into `memory` (as many ints as `exchange_measure` said) and `factors` [d]. */
static inline void exchange_build(const int32_t* rest, ExchangePlan& plan, ExchangeFactor* factors, int* memory) {
  const int d = plan.d, p = plan.p;
  plan.factors = factors;
  plan.piece_offsets = memory;
  memory += p + 1;
  plan.pieces = memory;
  const int32_t* read = rest + 4 * static_cast<ptrdiff_t>(d);
  int total = 0;
  for (int c = 0; c < p; c++) {
    plan.piece_offsets[c] = total;
    const int count = *read++;
    for (int k = 0; k < 2 * count; k++) plan.pieces[total++] = *read++;
  }
  plan.piece_offsets[p] = total;
  memory += total;
  for (int j = 0; j < d; j++) {
    const int32_t* const head = rest + 4 * static_cast<ptrdiff_t>(j);
    ExchangeFactor& factor = factors[j];
    factor.categorical = head[0] == 1;
    factor.bases = head[1];
    factor.level_offset = plan.level_total;
    factor.level_count = head[2];
    factor.ends = head[3] == 1;
    plan.level_total += head[2];
    int size = 0, other_count = 0;
    for (int c = 0; c < p; c++) {
      for (int k = plan.piece_offsets[c]; k < plan.piece_offsets[c + 1]; k += 2) {
        if (plan.pieces[k] != j) continue;
        size++;
        other_count += plan.piece_offsets[c + 1] - plan.piece_offsets[c] - 2;
      }
    }
    factor.size = size;
    factor.columns = memory;
    factor.groups = factor.columns + size;
    factor.pairs = factor.groups + factor.bases + 1;
    factor.other_offsets = factor.pairs + size * (size + 1) / 2;
    factor.others = factor.other_offsets + size + 1;
    memory = factor.others + other_count;
    int columns = 0, others = 0;
    factor.other_offsets[0] = 0;
    for (int basis = 1; basis <= factor.bases; basis++) {
      factor.groups[basis - 1] = columns;
      for (int c = 0; c < p; c++) {
        bool found = false;
        for (int k = plan.piece_offsets[c]; k < plan.piece_offsets[c + 1]; k += 2) {
          if (plan.pieces[k] == j && plan.pieces[k + 1] == basis) found = true;
        }
        if (!found) continue;
        for (int k = plan.piece_offsets[c]; k < plan.piece_offsets[c + 1]; k += 2) {
          if (plan.pieces[k] == j) continue;
          factor.others[others++] = plan.pieces[k];
          factor.others[others++] = plan.pieces[k + 1];
        }
        factor.columns[columns++] = c;
        factor.other_offsets[columns] = others;
      }
    }
    factor.groups[factor.bases] = columns;
    int at = 0;
    for (int a = 0; a < size; a++) {
      for (int b = 0; b <= a; b++) {
        const int ca = factor.columns[a], cb = factor.columns[b];
        factor.pairs[at++] = ca >= cb ? ca * p + cb : cb * p + ca;
      }
    }
    if (factor.bases > plan.max_bases) plan.max_bases = factor.bases;
    if (size > plan.max_size) plan.max_size = size;
  }
}

/** xoshiro128** (Blackman and Vigna 2021, doi:10.1145/3460772), its state spread from (seed, chain) by a 32-bit mixer. */
struct ChainRandom {
  uint32_t a, b, c, d;

  static uint32_t mix(uint32_t z) {
    z = (z ^ (z >> 16)) * 0x21f0aaadu;
    z = (z ^ (z >> 15)) * 0x735a2d97u;
    return z ^ (z >> 15);
  }

  void seed(uint32_t low, uint32_t high, uint32_t chain) {
    uint32_t h = mix(mix(mix(low) ^ high) ^ chain);
    a = mix(h += 0x9e3779b9u);
    b = mix(h += 0x9e3779b9u);
    c = mix(h += 0x9e3779b9u);
    d = mix(h += 0x9e3779b9u) | 1u;
  }

  uint32_t next() {
    const uint32_t scaled = b * 5;
    const uint32_t result = ((scaled << 7) | (scaled >> 25)) * 9;
    const uint32_t shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >> 21);
    return result;
  }

  /** Uniform integer in 0 … count − 1; draws nothing for a count below 2. */
  int below(int count) {
    return count < 2 ? 0 : static_cast<int>((static_cast<uint64_t>(next()) * static_cast<uint64_t>(count)) >> 32);
  }
};

}  // namespace athanor
