import { choleskyLower } from '../../linalg/cholesky.ts';
import { dot, multiply } from '../../linalg/products.ts';
import { categoryAt } from '../../random/category-at.ts';
import { createGenerator } from '../../random/generator.ts';
import { logGamma } from '../../random/incomplete-beta.ts';
import { logNormalCdf, normalCdf, normalHazard, normalQuantile } from '../../random/normal.ts';
import { hull } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';
import { backward, forward, propagate, type Sites } from './probit.ts';

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
  /** Whether m runs give a result, drawn together as they are correlated: 1 or 0 [m] from standard normals [m + 1], of which the last chooses a form. */
  jointly(points: Float64Array, m: number): (Z: Float64Array) => Uint8Array;
}

/** Lengthscales that are tried, in spans of the variables times √d. */
const LENGTHSCALES = [0.2, 0.4, 0.8, 1.6];
/** Deviations of the latent function that are tried: from failures that settings make likelier to settings that always fail. */
const AMPLITUDES = [2, 20];
/** Prior probability that runs fail by chance, whatever their settings are. */
const BY_CHANCE = 0.15;
/** Fits that leave a column out, at most. */
const MOST_LEFT_OUT = 40;
/** Forms that a prediction is averaged over, at most, and the least probability of one. */
const FORMS = 6;
const LEAST = 0.01;
/** Rows that are used; beyond them results, which are plenty then, are drawn at random. */
const MOST_ROWS = 100;
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
 * Learns how likely runs are to give a result: an average over probit Gaussian processes with Matérn-5/2 covariances and over failures by chance,
 * each weighted by how probable it made the outcomes (decision 0902). A process has a constant of its own, such that every share of results is equally likely before the first run.
 * Forms differ in lengthscale, amplitude and columns: every number of columns is equally likely, and so are all choices of a number.
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
  return predictor(averageOf(triedForms(at, X, n, signs), signs), X, n, at.d);
}

/** What outcomes depend on, and how. */
interface Form {
  readonly at: Coordinates;
  /** Of `LENGTHSCALES`. */
  readonly factor: number;
  readonly amplitude: number;
}

/** Covariance of the latent values of two points, their constant included; its variance makes every probability of a result equally likely at first. */
function priorCovariance({ at, factor, amplitude }: Form, squaredDistance: number): number {
  const variance = amplitude ** 2;
  return covariance(squaredDistance, factor * Math.sqrt(at.columns.length), variance) + 1 + variance;
}

type Fitted = Form & Sites;

const logChoices = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);

/** Log probability of the form and of the outcomes by it. */
const logWeight = ({ at: { d, columns }, evidence }: Fitted): number =>
  evidence - logChoices(d, columns.length) - Math.log(d * LENGTHSCALES.length * AMPLITUDES.length);

const likeliest = (fits: readonly Fitted[]): Fitted | undefined =>
  fits.reduce<Fitted | undefined>(
    (best, one) => (best && logWeight(best) >= logWeight(one) ? best : one),
    undefined,
  );

/** Fits a form to the outcomes of rows [n, d], once; none where propagation fails. */
function fitter(X: Float64Array, n: number, signs: Float64Array) {
  const fits = new Map<string, readonly Fitted[]>();
  const once = (form: Form): readonly Fitted[] => {
    const key = [form.factor, form.amplitude, ...form.at.columns].join();
    const known = fits.get(key);
    if (known !== undefined) return known;
    const K = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) K[i * n + j] = priorCovariance(form, squared(form.at, X, i, X, j));
      K[i * (n + 1)] += JITTER;
    }
    const sites = propagate(K, n, signs);
    const fitted = sites ? [{ ...form, ...sites }] : [];
    fits.set(key, fitted);
    return fitted;
  };
  return { once, all: () => [...fits.values()].flat() };
}

/**
 * Fits every lengthscale and amplitude with all columns, then leaves out one column after another, each time the one without which the
 * outcomes are most probable. The columns of the best form get every lengthscale and amplitude, too.
 */
function triedForms(at: Coordinates, X: Float64Array, n: number, signs: Float64Array): readonly Fitted[] {
  const { once, all } = fitter(X, n, signs);
  const ofColumns = (columns: readonly number[]) =>
    LENGTHSCALES.flatMap((factor) =>
      AMPLITUDES.flatMap((amplitude) => once({ at: { ...at, columns }, factor, amplitude })),
    );
  let best = likeliest(ofColumns(at.columns));
  for (let left = MOST_LEFT_OUT; best !== undefined && best.at.columns.length > 1; ) {
    const { columns } = best.at;
    left -= columns.length;
    if (left < 0) break;
    const { factor, amplitude }: Form = best;
    const without = (column: number) => ({ ...at, columns: columns.filter((one) => one !== column) });
    best = likeliest(columns.flatMap((column) => once({ at: without(column), factor, amplitude })));
  }
  const top = likeliest(all());
  if (top !== undefined) ofColumns(top.at.columns);
  return all();
}

/** Forms by their probability, and what is left: that runs fail by chance, with the probability of a result then. The weights sum to 1. */
interface Average {
  readonly forms: readonly { readonly weight: number; readonly fitted: Fitted }[];
  readonly chance: { readonly weight: number; readonly share: number };
}

