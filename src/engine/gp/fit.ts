import { runAlone, type Steps } from '../compute/lockstep.ts';
import { createGenerator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { descend, type Found } from './fit-descent.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from './fit-objective.ts';
import { createRace, orderStarts, type Race, startCandidates } from './fit-starts.ts';

export interface FitOptions {
  readonly seed: number;
  /** Starts that are refined, the initial one included. Default 6 to 12. */
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
/** From one part to the next larger one. */
const GROWTH = 2.5;
/** Relative gains that end a descent: on a part of the rows, and on all of many. */
const TOLERANCE = { part: 1e-6, all: 1e-8 };

/**
 * Maximizes the likelihood with priors over the free entries of theta.
 *
 * Random thetas are screened by value in one batch; the initial one and the best of them are refined together (above 64
 * rows the first three, then the others unless those end in one optimum), and restarts that follow or cannot catch a
 * better one are given up. Above 300 rows this is done on 200 of them, and its
 * best point is refined on more and more rows, each time with the curvature learned before.
 *
 * Never throws for want of a good fit: what had to be given up is named in `fallbacks`.
 */
export function fitParameters(problem: FitProblem, options: FitOptions, context: RunContext): FitResult {
  return runAlone(fitSteps(problem, options, context), context.backend);
}

/** `fitParameters` as work that can be advanced together with other fits. */
export function* fitSteps(problem: FitProblem, options: FitOptions, context: RunContext): Steps<FitResult> {
  const variables = variablesOf(problem.parameters);
  if (variables.count === 0 || options.maxIterations === 0)
    return yield* evaluateInitial(problem, variables, context);
  const { n } = problem;
  if (n <= SUBSET_ABOVE)
    return conclude(problem, variables, yield* search(problem, variables, options, context));
  let rows = SUBSET_ROWS;
  let found = yield* search(subset(problem, rows, options.seed), variables, options, context);
  for (let next = rows * GROWTH; rows < n; next *= GROWTH) {
    const larger = next <= n / 2 ? next : n;
    const part = larger < n ? subset(problem, larger, options.seed) : problem;
    found = yield* refineFrom(
      part,
      variables,
      found,
      { factor: larger / rows, last: larger === n },
      options,
      context,
    );
    rows = larger;
  }
  return conclude(problem, variables, found);
}

/** Up to this many rows there are more optima to choose from, and a dozen descents at once cost little. */
const FEW_ROWS = 64;
/** Above that, starts that must agree for the others to be spared. */
const FIRST_STARTS = 3;
/** Rounds before restarts are given up for their pace: many at once, and the few that are to agree. */
const PATIENCE = { many: 3, few: 8 };

function defaultRestarts(n: number): number {
  if (n > 200) return 6;
  return n > FEW_ROWS ? 9 : 12;
}

function* search(
  problem: FitProblem,
  variables: Variables,
  options: FitOptions,
  context: RunContext,
): Steps<Found> {
  const V = variables.count;
  const restarts = Math.max(1, options.restarts ?? defaultRestarts(problem.n));
  const screened = restarts === 1 ? 0 : (options.screened ?? Math.min(32, 4 * restarts));
  const candidates = startCandidates(variables, screened, options.seed);
  const count = candidates.length / V;
  const objective = openObjective(problem, variables, restarts, context, count);
  try {
    const values =
      count > 1 ? (yield* objective.evaluate(candidates, count, 'value')).values : new Float64Array(1);
    const starts = orderStarts(candidates, values, V, screened, restarts);
    const { maxIterations } = options;
    const refine = (from: Float64Array, { abandon }: Race) =>
      descend(objective, from, { maxIterations, abandon });
    const few = starts.subarray(0, problem.n > FEW_ROWS ? FIRST_STARTS * V : starts.length);
    const rest = starts.subarray(few.length);
    const race = createRace(few.length / V, rest.length > 0 ? PATIENCE.few : PATIENCE.many);
    const first = yield* refine(few, race);
    const found = Number.isFinite(first.value);
    if (rest.length === 0 || (found && race.outpaced() === 0)) return first;
    const second = yield* refine(rest, createRace(rest.length / V, PATIENCE.many, found ? first : undefined));
    return second.value < first.value ? second : { ...first, evaluations: second.evaluations };
  } finally {
    objective.close();
  }
}

/** One more descent, from the best point of fewer rows. */
function* refineFrom(
  problem: FitProblem,
  variables: Variables,
  part: Found,
  growth: { readonly factor: number; readonly last: boolean },
  options: FitOptions,
  context: RunContext,
): Steps<Found> {
  const objective = openObjective(problem, variables, 1, context);
  try {
    return yield* descend(objective, part.x, {
      maxIterations: options.maxIterations,
      valueTolerance: growth.last ? TOLERANCE.all : TOLERANCE.part,
      learned: part.learned,
      growth: growth.factor,
    });
  } finally {
    objective.close();
  }
}

/** The point found as theta, or the initial one where nothing had a finite likelihood. */
function conclude(problem: FitProblem, variables: Variables, found: Found): FitResult {
  const theta = new Float64Array(problem.parameters.length);
  const finite = Number.isFinite(found.value);
  variables.expand(finite ? found.x : variables.initial, 0, theta, 0);
  const fallbacks: string[] = [];
  if (!finite) fallbacks.push('no start had a finite likelihood: the initial parameters are kept');
  else if (found.reason === 'iterations') fallbacks.push('the search stopped at its limit of steps');
  return { theta, objective: -found.value, evaluations: found.evaluations, fallbacks };
}

function* evaluateInitial(problem: FitProblem, variables: Variables, context: RunContext): Steps<FitResult> {
  const objective = openObjective(problem, variables, 1, context);
  try {
    const theta = new Float64Array(problem.parameters.length);
    variables.expand(variables.initial, 0, theta, 0);
    const value = -(yield* objective.evaluate(variables.initial, 1, 'value')).values[0];
    return { theta, objective: value, evaluations: 1, fallbacks: [] };
  } finally {
    objective.close();
  }
}

/** A seeded choice of rows; a larger one holds the smaller. */
function subset(problem: FitProblem, count: number, seed: number): FitProblem {
  const { n, d } = problem;
  const rows = createGenerator(seed)
    .shuffle(Int32Array.from({ length: n }, (_, i) => i))
    .slice(0, count)
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
