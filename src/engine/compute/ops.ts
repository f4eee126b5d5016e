import { defineOp, unless, when } from './op-definition.ts';

/**
 * The ops of the engine: one definition each. Callers, backends, the cost model and tests read it; `src/tools/write-op-table.ts`
 * writes what the kernels need from it.
 *
 * Every op takes `dims` (Int32: the sizes by name, then the rest), inputs and outputs (fp64, row-major). Batched ops take
 * the batch as the first axis. A batch member that fails (a matrix that is not positive definite with the largest
 * jitter) does not fail the step: its entry in the `status` output says so and its numbers are NaN.
 *
 * - Covariances are given as a *covariance code* (see `covariance-code.ts`): Int32 tokens in postfix order which consume
 *   log parameters from `theta` in the order of the tokens. A row of theta is covariance log parameters…, log noise
 *   variance (−Infinity for none), constant mean; `parameters` counts all.
 * - A model is X, theta, L and alpha: L Lᵀ = A = K + noise, alpha = A⁻¹(y − mean).
 * - Jitter: the Cholesky factorization is first tried without change. A pivot that is not above n·2⁻⁵²·(its diagonal entry) has
 *   failed; then jitter·(mean of the diagonal) is added to the diagonal for each jitter of `jitterLadder` in turn.
 *   `status` is the relative jitter used (0: none), −1 when all failed.
 */

/** Relative jitters that the fused ops try, after none, when a factorization fails. */
export const jitterLadder = [1e-12, 1e-10, 1e-8, 1e-6, 1e-4] as const;

/** Bits of `wanted` of predictions. */
export const wantedOfPrediction = { mean: 1, variance: 2, gradient: 4, weights: 8, left: 16 } as const;
const {
  mean: wantsMean,
  variance: wantsVariance,
  gradient: wantsGradient,
  weights: wantsWeights,
  left: wantsLeft,
} = wantedOfPrediction;

/** Data of a fit; the noise variances are added to the diagonal as given (zeros where there are none). */
const data = { X: ['n', 'd'], y: ['n'], noise: ['n'], theta: ['batch', 'parameters'] } as const;
/** One model. */
const model = { X: ['n', 'd'], theta: ['parameters'], L: ['n', 'n'], alpha: ['n'] } as const;

const rows = ({ n }: { readonly n: number }): number => n;
/** Operations of a chain of exchanges: about eight passes, with p² per update and the scores of the levels. */
const exchanges = ({ rounds, n, d, p }: Readonly<Record<'rounds' | 'n' | 'd' | 'p', number>>): number =>
  rounds * 8 * n * (6 * p * p + 40 * d);

