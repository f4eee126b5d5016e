import { sidesOf } from '../censored.ts';
import type { GpModel } from '../model.ts';
import type { Posterior } from '../posterior.ts';

/** How far new measurements lie from what each draw expects. */
export interface Scatter {
  /** A measurement has the deviation of the draw times `scales[j]` with probability `shares[j]`. */
  readonly scales: Float64Array;
  readonly shares: Float64Array;
  /** By how much the log noise variance rises with the height of the curve, per `unit`. */
  readonly slope: number;
  /** Height of the curve: (mean − centre)/unit; at the height `usual` the noise is the learned one. Output units. */
  readonly centre: number;
  readonly unit: number;
  readonly usual: number;
}

/** Normal measurements with the same noise everywhere. */
export const normalScatter: Scatter = {
  ...{ scales: Float64Array.of(1), shares: Float64Array.of(1) },
  ...{ slope: 0, centre: 0, unit: 1, usual: 0 },
};

const SCALES = Float64Array.of(0.6, 1, 1.6, 4);
/** What the scatter may look like: probability, and the share of each scale. Normal, some far from it, many far from it. */
const SHAPES = [
  { prior: 0.5, shares: [0, 1, 0, 0] },
  { prior: 0.3, shares: [0.25, 0.5, 0.23, 0.02] },
  { prior: 0.2, shares: [0.45, 0.25, 0.22, 0.08] },
];
/** Slopes that are tried: even chances of none, else normal. */
const SLOPES = { reach: 2, step: 0.2, spread: 1, none: 0.5 };
/** Above so many rows a few draws tell as much as all, in a fraction of the time. */
const MANY = { rows: 300, draws: 2 };
/** Heights beyond this count as this. */
const HEIGHT = 2.5;

/** Member of a model, factored, and its share. */
interface Part {
  readonly weight: number;
  readonly posterior: Posterior;
}

/**
 * Scatter learned from the measured rows, each predicted by the draws without it: a posterior mean over a few shapes of the
 * tails and slopes of the noise. Few rows leave it near its prior. Limits tell nothing here.
 *
 * Cost O(members·n³), as much as a few factors.
 */
export function scatterOf(model: GpModel, members: readonly Part[]): Scatter {
  const { outputShift: centre, outputScale: unit } = model;
  const rows = leftOutRows(model, model.n > MANY.rows ? members.slice(0, MANY.draws) : members);
  const slopes = slopesOf(rows.some((row) => row.noise.some((share) => share > 0)));
  const usual = rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row.usual / rows.length, 0);
  const weights = slopes.map(({ slope, prior }) => {
    const sums = SHAPES.map(({ prior: chance }) => Math.log(chance * prior));
    for (const row of rows) {
      const { densities, top } = densitiesOf(row, slope, usual);
      SHAPES.forEach(({ shares }, s) => {
        sums[s] += top + Math.log(shares.reduce((sum, share, j) => sum + share * densities[j], 0));
      });
    }
    return sums;
  });
  const top = Math.max(...weights.flat());
  const shares = new Float64Array(SCALES.length);
  let [total, slope] = [0, 0];
  weights.forEach((sums, b) => {
    sums.forEach((sum, s) => {
      const weight = Math.exp(sum - top);
      total += weight;
      slope += weight * slopes[b].slope;
      SHAPES[s].shares.forEach((share, j) => {
        shares[j] += weight * share;
      });
    });
  });
  return {
    scales: SCALES,
    shares: shares.map((sum) => sum / total),
    slope: slope / total,
    centre,
    unit,
    usual,
  };
}

/** Factor of the noise deviation where a draw expects `mean`, output units. */
export function noiseFactor({ slope, centre, unit, usual }: Scatter, mean: number): number {
  return slope === 0 ? 1 : Math.exp(0.5 * slope * (heightOf(mean, centre, unit) - usual));
}

/** From this ratio of its deviations on, noise that changes with the curve is worth a remark. */
const REMARKABLE = 2;

