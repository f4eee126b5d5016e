import { choleskyLower } from '../linalg/cholesky.ts';
import { dot, multiply } from '../linalg/products.ts';
import { createGenerator } from '../random/generator.ts';
import { logNormalCdf, normalHazard, normalQuantile } from '../random/normal.ts';
import { hull } from '../space/encode.ts';
import type { Space } from '../space/space.ts';

/** Runs that gave a result and runs that gave none. */
export interface SuccessData {
  /** [n, d] encoded. */
  readonly X: Float64Array;
  readonly n: number;
  /** [n] 1: a result, 0: failed. */
  readonly success: Uint8Array;
}

/** How likely a run is to give a result, learned from failures. */
export interface SuccessModel {
  /** [m] log probability of a result. */
  logProbability(points: Float64Array, m: number): Float64Array;
  /** [m], and its slopes by raw inputs [m, d]; 0 for categories. */
  gradient(
    points: Float64Array,
    m: number,
  ): { readonly value: Float64Array; readonly gradient: Float64Array };
  /** Whether m runs give a result, drawn together as they are correlated: 1 or 0 [m] from standard normals [m]. */
  jointly(points: Float64Array, m: number): (Z: Float64Array) => Uint8Array;
}

/** Lengthscales that are tried, in spans of the variables times √d. */
const LENGTHSCALES = [0.2, 0.4, 0.8, 1.6];
/** Deviations of the latent function that are tried: from failures by chance to settings that always fail. */
const AMPLITUDES = [2, 20, 60];
/** Log probability of the outcomes, each predicted without itself, that leaving a column out must add. */
const LEFT_OUT_GAIN = 0.5;
/** Gain in the log probability of the outcomes, each predicted without itself, at which a model of the settings is as likely as one share for all runs. */
const DOUBT = 2;
/** Fits that leave a column out, at most. */
const MOST_LEFT_OUT = 40;
/** Rows that are used; beyond them results, which are plenty then, are drawn at random. */
const MOST_ROWS = 100;
const SWEEPS = 15;
const JITTER = 1e-8;

/** The rows of a model: all failures, as far as there is room, and results. */
function chosenRows({ n, success }: SuccessData): number[] {
  const rows = Array.from({ length: n }, (_, i) => i);
  if (n <= MOST_ROWS) return rows;
  const shuffled = createGenerator('rows of success').shuffle(rows);
  const failed = shuffled.filter((i) => success[i] === 0).slice(0, MOST_ROWS / 2);
  const good = shuffled.filter((i) => success[i] === 1).slice(0, MOST_ROWS - failed.length);
  return [...failed, ...good].sort((a, b) => a - b);
}

/** L⁻¹ b in place. */
function forward(L: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * b[k];
    b[i] = sum / L[i * n + i];
  }
  return b;
}

/** L⁻ᵀ b in place. */
function backward(L: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < n; k++) sum -= L[k * n + i] * b[k];
    b[i] = sum / L[i * n + i];
  }
  return b;
}

/** What expectation propagation leaves: sites √τ, the factor of I + √τ K √τ, and the weights of the kernel in the mean. */
interface Sites {
  /** Sum of log probabilities of each outcome, predicted without it. */
  readonly leftOut: number;
  readonly root: Float64Array;
  readonly L: Float64Array;
  /** (K + τ⁻¹)⁻¹ (site means − μ) [n]. */
  readonly weights: Float64Array;
}

/** One pass over all sites in place; the largest change of a precision, relative to 1. Of S [n, n] the lower triangle counts. */
function sweep(
  S: Float64Array,
  n: number,
  signs: Float64Array,
  mean: number,
  tau: Float64Array,
  nu: Float64Array,
) {
  let change = 0;
  let leftOut = 0;
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) column[j] = j <= i ? S[i * n + j] : S[j * n + i];
    const centre = dot(column, nu);
    const own = column[i];
    const cavity = 1 / (1 / own - tau[i]);
    const cavityMean = cavity * (centre / own - nu[i]);
    const width = Math.sqrt(1 + cavity);
    const z = (signs[i] * (cavityMean + mean)) / width;
    const hazard = normalHazard(z);
    leftOut += logNormalCdf(z);
    const shrink = (hazard * (hazard + z) * cavity) / (1 + cavity);
    const variance = cavity * (1 - Math.min(shrink, 1 - 1e-9));
    const moved = cavityMean + (signs[i] * cavity * hazard) / width;
    const after = Math.max(1e-10, 1 / variance - 1 / cavity);
    const step = after - tau[i];
    tau[i] = after;
    nu[i] = moved / variance - cavityMean / cavity;
    const factor = step / (1 + step * own);
    for (let a = 0; a < n; a++) {
      const scaled = factor * column[a];
      if (scaled === 0) continue;
      for (let b = 0; b <= a; b++) S[a * n + b] -= scaled * column[b];
    }
    change = Math.max(change, Math.abs(step) / (1 + after));
  }
  return { change, leftOut };
}

