import { runAlone, type Steps } from '../../compute/lockstep.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { type CurvatureEstimate, type DescentOptions, type DescentResult, descend } from './descent.ts';
import { NEAR_INDEPENDENCE, searchNearIndependence } from './near-independence.ts';
import { type FitProblem, openObjective, type Variables, variablesOf } from './objective.ts';
import {
  POINTS_SCREENED_AT_ONCE,
  recoverLostColumns,
  startWithRoughColumns,
  tradeColumnRoughness,
} from './relevance.ts';
import {
  bestSeparated,
  createRace,
  orderStarts,
  PATIENCE,
  type Patience,
  ROUGH_OFFSET,
  shortLengthscaleStarts,
  startCandidates,
} from './starts.ts';

export interface FitOptions {
  readonly seed: number;
  /** Starts that are refined, the initial one included. Default 48 for up to 30 rows, 16 for up to 64, or 6 on part of more. */
  readonly restarts?: number;
  /** Random parameter vectors of which only the likelihood is evaluated. Default 32, or as many as restarts if that is more, or 4 per restart if that is less. */
  readonly screened?: number;
  /** Accepted steps per start. Default 200. */
  readonly maxIterations?: number;
  /** One descent on all rows from the optimum of a like fit, in place of the search. */
  readonly from?: EarlierOptimum;
  /** As `objective` of the result: a descent on all rows that does not promise to reach it is abandoned where it is. Default: none is. */
  readonly least?: number;
  /** Gain, nats, below which the descent of a single start ends. Default: 1e-9 of the objective. */
  readonly leastGain?: number;
}

/** The optimum of a fit of other rows with the same parameters. */
export interface EarlierOptimum extends Pick<FitResult, 'theta' | 'learned'> {
  /** How many times as many rows there are now. */
  readonly growth: number;
}

export interface FitResult {
  readonly theta: Float64Array;
  /** Log marginal likelihood plus log priors. */
  readonly objective: number;
  /** What the descent learned of the second derivatives there. */
  readonly learned?: CurvatureEstimate;
  /** Likelihoods evaluated on all rows. */
  readonly evaluations: number;
  /** Fall-backs taken, in words; empty when none was. */
  readonly fallbacks: readonly string[];
}

/** Up to this many rows all starts are refined on all of them; up to the least, many cost little. */
const FEW_ROWS = 64;
const LEAST_ROWS = 30;
/** Starts refined by default where there are few rows. */
const RESTARTS = { least: 48, few: 16 };
/** Points that are screened by default, where there are not more starts than that. */
const SCREENED = 32;
/**
 * Where there are more: `starts` are refined on 64 rows for `rounds` rounds. Of their ends, `ends` are evaluated on more rows and `more` of these refined,
 * until a gain is below `settled` nats after a far larger one.
 */
const PARTS = {
  some: { starts: 6, rounds: 6, ends: 4, more: 4, patience: PATIENCE.short, settled: 0 },
  many: { starts: 6, rounds: 9, ends: 4, more: 2, patience: PATIENCE.short, settled: 1e-4 },
  /** For a stated number of starts. */
  stated: { rounds: 9, ends: 5, more: 2, patience: PATIENCE.stated, settled: 0 },
};
/** Up to this many rows steps on 64 of them cost as much as those on all. */
const SOME_ROWS = 160;
/** Above this many rows the likelihood of all is left to the end. */
const SUBSET_ABOVE = 300;
const SUBSET_ROWS = 200;
/** On more rows than the search had: what is left of the damping after a gain as predicted, and where it begins. */
const SLACK = 0.1;
const DAMPING = 0.1;
/** From one part to the next larger one. */
const GROWTH = 2.5;
/** Relative gains that end a descent: on 64 rows of more, on more rows than the search had, in searches of more than 64 rows, and from a like fit. */
const TOLERANCE = { few: 1e-3, more: 1e-6, all: 1e-7, like: 1e-5 };

/**
 * Maximizes the likelihood with priors over the free entries of theta.
 *
 * Random thetas are screened by value in one batch; the initial one and the best of them are refined together, and
 * restarts that follow or are far behind a better one are abandoned. Above 64 rows this is done roughly on 64 of them, where
 * only those that follow are abandoned: what is behind there may lead on all rows. The best of the ends and the initial
 * theta are then refined on all rows, or on 200 above 300 rows; what is behind there is abandoned early. From there the best
 * point is refined on more and more rows, each time with the curvature learned before, once columns that were flat have been
 * tried as rough ones. Where the noise is fixed near 0, the end on all of 65 to 300 rows is also left by pairs of columns that trade roughness.
 * Where the end of 31 to 300 rows explains hardly more than independent rows would, the search is repeated from short lengthscales.
 *
 * Never throws for want of a good fit: what had to be given up is named in `fallbacks`.
 */
export function fitParameters(problem: FitProblem, options: FitOptions, context: RunContext): FitResult {
  return runAlone(fitSteps(problem, options, context), context.backend);
}