/** What to say of the noise, in words; nothing where it is about the same everywhere. */
export function noiseRemarks({ y, theta, outputScale, members = [] }: GpModel, scatter: Scatter): string[] {
  const variance = members.reduce(
    (sum, { weight, theta: own }) => sum + weight * Math.exp(own[own.length - 2]),
    0,
  );
  const [low, high] = [Math.min, Math.max].map((most) => {
    const height = y.reduce((a, b) => most(a, b));
    return Math.sqrt(variance) * outputScale * noiseFactor(scatter, height);
  });
  if (
    theta[theta.length - 2] === Number.NEGATIVE_INFINITY ||
    Math.max(low, high) < REMARKABLE * Math.min(low, high)
  )
    return [];
  return [
    `the noise changes with the result: deviation ${low.toPrecision(2)} at the lowest result, ${high.toPrecision(2)} at the highest`,
  ];
}

/** Deviation of a measurement in units of that of the draw. */
export function spreadOf({ scales, shares }: Scatter): number {
  return Math.sqrt(shares.reduce((sum, share, j) => sum + share * scales[j] ** 2, 0));
}

function heightOf(mean: number, centre: number, unit: number): number {
  return Math.max(-HEIGHT, Math.min(HEIGHT, (mean - centre) / unit));
}

/** A measured row as each draw expects it from the others; [members] each. */
interface LeftOut {
  readonly weights: Float64Array;
  /** Measured less expected, output units. */
  readonly residuals: Float64Array;
  readonly variances: Float64Array;
  /** Share of the variance that is learned noise. */
  readonly noise: Float64Array;
  readonly heights: Float64Array;
  /** Mean height. */
  readonly usual: number;
}

function leftOutRows(model: GpModel, parts: readonly Part[]): LeftOut[] {
  const sides = sidesOf(model.n, model.censored);
  const left = parts.map(({ posterior }) => posterior.leaveOneOut());
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  const weights = Float64Array.from(parts, ({ weight }) => weight / all);
  const noises = parts.map(
    ({ posterior: { model: member } }) =>
      Math.exp(member.theta[member.theta.length - 2]) * member.outputScale ** 2,
  );
  return Array.from(model.y.keys()).flatMap((i): LeftOut[] => {
    const variances = Float64Array.from(left, ({ variance }) => variance[i]);
    const residuals = Float64Array.from(left, ({ mean }) => model.y[i] - mean[i]);
    const isKnown = variances.every((v) => v > 0 && v < Number.POSITIVE_INFINITY);
    if (sides[i] !== 0 || !isKnown || !residuals.every(Number.isFinite)) return [];
    const heights = Float64Array.from(left, ({ mean }) =>
      heightOf(mean[i], model.outputShift, model.outputScale),
    );
    const noise = variances.map((v, k) => Math.min(1, noises[k] / v));
    const usual = heights.reduce((sum, height, k) => sum + weights[k] * height, 0);
    return [{ weights, residuals, variances, noise, heights, usual }];
  });
}

/** Slopes with their prior; none alone where there is no learned noise. */
function slopesOf(isNoisy: boolean): { readonly slope: number; readonly prior: number }[] {
  if (!isNoisy) return [{ slope: 0, prior: 1 }];
  const { reach, step, spread, none } = SLOPES;
  const count = Math.round(reach / step);
  const normal = Array.from({ length: 2 * count + 1 }, (_, k) => {
    const slope = (k - count) * step;
    return { slope, prior: Math.exp(-0.5 * (slope / spread) ** 2) };
  });
  const total = normal.reduce((sum, { prior }) => sum + prior, 0);
  return normal.map(({ slope, prior }) => ({
    slope,
    prior: (1 - none) * (prior / total) + (slope === 0 ? none : 0),
  }));
}

/** Density of a row with each scale: exp(top)·densities[j]. */
function densitiesOf(
  { weights, residuals, variances, noise, heights }: LeftOut,
  slope: number,
  usual: number,
): { readonly densities: Float64Array; readonly top: number } {
  const K = weights.length;
  const terms = new Float64Array(K * SCALES.length);
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < K; k++) {
    const rise = slope === 0 ? 1 : Math.exp(slope * (heights[k] - usual));
    const deviation = Math.sqrt(variances[k]) * Math.sqrt(1 + noise[k] * (rise - 1));
    const z = residuals[k] / deviation;
    for (let j = 0; j < SCALES.length; j++) {
      const term = Math.log(weights[k] / SCALES[j] / deviation) - 0.5 * (z / SCALES[j]) ** 2;
      terms[k * SCALES.length + j] = term;
      top = Math.max(top, term);
    }
  }
  const densities = new Float64Array(SCALES.length);
  terms.forEach((term, at) => {
    densities[at % SCALES.length] += Math.exp(term - top);
  });
  return { densities, top };
}
