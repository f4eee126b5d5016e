import { sidesOf } from '../censored.ts';
import type { GpModel, Scatter } from '../model.ts';
import type { Posterior } from '../posterior.ts';
import type { LeftOut as HeldOut } from '../task.ts';

/** Normal measurements with the same noise everywhere. */
export const normalScatter: Scatter = {
  ...{ scales: Float64Array.of(1), shares: Float64Array.of(1) },
  ...{ slope: 0, level: 0, centre: 0, unit: 1, usual: 0 },
};

const SCALES = Float64Array.of(0.6, 1, 1.6, 4);
/** What the scatter may look like: probability, and the share of each scale. Normal, some far from it, many far from it. */
const SHAPES = [
  { prior: 0.5, shares: [0, 1, 0, 0] },
  { prior: 0.3, shares: [0.25, 0.5, 0.23, 0.02] },
  { prior: 0.2, shares: [0.45, 0.25, 0.22, 0.08] },
];
/** Slopes that are tried: even chances of none, else normal. */
const SLOPES = { low: -2, high: 2, step: 0.2, spread: 1, none: 0.5 };
/** Levels of the log noise variance that many rows try. */
const LEVELS = { low: -3, high: 1, step: 0.25, spread: 1, none: 0.5 };
/** Above so many rows a few draws tell as much as all, in a fraction of the time. */
const MANY = { rows: 300, draws: 2 };
/** Rows held out that tell enough. */
const HELD_OUT = 500;
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
  const rows = leftOutRows(model, model.n > MANY.rows ? members.slice(0, MANY.draws) : members);
  return learnedFrom(rows, [LEARNED], model);
}

/** A model without draws and its scatter, learned from rows of each fold as the others predict them; with the level of the noise. */
export function withScatter(model: GpModel, { rows, mean, variance }: HeldOut): GpModel {
  const { theta, outputShift, outputScale, noise, y } = model;
  const learned = Math.exp(theta[theta.length - 2]);
  const step = Math.ceil(rows.length / HELD_OUT);
  const held = Array.from(rows).flatMap((row, i): LeftOut[] => {
    if (i % step !== 0) return [];
    const given = (noise?.[row] ?? 0) / outputScale ** 2;
    const whole = Math.max(0, variance[i]) + learned + given;
    if (whole === 0) return [];
    const expected = outputShift + outputScale * mean[i];
    const height = heightOf(expected, outputShift, outputScale);
    return [
      {
        ...{ weights: Float64Array.of(1), heights: Float64Array.of(height), usual: height },
        residuals: Float64Array.of(y[row] - expected),
        variances: Float64Array.of(whole * outputScale ** 2),
        noise: Float64Array.of(learned / whole),
      },
    ];
  });
  const scatter = learnedFrom(held, chancesOf(LEVELS), model);
  return { ...model, scatter, verdict: [...model.verdict, ...noiseRemarks(model, scatter)] };
}

function learnedFrom(
  rows: readonly LeftOut[],
  chances: readonly Chance[],
  { outputShift: centre, outputScale: unit }: Pick<GpModel, 'outputShift' | 'outputScale'>,
): Scatter {
  const isNoisy = rows.some((row) => row.noise.some((share) => share > 0));
  const [slopes, levels] = isNoisy ? [chancesOf(SLOPES), chances] : [[LEARNED], [LEARNED]];
  const usual = rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row.usual / rows.length, 0);
  const densities = new Float64Array(SCALES.length);
  const noises = slopes.flatMap((slope) => {
    const rises = rows.map(({ heights }) =>
      heights.map((height) => Math.exp(slope.value * (height - usual))),
    );
    return levels.map((level) => {
      const sums = SHAPES.map(({ prior }) => Math.log(prior * slope.prior * level.prior));
      const factor = Math.exp(level.value);
      rows.forEach((row, i) => {
        const top = densitiesOf(row, rises[i], factor, densities);
        for (let s = 0; s < SHAPES.length; s++) sums[s] += top + Math.log(dot(SHAPES[s].shares, densities));
      });
      return { slope: slope.value, level: level.value, sums };
    });
  });
  const top = noises.reduce((most, { sums }) => Math.max(most, ...sums), Number.NEGATIVE_INFINITY);
  const shares = new Float64Array(SCALES.length);
  let [total, slope, level] = [0, 0, 0];
  for (const noise of noises) {
    noise.sums.forEach((sum, s) => {
      const weight = Math.exp(sum - top);
      total += weight;
      slope += weight * noise.slope;
      level += weight * noise.level;
      SHAPES[s].shares.forEach((share, j) => {
        shares[j] += weight * share;
      });
    });
  }
  return {
    scales: SCALES,
    shares: shares.map((sum) => sum / total),
    slope: slope / total,
    level: level / total,
    centre,
    unit,
    usual,
  };
}

/** Factor of the noise deviation where a draw expects `mean`, output units. */
export function noiseFactor({ slope, level, centre, unit, usual }: Scatter, mean: number): number {
  return slope === 0 && level === 0
    ? 1
    : Math.exp(0.5 * (level + slope * (heightOf(mean, centre, unit) - usual)));
}

/** From this ratio of its deviations on, noise that changes with the curve is worth a remark. */
const REMARKABLE = 2;

/** What to say of the noise, in words; nothing where it is about the same everywhere. */
export function noiseRemarks(
  { y, theta, outputScale, members = [{ weight: 1, theta }] }: GpModel,
  scatter: Scatter,
): string[] {
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

/** A value of the noise that is tried. */
interface Chance {
  readonly value: number;
  readonly prior: number;
}

/** The noise as it was learned. */
const LEARNED: Chance = { value: 0, prior: 1 };

function chancesOf({ low, high, step, spread, none }: typeof SLOPES): Chance[] {
  const normal = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => {
    const value = (k + Math.round(low / step)) * step;
    return { value, prior: Math.exp(-0.5 * (value / spread) ** 2) };
  });
  const total = normal.reduce((sum, { prior }) => sum + prior, 0);
  return normal.map(({ value, prior }) => ({
    value,
    prior: (1 - none) * (prior / total) + (value === 0 ? none : 0),
  }));
}

/**
 * Density of a row with each scale, exp(top)·densities[j], where the noise variance is `factor` times `rises` of the learned one.
 *
 * @param rises     [members]
 * @param densities filled
 * @returns top
 */
function densitiesOf(
  { weights, residuals, variances, noise }: LeftOut,
  rises: Float64Array,
  factor: number,
  densities: Float64Array,
): number {
  const widest = SCALES[SCALES.length - 1];
  const varianceOf = (k: number) => variances[k] * (1 + noise[k] * (factor * rises[k] - 1));
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < weights.length; k++)
    top = Math.max(top, (-0.5 * residuals[k] ** 2) / varianceOf(k) / widest ** 2);
  densities.fill(0);
  for (let k = 0; k < weights.length; k++) {
    const variance = varianceOf(k);
    const exponent = (-0.5 * residuals[k] ** 2) / variance;
    const height = weights[k] / Math.sqrt(variance);
    for (let j = 0; j < SCALES.length; j++)
      densities[j] += (height / SCALES[j]) * Math.exp(exponent / SCALES[j] ** 2 - top);
  }
  return top;
}

function dot(a: readonly number[], b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < b.length; j++) sum += a[j] * b[j];
  return sum;
}
