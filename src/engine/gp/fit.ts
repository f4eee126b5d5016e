import type { Step } from '../compute/backend.ts';
import { CancelledError } from '../errors.ts';
import { type MinimizeBatchResult, minimizeBatch } from '../optim/lbfgs.ts';
import { sobol } from '../random/sobol.ts';
import type { RunContext } from '../run-context.ts';
import { logDensity, logDensitySlope } from './priors.ts';
import type { FitParameter } from './recipes.ts';
import { readSlot, slotOf } from './slots.ts';

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

export interface FitOptions {
  readonly seed: number;
  /** Random parameter vectors whose likelihood alone is looked at. Default by n. */
  readonly screened?: number;
  /** Starts that are refined, the initial one included. Default by n. */
  readonly restarts?: number;
  readonly maxIterations?: number;
}

export interface FitResult {
  readonly theta: Float64Array;
  /** Log marginal likelihood plus log priors. */
  readonly objective: number;
  /** Likelihoods evaluated. */
  readonly evaluations: number;
  /** Calls of the backend. */
  readonly rounds: number;
  /** Fall-backs taken, in words; empty when none was. */
  readonly fallbacks: readonly string[];
}

/** Free entries of theta, and how a vector of them becomes a theta. */
interface Variables {
  readonly count: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly initial: Float64Array;
  readonly expand: (xs: Float64Array, from: number, theta: Float64Array, to: number) => void;
  /** Writes the negated gradient by the free entries. */
  readonly contract: (gradient: Float64Array, from: number, into: Float64Array, to: number) => void;
}

function variablesOf(parameters: readonly FitParameter[]): Variables {
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
    expand(xs, from, theta, to) {
      for (let k = 0; k < place.length; k++) {
        theta[to + k] = place[k] < 0 ? parameters[k].initial : xs[from + place[k]];
      }
    },
    contract(gradient, from, into, to) {
      for (let k = 0; k < free.length; k++) into[to + k] = 0;
      for (let k = 0; k < place.length; k++) if (place[k] >= 0) into[to + place[k]] -= gradient[from + k];
    },
  };
}

/** Negated objective of many thetas at once; buffers live from `open` to `close`. */
function openObjective(problem: FitProblem, variables: Variables, capacity: number, context: RunContext) {
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
  let rounds = 0;

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
  function evaluate(xs: Float64Array, count: number, withGradient: boolean) {
    if (context.cancelled?.()) throw new CancelledError('fit: given up, as nobody waits for it');
    for (let a = 0; a < count; a++) variables.expand(xs, a * V, theta, a * P);
    backend.write(slots.theta, theta);
    backend.run([stepFor(count, withGradient)]);
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
    rounds++;
    return { values, gradients };
  }

  return {
    evaluate,
    counts: () => ({ evaluations, rounds }),
    status: () => readSlot(backend, slots.status),
    close() {
      for (const slot of Object.values(slots)) backend.free(slot);
    },
  };
}

/**
 * Maximizes the likelihood with priors over the free entries of theta: random thetas are screened by value in one
 * batch, the best and most different are refined together by bounded L-BFGS.
 *
 * Never throws for want of a good fit: what had to be given up is named in `fallbacks`.
 */
export function fitParameters(problem: FitProblem, options: FitOptions, context: RunContext): FitResult {
  const variables = variablesOf(problem.parameters);
  const theta = new Float64Array(problem.parameters.length);
  const V = variables.count;
  const restarts = V === 0 ? 1 : (options.restarts ?? 4);
  const screened = V === 0 ? 0 : (options.screened ?? 24);
  const objective = openObjective(problem, variables, Math.max(restarts, screened + 1), context);
  try {
    const candidates = startCandidates(variables, screened, options.seed);
    const starts = chooseStarts(
      candidates,
      objective.evaluate(candidates, screened + 1, false).values,
      V,
      restarts,
    );
    if (V === 0) {
      variables.expand(variables.initial, 0, theta, 0);
      const value = -objective.evaluate(variables.initial, 1, false).values[0];
      return { theta, objective: value, ...objective.counts(), fallbacks: [] };
    }
    const result: MinimizeBatchResult = minimizeBatch({
      x0: starts,
      lower: variables.lower,
      upper: variables.upper,
      evaluate: (xs, indexes) => objective.evaluate(xs, indexes.length, true),
      options: { maxIterations: options.maxIterations ?? 200, maxStep: 3 },
    });
    variables.expand(result.x, result.best * V, theta, 0);
    const value = -result.values[result.best];
    const fallbacks = Number.isFinite(value)
      ? []
      : ['no start had a finite likelihood: the initial parameters are kept'];
    if (!Number.isFinite(value)) variables.expand(variables.initial, 0, theta, 0);
    return { theta, objective: value, ...objective.counts(), fallbacks };
  } finally {
    objective.close();
  }
}

/** The initial point first, then `count` Sobol points of a box around it. */
function startCandidates(variables: Variables, count: number, seed: number): Float64Array {
  const V = variables.count;
  const candidates = new Float64Array((count + 1) * V);
  candidates.set(variables.initial);
  if (count === 0) return candidates;
  const unit = sobol(count, V, { seed });
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < V; k++) {
      const low = Math.max(variables.lower[k], variables.initial[k] - 3);
      const high = Math.min(variables.upper[k], variables.initial[k] + 3);
      candidates[(i + 1) * V + k] = low + (high - low) * unit[i * V + k];
    }
  }
  return candidates;
}

/** The initial point and the best of the rest. */
function chooseStarts(
  candidates: Float64Array,
  values: Float64Array,
  V: number,
  restarts: number,
): Float64Array {
  const count = candidates.length / Math.max(1, V);
  const order = Array.from({ length: Math.max(0, count - 1) }, (_, i) => i + 1).sort(
    (a, b) => values[a] - values[b],
  );
  const chosen = [0, ...order].slice(0, restarts);
  const starts = new Float64Array(chosen.length * V);
  chosen.forEach((from, to) => {
    starts.set(candidates.subarray(from * V, (from + 1) * V), to * V);
  });
  return starts;
}