export const ops = {
  /** Log marginal likelihood of each theta, no priors, and its gradient. */
  gp_likelihood: defineOp({
    sizes: ['batch', 'n', 'd', 'parameters', 'withGradient'],
    rest: 'covariance code',
    inputs: data,
    outputs: {
      value: ['batch'],
      gradient: when('withGradient', 1, ['batch', 'parameters']),
      status: ['batch'],
    },
    // An entry of the covariance counts as 40.
    operations: ({ batch, n, d, withGradient }) =>
      batch * (n * n * (40 + 4 * d) + (withGradient ? 2 * n ** 3 : n ** 3 / 3)),
    family: 'likelihood',
    links: rows,
  }),

  /** L and alpha of each theta; L has zeros above its diagonal. */
  gp_factor: defineOp({
    sizes: ['batch', 'n', 'd', 'parameters'],
    rest: 'covariance code',
    inputs: data,
    outputs: { L: ['batch', 'n', 'n'], alpha: ['batch', 'n'], status: ['batch'] },
    operations: ({ batch, n }) => batch * (n * n * 20 + n ** 3 / 3),
    family: 'factor',
    links: rows,
  }),

  /** Posterior at points that a batch of models shares. The variance is latent (noise not added) and ≥ 0. */
  gp_predict: defineOp({
    sizes: ['batch', 'n', 'd', 'parameters', 'm', 'wanted'],
    rest: 'covariance code',
    inputs: {
      X: ['n', 'd'],
      theta: ['batch', 'parameters'],
      L: ['batch', 'n', 'n'],
      alpha: ['batch', 'n'],
      Xs: ['m', 'd'],
    },
    outputs: {
      mean: when('wanted', wantsMean, ['batch', 'm']),
      variance: when('wanted', wantsVariance, ['batch', 'm']),
      dMean: when('wanted', wantsGradient, ['batch', 'm', 'd']),
      dVariance: when('wanted', wantsGradient, ['batch', 'm', 'd']),
    },
    operations: ({ batch, n, d, m, wanted }) =>
      batch * m * (n * (40 + 2 * d) + (wanted & 6 ? n * n : 0) + (wanted & 4 ? n * n + 4 * n * d : 0)),
    family: 'posterior',
    links: ({ n, wanted }) => (wanted & (wantsVariance | wantsGradient) ? n : 0),
  }),

  /** Joint posterior of groups of q points under one model; with cotangents of both, the gradient by the points. */
  gp_joint: defineOp({
    sizes: ['groups', 'q', 'n', 'd', 'parameters', 'withGradient'],
    rest: 'covariance code',
    inputs: {
      ...model,
      Xs: ['groups', 'q', 'd'],
      gMean: when('withGradient', 1, ['groups', 'q']),
      gCov: when('withGradient', 1, ['groups', 'q', 'q']),
    },
    outputs: {
      mean: ['groups', 'q'],
      cov: ['groups', 'q', 'q'],
      dXs: when('withGradient', 1, ['groups', 'q', 'd']),
    },
    operations: ({ groups, q, n, d, withGradient }) =>
      groups * q * (n * (40 + 2 * d) + (withGradient ? 2 : 1) * n * n + q * n),
    family: 'posterior',
    links: rows,
  }),

  /**
   * Monte-Carlo acquisition of groups of q points over fixed normal samples Z, with its gradient by the points.
   *
   * kind: 0 log-qEI (smoothed), 1 qEI, 2 qUCB, 3 qPI, 4 simple regret. `params`: best, beta, sign, tau, tauMax, centre.
   * best is in the units of y; sign +1 maximizes, −1 minimizes (f and best are multiplied by it); tau smooths max(·, 0)
   * of log-qEI (1e-6) or the step of qPI (1e-3), tauMax the maximum over q of log-qEI (1e-2); centre of qUCB: 0 the
   * average of the samples, as BoTorch does, 1 the posterior mean.
   *
   * Samples are mean + L_q z, L_q the lower factor of the joint covariance of the pending points and the q after them:
   * those of the pending points are the same for every group, as long as no jitter is needed. Pending points are constants.
   */
  mc_acquisition: defineOp({
    sizes: ['groups', 'q', 'n', 'd', 'parameters', 'samples', 'kind', 'withGradient', 'pending'],
    rest: 'covariance code',
    inputs: {
      ...model,
      Xs: ['groups', 'q', 'd'],
      Z: ['samples', 'pending+q'],
      Xpending: ['pending', 'd'],
      params: [6],
    },
    outputs: {
      value: ['groups'],
      gradient: when('withGradient', 1, ['groups', 'q', 'd']),
      status: ['groups'],
    },
    operations: ({ groups, q, n, d, samples, withGradient, pending }) => {
      const points = q + pending;
      const posterior = points * (n * (40 + 2 * d) + (withGradient ? 2 : 1) * n * n);
      return groups * (posterior + samples * points * (points + 60));
    },
    family: 'acquisition',
    links: rows,
  }),

  /**
   * Likelihood of rows that are conditioned on few others each, `neighbours`, −1 filling the end of a line. wanted: 0 value,
   * 1 + gradient, 2 + information. value: Σ_i log N(y_i | y of its neighbours); status: the largest jitter that a row used;
   * information: Σ_i h hᵀ + ½ g gᵀ, h = ∂μ_i/∂θ/s_i and g = ∂log s_i²/∂θ of the conditional mean and variance.
   *
   * Source: Vecchia 1988, doi:10.1111/j.2517-6161.1988.tb01729.x.
   */
  vecchia_likelihood: defineOp({
    sizes: ['batch', 'n', 'd', 'parameters', 'm', 'wanted'],
    rest: 'covariance code',
    inputs: { ...data, neighbours: ['n', 'm'] },
    outputs: {
      value: ['batch'],
      gradient: when('wanted', 3, ['batch', 'parameters']),
      status: ['batch'],
      information: when('wanted', 2, ['batch', 'parameters', 'parameters']),
    },
    operations: ({ batch, n, d, m, wanted }) =>
      batch * n * (m * m * (20 + 2 * d) * (1 + wanted) + m ** 3 / 3),
    family: 'neighbours',
    links: ({ m }) => m,
  }),

  /**
   * Posterior of k points, each given the rows in its line of `neighbours` alone. wanted: as gp_predict, 8 weights:
   * mean = m + Σ weight·(y − m). A point whose neighbours have no factor gets NaN.
   *
   * With rank > 0 the covariance is the residual one, k(x, x') − f(x)ᵀf(x'), f the rows of `features` and `pointFeatures`;
   * slopes hold the features of the point. 16 left: f(x) − Σ weight·f of the neighbours. Pivots and jitter are judged by the diagonal before the features are taken off.
   */
  vecchia_predict: defineOp({
    sizes: ['k', 'n', 'd', 'parameters', 'm', 'rank', 'wanted'],
    rest: 'covariance code',
    inputs: {
      ...data,
      theta: ['parameters'],
      Xs: ['k', 'd'],
      neighbours: ['k', 'm'],
      features: ['n', 'rank'],
      pointFeatures: ['k', 'rank'],
    },
    outputs: {
      mean: when('wanted', wantsMean, ['k']),
      variance: when('wanted', wantsVariance, ['k']),
      dMean: when('wanted', wantsGradient, ['k', 'd']),
      dVariance: when('wanted', wantsGradient, ['k', 'd']),
      weights: when('wanted', wantsWeights, ['k', 'm']),
      left: when('wanted', wantsLeft, ['k', 'rank']),
    },
    operations: ({ k, d, m, rank }) => k * (m * m * (20 + 2 * d + rank) + m ** 3 / 3),
    family: 'neighbours',
    links: ({ m }) => m,
  }),

  /** C = op(A)·op(B). A stride of 0: the operand is shared by the batch. */
  matmul: defineOp({
    sizes: ['batch', 'm', 'k', 'n', 'transposeA', 'transposeB', 'strideA', 'strideB'],
    inputs: { A: 'own', B: 'own' },
    outputs: { C: ['batch', 'm', 'n'] },
    operations: ({ batch, m, k, n }) => 2 * batch * m * k * n,
    family: 'product',
  }),

  /** Lower factors; the jitters of `ladder`, of any length, are tried in turn. */
  cholesky: defineOp({
    sizes: ['batch', 'n'],
    inputs: { A: ['batch', 'n', 'n'], ladder: 'own' },
    outputs: { L: ['batch', 'n', 'n'], status: ['batch'] },
    operations: ({ batch, n }) => (batch * n ** 3) / 3,
    family: 'factor',
    links: rows,
  }),

  /** X = L⁻¹R, or L⁻ᵀR. */
  solve_triangular: defineOp({
    sizes: ['batch', 'n', 'm', 'transpose'],
    inputs: { L: ['batch', 'n', 'n'], R: ['batch', 'n', 'm'] },
    outputs: { X: ['batch', 'n', 'm'] },
    operations: ({ batch, n, m }) => batch * n * n * m,
    family: 'factor',
    links: rows,
  }),

  /**
   * Matrices of a batch of parameters, or the pullback of a cotangent to theta and X1, X2 constant. `parameters` ≥
   * what the code consumes: the rest of a row is ignored, its gradient 0.
   */
  covariance: defineOp({
    sizes: ['batch', 'n1', 'n2', 'd', 'parameters', 'withGradient'],
    rest: 'covariance code',
    inputs: {
      X1: ['n1', 'd'],
      X2: ['n2', 'd'],
      theta: ['batch', 'parameters'],
      cotangent: when('withGradient', 1, ['batch', 'n1', 'n2']),
    },
    outputs: {
      K: unless('withGradient', ['batch', 'n1', 'n2']),
      dTheta: when('withGradient', 1, ['batch', 'parameters']),
      dX1: when('withGradient', 1, ['batch', 'n1', 'd']),
    },
    operations: ({ batch, n1, n2, d, withGradient }) =>
      batch * n1 * n2 * (40 + 2 * d) * (withGradient ? 3 : 1),
    family: 'product',
  }),

  /** y = f(x), f by `unaryCodes`. */
  unary: defineOp({
    sizes: ['length', 'function'],
    most: 2 ** 31 - 1,
    inputs: { x: ['length'] },
    outputs: { y: ['length'] },
    operations: ({ length }) => 20 * length,
    family: 'product',
  }),

  /** c = f(a, b) over a shape, f by `binaryCodes`. Rest: shape, strides of a, strides of b, `rank` each; 0 repeats. */
  binary: defineOp({
    sizes: ['function', 'rank'],
    rest: 'strides',
    inputs: { a: 'own', b: 'own' },
    outputs: { c: 'own' },
    operations: () => 0,
    family: 'product',
  }),

  /** Over the middle axis, f by `reduceCodes`. */
  reduce: defineOp({
    sizes: ['function', 'outer', 'middle', 'inner'],
    most: 2 ** 31 - 1,
    inputs: { x: ['outer', 'middle', 'inner'] },
    outputs: { y: ['outer', 'inner'] },
    operations: () => 0,
    family: 'product',
  }),

  /**
   * Coordinate exchange of many designs at once (`design/optimal/`), everything in coded units.
   *
   * Rest: per factor categorical 0|1, count of bases, count of levels, ends 0|1; per column the count of its pieces, then
   * (factor, basis ≥ 1) for each. A column is the product of its pieces: numeric (coded value)^basis, categorical 1 where
   * the position of the category is `basis`. Each chain makes `rounds` local searches: from a start, then from its best
   * design with 1 … `perturb` random rows replaced. Chain c draws from the stream (seed, firstChain + c), so it is the same
   * in any batch. criterion 0: log det M; 1: −trace(W·M⁻¹); M = M0 + X'X over the n rows.
   *
   * `levels` are those of factor after factor; rows keep normal·x ≤ limit (`ends`: ends of the feasible interval are
   * offered too) and lie in none of `boxes` (low, high); rows start from `points`, or from levels at random where there
   * are none, which is for no constraints. value: best of the chain, NaN when all its designs were singular.
   */
  exchange: defineOp({
    sizes: [
      ...(['chains', 'rounds', 'n', 'd', 'p', 'criterion', 'maxPasses', 'seedLow', 'seedHigh'] as const),
      ...(['firstChain', 'perturb', 'limits', 'forbidden', 'pool', 'startsGiven'] as const),
    ],
    rest: 'factors and columns',
    inputs: {
      levels: 'own',
      M0: ['p', 'p'],
      W: when('criterion', 1, ['p', 'p']),
      normals: ['limits', 'd'],
      limit: ['limits'],
      boxes: ['forbidden', 'd', 2],
      points: ['pool', 'd'],
      starts: when('startsGiven', 1, ['chains', 'n', 'd']),
    },
    outputs: { value: ['chains'], designs: ['chains', 'n', 'd'], passes: ['chains'] },
    operations: (sizes) => sizes.chains * exchanges(sizes),
    family: 'exchange',
    // A chain does one operation after the other.
    links: exchanges,
  }),

  /**
   * The likelihood, its gradient and ½ DᵀA⁻¹D, column k of D [n, parameters] being (∂A/∂θ_k)A⁻¹(y − mean) and for the
   * mean ones; the entry of the mean with itself is 1ᵀA⁻¹1. Positive semidefinite: the average of the observed and the
   * expected information but for second derivatives of A, which cancel in expectation.
   */
  gp_information: defineOp({
    sizes: ['batch', 'n', 'd', 'parameters'],
    rest: 'covariance code',
    inputs: data,
    outputs: {
      value: ['batch'],
      gradient: ['batch', 'parameters'],
      status: ['batch'],
      information: ['batch', 'parameters', 'parameters'],
    },
    // The gradient's pairs, those of D = (∂A/∂θ)α, and L⁻¹D over as many columns as parameters.
    operations: ({ batch, n, d, parameters }) => batch * (n * n * (80 + 8 * d + 2 * parameters) + 2 * n ** 3),
    family: 'likelihood',
    links: rows,
  }),

  /**
   * The m rows nearest to each of k points, nearest first, of equal distances the smaller row first, −1 filling the end of
   * a line. A point takes rows below its limit, of the `looked` blocks whose boxes are nearest to it, of equal ones the first.
   *
   * Rows lie in blocks of `leaf`, a multiple of 32: `rows` their numbers, −1 where a place is empty, `places` the
   * coordinates of a block, column by column, `boxes` the least, then the largest coordinate of every block.
   */
  nearest_rows: defineOp({
    sizes: ['k', 'd', 'm', 'blocks', 'leaf', 'looked'],
    inputs: {
      points: ['k', 'd'],
      limits: ['k'],
      rows: ['blocks', 'leaf'],
      places: ['blocks', 'd', 'leaf'],
      boxes: [2, 'd', 'blocks'],
    },
    outputs: { neighbours: ['k', 'm'] },
    operations: ({ k, d, blocks, leaf, looked }) => 3 * k * d * (blocks + leaf * Math.min(blocks, looked)),
    family: 'product',
  }),

  /**
   * Residuals of the rows of each fold given those of all other rows, whose covariance is A = L·Lᵀ: mean and variance of
   * m rows, fold after fold. Rest: per fold the number of its rows, then these rows, each once. `residuals` are a fold's
   * own; entries of its rows are not read.
   *
   * With Q = A⁻¹ a fold F has the mean −Q_FF⁻¹ Q_FT r_T and the variances in the diagonal of Q_FF⁻¹ (Rasmussen and Williams 2006, §5.4.2,
   * in blocks). A fold whose Q_FF has no factor with any jitter is NaN.
   */
  leave_out: defineOp({
    sizes: ['n', 'm', 'folds'],
    rest: 'folds',
    inputs: { L: ['n', 'n'], residuals: ['folds', 'n'] },
    outputs: { mean: ['m'], variance: ['m'] },
    operations: ({ n, m, folds }) => n * n * m + (n * m * m) / Math.max(1, folds),
    family: 'factor',
    links: rows,
  }),
} as const;

export type OpName = keyof typeof ops;

/** In the order in which the kernels number them. */
export const opNames = Object.keys(ops) as readonly OpName[];
