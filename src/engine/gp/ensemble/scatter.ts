import { extent } from '../../linalg/extent.ts';
import { dot } from '../../linalg/products.ts';
import { sidesOf } from '../censoring/censored.ts';
import type { GpModel, Scatter } from '../model.ts';
import type { Posterior } from '../posterior/posterior.ts';
import type { LeftOut as HeldOut } from '../task.ts';
import { unscaled } from '../transforms/input-map.ts';

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
/** Slopes by the height of the curve that are tried. */
const SLOPES = { low: -2, high: 2, step: 0.2, spread: 1, none: 0 };
/** Slopes along a column that are tried, either sign. */
const COLUMN_SLOPES = [0.5, 1.2, 2.2, 3.6];
/** What the noise changes with: chances, or even ones of nothing and of the height where there are no columns. */
const CHANGES = { nothing: 0.375, height: 0.375, columns: 0.25 };
/** Above this many numeric columns only the height is tried. */
const MOST_COLUMNS = 12;
/** Levels of the log noise variance that many rows try. */
const LEVELS = { low: -3, high: 1, step: 0.25, spread: 1, none: 0.5 };
/** Draws that suffice in place of all: `most`, and `few` above `rows` rows. */
const DRAWS = { most: 8, rows: 300, few: 2 };
/** Number of rows held out that is enough. */
const HELD_OUT = 500;
/** Heights beyond this count as this. */
const HEIGHT = 2.5;
/** Positions in a column beyond this, in half widths of the data, count as this. */
const EDGE = 1.5;

/** Member of a model, factored, and its share. */
interface Part {
  readonly weight: number;
  readonly posterior: Posterior;
}

/**
 * Scatter learned from the measured rows, each predicted by the draws without it: a posterior mean over a few shapes of the
 * tails and slopes of the noise, by the height of the curve or along one numeric column. Few rows leave it near its prior.
 * Limits have no role here.
 *
 * Cost O(members·n³), as much as a few factors.
 */
export function scatterOf(model: GpModel, members: readonly Part[]): Scatter {
  const rows = leftOutRows(model, members.slice(0, model.n > DRAWS.rows ? DRAWS.few : DRAWS.most));
  return learnedFrom(rows, [LEARNED], model, changingColumns(model));
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
        ...{ row, weights: Float64Array.of(1), heights: Float64Array.of(height), usual: height },
        residuals: Float64Array.of(y[row] - expected),
        variances: Float64Array.of(whole * outputScale ** 2),
        noise: Float64Array.of(learned / whole),
      },
    ];
  });
  const scatter = learnedFrom(held, chancesOf(LEVELS), model, []);
  return { ...model, scatter, verdict: [...model.verdict, ...noiseRemarks(model, scatter)] };
}

