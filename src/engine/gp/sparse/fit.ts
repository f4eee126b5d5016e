import type { Steps } from '../../compute/lockstep.ts';
import type { RunContext } from '../../run-context.ts';
import { type DescentResult, descend } from '../fit/descent.ts';
import { type EarlierOptimum, type FitOptions, type FitResult, fitSteps, subset } from '../fit/fit.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from '../fit/objective.ts';
import { POINTS_SCREENED_AT_ONCE, startWithRoughColumns } from '../fit/relevance.ts';
import { deviation, mean } from '../transforms/scaling.ts';
import { metricOf } from './metric.ts';
import { createNearestRows } from './nearest-rows.ts';
import { neighbourTable } from './neighbour-table.ts';
import { LEARNED_FROM, learnedExactly, NEIGHBOURS, ONE_FIT_ABOVE } from './sizes.ts';

/** Log densities of the same measurements, one each, as a model with such hyperparameters predicts them from others. */
export type LogDensitiesAt = (theta: Float64Array) => Float64Array;

/**
 * Mean log density, and standard errors of it, by which the hyperparameters of 1,000 rows have to be ahead of those of 3,000
 * for the likelihood of neighbours to be left there (decision 0220).
 */
const AHEAD = { nats: 0.03, errors: 2 };

/** Gains that end a descent, nats and relative, and its steps at most: the likelihood of neighbours is itself off by more. */
const DESCENT = { leastGain: 0.5, valueTolerance: 1e-5, maxIterations: 40 };
/** What is left of the damping after a gain as predicted. */
const SLACK = 0.1;

/**
 * Hyperparameters of many rows: by the exact likelihood of 1,000 or more, then by the likelihood of neighbours of 3,000, where
 * columns that were flat may turn out to be rough, and of all up to 10,000, as far as these are more. Each table of neighbours is that of the
 * lengthscales found before.
 *
 * With a judge the hyperparameters of the exact likelihood stay where it finds them better: the likelihood of neighbours
 * has another optimum where rows have few near ones.
 *
 * @param m rows that each row is conditioned on
 */
export function* fitSparseSteps(
  problem: FitProblem,
  m: number,
  options: FitOptions,
  context: RunContext,
  judge?: LogDensitiesAt,
): Steps<FitResult> {
  const variables = variablesOf(problem.parameters);
  const exactly = judge ? learnedExactly(problem.n) : LEARNED_FROM.exact;
  const start = yield* fitSteps(subset(problem, exactly, options.seed), options, context);
  if (variables.count === 0) return start;
  const lead = judge && leadOf(judge, start.theta);
  let { theta, learned, evaluations } = start;
  let found: DescentResult | undefined;
  let rows = Math.min(problem.n, exactly);
  let gain = 0;
  for (const wanted of [LEARNED_FROM.first, LEARNED_FROM.sparse]) {
    if (wanted <= exactly) continue;
    const part = subset(problem, wanted, options.seed);
    const like = { theta, growth: part.n / rows, ...(learned && { learned }) };
    const next = yield* refine(part, like, variables, { m, looks: !found }, context);
    evaluations += next.evaluations;
    if (!Number.isFinite(next.value)) break;
    found = next;
    learned = next.learned;
    rows = part.n;
    theta = theta.slice();
    variables.expand(found.x, 0, theta, 0);
    const ahead = lead?.(theta);
    gain = ahead?.mean ?? 0;
    if (ahead && ahead.mean > Math.max(AHEAD.nats, AHEAD.errors * ahead.error)) break;
  }
  if (!found) return { ...start, evaluations, fallbacks: [...start.fallbacks, notFinite(exactly)] };
  if (!(gain > 0)) return { theta, objective: -found.value, evaluations, fallbacks: start.fallbacks };
  const nats = gain.toPrecision(2);
  const words = `the hyperparameters are those of ${exactly} rows: with them, other rows were predicted better than with those of the nearest-neighbour likelihood, by ${nats} of the log density`;
  return { ...start, evaluations, fallbacks: [...start.fallbacks, words] };
}

const notFinite = (rows: number) =>
  `the nearest-neighbour likelihood was not finite: the hyperparameters are those of ${rows} rows`;

/** By how much one theta is ahead of others: mean log density, and its standard error. */
function leadOf(judge: LogDensitiesAt, theta: Float64Array) {
  const own = judge(theta);
  return (other: Float64Array): { readonly mean: number; readonly error: number } => {
    const theirs = judge(other);
    const ahead = own.map((value, i) => value - theirs[i]);
    return { mean: mean(ahead), error: deviation(ahead, 1) / Math.sqrt(ahead.length) };
  };
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

interface Refinement {
  /** Neighbours of each row. */
  readonly m: number;
  /** Whether columns that the fit left flat are tried with short lengthscales first. */
  readonly looks: boolean;
}

/** One descent over the table of neighbours that the theta of a like fit gives. */
function* refine(
  part: FitProblem,
  { theta, learned, growth }: EarlierOptimum,
  variables: Variables,
  { m, looks }: Refinement,
  context: RunContext,
): Steps<DescentResult> {
  const { X, n, d, code } = part;
  const fewer = Math.min(m, n - 1);
  const metric = metricOf(code, theta, X, n, d);
  const order = createNearestRows(metric.place(X, n), n, metric.dimension).spreadOrder();
  const table = neighbourTable(context.backend, metric, X, order, fewer);
  const room = looks ? POINTS_SCREENED_AT_ONCE : 1;
  const objective = openObjective({ ...part, neighbours: { table, m: fewer } }, variables, 1, context, room);
  try {
    const x = new Float64Array(variables.count);
    variables.gather(theta, x);
    const start = looks ? yield* startWithRoughColumns(objective, x) : x;
    const known = learned && start === x ? { learned, growth } : {};
    return yield* descend(objective, start, { ...DESCENT, slack: SLACK, ...known });
  } finally {
    objective.close();
  }
}