/** What is fitted: a likelihood of some rows, and the entries of theta that are free. */
interface Fitting {
  readonly problem: FitProblem;
  readonly variables: Variables;
  readonly context: RunContext;
}

/** When a descent that is behind is abandoned. */
interface RaceRules {
  readonly patience: Patience | undefined;
  /** The value that a race is run against besides its own. */
  readonly known: number;
  /** Whether the end is examined once more, for columns that trade roughness. */
  readonly trades?: boolean;
  /** Seed of a further search where the end is near independent rows; without it there is none. */
  readonly againSeed?: number;
}

/** `fitParameters` as work that can be advanced together with other fits. */
export function* fitSteps(problem: FitProblem, options: FitOptions, context: RunContext): Steps<FitResult> {
  const fitting = { problem, variables: variablesOf(problem.parameters), context };
  if (fitting.variables.count === 0 || options.maxIterations === 0) return yield* evaluateInitial(fitting);
  if (options.from) return conclude(fitting, yield* refineLike(fitting, options.from, options));
  const { n } = problem;
  const ofRows = (count: number): Fitting => ({ ...fitting, problem: subset(problem, count, options.seed) });
  let rows = n <= SUBSET_ABOVE ? n : SUBSET_ROWS;
  let found = yield* search(ofRows(rows), options, rows === n);
  for (let next = rows * GROWTH; rows < n; next *= GROWTH) {
    const larger = next <= n / 2 ? next : n;
    found = yield* refineFrom(ofRows(larger), found, larger / rows, options, larger === n);
    rows = larger;
  }
  return conclude(fitting, found);
}

/** The search for the right optimum, which takes the few rows of many first. Curvature that continues to more rows is learned beside unscaled information. */
function* search(fitting: Fitting, options: FitOptions, isLast: boolean): Steps<DescentResult> {
  const { problem, variables } = fitting;
  const { restarts: wanted, maxIterations, seed, least, leastGain } = options;
  const { initial } = variables;
  const known = isLast && least !== undefined ? -least : Number.POSITIVE_INFINITY;
  if (wanted === 1) {
    const descent = { maxIterations, ...(leastGain && { leastGain }) };
    return yield* refineBest(fitting, initial, 1, descent, { patience: PATIENCE.long, known });
  }
  const again = isLast && wanted === undefined && problem.n > LEAST_ROWS ? { againSeed: seed } : {};
  if (problem.n <= FEW_ROWS) {
    const usual = problem.n > LEAST_ROWS ? RESTARTS.few : RESTARTS.least;
    const patience = wanted === undefined ? PATIENCE.long : PATIENCE.stated;
    const rules = { patience, known, ...again };
    return yield* searchFew(fitting, wanted ?? usual, options, { maxIterations }, rules);
  }
  const usual = problem.n <= SOME_ROWS ? PARTS.some : PARTS.many;
  const { rounds, ends: kept, more, patience, settled } = wanted === undefined ? usual : PARTS.stated;
  const few = { ...fitting, problem: subset(problem, FEW_ROWS, seed) };
  const rough = { maxIterations, maxEvaluations: rounds, valueTolerance: TOLERANCE.few };
  const { ends, values } = yield* searchFew(few, wanted ?? usual.starts, options, rough, {
    patience: undefined,
    known: Number.POSITIVE_INFINITY,
  });
  // A stated number of starts does not look there where a prior holds the lengthscale (decision 0939).
  const looks = wanted === undefined || variables.levels[variables.lengthscales[0]] !== 'none';
  const starts = concatenate([
    initial,
    ...(looks ? [shortLengthscaleStarts(variables, 'more')] : []),
    bestSeparated(ends, values, variables.count, kept),
  ]);
  // Where the noise is fixed near 0, modes differ by pairs of columns, and descents crawl along valleys that bend (decision 0980).
  const trades = isLast && wanted === undefined && variables.levels.includes('far lengthscale');
  const descent = {
    ...{ maxIterations, valueTolerance: TOLERANCE.all, slack: SLACK, damping: DAMPING },
    ...{ settled, scaled: isLast && (settled > 0 || trades) },
  };
  return yield* refineBest(fitting, starts, more, descent, { patience, known, trades, ...again });
}

/** Refines the initial point and the best of those screened. */
function* searchFew(
  { problem, variables, context }: Fitting,
  restarts: number,
  { seed, restarts: wanted, screened = Math.min(Math.max(SCREENED, restarts), 4 * restarts) }: FitOptions,
  descent: DescentOptions,
  { patience, known, againSeed }: RaceRules,
): Steps<DescentResult> {
  const candidates = startCandidates(
    variables,
    screened,
    seed,
    wanted === undefined ? ROUGH_OFFSET : undefined,
  );
  const count = candidates.length / variables.count;
  const most = againSeed === undefined ? count : Math.max(count, NEAR_INDEPENDENCE.screened);
  const objective = openObjective(problem, variables, restarts, context, most);
  try {
    const { values } = yield* objective.evaluate(candidates, count, 'value');
    const starts = orderStarts(candidates, values, variables.count, screened, restarts);
    const abandon = createRace(starts.length / variables.count, patience, known);
    const found = yield* descend(objective, starts, { ...descent, abandon });
    const isLast = descent.maxEvaluations === undefined && restarts > 1 && found.value <= known;
    if (!isLast) return found;
    const kept = yield* recoverLostColumns(objective, problem.n, found, descent);
    return againSeed === undefined
      ? kept
      : yield* searchNearIndependence(objective, problem.n, kept, descent, againSeed);
  } finally {
    objective.close();
  }
}

