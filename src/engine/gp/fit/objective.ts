import type { Backend, Step } from '../../compute/backend.ts';
import type { Steps } from '../../compute/lockstep.ts';
import { slotOf } from '../../compute/slots.ts';
import { stepOf } from '../../compute/step.ts';
import { CancelledError } from '../../errors.ts';
import type { RunContext } from '../../run-context.ts';
import type { FitParameter } from './plan.ts';
import { logDensity, logDensityCurvature, logDensitySlope } from './priors.ts';

/** Data and parameters of a fit, model scale. */
export interface FitProblem {
  /** [n, d] */
  readonly X: Float64Array;
  readonly y: Float64Array;
  /** [n] given noise variances, zeros where there are none. */
  readonly noise: Float64Array;
  readonly n: number;
  readonly d: number;
  readonly code: Int32Array;
  readonly parameters: readonly FitParameter[];
  /** [n, m] rows that each row is conditioned on (`vecchia_likelihood`); absent: all of them. */
  readonly neighbours?: { readonly table: Float64Array; readonly m: number };
}

/** Log noise variances below this are next to none: even a column of a long lengthscale says more about the rows. */
const NEXT_TO_NONE = -14;

/** Free entries of theta, and how a vector of them becomes a theta. */
export interface Variables {
  readonly count: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly initial: Float64Array;
  /** Places of the lengthscales among the free entries. */
  readonly lengthscales: readonly number[];
  /** Place of the noise variance, −1 where it is given. */
  readonly noise: number;
  /**
   * Per free entry: the likelihood levels off towards a long lengthscale or little noise, with no prior against it; where next to no
   * noise is held, only towards a far longer one.
   */
  readonly levels: readonly ('lengthscale' | 'far lengthscale' | 'noise' | 'none')[];
  readonly expand: (xs: Float64Array, from: number, theta: Float64Array, to: number) => void;
  /** Writes the free entries of a theta. */
  readonly gather: (theta: Float64Array, into: Float64Array) => void;
  /** Writes the negated gradient by the free entries. */
  readonly contract: (gradient: Float64Array, from: number, into: Float64Array, to: number) => void;
  /** Writes the free rows and columns of a matrix [P, P] over theta. */
  readonly contractSquare: (square: Float64Array, from: number, into: Float64Array, to: number) => void;
}

/** The parameters that a fit moves, as variables; tied ones share a variable, fixed ones have none. */
export function variablesOf(parameters: readonly FitParameter[]): Variables {
  const free: number[] = [];
  parameters.forEach((parameter, k) => {
    if (!parameter.fixed && parameter.tied === undefined) free.push(k);
  });
  /** Per entry of theta: place of its variable, −1 when it is fixed. */
  const place = Int32Array.from(parameters, (parameter, k) =>
    parameter.fixed ? -1 : free.indexOf(parameter.tied ?? k),
  );
  const fixedAt = Float64Array.from(parameters, ({ initial }) => initial);
  const { length: P } = parameters;
  const moving = Int32Array.from(place.keys()).filter((k) => place[k] >= 0);
  const V = free.length;
  const isQuiet = parameters.some(
    ({ name, fixed, initial }) =>
      name === 'noise' && fixed && Number.isFinite(initial) && initial < NEXT_TO_NONE,
  );
  const pick = (field: 'lower' | 'upper' | 'initial') => Float64Array.from(free, (k) => parameters[k][field]);
  return {
    count: V,
    lower: pick('lower'),
    upper: pick('upper'),
    initial: pick('initial'),
    lengthscales: free.flatMap((k, at) => (parameters[k].name.startsWith('lengthscale') ? [at] : [])),
    noise: free.findIndex((k) => parameters[k].name === 'noise'),
    levels: free.map((k) => {
      const { name, prior } = parameters[k];
      if (prior) return 'none';
      if (name.startsWith('lengthscale')) return isQuiet ? 'far lengthscale' : 'lengthscale';
      return name === 'noise' ? 'noise' : 'none';
    }),
    expand(xs, from, theta, to) {
      for (let k = 0; k < P; k++) theta[to + k] = place[k] < 0 ? fixedAt[k] : xs[from + place[k]];
    },
    gather(theta, into) {
      free.forEach((k, at) => {
        into[at] = theta[k];
      });
    },
    contract(gradient, from, into, to) {
      for (let k = 0; k < V; k++) into[to + k] = 0;
      for (let i = 0; i < moving.length; i++) into[to + place[moving[i]]] -= gradient[from + moving[i]];
    },
    contractSquare(square, from, into, to) {
      for (let i = to; i < to + V * V; i++) into[i] = 0;
      for (let i = 0; i < moving.length; i++) {
        const row = from + moving[i] * P;
        const own = to + place[moving[i]] * V;
        for (let j = 0; j < moving.length; j++) into[own + place[moving[j]]] += square[row + moving[j]];
      }
    },
  };
}

/** More variables than this are left to a method that needs no matrices of them. */
const MOST_CURVED = 64;

export type Objective = ReturnType<typeof openObjective>;

/**
 * Negated objective of many thetas at once; buffers live from `open` to `close`.
 *
 * @param capacity   thetas evaluated at once with derivatives, at most
 * @param screened   and by value alone
 */
