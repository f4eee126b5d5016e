import { runAlone, type Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { rangeOf } from '../bounds.ts';
import { sidesOf } from '../censored.ts';
import { spansDecades } from '../log-view.ts';
import { logitEndsOf, toLogit } from '../logit.ts';
import type { GpModel } from '../model.ts';
import { rowsOfTask } from '../rows-of-task.ts';
import {
  drawnSteps,
  type EnsembleOptions,
  ensembleSteps,
  type Start,
  startSteps,
  withoutDraws,
} from './fit.ts';
import { evenPart } from './mode.ts';
import type { EnsembleData } from './problem.ts';

/** Gain in log posterior density below which the results enter as they are. */
const LEAST_GAIN = 0.5;
/** Fewest measured rows that tell. */
const FEWEST = 5;

/** Another quantity that results may enter as. */
interface Curve {
  readonly as: 'ofLog' | 'ofLogit';
  readonly remark: string;
  /** Of an output among those of the data. */
  to(y: number): { readonly value: number; readonly slope: number };
}

/** Of results between two bounds the logit of their place, of others over a decade or more the logarithm; of some with given noise, nothing. A warm start has chosen. */
function curveOf({ y, bounds, noise }: EnsembleData, warm: EnsembleOptions['warmStart']): Curve | undefined {
  const range = rangeOf(bounds);
  if (warm) return warm.ofLog ? logarithm : warm.ofLogit && range ? logitOf(y, range) : undefined;
  if (noise) return undefined;
  if (range) return logitOf(y, range);
  return spansDecades(y) ? logarithm : undefined;
}

const logarithm: Curve = {
  as: 'ofLog',
  remark: 'the results enter by their logarithms',
  to: (y) => ({ value: Math.log(y), slope: 1 / y }),
};

function logitOf(y: Float64Array, range: readonly [number, number]): Curve {
  const ends = logitEndsOf(y, range);
  return {
    as: 'ofLogit',
    remark: `the results enter by the logits of their places between ${range[0]} and ${range[1]}`,
    to: (value) => toLogit(value, ends),
  };
}

/**
 * `ensembleSteps` of the results as they are or of another quantity, whichever the measured rows are likelier with. A model of logarithms has
 * `ofLog`, one of logits `ofLogit`; what is in the units of the results is then one fit without draws.
 */
export function* predictiveSteps(
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): Steps<GpModel> {
  const { warmStart, ...cold } = options;
  const curve = curveOf(data, warmStart);
  if (!curve) return yield* ensembleSteps(data, context, options);
  const under = warmStart?.[curve.as];
  const starts =
    warmStart && under
      ? {
          isCurved: true,
          plain: yield* startSteps(data, context, { warmStart }),
          curved: yield* startSteps(along(curve, data), context, { warmStart: under }),
        }
      : yield* comparedStarts(data, curve, context, cold);
  if (!starts.isCurved) return yield* drawnSteps(starts.plain, data.seed, context, options);
  const {
    X: _X,
    y: _y,
    bounds: _bounds,
    ...latent
  } = yield* drawnSteps(starts.curved, data.seed, context, {
    ...options,
    ...(under ? { warmStart: under } : {}),
  });
  const verdict = [...latent.verdict, curve.remark];
  return { ...withoutDraws(starts.plain, context), verdict, [curve.as]: latent };
}

/** As work of its own. */
export const fitPredictive = (
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): GpModel => runAlone(predictiveSteps(data, context, options), context.backend);

const along = ({ to }: Curve, data: EnsembleData): EnsembleData => ({
  ...data,
  y: data.y.map((value) => to(value).value),
});

/** Starts of the results as they are and of the other quantity. What the measured rows say of them are densities of the results in their own units. */
function* comparedStarts(data: EnsembleData, curve: Curve, context: RunContext, options: EnsembleOptions) {
  const measured = measuredRows(data);
  const plain = yield* startSteps(measured, context, options);
  const curved = yield* startSteps(along(curve, measured), context, options);
  const density = ({ base, mode }: Start) => mode.objective - measured.n * Math.log(base.outputScale);
  const slope = measured.y.reduce((sum, value) => sum + Math.log(curve.to(value).slope), 0);
  const isCurved = measured.n >= FEWEST && density(curved) + slope > density(plain) + LEAST_GAIN;
  if (measured === data) return { isCurved, plain, curved };
  const all = yield* startSteps(data, context, options);
  return {
    isCurved,
    plain: all,
    curved: isCurved ? yield* startSteps(along(curve, data), context, options) : curved,
  };
}

/** Those that are no limits; of many an even part. */
function measuredRows({ censored, ...data }: EnsembleData): EnsembleData {
  if (!censored) return evenPart(data);
  const sides = sidesOf(data.n, censored);
  const rows = Int32Array.from(data.y.keys()).filter((row) => sides[row] === 0);
  const { y, ...rest } = data;
  const { outputs, ...part } = rowsOfTask({ ...rest, outputs: [y] }, y, rows);
  return evenPart({ ...part, y: outputs[0] });
}
