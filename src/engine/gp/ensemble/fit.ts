import { runAlone, type Steps } from '../../compute/lockstep.ts';
import { choleskyOf, hamiltonianSteps } from '../../optim/hamiltonian.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import {
  type CensoredRows,
  type CensoredSites,
  outputsWith,
  roughSites,
  variancesWith,
} from '../censored.ts';
import { fitSteps } from '../fit.ts';
import {
  type FitProblem,
  type Objective,
  openObjective,
  type Variables,
  variablesOf,
} from '../fit-objective.ts';
import { sitesAt } from '../limit-sites.ts';
import type { EnsembleMember, GpModel } from '../model.ts';
import { dataRemarks, type FitParameter, fixed } from '../plan.ts';
import { startingAt, withLimits } from '../plan-fit.ts';
import { logDensityCurvature } from '../priors.ts';
import { mean, type Scaling, sampleStandard, scaleOutput } from '../scaling.ts';
import { type Form, formOf } from './form.ts';

/** Rows to learn from. */
export interface EnsembleData {
  /** [n, d] raw inputs; a categorical value as its position. */
  readonly X: Float64Array;
  readonly n: number;
  readonly d: number;
  readonly categorical: readonly boolean[];
  /** [n] raw outputs. */
  readonly y: Float64Array;
  /** [n] given noise variances, squared output units; absent when noise is learned. */
  readonly noise?: Float64Array;
  /** Rows whose output is a limit. */
  readonly censored?: CensoredRows;
  /** Per column: where it may lie; tells the scale of a numeric column whose values are all the same. */
  readonly ranges?: readonly (readonly [number, number] | null)[];
  readonly seed: number;
}

export interface EnsembleOptions {
  /** Draws of the hyperparameters that the model keeps. Default 16, or 8 above 120 rows. */
  readonly members?: number;
  /** One descent and a third of the trajectories, where time is short. */
  readonly quick?: boolean;
  /** A fit of nearly the same rows, whose members the chains begin at: a third of the work. */
  readonly warmStart?: GpModel;
}

/**
 * Sizes of the sampler up to a number of rows: chains, which become the members, and their trajectories from the mode or
 * from the members of a warm start. With many rows the posterior is close to the normal one that the chains begin with.
 */
const SIZES = [
  { rows: 120, members: 16, cold: 24, warm: 8 },
  { rows: 300, members: 8, cold: 12, warm: 4 },
  { rows: Number.POSITIVE_INFINITY, members: 8, cold: 4, warm: 2 },
];
/** Leapfrog steps of a trajectory at most. */
const LEAPS = 6;
/** Fits of the mode between which limits are propagated. */
const ROUNDS = 3;
/** Descents towards the mode, which the chains begin around. */
const STARTS = 3;
/** Log noise variance as a share of the variance of the outputs: laboratory tables have 0.01 to 0.5, programs 1e-6. */
const NOISE = { centre: -2.2, spread: 1.9, lower: -18, upper: 3 };
/** Mean in deviations of the outputs. */
const MEAN = { spread: 0.7, reach: 10 };

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
  const { problemOf, base } = ensembleProblem(data);
  const rough = data.censored && roughSites(data.censored, data.y, base.outputScale);
  const mode = yield* modeOf(problemOf, base, rough, data.seed, options, context);
  const draws = yield* sample(problemOf(mode.sites), mode.theta, data.seed, options, context);
  const model: GpModel = {
    ...base,
    theta: mode.theta,
    members: draws.members,
    objective: mode.objective,
    evaluations: mode.evaluations + draws.evaluations,
  };
  return mode.sites ? withSites(model, mode.sites, context) : model;
}

/** The fit of the form to some rows, model scale, given what stands for limits; and the model but for what a fit finds. */
export function ensembleProblem(data: EnsembleData): {
  readonly problemOf: (sites: CensoredSites | undefined) => FitProblem;
  readonly base: GpModel;
} {
  const { X, n, d, categorical, y, noise } = data;
  const columns = [...categorical.keys()];
  const inputs = columnScales(data);
  const form = formOf(
    columns.filter((k) => !categorical[k]),
    columns.filter((k) => categorical[k]),
    columns.filter((k) => inputs.widths[k] > 0),
  );
  const output = outputScaling(y);
  const scaledX = X.map((value, at) => (value - inputs.shift[at % d]) / inputs.scale[at % d]);
  const parameters = parametersWith(form, noise !== undefined);
  const problemOf = (sites: CensoredSites | undefined): FitProblem => ({
    X: scaledX,
    y: outputsWith(y, sites).map((value) => (value - output.shift) / output.scale),
    noise: variancesWith(n, noise, sites).map((value) => value / output.scale ** 2),
    n,
    d,
    code: form.code,
    parameters,
  });
  const base: GpModel = {
    code: form.code,
    theta: new Float64Array(0),
    n,
    d,
    categorical,
    X,
    y,
    ...(noise ? { noise } : {}),
    inputShift: inputs.shift,
    inputScale: inputs.scale,
    outputShift: output.shift,
    outputScale: output.scale,
    calibration: 1,
    objective: 0,
    evaluations: 0,
    verdict: ['fitted', ...dataRemarks(data, y, 'their magnitude is used as the scale')],
  };
  return { problemOf, base };
}

