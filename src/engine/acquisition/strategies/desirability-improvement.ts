import { softplus } from '../../compute/softplus.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { sobolNormal } from '../../random/sobol.ts';
import { attainablePoints } from '../models/attainable.ts';
import { intoSlice } from '../models/incumbent.ts';
import { type Problem, withPending } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { isNoisy } from '../search/repeats.ts';
import { type Desirability, searchedDesirability } from './desirability.ts';
import { logFeasibility } from './feasibility.ts';
import { meetsLimits, type Range, rangesOf } from './limits.ts';
import { logSmoothGain } from './scalarization.ts';
import { type Pool, scenarioNormals, scenarioObjective, scenarioScorer } from './scenarios.ts';
import { drawWithin } from './within-range.ts';

/** Draws of the outputs of one point. */
const SAMPLES = 64;
/** Rows around which a search starts. */
const GOOD = 5;
/** Most desirable rows whose outputs are drawn together, where they are uncertain. */
const COMPARED = 8;

/**
 * Rows [n, d] by the desirability of their expected outputs, best first, those that are expected to break a limit last; with the best
 * desirability within the limits, 0 where no row is.
 */
export function rankedByDesirability(
  { posteriors, task }: Pick<Problem, 'posteriors' | 'task'>,
  parts: readonly Desirability[],
  X: Float64Array,
  d: number,
): { readonly order: readonly number[]; readonly best: number } {
  const n = X.length / d;
  const means = posteriors.map((posterior) => posterior.mean(X, n));
  const worth = Float64Array.from({ length: n }, (_, i) =>
    searchedDesirability(
      parts,
      means.map((mean) => mean[i]),
    ),
  );
  const inside = Array.from({ length: n }, (_, i) =>
    meetsLimits(task.outcomeConstraints, (objective) => means[objective][i]),
  );
  const order = Array.from(worth.keys()).sort(
    (a, b) => Number(inside[b]) - Number(inside[a]) || worth[b] - worth[a],
  );
  return { order, best: inside[order[0]] ? worth[order[0]] : 0 };
}

/** The problem with starts at the rows of X [n, d] that are most desirable. */
export function aroundDesirable(problem: Problem, parts: readonly Desirability[], X: Float64Array): Problem {
  const { region, task } = problem;
  const d = region.space.dimensions.length;
  const rows = attainablePoints(problem.whole, intoSlice(X, d, task.fixed));
  const { order } = rankedByDesirability(problem, parts, rows, d);
  const good = order.slice(0, GOOD).map((row) => region.repair(rows.subarray(row * d, (row + 1) * d)));
  return { ...problem, good: concatenate(good) };
}

/** A scorer that holds posteriors until it is freed. */
export interface DesirabilityScorer extends Scorer {
  free(): void;
}

/** What is looked for besides: points chosen before, a margin above the best run, and gains or any gain at all. */
interface GainOptions {
  readonly chosen?: readonly Float64Array[];
  readonly margin?: number;
  readonly anyGain?: true;
}

/** Smoothing of the chance of a gain in joint desirability. */
const CHANCE_SMOOTHED = 1e-2;

/** log of 1/(1 + exp(−gain/τ)), and its slope. */
function logChance(gain: number): { value: number; slope: number } {
  const x = gain / CHANCE_SMOOTHED;
  const value = -softplus(-x);
  return { value, slope: -Math.expm1(value) / CHANCE_SMOOTHED };
}

/** Draws of the outputs of one point where they meet the outcome constraints, and how what they are worth moves with their moments. */
function drawsWithin(within: readonly Range[] | undefined, M: number) {
  const y = new Float64Array(M);
  const byMean = new Float64Array(M).fill(1);
  const byDeviation = new Float64Array(M);
  return {
    y,
    /** Fills y [M] from standard normals. */
    draw(mean: Float64Array, deviation: Float64Array, normal: (k: number) => number): void {
      for (let k = 0; k < M; k++) {
        const z = normal(k);
        if (within === undefined) {
          y[k] = mean[k] + deviation[k] * z;
          byDeviation[k] = z;
        } else {
          const drawn = drawWithin(mean[k], deviation[k], within[k], z);
          y[k] = drawn.value;
          byMean[k] = drawn.byMean;
          byDeviation[k] = drawn.byDeviation;
        }
      }
    },
    /** Writes slopes [2M] by means and deviations from those by the outputs [M]. */
    pullback(byOutput: Float64Array, factor: number, slopes: Float64Array): void {
      for (let k = 0; k < M; k++) {
        slopes[k] = factor * byOutput[k] * byMean[k];
        slopes[M + k] = factor * byOutput[k] * byDeviation[k];
      }
    },
  };
}

/**
 * log of the expected gain in joint desirability over the best run (or of the probability of any); outputs that break an outcome constraint gain
 * nothing: the probability of meeting them all times the expected gain of outputs that do. Outputs are drawn at each point, so that what is uncertain of one counts for the others too. Where
 * measurements have noise, the best run is that of a joint draw of the outputs at the most desirable rows; pending runs
 * and points chosen before always count by joint draws, so that a point beside one gains nothing. What breaks a limit is no best run.
 *
 * @param X [n, d] recorded rows; outputs are as they are: all goals of the task are to maximize
 */
