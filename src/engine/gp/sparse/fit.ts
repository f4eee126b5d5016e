import type { Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { type FitOptions, type FitResult, fitSteps, subset } from '../fit.ts';
import { descend, type Found } from '../fit-descent.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from '../fit-objective.ts';
import { metricOf } from './metric.ts';
import { neighbourTable } from './neighbour-table.ts';
import { LEARNED_FROM, NEIGHBOURS, ONE_FIT_ABOVE } from './sizes.ts';

/** Relative gain that ends a descent, and its steps at most: the likelihood of neighbours is itself within this. */
const DESCENT = { valueTolerance: 1e-6, maxIterations: 40 };
/** Tables of neighbours, each in the metric of the lengthscales found with the one before. */
const TABLES = 2;

/**
 * Hyperparameters of many rows: by the exact likelihood of some, then by the likelihood of neighbours of more of them, all
 * up to 10,000.
 *
 * @param m rows that each row is conditioned on
 */
export function* fitSparseSteps(
  problem: FitProblem,
  m: number,
  options: FitOptions,
  context: RunContext,
): Steps<FitResult> {
  const variables = variablesOf(problem.parameters);
  const start = yield* fitSteps(subset(problem, LEARNED_FROM.exact, options.seed), options, context);
  if (variables.count === 0) return start;
  const part = subset(problem, LEARNED_FROM.sparse, options.seed);
  let { theta } = start;
  let found: Found | undefined;
  let evaluations = start.evaluations;
  for (let round = 0; round < TABLES; round++) {
    const next = yield* refine(part, theta, m, variables, found, context);
    evaluations += next.evaluations;
    if (!Number.isFinite(next.value)) break;
    found = next;
    theta = theta.slice();
    variables.expand(found.x, 0, theta, 0);
  }
  const fallbacks = [...start.fallbacks];
  if (!found)
    fallbacks.push(
      'the likelihood of neighbours was not finite: the hyperparameters are those of 1,000 rows',
    );
  return { theta, objective: found ? -found.value : start.objective, evaluations, fallbacks };
}

/** Hyperparameters of an exact model: by the exact likelihood, of many rows by that of neighbours. */
export const fitExactSteps = (
  problem: FitProblem,
  options: FitOptions,
  context: RunContext,
): Steps<FitResult> =>
  problem.n > ONE_FIT_ABOVE.fitted
    ? fitSparseSteps(problem, NEIGHBOURS.exact, options, context)
    : fitSteps(problem, options, context);

/** One descent over the table of neighbours that a theta gives. */
function* refine(
  part: FitProblem,
  theta: Float64Array,
  m: number,
  variables: Variables,
  before: Found | undefined,
  context: RunContext,
): Steps<Found> {
  const { X, n, d, code } = part;
  const fewer = Math.min(m, n - 1);
  const table = neighbourTable(metricOf(code, theta, X, n, d), X, n, fewer);
  const objective = openObjective({ ...part, neighbours: { table, m: fewer } }, variables, 1, context);
  try {
    const x = new Float64Array(variables.count);
    variables.gather(theta, x);
    return yield* descend(objective, x, { ...DESCENT, ...(before && { learned: before.learned }) });
  } finally {
    objective.close();
  }
}
