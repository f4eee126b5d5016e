/**
 * Coordinate exchange, one chain per block: the search of src/engine/compute/ts/exchange.ts on a device.
 */
#include "exchange_forms.h"

constexpr double kRidge = 1e-3;
constexpr double kPivot = 1e-9;
constexpr int kRefresh = 10;
constexpr double kTie = 1e-9;

/** The best value of coordinate j, or its present one where nothing is better. */
template <bool kPlain>
ATH_DEVICE double chain_best_value(const Chain<kPlain>& t, const ExchangeFactor& factor, const double* x, int j) {
  const ExchangePlan& plan = *t.plan;
  const double current = x[j];
  double low = -1, high = 1;
  for (int k = 0; k < plan.constraints; ++k) {
    const double normal = t.in->normals[(size_t)k * plan.d + j];
    if (normal == 0) continue;
    const double bound = current + t.slack[k] / normal;
    if (normal > 0) high = bound < high ? bound : high;
    else low = bound > low ? bound : low;
  }
  const bool bounded = plan.constraints > 0 && !factor.categorical;
  const int count = factor.level_count + (factor.ends && plan.constraints > 0 ? 2 : 0);
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    const bool level = k < factor.level_count;
    const double value = level ? t.in->levels[factor.level_offset + k] : (k == factor.level_count ? low : high);
    bool allowed = level ? !(bounded && (value < low - kSlack || value > high + kSlack)) : !(low > high);
    if (allowed && plan.forbidden > 0) allowed = !chain_forbidden(t, x, j, value);
    t.scores[k] = allowed ? chain_score(t, factor, value) : -INFINITY;
    t.values[k] = value;
  }
  ATH_SYNC();
  double chosen = current, goal = t.linear() ? t.score + kGrowth * t.trace : t.score * (1 + kGrowth);
  for (int k = 0; k < count; ++k) {
    if (!(t.scores[k] > goal)) continue;
    goal = t.scores[k];
    chosen = t.values[k];
  }
  ATH_SYNC();
  return chosen;
}

/** Moves g to `value` of the factor, and all that depends on g. */
template <bool kPlain>
ATH_DEVICE void chain_move(Chain<kPlain>& t, const ExchangeFactor& factor, double value) {
  const int p = t.plan->p;
  double quadratic, cross;
  chain_move_forms(t, factor, value, t.lu, t.lv, t.lCl, quadratic, cross);
  t.gg += quadratic;
  t.fg += cross;
  if (t.linear()) {
    chain_move_forms(t, factor, value, t.ls, t.lw, t.lBl, quadratic, cross);
    t.bgg += quadratic;
    t.bfg += cross;
  }
  for (int e = 0; e < factor.bases; ++e) {
    const double tau = chain_tau(t, factor, value, e);
    for (int k = factor.groups[e]; k < factor.groups[e + 1]; ++k) {
      const double step = tau * t.rest[k];
      const int c = factor.columns[k];
      for (int i = threadIdx.x; i < p; i += blockDim.x) {
        t.u()[i] += step * lower_entry(t.C, p, i, c);
        if (t.linear()) t.s()[i] += step * lower_entry(t.B, p, i, c);
        if (i == c) t.g()[c] += step;
      }
    }
  }
  ATH_SYNC();
}

