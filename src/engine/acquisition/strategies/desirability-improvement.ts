import { sobolNormal } from '../../random/sobol.ts';
import { intoSlice } from '../models/incumbent.ts';
import type { Problem } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { isNoisy } from '../search/repeats.ts';
import { packed } from '../search/search.ts';
import { type Desirability, searchedDesirability } from './desirability.ts';
import { logFeasibility } from './hypervolume.ts';
import { logSmoothGain } from './scalarization.ts';
import { scenarioObjective, scenarioScorer } from './scenarios.ts';

/** Draws of the outputs of one point. */
const SAMPLES = 64;
/** Rows around which a search starts. */
const GOOD = 5;
/** Most desirable rows whose outputs are drawn together, where they are uncertain. */
const COMPARED = 8;
/** Smoothing of the gain in joint desirability: what a place without gain counts for must be less than any gain worth a run. */
const SMOOTHED = 1e-4;

/** Rows [n, d] by the desirability of their expected outputs, best first, with that of the best. */
export function rankedByDesirability(
  { posteriors }: Pick<Problem, 'posteriors'>,
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
  const order = Array.from(worth.keys()).sort((a, b) => worth[b] - worth[a]);
  return { order, best: worth[order[0]] };
}

/** The problem with starts where the recorded rows are most desirable. */
export function aroundDesirable(problem: Problem, parts: readonly Desirability[], X: Float64Array): Problem {
  const { region, task } = problem;
  const d = region.space.dimensions.length;
  const rows = intoSlice(X, d, task.fixed);
  const { order } = rankedByDesirability(problem, parts, rows, d);
  const good = order.slice(0, GOOD).map((row) => region.repair(rows.subarray(row * d, (row + 1) * d)));
  return { ...problem, good: packed(good) };
}

/** A scorer that holds posteriors until it is freed. */
export interface DesirabilityScorer extends Scorer {
  free(): void;
}

/**
 * log of the expected gain in joint desirability over the best run, times the probability of meeting the outcome
 * constraints. Outputs are drawn at each point, so that what is uncertain of one counts for the others too. Where
 * measurements have noise, the best run is that of a joint draw of the outputs at the most desirable rows; runs under way
 * always count by joint draws, so that a point beside one gains nothing.
 *
 * @param X [n, d] recorded rows; outputs are as they are: all goals of the task are to maximize
 */
export function desirabilityImprovement(
  problem: Problem,
  parts: readonly Desirability[],
  X: Float64Array,
): DesirabilityScorer {
  const { task, posteriors, signs, generator } = problem;
  const d = task.space.dimensions.length;
  const M = parts.length;
  const seed = generator.childSeed();
  const Z = sobolNormal(SAMPLES, M, seed);
  const { base, best } = comparedWith(problem, parts, intoSlice(X, d, task.fixed), d);
  const p = base.length / d;
  const objectives = posteriors.map((posterior, k) =>
    scenarioObjective(posterior, base, sobolNormal(SAMPLES, Math.max(1, p), `${seed}/${k}`), SAMPLES),
  );
  const y = new Float64Array(M);
  const reached = Float64Array.from({ length: SAMPLES }, (_, s) => {
    let top = best;
    for (let j = 0; j < p; j++) {
      for (let k = 0; k < M; k++) y[k] = objectives[k].samples[s * p + j];
      top = Math.max(top, searchedDesirability(parts, y));
    }
    return top;
  });
  const byOutput = new Float64Array(M);
  const scorer = scenarioScorer(objectives, signs, SAMPLES, d, (s, mean, deviation, slopes) => {
    for (let k = 0; k < M; k++) y[k] = mean[k] + deviation[k] * Z[s * M + k];
    const { value, slope } = logSmoothGain(searchedDesirability(parts, y, byOutput) - reached[s], SMOOTHED);
    for (let k = 0; slopes !== undefined && k < M; k++) {
      slopes[k] = slope * byOutput[k];
      slopes[M + k] = slope * byOutput[k] * Z[s * M + k];
    }
    return value + logFeasibility(problem, mean, deviation, slopes);
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
  d: number,
): { readonly base: Float64Array; readonly best: number } {
  const { task, posteriors } = problem;
  const { order, best } = rankedByDesirability(problem, parts, rows, d);
  if (!posteriors.some(isNoisy)) return { base: task.pending, best };
  const distinct = new Map(
    order.map((row) => rows.slice(row * d, (row + 1) * d)).map((point) => [point.join(), point]),
  );
  const top = packed([...distinct.values()].slice(0, COMPARED));
  const base = new Float64Array(top.length + task.pending.length);
  base.set(top);
  base.set(task.pending, top.length);
  return { base, best: Number.NEGATIVE_INFINITY };
}
