import { sobolNormal } from '../../random/sobol.ts';
import { intoSlice } from '../models/incumbent.ts';
import type { Problem } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { packed } from '../search/search.ts';
import { type Desirability, searchedDesirability } from './desirability.ts';
import { logFeasibility } from './hypervolume.ts';
import { logSmoothGain } from './scalarization.ts';
import { scenarioObjective, scenarioScorer } from './scenarios.ts';

/** Draws of the outputs of one point. */
const SAMPLES = 64;
/** Rows around which a search starts. */
const GOOD = 5;

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

/**
 * log of the expected gain in joint desirability over that of the best row, times the probability of meeting the
 * outcome constraints. Outputs are drawn at each point, so that what is uncertain of one counts for the others too. Runs under
 * way take their variance away and count at their expected outputs, so that the members of a batch differ.
 *
 * @param X [n, d] recorded rows; outputs are as they are: all goals of the task are to maximize
 */
export function desirabilityImprovement(
  problem: Problem,
  parts: readonly Desirability[],
  X: Float64Array,
): Scorer {
  const { task, fantasies, signs, generator } = problem;
  const d = task.space.dimensions.length;
  const M = parts.length;
  const known = intoSlice(X, d, task.fixed);
  const taken = new Float64Array(known.length + task.pending.length);
  taken.set(known);
  taken.set(task.pending, known.length);
  const { best } = rankedByDesirability(problem, parts, taken, d);
  const Z = sobolNormal(SAMPLES, M, generator.childSeed());
  const objectives = fantasies.map((fantasy) =>
    scenarioObjective(fantasy.after([]), new Float64Array(0), new Float64Array(0), SAMPLES),
  );
  const y = new Float64Array(M);
  const byOutput = new Float64Array(M);
  return scenarioScorer(objectives, signs, SAMPLES, d, (s, mean, deviation, slopes) => {
    for (let k = 0; k < M; k++) y[k] = mean[k] + deviation[k] * Z[s * M + k];
    const { value, slope } = logSmoothGain(searchedDesirability(parts, y, byOutput) - best);
    for (let k = 0; slopes !== undefined && k < M; k++) {
      slopes[k] = slope * byOutput[k];
      slopes[M + k] = slope * byOutput[k] * Z[s * M + k];
    }
    return value + logFeasibility(problem, mean, deviation, slopes);
  });
}
