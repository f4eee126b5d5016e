import { columnExtent } from '../../linalg/extent.ts';
import { type CensoredRows, type CensoredSites, outputsWith, variancesWith } from '../censoring/censored.ts';
import type { FitProblem } from '../fit/objective.ts';
import { dataRemarks, type FitParameter, fixed } from '../fit/plan.ts';
import type { GpModel } from '../model.ts';
import { excessVariationRemarks } from '../recipes/excess-variation.ts';
import type { Bounds } from '../transforms/bounds.ts';
import { unscaled } from '../transforms/input-map.ts';
import { mean, type Scaling, sampleStandard, scaleOutput } from '../transforms/scaling.ts';
import { type Form, formOf } from './form.ts';

/** Rows to learn from. */
export interface EnsembleData {
  /** [n, d] raw inputs; a categorical value as its position. */
  readonly X: Float64Array;
  readonly n: number;
  readonly d: number;
  readonly categorical: readonly boolean[];
  /** [n] raw outputs. */
  readonly y: Float64Array;
  /** [n] given noise variances, squared output units; absent when noise is learned. */
  readonly noise?: Float64Array;
  /** Rows whose output is a limit. */
  readonly censored?: CensoredRows;
  /** Per column: where it may lie; gives the scale of a numeric column whose values are all the same. */
  readonly ranges?: readonly (readonly [number, number] | null)[];
  /** Numeric columns over a decade or more, whose logarithms enter where the rows say so; absent: none. */
  readonly spanning?: readonly number[];
  /** Where outputs can lie; absent: anywhere. */
  readonly bounds?: Bounds;
  /** Whether the outputs are logarithms of results; absent: they are not. */
  readonly areLogarithms?: boolean;
  readonly seed: number;
}

/** Log noise variance as a share of the variance of the outputs: laboratory tables have 0.01 to 0.5, programs 1e-6. */
const NOISE = { centre: -2.2, spread: 1.9, lower: -18, upper: 3 };
/**
 * Deviation of logarithms up to which the share is that of other outputs, as of results over a decade. Results over more decades scatter no more in
 * proportion, about a quarter (decision 0710).
 */
const DECADE = 0.7;
/** Where a descent begins that looks for a steep curve: log noise variance, and by how much log lengthscales lie below the centres of their priors. */
const STEEP = { noise: -5, shorter: 2.5 };
/** Mean in deviations of the outputs. */
const MEAN = { spread: 0.7, reach: 10 };

/** A fit of the form to some rows, model scale, given the pseudo-measurements of limits; and the model except for what a fit finds. */
export interface EnsembleProblem {
  readonly problemOf: (sites: CensoredSites | undefined) => FitProblem;
  readonly base: GpModel;
}

/** @param logarithmic columns whose logarithms enter; their values are above 0 */
export function ensembleProblem(data: EnsembleData, logarithmic: readonly number[]): EnsembleProblem {
  const { n, d, categorical, y, noise } = data;
  const columns = [...categorical.keys()];
  const inputLog = logarithmsFrom(data, logarithmic);
  const inputs = columnScales(data, inputLog);
  const form = formOf(
    columns.filter((k) => !categorical[k]),
    columns.filter((k) => categorical[k]),
    columns.filter((k) => inputs.widths[k] > 0),
  );
  const output = outputScaling(y);
  const scaledX = data.X.map(
    (value, at) => (unscaled(value, inputLog, at % d) - inputs.shift[at % d]) / inputs.scale[at % d],
  );
  const parameters = parametersWith(form, noise ? undefined : noiseCentre(data, output.scale));
  const problemOf = (sites: CensoredSites | undefined): FitProblem => ({
    X: scaledX,
    y: outputsWith(y, sites).map((value) => (value - output.shift) / output.scale),
    noise: variancesWith(n, noise, sites).map((value) => value / output.scale ** 2),
    n,
    d,
    code: form.code,
    parameters,
  });
  const base: GpModel = {
    code: form.code,
    theta: new Float64Array(0),
    n,
    d,
    categorical,
    X: data.X,
    y,
    ...(noise ? { noise } : {}),
    ...(data.bounds ? { bounds: data.bounds } : {}),
    inputShift: inputs.shift,
    inputScale: inputs.scale,
    ...(inputLog ? { inputLog } : {}),
    outputShift: output.shift,
    outputScale: output.scale,
    calibration: 1,
    objective: 0,
    evaluations: 0,
    verdict: [
      'fitted',
      ...dataRemarks(data, y, 'their magnitude is used as the scale'),
      ...excessVariationRemarks(data, y),
      ...columnsIn(inputLog).map((column) => `input column ${column} is modelled by its logarithm`),
    ],
  };
  return { problemOf, base };
}

