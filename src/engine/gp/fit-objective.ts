import type { Step } from '../compute/backend.ts';
import type { Steps } from '../compute/lockstep.ts';
import { CancelledError } from '../errors.ts';
import type { RunContext } from '../run-context.ts';
import type { FitParameter } from './plan.ts';
import { logDensity, logDensitySlope } from './priors.ts';
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
  readonly expand: (xs: Float64Array, from: number, theta: Float64Array, to: number) => void;
  /** Writes the free entries of a theta. */
  readonly gather: (theta: Float64Array, into: Float64Array) => void;
  /** Writes the negated gradient by the free entries. */
  readonly contract: (gradient: Float64Array, from: number, into: Float64Array, to: number) => void;
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
  const pick = (field: 'lower' | 'upper' | 'initial') => Float64Array.from(free, (k) => parameters[k][field]);
  return {
    count: free.length,
    lower: pick('lower'),
    upper: pick('upper'),
    initial: pick('initial'),
    lengthscales: free.flatMap((k, at) => (parameters[k].name.startsWith('lengthscale') ? [at] : [])),
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
  };
}

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
  const slots = {
    X: slotOf(backend, problem.X),
    y: slotOf(backend, problem.y),
    noise: slotOf(backend, problem.noise),
    theta: backend.alloc(capacity * P),
    value: backend.alloc(capacity),
    gradient: backend.alloc(capacity * P),
    status: backend.alloc(capacity),
  };
  const theta = new Float64Array(capacity * P);
  const value = new Float64Array(capacity);
  const gradient = new Float64Array(capacity * P);
  const values = new Float64Array(capacity);
  const gradients = new Float64Array(capacity * V);
  const steps = new Map<number, Step>();
  const priors = parameters.flatMap((parameter, k) =>
    parameter.prior ? [{ k, prior: parameter.prior }] : [],
  );
  let evaluations = 0;

  function stepFor(count: number, withGradient: boolean): Step {
    const key = withGradient ? count : -count;
    let step = steps.get(key);
    if (!step) {
      step = {
        op: 'gp_likelihood',
        dims: Int32Array.from([count, n, d, P, withGradient ? 1 : 0, ...code]),
        inputs: [slots.X, slots.y, slots.noise, slots.theta],
        outputs: [slots.value, slots.gradient, slots.status],
      };
      steps.set(key, step);
    }
    return step;
  }

  /** Values [count] (and gradients [count, V]) of the negated objective at packed xs [count, V]; buffers are reused. */
  function* evaluate(
    xs: Float64Array,
    count: number,
    withGradient: boolean,
  ): Steps<{ values: Float64Array; gradients: Float64Array }> {
    if (context.cancelled?.()) throw new CancelledError('fit: given up, as nobody waits for it');
    for (let a = 0; a < count; a++) variables.expand(xs, a * V, theta, a * P);
    backend.write(slots.theta, theta);
    yield [stepFor(count, withGradient)];
    backend.read(slots.value, value);
    if (withGradient) backend.read(slots.gradient, gradient);
    for (let a = 0; a < count; a++) {
      let total = value[a];
      for (const { k, prior } of priors) {
        total += logDensity(prior, theta[a * P + k]);
        if (withGradient) gradient[a * P + k] += logDensitySlope(prior, theta[a * P + k]);
      }
      values[a] = Number.isFinite(total) ? -total : Number.POSITIVE_INFINITY;
      if (withGradient) variables.contract(gradient, a * P, gradients, a * V);
    }
    evaluations += count;
    return { values, gradients };
  }

  return {
    evaluate,
    /** Likelihoods evaluated so far. */
    evaluations: () => evaluations,
    close() {
      for (const slot of Object.values(slots)) backend.free(slot);
    },
  };
}
