/**
 * The ops of the engine: the one list that backends, kernels and tests share.
 *
 * Every op takes `dims` (Int32), `inputs` and `outputs` (fp64, row-major). Batched ops take the batch as the
 * first axis. A batch member that fails (a matrix that is not positive definite with the largest jitter) does not
 * fail the step: its entry in the `status` output says so and its numbers are NaN.
 *
 * Covariances are given as a *covariance code* (see `covariance-code.ts`): Int32 tokens in postfix order which
 * consume log parameters from `theta` in the order of the tokens.
 *
 * ## Fused programs
 *
 * `gp_likelihood`  dims [B, n, d, P, withGradient, ...code]
 *   inputs  X [n,d] · y [n] · noiseVariance [n] (added to the diagonal as given; zeros where there is none) · theta [B,P]
 *           theta row = covariance log parameters…, log noise variance (−Infinity for none), constant mean; P counts all.
 *   outputs value [B] (log marginal likelihood, no priors) · gradient [B,P] · status [B] (jitter used, or −1 when it failed)
 *
 * `gp_information` dims [B, n, d, P, ...code]     inputs as gp_likelihood
 *   outputs value [B] · gradient [B,P] · status [B] · information [B,P,P]: ½ DᵀA⁻¹D, column k of D [n,P] being (∂A/∂θ_k)A⁻¹(y − mean)
 *           and for the mean ones; the entry of the mean with itself is 1ᵀA⁻¹1. Positive semidefinite: the average of the observed
 *           and the expected information but for second derivatives of A, which cancel in expectation
 *
 * `gp_factor`      dims [B, n, d, P, ...code]
 *   inputs  X, y, noiseVariance, theta as above
 *   outputs L [B,n,n] (lower, zeros above) · alpha [B,n] = A⁻¹(y − mean) · status [B]
 *
 * `gp_predict`     dims [B, n, d, P, m, wanted, ...code]     wanted: 1 mean, 2 + variance, 4 + gradients of both (bits)
 *   inputs  X, theta, L, alpha as above · Xs [m,d] (shared by the batch)
 *   outputs mean [B,m] · variance [B,m] (latent, noise not added, ≥ 0) · dMean [B,m,d] · dVariance [B,m,d] (length 0 where not wanted)
 *
 * `gp_joint`       dims [G, q, n, d, P, withGradientInputs, ...code]    joint posterior of G groups of q points (one model)
 *   inputs  X, theta [P], L [n,n], alpha [n] · Xs [G,q,d] · (with the flag: gMean [G,q], gCov [G,q,q], cotangents)
 *   outputs mean [G,q] · cov [G,q,q] · (with the flag: dXs [G,q,d])
 *
 * `mc_acquisition` dims [G, q, n, d, P, S, kind, withGradient, pending, ...code]   kinds: 0 log-qEI (smoothed), 1 qEI, 2 qUCB, 3 qPI, 4 simple regret
 *   inputs  X, theta [P], L [n,n], alpha [n] · Xs [G,q,d] · Z [S, pending + q] · Xpending [pending,d]
 *           · params [best, beta, sign, tau, tauMax, centre]: best in the units of y; sign +1 maximizes, −1 minimizes (f and best are multiplied by it);
 *           tau smooths max(·, 0) of log-qEI (1e-6) or the step of qPI (1e-3), tauMax the maximum over q of log-qEI (1e-2);
 *           centre of qUCB: 0 the average of the samples, as BoTorch does, 1 the posterior mean
 *   outputs value [G] · gradient [G,q,d] · status [G]
 *
 * ### Sparse: rows conditioned on few others (Vecchia 1988, doi:10.1111/j.2517-6161.1988.tb01729.x)
 *
 * `vecchia_likelihood` dims [B, n, d, P, m, wanted, ...code]     wanted: 0 value, 1 + gradient, 2 + information
 *   inputs  X, y, noiseVariance, theta as in gp_likelihood · neighbours [n,m]: the rows that row i is conditioned on, −1 filling the end
 *   outputs value [B]: Σ_i log N(y_i | y of its neighbours) · gradient [B,P] · status [B] (the largest jitter that a row used, or −1)
 *           · information [B,P,P]: Σ_i h hᵀ + ½ g gᵀ, h = ∂μ_i/∂θ/s_i and g = ∂log s_i²/∂θ of the conditional mean and variance
 *
 * `vecchia_predict`  dims [k, n, d, P, m, wanted, ...code]   wanted: 1 mean, 2 + variance, 4 + gradients of both, 8 weights (bits)
 *   inputs  X, y, noiseVariance as above, theta [P] · Xs [k,d] · neighbours [k,m] rows of X for each point
 *   outputs mean [k] · variance [k] (latent, ≥ 0) · dMean [k,d] · dVariance [k,d] · weights [k,m]: mean = m + Σ weight·(y − m)
 *           A point whose neighbours have no factor gets NaN.
 *
 * ### Conventions of the fused ops
 *
 * - Jitter: a Cholesky factor is first tried as it stands. A pivot that is not above n·2⁻⁵²·(its diagonal entry) has
 *   failed; then jitter·(mean of the diagonal) is added to the diagonal for each jitter of `jitterLadder` in turn.
 *   `status` is the relative jitter used (0: none), −1 when all failed.
 * - Periodic: exp(−2 Σ (sin(π Δ_k/p_k)/ℓ_k)²). Rational quadratic: (1 + r²/(2α))^−α. Linear: Σ v_k x_k x'_k.
 * - `mc_acquisition`: L_q is the lower factor of the joint covariance of the pending points and the q after them (ladder as
 *   above), samples are mean + L_q z_s: those of the pending points are the same for every group, as long as no jitter is
 *   needed. `gradient` is with respect to Xs alone, the pending points are constants.
 *
 * ## Tensor ops (all batched; see `tensor/`)
 *
 * `matmul`    dims [B, m, k, n, transposeA, transposeB, strideA0, strideB0]   stride 0: the operand is shared by the batch
 *   inputs A, B · outputs C
 * `cholesky`  dims [B, n]     inputs A [B,n,n] · jitter ladder [k] · outputs L [B,n,n], status [B]
 * `solve_triangular` dims [B, n, m, transpose]   inputs L [B,n,n], R [B,n,m] · outputs X [B,n,m]
 * `covariance` dims [B, n1, n2, d, P, withGradient, ...code]   inputs X1 [n1,d], X2 [n2,d] (both shared), theta [B,P] (and cotangent [B,n1,n2])
 *           · outputs K [B,n1,n2] (or with the flag: gradients theta [B,P], X1 [B,n1,d], with X2 held constant). P ≥ what the code consumes; the rest of a row is ignored, its gradient 0.
 * `unary`     dims [length, function]   inputs x · outputs y; functions: `unaryCodes`
 * `binary`    dims [function, rank, shape…, stridesA…, stridesB…]   inputs a, b · outputs c [shape]; strides count elements, 0 repeats; functions: `binaryCodes`
 * `reduce`    dims [function, outer, middle, inner]   inputs x [outer, middle, inner] · outputs y [outer, inner]; functions: `reduceCodes`
 *
 * ## Designs
 *
 * `exchange`  coordinate exchange of many designs at once (`design/optimal/`), everything in coded units
 *   dims    [chains, rounds, n, d, p, criterion, maxPasses, seedLow, seedHigh, firstChain, perturb, m, k, N, startsGiven,
 *            per factor: categorical 0|1, bases E, count of levels, ends 0|1,
 *            per column: count of pieces, then (factor, basis 1 … E) for each]
 *           A column is the product of its pieces: numeric (coded value)^basis, categorical 1 where the label's position is
 *           `basis`. Each chain makes `rounds` local searches: from a start, then from its best design with 1 … `perturb`
 *           random rows replaced. Chain c draws from the stream (seed, firstChain + c), so it is the same in any batch.
 *           criterion 0: log det M; 1: −trace(W·M⁻¹); M = M0 + X'X over the n rows.
 *   inputs  levels (factor after factor) · M0 [p,p] · W [p,p] (length 0 for criterion 0) · normals [m,d] and limits [m]
 *           (rows keep normal·x ≤ limit; `ends`: ends of the feasible interval are offered too) · forbidden [k,d,2] (boxes
 *           low, high that no row may lie in) · pool [N,d] (points that rows start from; N = 0: levels at random, which is
 *           for no constraints) · starts [chains,n,d] (length 0 unless `startsGiven`)
 *   outputs value [chains] (best of the chain; NaN when all its designs were singular) · designs [chains,n,d] · passes [chains]
 */
