import { runAlone, type Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { sidesOf } from '../censored.ts';
import { spansDecades } from '../log-view.ts';
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

/**
 * `ensembleSteps` of the results as they are or of their logarithms, whichever the measured rows are likelier with: positive results that span a
 * decade or more, without given noise. A model of logarithms has `ofLog`; what is in the units of the results is then one fit without draws.
 */
export function* predictiveSteps(
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): Steps<GpModel> {
  const { warmStart, ...cold } = options;
  if (warmStart ? !warmStart.ofLog : data.noise || !spansDecades(data.y))
    return yield* ensembleSteps(data, context, options);
  const starts = warmStart?.ofLog
    ? {
        isLog: true,
        plain: yield* startSteps(data, context, { warmStart }),
        logs: yield* startSteps(inLogs(data), context, { warmStart: warmStart.ofLog }),
      }
    : yield* comparedStarts(data, context, cold);
  if (!starts.isLog) return yield* drawnSteps(starts.plain, data.seed, context, options);
  const {
    X: _X,
    y: _y,
    ...ofLog
  } = yield* drawnSteps(starts.logs, data.seed, context, {
    ...options,
    ...(warmStart?.ofLog ? { warmStart: warmStart.ofLog } : {}),
  });
  const verdict = [...ofLog.verdict, 'the results enter by their logarithms'];
  return { ...withoutDraws(starts.plain, context), verdict, ofLog };
}

/** As work of its own. */
export const fitPredictive = (
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): GpModel => runAlone(predictiveSteps(data, context, options), context.backend);

const inLogs = (data: EnsembleData): EnsembleData => ({ ...data, y: data.y.map(Math.log) });

/** Starts of the results as they are and of their logarithms. What the measured rows say of them are densities of the results in their own units. */
function* comparedStarts(data: EnsembleData, context: RunContext, options: EnsembleOptions) {
  const measured = measuredRows(data);
  const plain = yield* startSteps(measured, context, options);
  const logs = yield* startSteps(inLogs(measured), context, options);
  const density = ({ base, mode }: Start) => mode.objective - measured.n * Math.log(base.outputScale);
  const slope = measured.y.reduce((sum, value) => sum + Math.log(value), 0);
  const isLog = measured.n >= FEWEST && density(logs) - slope > density(plain) + LEAST_GAIN;
  if (measured === data) return { isLog, plain, logs };
  const all = yield* startSteps(data, context, options);
  return { isLog, plain: all, logs: isLog ? yield* startSteps(inLogs(data), context, options) : logs };
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