/** C and B after the row moved. */
template <bool kPlain>
ATH_DEVICE void chain_update(Chain<kPlain>& t) {
  const int p = t.plan->p;
  const double ratio = (1 + t.gg) * (1 - t.ff) + t.fg * t.fg;
  const double k11 = (1 - t.ff) / ratio, k12 = t.fg / ratio, k22 = -((1 + t.gg) / ratio);
  for (int i = threadIdx.x; i < p; i += blockDim.x) {
    t.a()[i] = k11 * t.u()[i] + k12 * t.v()[i];
    t.b()[i] = k12 * t.u()[i] + k22 * t.v()[i];
    if (t.linear()) {
      t.z()[i] = t.s()[i] - 0.5 * (t.a()[i] * t.bgg + t.b()[i] * t.bfg);
      t.y()[i] = t.w()[i] - 0.5 * (t.a()[i] * t.bfg + t.b()[i] * t.bff);
    }
  }
  ATH_SYNC();
  t.ratio *= ratio;
  if (t.linear()) t.trace -= t.score;
  each_lower(p, [&](int i, int k) {
    t.C[i * p + k] -= t.u()[i] * t.a()[k] + t.v()[i] * t.b()[k];
    if (t.linear()) t.B[i * p + k] -= t.z()[i] * t.a()[k] + t.a()[i] * t.z()[k] + (t.y()[i] * t.b()[k] + t.b()[i] * t.y()[k]);
  });
  ATH_SYNC();
}

/** Offers row `index` all levels of every coordinate; true when it moved. */
template <bool kPlain>
ATH_DEVICE bool chain_visit_row(Chain<kPlain>& t, int index) {
  const ExchangePlan& plan = *t.plan;
  const int p = plan.p;
  double* x = t.x + (size_t)index * plan.d;
  chain_model_row(t, x, t.f());
  chain_multiply(t, t.C, t.f(), t.v());
  t.ff = t.gg = t.fg = chain_dot(t, t.f(), t.v());
  t.score = t.linear() ? 0 : 1;
  if (t.linear()) {
    chain_multiply(t, t.B, t.f(), t.w());
    t.bff = t.bgg = t.bfg = chain_dot(t, t.f(), t.w());
  }
  for (int i = threadIdx.x; i < p; i += blockDim.x) {
    t.g()[i] = t.f()[i];
    t.u()[i] = t.v()[i];
    if (t.linear()) t.s()[i] = t.w()[i];
  }
  for (int k = threadIdx.x; k < plan.constraints; k += blockDim.x) {
    double value = t.in->limits[k];
    for (int j = 0; j < plan.d; ++j) value -= t.in->normals[(size_t)k * plan.d + j] * x[j];
    t.slack[k] = value;
  }
  ATH_SYNC();
  bool moved = false;
  for (int j = 0; j < plan.d; ++j) {
    const ExchangeFactor& factor = t.factors[j];
    const double current = x[j];
    for (int e = threadIdx.x; e < factor.bases; e += blockDim.x) t.now[e] = chain_basis(factor.categorical, current, e + 1);
    ATH_SYNC();
    chain_prepare(t, factor, x);
    const double chosen = chain_best_value(t, factor, x, j);
    if (chosen == current) continue;
    t.score = chain_score(t, factor, chosen);
    chain_move(t, factor, chosen);
    for (int k = threadIdx.x; k < plan.constraints; k += blockDim.x)
      t.slack[k] -= t.in->normals[(size_t)k * plan.d + j] * (chosen - current);
    if (threadIdx.x == 0) x[j] = chosen;
    ATH_SYNC();
    moved = true;
  }
  if (moved) chain_update(t);
  return moved;
}