function learnedFrom(
  rows: readonly LeftOut[],
  chances: readonly Chance[],
  model: GpModel,
  columns: readonly number[],
): Scatter {
  const isNoisy = rows.some((row) => row.noise.some((share) => share > 0));
  const usual = meanOf(rows.map((row) => row.usual));
  const middles = columns.map((column) =>
    meanOf(rows.map(({ row }) => positionAt(model, model.X, row, column))),
  );
  const slopes: readonly SlopeChance[] = isNoisy ? slopesOf(columns) : [LEARNED];
  const levels = isNoisy ? chances : [LEARNED];
  const densities = new Float64Array(SCALES.length);
  const noises = slopes.flatMap((slope) => {
    const rises = rows.map(({ heights, row }) => {
      if (slope.column === undefined)
        return heights.map((height) => Math.exp(slope.value * (height - usual)));
      const away = positionAt(model, model.X, row, columns[slope.column]) - middles[slope.column];
      return new Float64Array(heights.length).fill(Math.exp(slope.value * away));
    });
    // Along a column the learned noise is the mean over the rows.
    const meanRise = slope.column === undefined ? 1 : meanOf(rises.map(([rise]) => rise));
    return levels.map((level) => {
      const sums = SHAPES.map(({ prior }) => Math.log(prior * slope.prior * level.prior));
      const factor = Math.exp(level.value) / meanRise;
      rows.forEach((row, i) => {
        const top = densitiesOf(row, rises[i], factor, densities);
        for (let s = 0; s < SHAPES.length; s++) sums[s] += top + Math.log(dot(SHAPES[s].shares, densities));
      });
      return { slope, level: Math.log(factor), sums };
    });
  });
  const top = noises.reduce((most, { sums }) => Math.max(most, ...sums), Number.NEGATIVE_INFINITY);
  const total = noises.reduce(
    (all, { sums }) => all + sums.reduce((sum, own) => sum + Math.exp(own - top), 0),
    0,
  );
  const expected = (of: (noise: (typeof noises)[number], shape: number) => number): number =>
    noises.reduce(
      (all, noise) =>
        noise.sums.reduce((sum, own, s) => sum + (Math.exp(own - top) / total) * of(noise, s), all),
      0,
    );
  const slopeAlong = (column: number | undefined) =>
    expected(({ slope }) => (slope.column === column ? slope.value : 0));
  return {
    scales: SCALES,
    shares: SCALES.map((_, j) => expected((_noise, s) => SHAPES[s].shares[j])),
    slope: slopeAlong(undefined),
    level: expected(({ level }) => level),
    ...{ centre: model.outputShift, unit: model.outputScale, usual },
    ...(columns.length > 0 && isNoisy
      ? { columns: columns.map((column, k) => ({ column, slope: slopeAlong(k), usual: middles[k] })) }
      : {}),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value / values.length, 0);

/** Numeric columns that the noise may change along: those that vary, unless there are many. */
function changingColumns({ X, n, d, categorical }: GpModel): number[] {
  const varies = (k: number) => X.some((value, at) => at % d === k && value !== X[k]);
  const found = n < 2 ? [] : [...categorical.keys()].filter((k) => !categorical[k] && varies(k));
  return found.length > MOST_COLUMNS ? [] : found;
}

/** Of row i of raw rows, in half widths of the data from their middle. */
function positionAt(model: GpModel, X: Float64Array, i: number, column: number): number {
  const { d, inputShift, inputScale, inputLog } = model;
  const away =
    (2 * (unscaled(X[i * d + column], inputLog, column) - inputShift[column])) / inputScale[column];
  return Math.max(-EDGE, Math.min(EDGE, away));
}

/** Factor of the noise deviation at raw rows [m, d] by the columns along which it changes. */
export function columnFactors(scatter: Scatter, model: GpModel, Xs: Float64Array, m: number): Float64Array {
  const columns = scatter.columns ?? [];
  return Float64Array.from({ length: m }, (_, i) =>
    Math.exp(
      0.5 *
        columns.reduce(
          (sum, { column, slope, usual }) => sum + slope * (positionAt(model, Xs, i, column) - usual),
          0,
        ),
    ),
  );
}

/** Factor of the noise deviation where a draw expects `mean`, output units. */
export function noiseFactor({ slope, level, centre, unit, usual }: Scatter, mean: number): number {
  return slope === 0 && level === 0
    ? 1
    : Math.exp(0.5 * (level + slope * (heightOf(mean, centre, unit) - usual)));
}

/** From this ratio of its deviations on, noise that changes with the curve is worth a remark. */
const REMARKABLE = 2;

/** What to say about the noise, in words; nothing where it is about the same everywhere, or no output differs from another. */
export function noiseRemarks(
  { y, theta, outputScale, members = [{ weight: 1, theta }] }: GpModel,
  scatter: Scatter,
  what = 'deviation',
): string[] {
  if (theta[theta.length - 2] === Number.NEGATIVE_INFINITY || y.every((value) => value === y[0])) return [];
  const variance = members.reduce(
    (sum, { weight, theta: own }) => sum + weight * Math.exp(own[own.length - 2]),
    0,
  );
  const remark = (along: string, factors: readonly number[], at: readonly string[]): string[] => {
    if (Math.max(...factors) < REMARKABLE * Math.min(...factors)) return [];
    const deviation = Math.sqrt(variance) * outputScale;
    const [low, high] = factors.map((factor) => String(Number((deviation * factor).toPrecision(2))));
    return [`the noise changes ${along}: ${what} ${low} at ${at[0]}, ${high} at ${at[1]}`];
  };
  const heights = extent(y);
  return [
    ...remark(
      'with the result',
      heights.map((height) => noiseFactor(scatter, height)),
      ['the lowest result', 'the highest'],
    ),
    ...(scatter.columns ?? []).flatMap(({ column, slope, usual }) =>
      remark(
        `along input column ${column}`,
        [-1, 1].map((end) => Math.exp(0.5 * (scatter.level + slope * (end - usual)))),
        ['its lowest value', 'its highest'],
      ),
    ),
  ];
}

/** Deviation of a measurement in units of that of the draw. */
export function scatterDeviation({ scales, shares }: Scatter): number {
  return Math.sqrt(shares.reduce((sum, share, j) => sum + share * scales[j] ** 2, 0));
}

function heightOf(mean: number, centre: number, unit: number): number {
  return Math.max(-HEIGHT, Math.min(HEIGHT, (mean - centre) / unit));
}

/** A measured row as each draw expects it from the others; [members] each. */
interface LeftOut {
  readonly row: number;
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
    return [{ row: i, weights, residuals, variances, noise, heights, usual }];
  });
}

/** A value of the noise that is tried. */
interface Chance {
  readonly value: number;
  readonly prior: number;
}

/** A slope, by the height of the curve or along a column, given by its place among those that are tried. */
interface SlopeChance extends Chance {
  readonly column?: number;
}

/** The noise as it was learned. */
const LEARNED: Chance = { value: 0, prior: 1 };

/** None; normal by the height; Cauchy along each column. */
function slopesOf(columns: readonly number[]): SlopeChance[] {
  const { nothing, height } = columns.length > 0 ? CHANGES : { nothing: 0.5, height: 0.5 };
  const along = columnChances();
  return [
    { value: 0, prior: nothing },
    ...chancesOf(SLOPES).map(({ value, prior }) => ({ value, prior: height * prior })),
    ...columns.flatMap((_, column) =>
      along.map(({ value, prior }) => ({ value, prior: (CHANGES.columns / columns.length) * prior, column })),
    ),
  ];
}

/** Each represents the values nearer to it than to the others. */
function columnChances(): Chance[] {
  const chances = COLUMN_SLOPES.flatMap((value, k) => {
    const below = COLUMN_SLOPES[k - 1] ?? 0;
    const above = COLUMN_SLOPES[k + 1] ?? 2 * value - below;
    const prior = (0.5 * (above - below)) / (1 + value * value);
    return [-value, value].map((signed) => ({ value: signed, prior }));
  });
  const total = chances.reduce((sum, { prior }) => sum + prior, 0);
  return chances.map(({ value, prior }) => ({ value, prior: prior / total }));
}

function chancesOf({ low, high, step, spread, none }: typeof LEVELS): Chance[] {
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