/** Relative jitters that the fused ops try, after none, when a factorization fails. */
export const jitterLadder = [1e-12, 1e-10, 1e-8, 1e-6, 1e-4] as const;

export const opNames = [
  'gp_likelihood',
  'gp_factor',
  'gp_predict',
  'gp_joint',
  'mc_acquisition',
  'matmul',
  'cholesky',
  'solve_triangular',
  'covariance',
  'unary',
  'binary',
  'reduce',
  'exchange',
  'gp_information',
  'vecchia_likelihood',
  'vecchia_predict',
] as const;

export type OpName = (typeof opNames)[number];

/** Codes of the functions of `unary`, shared by every backend. */
export const unaryCodes = {
  neg: 0,
  exp: 1,
  log: 2,
  sqrt: 3,
  square: 4,
  reciprocal: 5,
  tanh: 6,
  sigmoid: 7,
  softplus: 8,
  sin: 9,
  cos: 10,
  abs: 11,
  sign: 12,
  log1p: 13,
  expm1: 14,
  acos: 15,
  normal_cdf: 16,
  log_normal_cdf: 17,
} as const;

/** Codes of the functions of `binary`; `greater` gives 1 where a > b, else 0. */
export const binaryCodes = {
  add: 0,
  subtract: 1,
  multiply: 2,
  divide: 3,
  maximum: 4,
  minimum: 5,
  power: 6,
  greater: 7,
} as const;

/** Codes of the functions of `reduce`, over the middle axis. */
export const reduceCodes = { sum: 0, mean: 1, max: 2, min: 3, logsumexp: 4 } as const;
