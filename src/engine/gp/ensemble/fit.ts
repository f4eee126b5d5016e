import { runAlone, type Steps } from '../../compute/lockstep.ts';
import { advance, choleskyOf, hamiltonianSteps } from '../../optim/hamiltonian.ts';
import { resamplingSteps } from '../../optim/resampling.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import type { CensoredSites } from '../censoring/censored.ts';
import { sitesAt } from '../censoring/limit-sites.ts';
import {
  type FitProblem,
  type Objective,
  openObjective,
  type Variables,
  variablesOf,
} from '../fit/objective.ts';
import { withLimits } from '../fit/plan-fit.ts';
import { logDensityCurvature } from '../fit/priors.ts';
import type { EnsembleMember, GpModel } from '../model.ts';
import { logarithmicColumns, type Mode, modeOf } from './mode.ts';
import { columnsIn, type EnsembleData, type EnsembleProblem, ensembleProblem } from './problem.ts';

export interface EnsembleOptions {
  /** Draws of the hyperparameters that the model keeps. Default 16, or 8 above 120 rows. */
  readonly members?: number;
  /** One descent and a third of the trajectories, where time is short. */
  readonly quick?: boolean;
  /** A fit of nearly the same rows, whose members the chains begin at: a third of the work. */
  readonly warmStart?: Pick<GpModel, 'theta' | 'members' | 'inputLog' | 'ofLog' | 'ofLogit'>;
}

/**
 * Sizes of the sampler up to a number of rows: chains, which become the members, their trajectories from the mode or
 * from the members of a warm start, and points per member that are resampled in place of chains from the mode.
 * With many rows the posterior is close to a normal one.
 */
const SIZES = [
  { rows: 120, members: 16, cold: 24, warm: 8, points: 0 },
  { rows: 300, members: 8, cold: 12, warm: 4, points: 0 },
  { rows: Number.POSITIVE_INFINITY, members: 8, cold: 4, warm: 2, points: 8 },
];
/** Effective number of points per member below which they are too few, and there are chains. */
const LEAST_EFFECTIVE = 0.25;
/** Leapfrog steps of a trajectory at most. */
const LEAPS = 6;

/**
 * Fits a model whose hyperparameters stay uncertain: their posterior under weak priors is drawn from by Hamiltonian Monte
 * Carlo, and every draw is a member of equal weight. Noise, smoothness, straight lines, additivity, and the effects of
 * categories are all parameters of one covariance (`form.ts`), so that the draws are over forms as well.
 *
 * `theta` of the model is the mode, for what needs a single Gaussian process. Works from one row on; outputs without
 * spread are scaled by their own size.
 *
 * @throws CancelledError when the context says so
 */
export function fitEnsemble(data: EnsembleData, context: RunContext, options: EnsembleOptions = {}): GpModel {
  return runAlone(ensembleSteps(data, context, options), context.backend);
}

/** `fitEnsemble` as work that can be advanced together with other fits. */
export function* ensembleSteps(
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): Steps<GpModel> {
  return yield* drawnSteps(yield* startSteps(data, context, options), data.seed, context, options);
}

/** The draws from a start. */
export function* drawnSteps(
  start: Start,
  seed: number,
  context: RunContext,
  options: EnsembleOptions,
): Steps<GpModel> {
  const { problemOf, mode } = start;
  const draws = yield* sample(problemOf(mode.sites), mode.theta, seed, options, context);
  const evaluations = mode.evaluations + draws.evaluations;
  return reached(start, { members: draws.members, evaluations }, context);
}

/** Where the draws begin. */
export interface Start extends EnsembleProblem {
  readonly mode: Mode;
}

/**
 * The start of a sampling: chooses the columns that enter by their logarithms (with a warm start, those of the earlier model), then finds
 * the mode of the posterior of the hyperparameters.
 */
export function* startSteps(
  data: EnsembleData,
  context: RunContext,
  options: EnsembleOptions = {},
): Steps<Start> {
  const logarithmic = options.warmStart
    ? columnsIn(options.warmStart.inputLog)
    : yield* logarithmicColumns([data], context);
  const { problemOf, base } = ensembleProblem(data, logarithmic);
  return { problemOf, base, mode: yield* modeOf({ problemOf, base }, data, options, context) };
}

/** The model at the mode alone. */
export const withoutDraws = (start: Start, context: RunContext): GpModel =>
  reached(start, { evaluations: start.mode.evaluations }, context);

function reached(
  { base, mode }: Start,
  found: Pick<GpModel, 'members' | 'evaluations'>,
  context: RunContext,
): GpModel {
  const model = { ...base, theta: mode.theta, objective: mode.objective, ...found };
  return mode.sites ? withSites(model, mode.sites, context) : model;
}

