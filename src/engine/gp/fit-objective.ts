import type { Program, Step } from '../compute/backend.ts';
import type { Steps } from '../compute/lockstep.ts';
import { CancelledError } from '../errors.ts';
import type { RunContext } from '../run-context.ts';
import type { FitParameter } from './plan.ts';
import { logDensity, logDensityCurvature, logDensitySlope } from './priors.ts';
import { slotOf } from './slots.ts';

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
}

/** Free entries of theta, and how a vector of them becomes a theta. */
export interface Variables {
  readonly count: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly initial: Float64Array;
  /** Places of the lengthscales among the free entries. */
  readonly lengthscales: readonly number[];
  /** Per free entry: the likelihood levels off towards a long lengthscale or little noise, with no prior against it. */
  readonly levels: readonly ('lengthscale' | 'noise' | 'none')[];
  readonly expand: (xs: Float64Array, from: number, theta: Float64Array, to: number) => void;
  /** Writes the free entries of a theta. */
  readonly gather: (theta: Float64Array, into: Float64Array) => void;
  /** Writes the negated gradient by the free entries. */
  readonly contract: (gradient: Float64Array, from: number, into: Float64Array, to: number) => void;
  /** Writes the free rows and columns of a matrix [P, P] over theta. */
  readonly contractSquare: (square: Float64Array, from: number, into: Float64Array, to: number) => void;
}

export function variablesOf(parameters: readonly FitParameter[]): Variables {
  const free: number[] = [];
  parameters.forEach((parameter, k) => {
    if (!parameter.fixed && parameter.tied === undefined) free.push(k);
  });
  /** Per entry of theta: place of its variable, −1 when it is fixed. */
  const place = Int32Array.from(parameters, (parameter, k) =>
    parameter.fixed ? -1 : free.indexOf(parameter.tied ?? k),
  );
  /** Entries of a matrix over the variables, each with one over theta that goes there. */
  const pairs = Int32Array.from(
    [...place.keys()].flatMap((k) =>
      [...place.keys()].flatMap((l) => {
        if (place[k] < 0 || place[l] < 0) return [];
        return [place[k] * free.length + place[l], k * place.length + l];
      }),
    ),
  );
  const pick = (field: 'lower' | 'upper' | 'initial') => Float64Array.from(free, (k) => parameters[k][field]);
  return {
    count: free.length,
    lower: pick('lower'),
    upper: pick('upper'),
    initial: pick('initial'),
    lengthscales: free.flatMap((k, at) => (parameters[k].name.startsWith('lengthscale') ? [at] : [])),
    levels: free.map((k) => {
      const { name, prior } = parameters[k];
      if (prior) return 'none';
      return name.startsWith('lengthscale') ? 'lengthscale' : name === 'noise' ? 'noise' : 'none';
    }),
    expand(xs, from, theta, to) {
      for (let k = 0; k < place.length; k++) {
        theta[to + k] = place[k] < 0 ? parameters[k].initial : xs[from + place[k]];
      }
    },
    gather(theta, into) {
      free.forEach((k, at) => {
        into[at] = theta[k];
      });
    },
    contract(gradient, from, into, to) {
      for (let k = 0; k < free.length; k++) into[to + k] = 0;
      for (let k = 0; k < place.length; k++) if (place[k] >= 0) into[to + place[k]] -= gradient[from + k];
    },
    contractSquare(square, from, into, to) {
      into.fill(0, to, to + free.length ** 2);
      for (let i = 0; i < pairs.length; i += 2) into[to + pairs[i]] += square[from + pairs[i + 1]];
    },
  };
}

/** More variables than this are left to a method that needs no matrices of them. */
const MOST_CURVED = 64;

export type Objective = ReturnType<typeof openObjective>;

