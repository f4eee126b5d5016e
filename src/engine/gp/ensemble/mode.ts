import { joinSteps, type Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { type CensoredSites, roughSites } from '../censoring/censored.ts';
import { sitesAt } from '../censoring/limit-sites.ts';
import { type FitResult, fitSteps } from '../fit/fit.ts';
import { type FitProblem, variablesOf } from '../fit/objective.ts';
import { startingAt } from '../fit/plan-fit.ts';
import type { GpModel } from '../model.ts';
import { rowsOfTask } from '../rows-of-task.ts';
import { type EnsembleData, type EnsembleProblem, ensembleProblem, withSteepStart } from './problem.ts';

/** Fits of the mode between which limits are propagated. */
const ROUNDS = 3;
/** Descents towards the mode, which the chains begin around. */
const STARTS = 3;
/** Where time is short: chains begin all around the mode, so a thousandth of a nat is near enough. */
const QUICK = { restarts: 1, leastGain: 1e-3 };
/** Gain in log posterior density below which the simpler of two stays: a smooth curve, a column as it is. */
const LEAST_GAIN = 0.5;
/** Rows up to which one more descent begins at a steep curve: with more it takes too long. */
const STEEP_ROWS = 300;

export interface Mode {
  readonly theta: Float64Array;
  readonly sites?: CensoredSites;
  readonly objective: number;
  readonly evaluations: number;
}

/** Where the chains begin around; with limits, fits and propagations in turn, as `planSteps`. */
export function* modeOf(
  { problemOf, base }: EnsembleProblem,
  { censored, y, seed }: EnsembleData,
  { warmStart, quick = false }: { readonly warmStart?: Pick<GpModel, 'theta'>; readonly quick?: boolean },
  context: RunContext,
): Steps<Mode> {
  const rough = censored && roughSites(censored, y, base.outputScale);
  const reached = (theta: Float64Array, sites: CensoredSites) =>
    sitesAt({ ...base, theta }, sites, context.backend)?.sites ?? sites;
  if (warmStart) {
    const { parameters } = problemOf(undefined);
    const variables = variablesOf(parameters);
    const free = new Float64Array(variables.count);
    variables.gather(warmStart.theta, free);
    const theta = new Float64Array(parameters.length);
    variables.expand(free, 0, theta, 0);
    const begun = { theta, objective: 0, evaluations: 0 };
    return rough ? { ...begun, sites: reached(theta, rough) } : begun;
  }
  let fitted = yield* likelier(
    problemOf(rough),
    { seed, ...(quick ? QUICK : { restarts: STARTS }) },
    context,
  );
  let sites = rough;
  for (let round = 0; sites !== undefined && round < ROUNDS; round++) {
    sites = reached(fitted.theta, sites);
    if (round === ROUNDS - 1) break;
    const problem = problemOf(sites);
    const begun = { ...problem, parameters: startingAt(problem, fitted.theta) };
    const next = yield* fitSteps(begun, { seed, restarts: 1 }, context);
    fitted = { ...next, evaluations: fitted.evaluations + next.evaluations };
  }
  return { ...fitted, ...(sites ? { sites } : {}) };
}

/**
 * The likelier of two ends: of the descents from the middle of the priors, which may take a curve that is steep somewhere for noise, and of one from a
 * steep curve with little noise (decision 0620).
 */
function* likelier(
  problem: FitProblem,
  options: { readonly seed: number; readonly restarts: number; readonly leastGain?: number },
  context: RunContext,
): Steps<FitResult> {
  const fromMiddle = fitSteps(problem, options, context);
  if (problem.n > STEEP_ROWS) return yield* fromMiddle;
  const fromSteep = fitSteps(withSteepStart(problem), { ...options, restarts: 1, screened: 0 }, context);
  const [smooth, steep] = yield* joinSteps([fromMiddle, fromSteep]);
  const best = steep.objective > smooth.objective + LEAST_GAIN ? steep : smooth;
  return { ...best, evaluations: smooth.evaluations + steep.evaluations };
}

/** Rows that it is learned from whether logarithms enter. */
const MOST_ROWS = 120;

/**
 * Columns, of those that span decades, whose logarithms the rows are likelier with: one after the other by the log posterior density at
 * the mode, summed over the outputs. Inputs are scaled by their range either way, so that the densities compare.
 *
 * Nothing is fitted where no column spans decades; else two fits, and one for each further column.
 *
 * @param data the same columns, an output each
 */
export function* logarithmicColumns(data: readonly EnsembleData[], context: RunContext): Steps<number[]> {
  const some = data.map(evenlySampledRows);
  const spanning = (some[0]?.spanning ?? []).filter((column) =>
    data.every(({ X, d }) => X.every((value, at) => at % d !== column || value > 0)),
  );
  let chosen: number[] = [];
  let density = Number.NEGATIVE_INFINITY;
  for (const column of spanning) {
    if (density === Number.NEGATIVE_INFINITY) density = yield* densityOf(some, chosen, context);
    const other = yield* densityOf(some, [...chosen, column], context);
    if (!(other > density + LEAST_GAIN)) continue;
    chosen = [...chosen, column];
    density = other;
  }
  return chosen;
}

function* densityOf(
  data: readonly EnsembleData[],
  logarithmic: readonly number[],
  context: RunContext,
): Steps<number> {
  let sum = 0;
  for (const one of data)
    sum += (yield* modeOf(ensembleProblem(one, logarithmic), one, {}, context)).objective;
  return sum;
}

/** Of many rows some, evenly. */
export function evenlySampledRows(data: EnsembleData): EnsembleData {
  const { n, y, censored, ...rest } = data;
  if (n <= MOST_ROWS) return data;
  const rows = Int32Array.from({ length: MOST_ROWS }, (_, i) => Math.floor((i * n) / MOST_ROWS));
  const task = { ...rest, n, outputs: [y], ...(censored ? { censored: [censored] } : {}) };
  const { outputs, censored: limits, ...part } = rowsOfTask(task, y, rows);
  return { ...part, y: outputs[0], ...(limits?.[0] ? { censored: limits[0] } : {}) };
}
