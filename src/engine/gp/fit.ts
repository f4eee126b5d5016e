import { type CurvaturePairs, type MinimizeBatchResult, minimizeBatch } from '../optim/lbfgs.ts';
import { createGenerator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from './fit-objective.ts';
import { chooseStarts, createRace, startCandidates } from './fit-starts.ts';

export interface FitOptions {
  readonly seed: number;
  /** Starts that are refined, the initial one included. Default 12 up to 100 rows, then fewer. */
  readonly restarts?: number;
  /** Random parameter vectors whose likelihood alone is looked at. Default 32, or 2 per restart if that is less. */
  readonly screened?: number;
  /** Accepted steps per start. Default 200. */
  readonly maxIterations?: number;
}

export interface FitResult {
  readonly theta: Float64Array;
  /** Log marginal likelihood plus log priors. */
  readonly objective: number;
  /** Likelihoods evaluated on all rows. */
  readonly evaluations: number;
  /** Fall-backs taken, in words; empty when none was. */
  readonly fallbacks: readonly string[];
}

/** Above this many rows the search for the right optimum is done on a part of them. */
const SUBSET_ABOVE = 300;
const SUBSET_ROWS = 200;

/**
 * Maximizes the likelihood with priors over the free entries of theta.
 *
 * Random thetas are screened by value in one batch; the initial one and the best of them are refined together by
 * bounded L-BFGS, and restarts that follow or cannot catch a better one are given up. Above 300 rows this is done on
 * 200 of them, and its best point is refined on all rows with the curvature learned there.
 *
 * Never throws for want of a good fit: what had to be given up is named in `fallbacks`.
 */
export function fitParameters(problem: FitProblem, options: FitOptions, context: RunContext): FitResult {
  const variables = variablesOf(problem.parameters);
  if (variables.count === 0 || options.maxIterations === 0)
    return evaluateInitial(problem, variables, context);
  const { n } = problem;
  if (n <= SUBSET_ABOVE) return searchAndRefine(problem, variables, options, context).fitted;
  const part = searchAndRefine(subset(problem, options.seed), variables, options, context);
  return refineFrom(problem, variables, part.result, n / SUBSET_ROWS, options, context);
}

function defaultRestarts(n: number): number {
  if (n <= 100) return 12;
  return n <= 200 ? 8 : 6;
}

function searchAndRefine(
  problem: FitProblem,
  variables: Variables,
  options: FitOptions,
  context: RunContext,
): { fitted: FitResult; result: MinimizeBatchResult } {
  const restarts = Math.max(1, options.restarts ?? defaultRestarts(problem.n));
  const screened = restarts === 1 ? 0 : (options.screened ?? Math.min(32, 4 * restarts));
  const objective = openObjective(problem, variables, Math.max(restarts, screened + 1), context);
  try {
    const candidates = startCandidates(variables, screened, options.seed);
    const starts =
      screened === 0
        ? candidates
        : chooseStarts(
            candidates,
            objective.evaluate(candidates, screened + 1, false).values,
            variables.count,
            restarts,
          );
    const result = minimizeBatch({
      x0: starts,
      lower: variables.lower,
      upper: variables.upper,
      evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, true),
      options: {
        maxIterations: options.maxIterations ?? 200,
        maxStep: 3,
        abandon: createRace(starts.length / variables.count),
      },
    });
    return { fitted: conclude(problem, variables, result, objective.counts().evaluations), result };
  } finally {
    objective.close();
  }
}

/** One more descent on all rows from the best point of a part of them. */
function refineFrom(
  problem: FitProblem,
  variables: Variables,
  part: MinimizeBatchResult,
  growth: number,
  options: FitOptions,
  context: RunContext,
): FitResult {
  const V = variables.count;
  const objective = openObjective(problem, variables, 1, context);
  try {
    const learned: CurvaturePairs = part.pairs(part.best);
    const result = minimizeBatch({
      x0: part.x.slice(part.best * V, (part.best + 1) * V),
      lower: variables.lower,
      upper: variables.upper,
      evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, true),
      options: {
        maxIterations: options.maxIterations ?? 200,
        maxStep: 3,
        pairs: { steps: learned.steps, changes: learned.changes.map((change) => change * growth) },
      },
    });
    return conclude(problem, variables, result, objective.counts().evaluations);
  } finally {
    objective.close();
  }
}

/** The best point as theta, or the initial one where nothing had a finite likelihood. */
function conclude(
  problem: FitProblem,
  variables: Variables,
  result: MinimizeBatchResult,
  evaluations: number,
): FitResult {
  const theta = new Float64Array(problem.parameters.length);
  const objective = -result.values[result.best];
  const found = Number.isFinite(objective);
  if (found) variables.expand(result.x, result.best * variables.count, theta, 0);
  else variables.expand(variables.initial, 0, theta, 0);
  const fallbacks: string[] = [];
  if (!found) fallbacks.push('no start had a finite likelihood: the initial parameters are kept');
  else if (result.reasons[result.best] === 'iterations')
    fallbacks.push('the search stopped at its limit of steps');
  return { theta, objective, evaluations, fallbacks };
}

function evaluateInitial(problem: FitProblem, variables: Variables, context: RunContext): FitResult {
  const objective = openObjective(problem, variables, 1, context);
  try {
    const theta = new Float64Array(problem.parameters.length);
    variables.expand(variables.initial, 0, theta, 0);
    const value = -objective.evaluate(variables.initial, 1, false).values[0];
    return { theta, objective: value, evaluations: 1, fallbacks: [] };
  } finally {
    objective.close();
  }
}

/** A seeded choice of rows. */
function subset(problem: FitProblem, seed: number): FitProblem {
  const { n, d } = problem;
  const rows = createGenerator(seed)
    .shuffle(Int32Array.from({ length: n }, (_, i) => i))
    .slice(0, SUBSET_ROWS)
    .sort();
  const X = new Float64Array(rows.length * d);
  rows.forEach((row, i) => {
    X.set(problem.X.subarray(row * d, (row + 1) * d), i * d);
  });
  return {
    ...problem,
    n: rows.length,
    X,
    y: Float64Array.from(rows, (row) => problem.y[row]),
    noise: Float64Array.from(rows, (row) => problem.noise[row]),
  };
}