export function openObjective(
  problem: FitProblem,
  variables: Variables,
  capacity: number,
  context: RunContext,
  screened = capacity,
) {
  const { backend } = context;
  const op = problem.neighbours ? 'vecchia_likelihood' : 'gp_information';
  const curved = variables.count <= MOST_CURVED && backend.supports(op);
  const priors = problem.parameters.flatMap(({ prior }, k) => (prior ? [{ k, prior }] : []));
  const sizes = { V: variables.count, capacity, most: Math.max(capacity, screened), curved };
  const buffers = openBuffers(problem, sizes, backend);
  const open: Open = { problem, variables, context, priors, ...buffers, evaluations: 0 };
  return {
    variables,
    /** Whether `evaluate` can give second derivatives. */
    curved,
    /**
     * At packed xs [count, V]: values [count], gradients [count, V] and the known part of the second derivatives
     * [count, V, V] of the negated objective, as far as wanted; the buffers are reused.
     */
    evaluate: (xs: Float64Array, count: number, wanted: Wanted) => evaluate(open, xs, count, wanted),
    /** Likelihoods evaluated so far. */
    evaluations: () => open.evaluations,
    close() {
      for (const slot of Object.values(open.slots)) backend.free(slot);
    },
  };
}

interface BufferSizes {
  /** Variables of the fit. */
  readonly V: number;
  /** Thetas evaluated at once with derivatives, and in all. */
  readonly capacity: number;
  readonly most: number;
  /** With second derivatives. */
  readonly curved: boolean;
}

/** Slots of the likelihood, and arrays by theta, as the backend takes and gives them, and by variable. */
function openBuffers(
  { X, y, noise, neighbours, parameters }: FitProblem,
  { V, capacity, most, curved }: BufferSizes,
  backend: Backend,
) {
  const P = parameters.length;
  const squares = curved ? capacity : 0;
  return {
    slots: {
      X: slotOf(backend, X),
      y: slotOf(backend, y),
      noise: slotOf(backend, noise),
      neighbours: slotOf(backend, neighbours?.table ?? new Float64Array(0)),
      theta: backend.alloc(most * P),
      value: backend.alloc(most),
      gradient: backend.alloc(capacity * P),
      status: backend.alloc(most),
      information: backend.alloc(squares * P * P),
    },
    theta: new Float64Array(most * P),
    gradient: new Float64Array(capacity * P),
    square: new Float64Array(squares * P * P),
    values: new Float64Array(most),
    gradients: new Float64Array(capacity * V),
    curvatures: new Float64Array(squares * V * V),
  };
}

interface Open extends ReturnType<typeof openBuffers> {
  readonly problem: FitProblem;
  readonly variables: Variables;
  readonly context: RunContext;
  readonly priors: readonly { readonly k: number; readonly prior: NonNullable<FitParameter['prior']> }[];
  evaluations: number;
}

function stepFor({ problem, slots }: Open, batch: number, wanted: Wanted): Step {
  const { n, d, code, parameters, neighbours } = problem;
  const sizes = { batch, n, d, parameters: parameters.length };
  if (neighbours) {
    const own = { ...sizes, m: neighbours.m, wanted: depths[wanted] };
    return stepOf('vecchia_likelihood', own, slots, code);
  }
  if (wanted === 'curvature') return stepOf('gp_information', sizes, slots, code);
  return stepOf('gp_likelihood', { ...sizes, withGradient: Number(wanted === 'gradient') }, slots, code);
}

function addPriors(
  { problem, priors, theta, values, gradient, square }: Open,
  a: number,
  wanted: Wanted,
): void {
  const P = problem.parameters.length;
  for (const { k, prior } of priors) {
    const t = theta[a * P + k];
    values[a] += logDensity(prior, t);
    if (wanted === 'value') continue;
    gradient[a * P + k] += logDensitySlope(prior, t);
    if (wanted === 'curvature') square[(a * P + k) * P + k] += logDensityCurvature(prior, t);
  }
}

function* evaluate(open: Open, xs: Float64Array, count: number, wanted: Wanted): Steps<Evaluation> {
  const { variables, context, slots, theta, gradient, square, values, gradients, curvatures } = open;
  const { backend } = context;
  const P = open.problem.parameters.length;
  const V = variables.count;
  if (context.cancelled?.())
    throw new CancelledError('fit: cancelled, because its client disconnected or requested it');
  for (let a = 0; a < count; a++) variables.expand(xs, a * V, theta, a * P);
  backend.write(slots.theta, theta);
  yield [stepFor(open, count, wanted)];
  backend.read(slots.value, values);
  if (wanted !== 'value') backend.read(slots.gradient, gradient);
  if (wanted === 'curvature') backend.read(slots.information, square);
  for (let a = 0; a < count; a++) {
    addPriors(open, a, wanted);
    values[a] = Number.isFinite(values[a]) ? -values[a] : Number.POSITIVE_INFINITY;
    if (wanted !== 'value') variables.contract(gradient, a * P, gradients, a * V);
    if (wanted === 'curvature') variables.contractSquare(square, a * P * P, curvatures, a * V * V);
  }
  open.evaluations += count;
  return { values, gradients, curvatures };
}

interface Evaluation {
  readonly values: Float64Array;
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
}

/** As the op counts what is wanted. */
const depths = { value: 0, gradient: 1, curvature: 2 } as const;

/** What an evaluation gives besides the values: each includes the former. */
type Wanted = 'value' | 'gradient' | 'curvature';