/** C = M⁻¹ from scratch with M = M0 + Σ f f' + ridge·I, then B and the trace; log det M, or NaN where a pivot vanishes. */
template <bool kPlain>
ATH_DEVICE double chain_invert(Chain<kPlain>& t, double ridge) {
  const ExchangePlan& plan = *t.plan;
  const int p = plan.p;
  double* m = t.C;
  for (int e = threadIdx.x; e < p * p; e += blockDim.x) m[e] = t.in->fixed[e] + (e / p == e % p ? ridge : 0.0);
  for (int r = 0; r < plan.n; ++r) {
    ATH_SYNC();
    chain_model_row(t, t.x + (size_t)r * plan.d, t.f());
    each_lower(p, [&](int i, int k) { m[i * p + k] += t.f()[i] * t.f()[k]; });
  }
  ATH_SYNC();
  double log_det = 0;
  for (int q = 0; q < p; ++q) {
    const double pivot = m[q * p + q];
    if (!(pivot > kPivot * plan.n)) return NAN;
    log_det += log(pivot);
    const double inverse = 1 / pivot;
    for (int i = threadIdx.x; i < p; i += blockDim.x) t.a()[i] = lower_entry(m, p, i, q);
    ATH_SYNC();
    each_lower(p, [&](int i, int k) {
      double& entry = m[i * p + k];
      if (i == q && k == q) entry = -inverse;
      else if (i == q || k == q) entry = t.a()[i == q ? k : i] * inverse;
      else entry -= t.a()[i] * inverse * t.a()[k];
    });
    ATH_SYNC();
  }
  each_lower(p, [&](int i, int k) { m[i * p + k] = -m[i * p + k]; });
  ATH_SYNC();
  t.ratio = 1;
  if (!t.linear()) return log_det;
  double trace = 0;
  for (int e = threadIdx.x; e < p * p; e += blockDim.x) {
    const int i = e / p, k = e % p;
    double sum = 0;
    for (int q = 0; q < p; ++q) sum += lower_entry(t.C, p, i, q) * t.in->weights[q * p + k];
    t.T[e] = sum;
    if (i == k) trace += sum;
  }
  t.trace = block_sum(trace, t.scratch);
  each_lower(p, [&](int i, int k) {
    double sum = 0;
    for (int q = 0; q < p; ++q) sum += t.T[i * p + q] * lower_entry(t.C, p, k, q);
    t.B[i * p + k] = sum;
  });
  ATH_SYNC();
  return log_det;
}

/** Passes over all rows until none moves; log det M or −trace(W·M⁻¹), NaN when singular. `passes` counts up. */
template <bool kPlain>
ATH_DEVICE double chain_search(Chain<kPlain>& t, int& passes) {
  const ExchangePlan& plan = *t.plan;
  // Ridged until M is regular without it; from then on C is made anew from time to time. One call of chain_invert in the
  // text: it is long, and every copy of it costs registers.
  bool ridged = true, was_ridged = false, moved = true;
  int pass = 0;
  for (double ridge = kRidge * plan.n;;) {
    double value = chain_invert(t, ridge);
    if (ridge == 0) {
      ridged = value != value;
      if (ridged && was_ridged && !moved) return NAN;
      if (ridged) {
        ATH_SYNC();
        ridge = kRidge * plan.n;
        continue;
      }
    }
    for (int fresh = 0; fresh < (ridged ? 1 : kRefresh); ++fresh) {
      if (pass == plan.max_passes) return ridged ? NAN : (t.linear() ? -t.trace : value);
      ++pass;
      ++passes;
      moved = false;
      for (int i = 0; i < plan.n; ++i) moved = chain_visit_row(t, i) || moved;
      value += log(t.ratio);
      t.ratio = 1;
      if (!ridged && !moved) return t.linear() ? -t.trace : value;
    }
    was_ridged = ridged;
    ridge = 0;
  }
}

/** A row of levels, or of the pool; called by one thread. */
template <bool kPlain>
ATH_DEVICE void chain_random_row(const Chain<kPlain>& t, ChainRandom& random, int row) {
  const ExchangePlan& plan = *t.plan;
  double* x = t.x + (size_t)row * plan.d;
  const double* point = plan.pool > 0 ? t.in->pool + (size_t)random.below(plan.pool) * plan.d : nullptr;
  for (int j = 0; j < plan.d; ++j)
    x[j] = point ? point[j] : t.in->levels[t.factors[j].level_offset + random.below(t.factors[j].level_count)];
}