export function desirabilityImprovement(
  problem: Problem,
  parts: readonly Desirability[],
  X: Float64Array,
  { chosen = [], margin = 0, anyGain }: GainOptions = {},
): DesirabilityScorer {
  const { task, posteriors, signs, generator } = problem;
  const d = task.space.dimensions.length;
  const M = parts.length;
  const seed = generator.childSeed();
  const Z = scenarioNormals(SAMPLES, 1, M, seed);
  const rows = attainablePoints(problem.whole, intoSlice(X, d, task.fixed));
  const { base, best } = comparedWith(problem, parts, rows, chosen);
  const p = base.length / d;
  const normals = scenarioNormals(SAMPLES, p, M, seed, 1);
  const objectives = posteriors.map((posterior, k) =>
    scenarioObjective(posterior, base, normals[k], SAMPLES),
  );
  const within = rangesOf(task.outcomeConstraints, signs);
  const { y, draw, pullback } = drawsWithin(within, M);
  const reached = Float64Array.from({ length: SAMPLES }, (_, s) => {
    let top = best;
    for (let j = 0; j < p; j++) {
      for (let k = 0; k < M; k++) y[k] = objectives[k].samples[s * p + j];
      if (!meetsLimits(task.outcomeConstraints, (objective) => y[objective])) continue;
      top = Math.max(top, searchedDesirability(parts, y));
    }
    return top;
  });
  const byOutput = new Float64Array(M);
  const scorer = scenarioScorer({ objectives, signs, S: SAMPLES, d }, (s, mean, deviation, slopes) => {
    draw(mean, deviation, (k) => Z[k][s]);
    const gain = searchedDesirability(parts, y, byOutput) - reached[s] - margin;
    const { value, slope } = anyGain ? logChance(gain) : logSmoothGain(gain);
    if (slopes) pullback(byOutput, slope, slopes);
    return value + logFeasibility(within, mean, deviation, slopes);
  });
  return {
    ...scorer,
    free() {
      for (const objective of objectives) objective.free();
    },
  };
}

/** Points whose outputs are drawn, [p, d], and the desirability reached by the rows that are not. */
function comparedWith(
  problem: Problem,
  parts: readonly Desirability[],
  rows: Float64Array,
  chosen: readonly Float64Array[],
): { readonly base: Float64Array; readonly best: number } {
  const { task, posteriors } = problem;
  const d = task.space.dimensions.length;
  const { order, best } = rankedByDesirability(problem, parts, rows, d);
  const open = withPending(task, chosen);
  if (!posteriors.some(isNoisy)) return { base: open, best };
  const distinct = new Map(
    order.map((row) => rows.slice(row * d, (row + 1) * d)).map((point) => [point.join(), point]),
  );
  const top = concatenate([...distinct.values()].slice(0, COMPARED));
  return { base: concatenate([top, open]), best: task.outcomeConstraints ? 0 : Number.NEGATIVE_INFINITY };
}

/**
 * log of the expected joint desirability, or of expectation + κ·standard deviation, of outputs that meet the outcome constraints, times the
 * probability that they do.
 *
 * @param posteriors one per objective  @param kappa 0: the expectation
 */
export function expectedDesirability(
  problem: Pick<Problem, 'task' | 'signs'>,
  parts: readonly Desirability[],
  posteriors: Problem['posteriors'],
  kappa: number,
): Scorer {
  const M = parts.length;
  const Z = sobolNormal(SAMPLES, M, 'expected desirability');
  const none = new Float64Array(0);
  const objectives = posteriors.map((posterior) => scenarioObjective(posterior, none, none, SAMPLES));
  const within = rangesOf(problem.task.outcomeConstraints, problem.signs);
  const { y, draw, pullback } = drawsWithin(within, M);
  const byOutput = new Float64Array(M);
  const d = problem.task.space.dimensions.length;
  return scenarioScorer(
    { objectives, signs: problem.signs, S: SAMPLES, d },
    (s, mean, deviation, slopes) => {
      draw(mean, deviation, (k) => Z[s * M + k]);
      const worth = searchedDesirability(parts, y, byOutput);
      if (slopes) pullback(byOutput, 1 / worth, slopes);
      return Math.log(worth) + logFeasibility(within, mean, deviation, slopes);
    },
    kappa === 0 ? undefined : logUpperBound(kappa),
  );
}

/** log of mean + κ·standard deviation of what the scenarios are the logarithms of. */
const logUpperBound =
  (kappa: number): Pool =>
  (logs, slopes) => {
    const count = logs.length;
    const worth = logs.map(Math.exp);
    const mean = worth.reduce((sum, value) => sum + value, 0) / count;
    const spread = Math.sqrt(worth.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
    const bound = mean + kappa * spread;
    worth.forEach((value, s) => {
      const apart = spread > 0 ? (value - mean) / spread : 0;
      slopes[s] = (value * (1 + kappa * apart)) / (count * bound);
    });
    return Math.log(bound);
  };
