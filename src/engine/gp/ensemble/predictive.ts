import { runAlone, type Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { sidesOf } from '../censoring/censored.ts';
import type { GpModel } from '../model.ts';
import { shortNumber } from '../outliers/outliers.ts';
import { rowsOfTask } from '../rows-of-task.ts';
import { rangeOf } from '../transforms/bounds.ts';
import { lowEndOf, spansDecades, spansDecadesFromZero, toLog } from '../transforms/logarithm.ts';
import { logitEndsOf, toLogit } from '../transforms/logit.ts';
import {
  drawnSteps,
  type EnsembleOptions,
  ensembleSteps,
  type Start,
  startSteps,
  withoutDraws,
} from './fit.ts';
import { evenlySampledRows } from './mode.ts';
import type { EnsembleData } from './problem.ts';

/** Gain in log posterior density below which the results enter as they are. */
const LEAST_GAIN = 0.5;
/** Fewest measured rows that are informative. */
const FEWEST = 5;

/** What the Gaussian process models in place of the results. */
interface Transform {
  readonly field: 'ofLog' | 'ofLogit';
  readonly remark: string;
  /** The latent value of an output of the data, and its derivative. */
  latent(y: number): { readonly value: number; readonly slope: number };
}

/**
 * Logits for results between two bounds, logarithms for others over a decade or more, zeros among them or not, none where noise is given. A warm start keeps the
 * transform of its model, except for logarithms where all outputs are 0.
 */
function transformOf(
  { y, bounds, noise }: EnsembleData,
  warm: EnsembleOptions['warmStart'],
): Transform | undefined {
  const range = rangeOf(bounds);
  if (warm?.ofLog && y.some((value) => value > 0)) return logarithmOf(y);
  if (warm) return warm.ofLogit && range ? logitOf(y, range) : undefined;
  if (noise) return undefined;
  if (range) return logitOf(y, range);
  return spansDecades(y) || spansDecadesFromZero(y) ? logarithmOf(y) : undefined;
}

function logarithmOf(y: Float64Array): Transform {
  const ends = { low: lowEndOf(y), high: Number.POSITIVE_INFINITY, slopeAbove: 1 };
  const near = y.includes(0) ? `, and below ${shortNumber(ends.low)} by a straight line to 0` : '';
  return {
    field: 'ofLog',
    remark: `the results are modelled by their logarithms${near}`,
    latent: (value) => toLog(value, ends),
  };
}

function logitOf(y: Float64Array, range: readonly [number, number]): Transform {
  const ends = logitEndsOf(y, range);
  return {
    field: 'ofLogit',
    remark: `the results are modelled by the logits of their places between ${range[0]} and ${range[1]}`,
    latent: (value) => toLogit(value, ends),
  };
}

/**
 * `ensembleSteps` of the results as they are or transformed, whichever gives the measured rows the higher posterior density. A model of logarithms
 * has `ofLog`, one of logits `ofLogit`; beside it the model in the units of the results is then one fit without draws.
 */
export function* predictiveSteps(
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): Steps<GpModel> {
  const { warmStart, ...cold } = options;
  const transform = transformOf(data, warmStart);
  if (!transform) return yield* ensembleSteps(data, context, options);
  const under = warmStart?.[transform.field];
  const starts =
    warmStart && under
      ? {
          isTransformed: true,
          plain: yield* startSteps(data, context, { warmStart }),
          transformed: yield* startSteps(latentData(transform, data), context, { warmStart: under }),
        }
      : yield* comparedStarts(data, transform, context, cold);
  if (!starts.isTransformed) return yield* drawnSteps(starts.plain, data.seed, context, options);
  const {
    X: _X,
    y: _y,
    bounds: _bounds,
    ...latent
  } = yield* drawnSteps(starts.transformed, data.seed, context, {
    ...options,
    ...(under ? { warmStart: under } : {}),
  });
  const verdict = [...latent.verdict, transform.remark];
  return { ...withoutDraws(starts.plain, context), verdict, [transform.field]: latent };
}

/** As work of its own. */
export const fitPredictive = (
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): GpModel => runAlone(predictiveSteps(data, context, options), context.backend);

const latentData = ({ field, latent }: Transform, data: EnsembleData): EnsembleData => ({
  ...data,
  y: data.y.map((value) => latent(value).value),
  ...(field === 'ofLog' ? { areLogarithms: true } : {}),
});

/** Starts of the results as they are and transformed, compared by their densities in the units of the results. */
function* comparedStarts(
  data: EnsembleData,
  transform: Transform,
  context: RunContext,
  options: EnsembleOptions,
) {
  const measured = measuredRows(data);
  const plain = yield* startSteps(measured, context, options);
  const transformed = yield* startSteps(latentData(transform, measured), context, options);
  const density = ({ base, mode }: Start) => mode.objective - measured.n * Math.log(base.outputScale);
  const slope = measured.y.reduce((sum, value) => sum + Math.log(transform.latent(value).slope), 0);
  const isTransformed = measured.n >= FEWEST && density(transformed) + slope > density(plain) + LEAST_GAIN;
  if (measured === data) return { isTransformed, plain, transformed };
  const all = yield* startSteps(data, context, options);
  return {
    isTransformed,
    plain: all,
    transformed: isTransformed
      ? yield* startSteps(latentData(transform, data), context, options)
      : transformed,
  };
}

/** Rows with measured results, without limits; of many rows an evenly spread part. */
function measuredRows({ censored, ...data }: EnsembleData): EnsembleData {
  if (!censored) return evenlySampledRows(data);
  const sides = sidesOf(data.n, censored);
  const rows = Int32Array.from(data.y.keys()).filter((row) => sides[row] === 0);
  const { y, ...rest } = data;
  const { outputs, ...part } = rowsOfTask({ ...rest, outputs: [y] }, y, rows);
  return evenlySampledRows({ ...part, y: outputs[0] });
}