/** Negated objective of many thetas at once; buffers live from `open` to `close`. */
export function openObjective(
  problem: FitProblem,
  variables: Variables,
  capacity: number,
  context: RunContext,
) {
  const { backend } = context;
  const { n, d, code, parameters } = problem;
  const P = parameters.length;
  const V = variables.count;
  const data = [problem.X, problem.y, problem.noise].map((values) => slotOf(backend, values));
  const thetas = backend.alloc(capacity * P);
  const curved = V <= MOST_CURVED && backend.supports('gp_information');
  const outputs = [capacity, capacity * P, capacity, curved ? capacity * P * P : 0].map((length) =>
    backend.alloc(length),
  );
  const values = new Float64Array(capacity);
  const gradients = new Float64Array(capacity * V);
  const curvatures = new Float64Array(curved ? capacity * V * V : 0);
  const rounds = new Map<string, Round>();
  const priors = parameters.flatMap((parameter, k) =>
    parameter.prior ? [{ k, prior: parameter.prior }] : [],
  );
  let evaluations = 0;

  /** The program for `count` thetas and arrays of its sizes, kept for the next round of as many. */
  function roundOf(count: number, wanted: Wanted): Round {
    const key = `${wanted} ${count}`;
    const known = rounds.get(key);
    if (known) return known;
    const flag = { value: [0], gradient: [1], curvature: [] }[wanted];
    const step: Step = {
      op: wanted === 'curvature' ? 'gp_information' : 'gp_likelihood',
      dims: Int32Array.from([count, n, d, P, ...flag, ...code]),
      inputs: [...data, thetas],
      outputs,
    };
    const round = {
      program: [step],
      theta: new Float64Array(count * P),
      value: new Float64Array(count),
      gradient: new Float64Array(wanted === 'value' ? 0 : count * P),
      square: new Float64Array(wanted === 'curvature' ? count * P * P : 0),
    };
    rounds.set(key, round);
    return round;
  }

  function* evaluate(xs: Float64Array, count: number, wanted: Wanted): Steps<Evaluation> {
    if (context.cancelled?.()) throw new CancelledError('fit: given up, as nobody waits for it');
    const { program, theta, value, gradient, square } = roundOf(count, wanted);
    for (let a = 0; a < count; a++) variables.expand(xs, a * V, theta, a * P);
    backend.write(thetas, theta);
    yield program;
    backend.read(outputs[0], value);
    if (gradient.length > 0) backend.read(outputs[1], gradient);
    if (square.length > 0) backend.read(outputs[3], square);
    for (let a = 0; a < count; a++) {
      let total = value[a];
      for (const { k, prior } of priors) {
        const t = theta[a * P + k];
        total += logDensity(prior, t);
        if (gradient.length > 0) gradient[a * P + k] += logDensitySlope(prior, t);
        if (square.length > 0) square[(a * P + k) * P + k] += logDensityCurvature(prior, t);
      }
      values[a] = Number.isFinite(total) ? -total : Number.POSITIVE_INFINITY;
      if (gradient.length > 0) variables.contract(gradient, a * P, gradients, a * V);
      if (square.length > 0) variables.contractSquare(square, a * P * P, curvatures, a * V * V);
    }
    evaluations += count;
    return { values, gradients, curvatures };
  }

  return {
    variables,
    /** Whether `evaluate` can give second derivatives. */
    curved,
    /**
     * At packed xs [count, V]: values [count], gradients [count, V] and the known part of the second derivatives
     * [count, V, V] of the negated objective, as far as wanted; the buffers are reused.
     */
    evaluate,
    /** Likelihoods evaluated so far. */
    evaluations: () => evaluations,
    close() {
      for (const slot of [...data, thetas, ...outputs]) backend.free(slot);
    },
  };
}

interface Evaluation {
  readonly values: Float64Array;
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
}

/** What an evaluation gives besides the values: each includes the former. */
type Wanted = 'value' | 'gradient' | 'curvature';

interface Round {
  readonly program: Program;
  readonly theta: Float64Array;
  readonly value: Float64Array;
  readonly gradient: Float64Array;
  readonly square: Float64Array;
}