/**
 * Expectation propagation for a probit classifier with prior mean μ and covariance K, its lower triangle.
 *
 * Source: Rasmussen and Williams 2006, algorithm 3.5; latent values are taken less μ. Laplace's approximation is not used:
 * where runs fail without exception it leaves them far too likely to succeed.
 */
function propagate(K: Float64Array, n: number, signs: Float64Array, mean: number): Sites | undefined {
  const S = K.slice();
  const tau = new Float64Array(n);
  const nu = new Float64Array(n);
  let leftOut = Number.NaN;
  for (let round = 0; round < SWEEPS; round++) {
    const swept = sweep(S, n, signs, mean, tau, nu);
    leftOut = swept.leftOut;
    if (swept.change < 1e-4) break;
  }
  if (!Number.isFinite(leftOut)) return undefined;
  const root = tau.map(Math.sqrt);
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) M[i * n + j] = root[i] * K[i * n + j] * root[j] + (i === j ? 1 : 0);
  }
  const L = choleskyLower(M, n, 0);
  if (L === undefined) return undefined;
  const scaled = nu.map((value, i) => value / root[i]);
  const weights = backward(L, n, forward(L, n, scaled)).map((value, i) => root[i] * value);
  return { leftOut, root, L, weights };
}

const ROOT5 = Math.sqrt(5);

/** Columns as coordinates: numbers in spans, categories as places that are all equally far apart. */
interface Coordinates {
  readonly d: number;
  readonly scale: Float64Array;
  readonly isCategory: readonly boolean[];
  /** Those that take part. */
  readonly columns: readonly number[];
}

function coordinatesOf({ dimensions }: Space): Coordinates {
  const scale = Float64Array.from(dimensions, (dimension) => {
    const [low, high] = hull(dimension);
    return high > low ? 1 / (high - low) : 1;
  });
  const isCategory = dimensions.map(({ kind }) => kind === 'categorical');
  return { d: dimensions.length, scale, isCategory, columns: Array.from(dimensions.keys()) };
}

/** Squared distance of two points over the columns that take part, in spans; different categories are one span apart. */
function squared(at: Coordinates, A: Float64Array, i: number, B: Float64Array, j: number): number {
  let sum = 0;
  for (const k of at.columns) {
    const difference = A[i * at.d + k] - B[j * at.d + k];
    sum += at.isCategory[k] ? (difference === 0 ? 0 : 1) : (difference * at.scale[k]) ** 2;
  }
  return sum;
}

/** Matérn-5/2. */
function covariance(squaredDistance: number, lengthscale: number, variance: number): number {
  const r = (ROOT5 * Math.sqrt(squaredDistance)) / lengthscale;
  return r > 700 ? 0 : variance * (1 + r + (r * r) / 3) * Math.exp(-r);
}

/**
 * Learns how likely runs are to give a result: a probit Gaussian process with a Matérn-5/2 covariance, its lengthscale,
 * amplitude and columns the ones of a few that best predict each run from the others. Far from all runs the answer is the share of results, by Laplace's rule.
 * That share has a weight everywhere, the larger, the less settings predict: runs may fail by chance (decision 0622).
 *
 * Cost O(n³) for at most 100 rows, once for the same data and space: the members of a batch share what was learned.
 *
 * @returns undefined where no run failed: there is nothing to learn
 */