/** Where runs fail by chance, every share of results is equally likely at first: the probability of a result is that of Laplace's rule. */
function averageOf(fits: readonly Fitted[], signs: Float64Array): Average {
  const n = signs.length;
  const results = signs.filter((sign) => sign > 0).length;
  const byChance = Math.log(BY_CHANCE) - logChoices(n, results) - Math.log(n + 1);
  const logs = fits.map((fitted) => Math.log(1 - BY_CHANCE) + logWeight(fitted));
  const top = Math.max(byChance, ...logs);
  const weights = logs.map((log) => Math.exp(log - top));
  const total = weights.reduce((sum, weight) => sum + weight, Math.exp(byChance - top));
  const ordered = fits
    .map((fitted, i) => ({ fitted, weight: weights[i] / total }))
    .sort((a, b) => b.weight - a.weight);
  const kept = ordered.filter(({ weight }, i) => i < FORMS && weight > LEAST);
  const left = kept.length === 0 ? 1 : Math.exp(byChance - top) / total;
  const sum = kept.reduce((part, { weight }) => part + weight, 0);
  return {
    forms: kept.map(({ fitted, weight }) => ({ fitted, weight: (weight / sum) * (1 - left) })),
    chance: { weight: left, share: (results + 1) / (n + 2) },
  };
}

/** The latent function at a point: its mean, and L⁻¹ √W of its covariances with the rows [n]. */
interface Latent {
  readonly mu: number;
  readonly v: Float64Array;
}

function latentAt(X: Float64Array, n: number, fitted: Fitted, points: Float64Array, i: number): Latent {
  const { at, weights, root, L } = fitted;
  const k = new Float64Array(n);
  for (let j = 0; j < n; j++) k[j] = priorCovariance(fitted, squared(at, points, i, X, j));
  const mu = dot(k, weights);
  for (let j = 0; j < n; j++) k[j] *= root[j];
  return { mu, v: forward(L, n, k) };
}

/** Log probability of a result at a point by one form; `addSlopes` adds its slopes times `share` to `gradient` [d]. */
function byForm(X: Float64Array, n: number, fitted: Fitted, points: Float64Array, i: number) {
  const { at, weights, root, L, factor, amplitude } = fitted;
  const { mu, v } = latentAt(X, n, fitted, points, i);
  const s = Math.max(0, priorCovariance(fitted, 0) - dot(v, v));
  const width = Math.sqrt(1 + s);
  const z = mu / width;
  function addSlopes(share: number, gradient: Float64Array): void {
    const lengthscale = factor * Math.sqrt(at.columns.length);
    const w = backward(L, n, v);
    const hazard = share * normalHazard(z);
    const perMean = hazard / width;
    // The variance is k** − |v|²; its slope by k is −2 √W B⁻¹ √W k.
    const perVariance = s > 0 ? (-hazard * mu) / (2 * width ** 3) : 0;
    for (let j = 0; j < n; j++) {
      const r = (ROOT5 * Math.sqrt(squared(at, points, i, X, j))) / lengthscale;
      // dk/d(x_k) = −(5/3)(variance/ℓ²)(1 + r) e^(−r) · (x_k − x'_k)
      const radial = r > 700 ? 0 : ((-5 / 3) * amplitude ** 2 * (1 + r) * Math.exp(-r)) / lengthscale ** 2;
      const outer = (perMean * weights[j] + perVariance * -2 * root[j] * w[j]) * radial;
      for (const c of at.columns) {
        if (!at.isCategory[c])
          gradient[c] += outer * (points[i * at.d + c] - X[j * at.d + c]) * at.scale[c] ** 2;
      }
    }
  }
  return { log: logNormalCdf(z), addSlopes };
}

/** Draws of results of m runs by one form: they give one where the latent value and a unit normal of their own sum to more than 0. */
function jointly(X: Float64Array, n: number, fitted: Fitted, points: Float64Array, m: number) {
  const each = Array.from({ length: m }, (_, i) => latentAt(X, n, fitted, points, i));
  const S = Float64Array.from({ length: m * m }, (_, place) => {
    const [i, j] = [Math.floor(place / m), place % m];
    const prior = priorCovariance(fitted, squared(fitted.at, points, i, points, j));
    return prior - dot(each[i].v, each[j].v) + (i === j ? 1 : 0);
  });
  const factor = choleskyLower(S, m, 0) as Float64Array;
  return (Z: Float64Array) =>
    Uint8Array.from(multiply(factor, Z, m, m, 1), (value, i) => Number(each[i].mu + value > 0));
}

function predictor({ forms, chance }: Average, X: Float64Array, n: number, d: number): SuccessModel {
  function one(points: Float64Array, i: number, gradient?: Float64Array): number {
    const parts = forms.map(({ weight, fitted }) => ({
      ...byForm(X, n, fitted, points, i),
      prior: Math.log(weight),
    }));
    const byChance = Math.log(chance.weight * chance.share);
    const logs = parts.map(({ prior, log }) => prior + log);
    const top = Math.max(byChance, ...logs);
    const total =
      top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), Math.exp(byChance - top)));
    if (gradient !== undefined) {
      const own = gradient.subarray(i * d, (i + 1) * d);
      parts.forEach(({ addSlopes }, k) => {
        addSlopes(Math.exp(logs[k] - total), own);
      });
    }
    return Math.min(0, total);
  }
  const shares = Float64Array.of(...forms.map(({ weight }) => weight), chance.weight);

  return {
    logProbability: (points, m) => Float64Array.from({ length: m }, (_, i) => one(points, i)),
    gradient(points, m) {
      const gradient = new Float64Array(m * d);
      return { value: Float64Array.from({ length: m }, (_, i) => one(points, i, gradient)), gradient };
    },
    jointly(points, m) {
      const draws = forms.map(({ fitted }) => jointly(X, n, fitted, points, m));
      const bound = normalQuantile(chance.share);
      const byChance = (Z: Float64Array) => Uint8Array.from(Z, (z) => Number(z < bound));
      return (Z) => {
        const draw = draws[categoryAt(shares, normalCdf(Z[m]))] ?? byChance;
        return draw(Z.subarray(0, m));
      };
    },
  };
}