/** The model with the pseudo-measurements of the limits at its mode and under every draw. */
function withSites(model: GpModel, sites: CensoredSites, context: RunContext): GpModel {
  const members = model.members?.map((member) => {
    const own = sitesAt({ ...model, theta: member.theta }, sites, context.backend)?.sites ?? sites;
    return { ...member, sites: { y: own.y, extra: own.extra } };
  });
  const all: GpModel = { ...model, censored: sites };
  return withLimits(members ? { ...all, members } : all, context);
}

interface Sampled {
  readonly members: EnsembleMember[];
  readonly evaluations: number;
}

/** Draws of theta. */
function* sample(
  problem: FitProblem,
  modeTheta: Float64Array,
  seed: number,
  { members, warmStart, quick = false }: EnsembleOptions,
  context: RunContext,
): Steps<Sampled> {
  const size = SIZES.find(({ rows }) => problem.n <= rows) ?? SIZES[SIZES.length - 1];
  const count = members ?? size.members;
  const variables = variablesOf(problem.parameters);
  const V = variables.count;
  const mode = new Float64Array(V);
  variables.gather(modeTheta, mode);
  const points = warmStart ? 0 : size.points * count;
  const objective = openObjective(problem, variables, count, context, Math.max(points, count));
  try {
    const curvature = yield* curvatureAt(mode, problem, variables, objective);
    const { lower, upper } = variables;
    const resampled =
      points > 0
        ? yield* resamplingSteps({
            ...{ mode, curvature, lower, upper, points, draws: count, seed },
            evaluate: (xs, length) => objective.evaluate(xs, length, 'value'),
          })
        : undefined;
    const { draws } =
      resampled && resampled.effective >= LEAST_EFFECTIVE * count
        ? resampled
        : yield* hamiltonianSteps({
            starts: warmStart?.members
              ? memberStarts(warmStart.members, count, variables)
              : startsAround(mode, curvature, count, variables, seed),
            ...{ count: V, curvature, lower, upper, leaps: LEAPS, seed },
            evaluate: (xs, chains) => objective.evaluate(xs, chains, 'gradient'),
            trajectories: warmStart || quick ? size.warm : size.cold,
          });
    const expanded = (xs: Float64Array, b: number): Float64Array => {
      const theta = new Float64Array(problem.parameters.length);
      variables.expand(xs, b * V, theta, 0);
      return theta;
    };
    return {
      members: Array.from({ length: count }, (_, b) => ({ weight: 1 / count, theta: expanded(draws, b) })),
      evaluations: objective.evaluations(),
    };
  } finally {
    objective.close();
  }
}

/** Curvature of the negated log posterior [V, V]; that of the priors alone where the backend cannot give more. */
function* curvatureAt(
  x: Float64Array,
  problem: FitProblem,
  variables: Variables,
  objective: Objective,
): Steps<Float64Array> {
  const V = variables.count;
  if (objective.curved) {
    const { curvatures } = yield* objective.evaluate(x, 1, 'curvature');
    const known = curvatures.slice(0, V * V);
    if (known.every(Number.isFinite)) return known;
  }
  const curvature = new Float64Array(V * V);
  const free = problem.parameters.filter(({ fixed: held, tied }) => !held && tied === undefined);
  free.forEach(({ prior }, k) => {
    curvature[k * (V + 1)] = prior ? logDensityCurvature(prior, x[k]) : 1;
  });
  return curvature;
}

/** Starts of the chains: normal around the mode with the inverse curvature as covariance. */
function startsAround(
  mode: Float64Array,
  curvature: Float64Array,
  count: number,
  { count: V, lower, upper }: Variables,
  seed: number,
): Float64Array {
  const L = choleskyOf(curvature, V);
  const generator = createGenerator(`ensemble/${seed}`);
  const starts = new Float64Array(count * V);
  const normals = new Float64Array(count * V);
  for (let b = 0; b < count; b++) {
    starts.set(mode, b * V);
    normals.set(generator.normals(V), b * V);
    advance(L, V, normals, 1, starts, b * V);
  }
  return starts.map((x, at) => Math.min(upper[at % V], Math.max(lower[at % V], x)));
}

function memberStarts(members: readonly EnsembleMember[], count: number, variables: Variables): Float64Array {
  const starts = new Float64Array(count * variables.count);
  for (let b = 0; b < count; b++)
    variables.gather(
      members[b % members.length].theta,
      starts.subarray(b * variables.count, (b + 1) * variables.count),
    );
  return starts;
}