export function fitSuccess(data: SuccessData, space: Space): SuccessModel | undefined {
  const known = learned.get(data);
  if (known?.space === space) return known.model;
  const model = learn(data, space);
  learned.set(data, { space, model });
  return model;
}

const learned = new WeakMap<
  SuccessData,
  { readonly space: Space; readonly model: SuccessModel | undefined }
>();

function learn(data: SuccessData, space: Space): SuccessModel | undefined {
  if (data.success.every((value) => value === 1)) return undefined;
  const rows = chosenRows(data);
  const n = rows.length;
  const at = coordinatesOf(space);
  const X = new Float64Array(n * at.d);
  rows.forEach((row, i) => {
    X.set(data.X.subarray(row * at.d, (row + 1) * at.d), i * at.d);
  });
  const signs = Float64Array.from(rows, (row) => (data.success[row] === 1 ? 1 : -1));
  const fitted = fitter(X, n, signs);
  const form = { at, lengthscale: 0, variance: 0 };
  const all = LENGTHSCALES.flatMap((factor) =>
    AMPLITUDES.map((amplitude) =>
      fitted({ ...form, lengthscale: factor * Math.sqrt(at.d), variance: amplitude ** 2 }),
    ),
  );
  const best = likeliest(all);
  if (best === undefined) return undefined;
  const dependent = withFewerColumns(best, fitted);
  return predictor(X, n, dependent, chanceOf(signs, dependent.leftOut));
}

/** That runs fail whatever their settings are: the probability of a result, and the weight of what settings predict beside it. */
interface Chance {
  readonly share: number;
  readonly weight: number;
}

const shareOf = (signs: Float64Array): number =>
  (signs.filter((sign) => sign > 0).length + 1) / (signs.length + 2);

/** @param leftOut log probability of the outcomes, each predicted from the settings of the others */
function chanceOf(signs: Float64Array, leftOut: number): Chance {
  const share = shareOf(signs);
  const byChance = signs.reduce((sum, sign) => sum + Math.log(sign > 0 ? share : 1 - share), 0);
  return { share, weight: 1 / (1 + Math.exp(byChance + DOUBT - leftOut)) };
}

/** The log probability of a result, of the one that settings predict; finite where the latter has no exponential. */
function withChance({ share, weight }: Chance, log: number): number {
  const bySettings = Math.log(weight) + log;
  const byChance = Math.log((1 - weight) * share);
  return Math.max(bySettings, byChance) + Math.log1p(Math.exp(-Math.abs(bySettings - byChance)));
}

/** What outcomes depend on, and how. */
interface Form {
  readonly at: Coordinates;
  readonly lengthscale: number;
  readonly variance: number;
}

type Fitted = Form & Sites & { readonly mean: number };

/** Fits of a form to the outcomes of rows [n, d]; undefined where propagation fails. */
function fitter(X: Float64Array, n: number, signs: Float64Array): (form: Form) => Fitted | undefined {
  const share = shareOf(signs);
  return (form) => {
    const { at, lengthscale, variance } = form;
    const mean = normalQuantile(share) * Math.sqrt(1 + variance);
    const K = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++)
        K[i * n + j] = covariance(squared(at, X, i, X, j), lengthscale, variance) + (i === j ? JITTER : 0);
    }
    const sites = propagate(K, n, signs, mean);
    return sites && { ...form, ...sites, mean };
  };
}

/** The one that best predicts each outcome from the others. */
const likeliest = (fits: readonly (Fitted | undefined)[]): Fitted | undefined =>
  fits.reduce((best, one) => (one && !(one.leftOut <= (best?.leftOut ?? -Infinity)) ? one : best), undefined);

/** Leaves columns out, one after another, as long as outcomes are better predicted: most failures are of one or two variables. */
function withFewerColumns(whole: Fitted, fitted: (form: Form) => Fitted | undefined): Fitted {
  let best = whole;
  for (let left = MOST_LEFT_OUT; ; ) {
    const { at } = best;
    const count = at.columns.length;
    left -= count;
    if (count < 2 || left < 0) return best;
    const lengthscale = best.lengthscale * Math.sqrt((count - 1) / count);
    const fewer = at.columns.map((column) =>
      fitted({ ...best, at: { ...at, columns: at.columns.filter((one) => one !== column) }, lengthscale }),
    );
    const next = likeliest(fewer);
    if (next === undefined || next.leftOut < best.leftOut + LEFT_OUT_GAIN) return best;
    best = next;
  }
}