/** Refines the best `wanted` of the points [count, V] that are not near each other. */
function* refineBest(
  { problem, variables, context }: Fitting,
  points: Float64Array,
  wanted: number,
  descent: DescentOptions,
  { patience, known, trades, againSeed }: RaceRules,
): Steps<DescentResult> {
  const V = variables.count;
  const count = points.length / V;
  const { screened, starts: capacity } =
    againSeed === undefined ? { screened: POINTS_SCREENED_AT_ONCE, starts: wanted } : NEAR_INDEPENDENCE;
  const objective = openObjective(
    problem,
    variables,
    Math.max(wanted, capacity),
    context,
    Math.max(count, screened),
  );
  try {
    const values =
      count > wanted ? (yield* objective.evaluate(points, count, 'value')).values : new Float64Array(count);
    const starts = bestSeparated(points, values, V, wanted);
    const abandon = createRace(starts.length / V, patience, known);
    const found = yield* descend(objective, starts, { ...descent, abandon });
    if (wanted === 1 || !(found.value <= known)) return found;
    const kept = yield* recoverLostColumns(objective, problem.n, found, descent);
    const traded = trades ? yield* tradeColumnRoughness(objective, problem.n, kept, descent) : kept;
    return againSeed === undefined
      ? traded
      : yield* searchNearIndependence(objective, problem.n, traded, descent, againSeed);
  } finally {
    objective.close();
  }
}

/** One more descent, from the best point of fewer rows, or from there with columns made rough that it left flat. */
function* refineFrom(
  { problem, variables, context }: Fitting,
  part: DescentResult,
  growth: number,
  { maxIterations, least }: FitOptions,
  isLast: boolean,
): Steps<DescentResult> {
  const objective = openObjective(problem, variables, 1, context, POINTS_SCREENED_AT_ONCE);
  try {
    const start = yield* startWithRoughColumns(objective, part.x);
    return yield* descend(objective, start, {
      maxIterations,
      valueTolerance: TOLERANCE.more,
      ...(isLast && least !== undefined && { abandon: createRace(1, PATIENCE.begun, -least) }),
      ...(start === part.x && { learned: part.learned, growth }),
      slack: SLACK,
    });
  } finally {
    objective.close();
  }
}

/** One descent from the optimum of a like fit. */
function* refineLike(
  { problem, variables, context }: Fitting,
  { theta, learned, growth }: EarlierOptimum,
  { maxIterations, least }: FitOptions,
): Steps<DescentResult> {
  const objective = openObjective(problem, variables, 1, context);
  try {
    const start = new Float64Array(variables.count);
    variables.gather(theta, start);
    return yield* descend(objective, start, {
      maxIterations,
      valueTolerance: TOLERANCE.like,
      ...(least !== undefined && { abandon: createRace(1, PATIENCE.long, -least) }),
      ...(learned && { learned, growth }),
      ...(problem.n > SUBSET_ABOVE && { slack: SLACK }),
    });
  } finally {
    objective.close();
  }
}

/** The point found as theta, or the initial one where nothing had a finite likelihood. */
function conclude({ problem, variables }: Fitting, found: DescentResult): FitResult {
  const theta = new Float64Array(problem.parameters.length);
  const finite = Number.isFinite(found.value);
  variables.expand(finite ? found.x : variables.initial, 0, theta, 0);
  const fallbacks: string[] = [];
  if (!finite) fallbacks.push('no start had a finite likelihood: the initial parameters are kept');
  else if (found.reason === 'iterations') fallbacks.push('the search stopped at its limit of steps');
  return {
    theta,
    objective: -found.value,
    evaluations: found.evaluations,
    fallbacks,
    learned: found.learned,
  };
}

function* evaluateInitial({ problem, variables, context }: Fitting): Steps<FitResult> {
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

/** A seeded choice of rows; a larger one holds the smaller, and one of all rows is the problem itself. */
export function subset(problem: FitProblem, count: number, seed: number): FitProblem {
  const { n, d } = problem;
  if (count >= n) return problem;
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const rows = createGenerator(seed).shuffle(order).slice(0, count).sort();
  return {
    ...problem,
    n: rows.length,
    X: rowsFrom(problem.X, d, rows),
    y: rowsFrom(problem.y, 1, rows),
    noise: rowsFrom(problem.noise, 1, rows),
  };
}
