import type { Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { type FitOptions, type FitResult, fitSteps, type LikeFit, subset } from '../fit.ts';
import { descend, type Found } from '../fit-descent.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from '../fit-objective.ts';
import { LOOKED_AT_ONCE, withRoughColumns } from '../fit-relevance.ts';
import { metricOf } from './metric.ts';
import { createNearestRows } from './nearest-rows.ts';
import { neighbourTable } from './neighbour-table.ts';
import { LEARNED_FROM, NEIGHBOURS, ONE_FIT_ABOVE } from './sizes.ts';

/** Relative gain that ends a descent, and its steps at most: the likelihood of neighbours is itself off by more. */
const DESCENT = { valueTolerance: 1e-5, maxIterations: 40 };
/** What is left of the damping after a gain as predicted. */
const SLACK = 0.1;

/**
 * Hyperparameters of many rows: by the exact likelihood of 1,000, then by the likelihood of neighbours of 3,000, where
 * columns that were flat may turn out to be rough, and of all up to 10,000. Each table of neighbours is that of the
 * lengthscales found before.
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
  let { theta, learned, evaluations } = start;
  let found: Found | undefined;
  let rows = Math.min(problem.n, LEARNED_FROM.exact);
  for (const wanted of [LEARNED_FROM.first, LEARNED_FROM.sparse]) {
    const part = subset(problem, wanted, options.seed);
    const like = { theta, growth: part.n / rows, ...(learned && { learned }) };
    const next = yield* refine(part, like, m, variables, wanted === LEARNED_FROM.first, context);
    evaluations += next.evaluations;
    if (!Number.isFinite(next.value)) break;
    found = next;
    learned = next.learned;
    rows = part.n;
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

/** One descent over the table of neighbours that the theta of a like fit gives; `looks`: at flat columns first. */
function* refine(
  part: FitProblem,
  { theta, learned, growth }: LikeFit,
  m: number,
  variables: Variables,
  looks: boolean,
  context: RunContext,
): Steps<Found> {
  const { X, n, d, code } = part;
  const fewer = Math.min(m, n - 1);
  const metric = metricOf(code, theta, X, n, d);
  const order = createNearestRows(metric.place(X, n), n, metric.dimension).spreadOrder();
  const table = neighbourTable(context.backend, metric, X, order, fewer);
  const room = looks ? LOOKED_AT_ONCE : 1;
  const objective = openObjective({ ...part, neighbours: { table, m: fewer } }, variables, 1, context, room);
  try {
    const x = new Float64Array(variables.count);
    variables.gather(theta, x);
    const start = looks ? yield* withRoughColumns(objective, x) : x;
    const known = learned && start === x ? { learned, growth } : {};
    return yield* descend(objective, start, { ...DESCENT, slack: SLACK, ...known });
  } finally {
    objective.close();
  }
}