/** The problem with its start at a steep curve with little noise. */
export function withSteepStart(problem: FitProblem): FitProblem {
  const initialOf = ({ name, initial, fixed: held, tied }: FitParameter): number => {
    if (held || tied !== undefined) return initial;
    if (name === 'noise') return STEEP.noise;
    return name.startsWith('lengthscale') ? initial - STEEP.shorter : initial;
  };
  return { ...problem, parameters: problem.parameters.map((one) => ({ ...one, initial: initialOf(one) })) };
}

/** As `GpModel.inputLog`: from the lowest value that a column has or may have. */
function logarithmsFrom(
  { X, d, ranges }: EnsembleData,
  logarithmic: readonly number[],
): Float64Array | undefined {
  if (logarithmic.length === 0) return undefined;
  const from = new Float64Array(d);
  for (const column of logarithmic) {
    from[column] = ranges?.[column]?.[0] ?? Number.POSITIVE_INFINITY;
    for (let at = column; at < X.length; at += d) from[column] = Math.min(from[column], X[at]);
  }
  return from;
}

/** Columns of which a model has logarithms. */
export const columnsIn = (inputLog: Float64Array | undefined): number[] =>
  Array.from(inputLog ?? []).flatMap((from, column) => (from > 0 ? [column] : []));

/** Centre of the prior of the log noise variance, model scale. @param scale deviation of the outputs */
const noiseCentre = ({ areLogarithms }: EnsembleData, scale: number): number =>
  NOISE.centre - (areLogarithms ? 2 * Math.max(0, Math.log(scale / DECADE)) : 0);

/** @param centre of the prior of the noise; absent: the noise is given */
function parametersWith(form: Form, centre?: number): FitParameter[] {
  const { spread, lower, upper } = NOISE;
  return [
    ...form.parameters,
    centre === undefined
      ? fixed('noise', Number.NEGATIVE_INFINITY)
      : { name: 'noise', initial: centre, lower, upper, prior: { centre, spread } },
    {
      name: 'mean',
      initial: 0,
      lower: -MEAN.reach,
      upper: MEAN.reach,
      prior: { centre: 0, spread: MEAN.spread },
    },
  ];
}

/** Mean and sample deviation; outputs that are all the same have their own size for a scale. */
function outputScaling(y: Float64Array): Scaling {
  if (y.some((value) => value !== y[0])) return scaleOutput(sampleStandard, y);
  return { shift: mean(y), scale: Math.abs(y[0]) || 1 };
}

/** Middle and width of each numeric column, of its range where the data have no width; categories stay as they are. */
function columnScales(
  { X, n, d, categorical, ranges }: EnsembleData,
  inputLog: Float64Array | undefined,
): {
  shift: Float64Array;
  scale: Float64Array;
  /** 0 for categories, and where neither data nor range give one. */
  widths: Float64Array;
} {
  const widths = new Float64Array(d);
  const shift = new Float64Array(d);
  const scale = new Float64Array(d).fill(1);
  for (let k = 0; k < d; k++) {
    if (categorical[k]) continue;
    const placed = (value: number) => unscaled(value, inputLog, k);
    const [least, most] = columnExtent({ X, n, d }, k);
    const [low, high] = [placed(least), placed(most)];
    const range = ranges?.[k];
    const width = high > low ? high - low : range ? placed(range[1]) - placed(range[0]) : 0;
    shift[k] = low + 0.5 * (high - low);
    widths[k] = width > 0 && Number.isFinite(width) ? width : 0;
    scale[k] = widths[k] || 1;
  }
  return { shift, scale, widths };
}