/** The latent function at a point: its mean, and L⁻¹ √W of its covariances with the rows [n]. */
interface Latent {
  readonly mu: number;
  readonly v: Float64Array;
}

/** Results of runs, which they give where the latent value and a unit normal of their own sum to more than 0. */
function jointly(
  each: readonly Latent[],
  chance: Chance,
  prior: (i: number, j: number) => number,
): ReturnType<SuccessModel['jointly']> {
  const m = each.length;
  const S = Float64Array.from({ length: m * m }, (_, place) => {
    const [i, j] = [Math.floor(place / m), place % m];
    return prior(i, j) - dot(each[i].v, each[j].v) + (i === j ? 1 : 0);
  });
  const factor = choleskyLower(S, m, 0) as Float64Array;
  const centres = each.map(({ mu }, i) => {
    const width = Math.sqrt(S[i * (m + 1)]);
    return width * normalQuantile(Math.exp(withChance(chance, logNormalCdf(mu / width))));
  });
  return (Z) => Uint8Array.from(multiply(factor, Z, m, m, 1), (value, i) => (centres[i] + value > 0 ? 1 : 0));
}

function latentAt(
  X: Float64Array,
  n: number,
  { at, weights, root, L, lengthscale, variance, mean }: Fitted,
  points: Float64Array,
  i: number,
): Latent {
  const k = new Float64Array(n);
  let mu = mean;
  for (let j = 0; j < n; j++) {
    k[j] = covariance(squared(at, points, i, X, j), lengthscale, variance);
    mu += k[j] * weights[j];
  }
  for (let j = 0; j < n; j++) k[j] *= root[j];
  return { mu, v: forward(L, n, k) };
}

function predictor(X: Float64Array, n: number, fitted: Fitted, chance: Chance): SuccessModel {
  const { at, weights, root, L, lengthscale, variance } = fitted;
  const { d } = at;
  const latent = (points: Float64Array, i: number) => latentAt(X, n, fitted, points, i);

  function one(points: Float64Array, i: number, gradient: Float64Array | undefined): number {
    const { mu, v } = latent(points, i);
    let s = variance;
    for (const value of v) s -= value * value;
    const width = Math.sqrt(1 + Math.max(0, s));
    const z = mu / width;
    const settled = logNormalCdf(z);
    const log = withChance(chance, settled);
    if (gradient !== undefined) {
      const w = backward(L, n, v);
      const hazard = normalHazard(z) * chance.weight * Math.exp(settled - log);
      const perMean = hazard / width;
      // The variance is k** − |v|²; its slope by k is −2 √W B⁻¹ √W k.
      const perVariance = s > 0 ? (-hazard * mu) / (2 * width ** 3) : 0;
      for (let j = 0; j < n; j++) {
        const r = (ROOT5 * Math.sqrt(squared(at, points, i, X, j))) / lengthscale;
        // dk/d(x_k) = −(5/3)(variance/ℓ²)(1 + r) e^(−r) · (x_k − x'_k)
        const radial = r > 700 ? 0 : ((-5 / 3) * variance * (1 + r) * Math.exp(-r)) / lengthscale ** 2;
        const outer = (perMean * weights[j] + perVariance * -2 * root[j] * w[j]) * radial;
        for (const c of at.columns) {
          if (!at.isCategory[c])
            gradient[i * d + c] += outer * (points[i * d + c] - X[j * d + c]) * at.scale[c] ** 2;
        }
      }
    }
    return log;
  }

  return {
    logProbability: (points, m) => Float64Array.from({ length: m }, (_, i) => one(points, i, undefined)),
    gradient(points, m) {
      const gradient = new Float64Array(m * d);
      return { value: Float64Array.from({ length: m }, (_, i) => one(points, i, gradient)), gradient };
    },
    jointly(points, m) {
      const each = Array.from({ length: m }, (_, i) => latent(points, i));
      const prior = (i: number, j: number) =>
        covariance(squared(at, points, i, points, j), lengthscale, variance);
      return jointly(each, chance, prior);
    },
  };
}