/** The model with what stands for the limits at its mode and under every draw. */
function withSites(model: GpModel, sites: CensoredSites, context: RunContext): GpModel {
  const members = model.members?.map((member) => {
    const own = sitesAt({ ...model, theta: member.theta }, sites, context.backend)?.sites ?? sites;
    return { ...member, sites: { y: own.y, extra: own.extra } };
  });
  const all: GpModel = { ...model, censored: sites };
  return withLimits(members ? { ...all, members } : all, context);
}

function parametersWith(form: Form, isNoiseGiven: boolean): FitParameter[] {
  const { centre, spread, lower, upper } = NOISE;
  return [
    ...form.parameters,
    isNoiseGiven
      ? fixed('noise', Number.NEGATIVE_INFINITY)
      : { name: 'noise', initial: centre, lower, upper, prior: { centre, spread } },
    {
      name: 'mean',
      initial: 0,
      lower: -MEAN.reach,
      upper: MEAN.reach,
      prior: { centre: 0, spread: MEAN.spread },
    },
  ];
}

/** Mean and sample deviation; outputs that are all the same have their own size for a scale. */
function outputScaling(y: Float64Array): Scaling {
  if (y.some((value) => value !== y[0])) return scaleOutput(sampleStandard, y);
  return { shift: mean(y), scale: Math.abs(y[0]) || 1 };
}

/** Middle and width of each numeric column, of its range where the data have no width; categories stay as they are. */
function columnScales({ X, n, d, categorical, ranges }: EnsembleData): {
  shift: Float64Array;
  scale: Float64Array;
  /** 0 for categories, and where neither data nor range tell. */
  widths: Float64Array;
} {
  const widths = new Float64Array(d);
  const shift = new Float64Array(d);
  const scale = new Float64Array(d).fill(1);
  for (let k = 0; k < d; k++) {
    if (categorical[k]) continue;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      low = Math.min(low, X[i * d + k]);
      high = Math.max(high, X[i * d + k]);
    }
    const range = ranges?.[k];
    const width = high > low ? high - low : range ? range[1] - range[0] : 0;
    shift[k] = low + 0.5 * (high - low);
    widths[k] = width > 0 && Number.isFinite(width) ? width : 0;
    scale[k] = widths[k] || 1;
  }
  return { shift, scale, widths };
}

interface Mode {
  readonly theta: Float64Array;
  readonly sites?: CensoredSites;
  readonly objective: number;
  readonly evaluations: number;
}

/** Where the chains begin around; with limits, fits and propagations in turn, as `planSteps`. */
function* modeOf(
  problemOf: (sites: CensoredSites | undefined) => FitProblem,
  base: GpModel,
  rough: CensoredSites | undefined,
  seed: number,
  { warmStart, quick = false }: EnsembleOptions,
  context: RunContext,
): Steps<Mode> {
  const reached = (theta: Float64Array, sites: CensoredSites) =>
    sitesAt({ ...base, theta }, sites, context.backend)?.sites ?? sites;
  if (warmStart) {
    const { parameters } = problemOf(undefined);
    const variables = variablesOf(parameters);
    const free = new Float64Array(variables.count);
    variables.gather(warmStart.theta, free);
    const theta = new Float64Array(parameters.length);
    variables.expand(free, 0, theta, 0);
    const begun = { theta, objective: 0, evaluations: 0 };
    return rough ? { ...begun, sites: reached(theta, rough) } : begun;
  }
  let fitted = yield* fitSteps(problemOf(rough), { seed, restarts: quick ? 1 : STARTS }, context);
  let sites = rough;
  for (let round = 0; sites !== undefined && round < ROUNDS; round++) {
    sites = reached(fitted.theta, sites);
    if (round === ROUNDS - 1) break;
    const problem = problemOf(sites);
    const begun = { ...problem, parameters: startingAt(problem, fitted.theta) };
    const next = yield* fitSteps(begun, { seed, restarts: 1 }, context);
    fitted = { ...next, evaluations: fitted.evaluations + next.evaluations };
  }
  return { ...fitted, ...(sites ? { sites } : {}) };
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
  const objective = openObjective(problem, variables, count, context);
  try {
    const curvature = yield* curvatureAt(mode, problem, variables, objective);
    const { draws } = yield* hamiltonianSteps({
      starts: warmStart?.members
        ? memberStarts(warmStart.members, count, variables)
        : startsAround(mode, curvature, count, variables, seed),
      count: V,
      curvature,
      lower: variables.lower,
      upper: variables.upper,
      evaluate: (xs, chains) => objective.evaluate(xs, chains, 'gradient'),
      trajectories: warmStart || quick ? size.warm : size.cold,
      leaps: LEAPS,
      seed,
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
  for (let b = 0; b < count; b++) {
    const x = Float64Array.from({ length: V }, () => generator.normal());
    for (let i = V - 1; i >= 0; i--) {
      for (let k = i + 1; k < V; k++) x[i] -= L[k * V + i] * x[k];
      x[i] /= L[i * V + i];
    }
    for (let k = 0; k < V; k++) starts[b * V + k] = Math.min(upper[k], Math.max(lower[k], mode[k] + x[k]));
  }
  return starts;
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