/** See coordinate_exchange. */
template <bool kPlain>
ATH_DEVICE void run_chain(const ExchangePlan& plan, const ExchangeData& in, int most_levels, int outside, double* work, double* value,
                          double* designs, double* passes, double* shared) {
  const int p = plan.p, n = plan.n, d = plan.d, bases = plan.max_bases, chain = blockIdx.x;
  const bool linear = kPlain ? false : plan.linear;
  const size_t square = (size_t)p * p, matrices = linear ? 2 : 1;
  double* global = work + chain * ((size_t)n * d + (linear ? square : 0) + (outside ? matrices * square : 0));
  double* local = shared;
  const auto take = [](double*& memory, size_t count) {
    double* at = memory;
    memory += count;
    return at;
  };
  Chain<kPlain> t;
  t.plan = &plan;
  t.factors = plan.factors;
  t.in = &in;
  t.x = take(global, (size_t)n * d);
  t.T = linear ? take(global, square) : nullptr;
  t.C = kPlain ? take(local, square) : take(outside ? global : local, square);
  t.B = linear ? take(outside ? global : local, square) : nullptr;
  t.vectors = take(local, 10 * (size_t)p);
  t.rest = take(local, plan.max_size);
  t.partial = take(local, (size_t)plan.max_size * bases);
  double** small[] = {&t.lu, &t.lv, &t.ls, &t.lw, &t.now};
  for (double** vector : small) *vector = take(local, bases);
  t.lCl = take(local, bases * bases);
  t.lBl = take(local, bases * bases);
  t.slack = take(local, plan.constraints);
  t.scores = take(local, most_levels + 2);
  t.values = take(local, most_levels + 2);
  t.scratch = take(local, 32);
  t.trace = 0;
  t.ratio = 1;

  const size_t size = (size_t)n * d;
  double* best = designs + chain * size;
  ChainRandom random;
  random.seed(plan.seed_low, plan.seed_high, (unsigned)(plan.first_chain + chain));
  double found = NAN;
  int total = 0;
  for (int round = 0; round < plan.rounds; ++round) {
    const bool given = round == 0 && plan.starts_given, none = found != found;
    if (given || !none) {
      const double* from = given ? in.starts + chain * size : best;
      for (size_t e = threadIdx.x; e < size; e += blockDim.x) t.x[e] = from[e];
    }
    ATH_SYNC();
    if (threadIdx.x == 0 && !given) {
      const int count = none ? n : 1 + random.below(plan.perturb);
      for (int k = 0; k < count; ++k) chain_random_row(t, random, none ? k : random.below(n));
    }
    ATH_SYNC();
    const double next = chain_search(t, total);
    ATH_SYNC();
    const double scale = fabs(found) > 1 ? fabs(found) : 1;
    if (!none && !(next > found + kTie * scale)) continue;
    found = next;
    for (size_t e = threadIdx.x; e < size; e += blockDim.x) best[e] = t.x[e];
  }
  if (threadIdx.x == 0) {
    value[chain] = found;
    passes[chain] = total;
  }
}

/**
 * value [chains], designs [chains,n,d], passes [chains]. work [chains, n·d + (linear ? p² : 0) + (outside ? 1 or 2 p² : 0)].
 * `most_levels` counts the levels of the richest factor. Grid: chains. kernels/cuda/host/exchange.cc computes the shared doubles.
 */
ATH_KERNEL coordinate_exchange(ATH_CONSTANT ExchangePlan plan, ATH_CONSTANT ExchangeData in, int most_levels, int outside, double* work,
                               double* value, double* designs, double* passes) {
  ATH_SHARED(shared);
  run_chain<false>(plan, in, most_levels, outside, work, value, designs, passes, shared);
}

/** Blocks of 64 threads for which the registers of a processor last without spills. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900
constexpr int kChainBlocks = 10;
#else
constexpr int kChainBlocks = 12;
#endif

/** The same for det M with the matrix in shared memory. */
ATH_KERNEL_OF(64, kChainBlocks) coordinate_exchange_plain(ATH_CONSTANT ExchangePlan plan, ATH_CONSTANT ExchangeData in,
                                                               int most_levels, double* work, double* value, double* designs,
                                                               double* passes) {
  ATH_SHARED(shared);
  run_chain<true>(plan, in, most_levels, 0, work, value, designs, passes, shared);
}
