import type { Slot } from '../../compute/backend.ts';
import { runOp } from '../../compute/run-op.ts';
import { slotOf } from '../../compute/slots.ts';
import type { Posterior } from '../../gp/posterior/posterior.ts';
import { sobolNormal } from '../../random/sobol.ts';
import type { Scorer } from '../search/climb.ts';

/** Codes of `mc_acquisition`. */
export const monteCarlo = { logQEI: 0, qEI: 1, qUCB: 2 } as const;

export interface MonteCarloOptions {
  readonly kind: (typeof monteCarlo)[keyof typeof monteCarlo];
  readonly q: number;
  readonly sign: 1 | -1;
  /** f*, output units. */
  readonly best: number;
  readonly beta: number;
  readonly samples: number;
  readonly seed: number;
  /** [samples, q + p] standard normal draws to use instead of those of the seed. */
  readonly baseSamples?: Float64Array;
  /** The maximum over the batch as it is: equal members count once. */
  readonly exact?: boolean;
  /** [p, d] raw pending points, which count with every group. */
  readonly pending: Float64Array;
}

/** Smoothing of max(·, 0) and of the maximum over the batch, model scale. */
const TAU = 1e-6;
const TAU_MAX = { smooth: 1e-2, exact: 1e-30 };

/** A scorer that holds buffers of the backend until it is freed. */
export interface MonteCarloScorer extends Scorer {
  free(): void;
}

/**
 * Scores batches of q points by averages over fixed Sobol normal samples of the joint posterior, one program per call.
 *
 * Values are in output units: log-qEI its logarithm, qUCB as an output. Groups are split so that one call stays within
 * the backend's memory.
 *
 * Source: Wilson et al. 2017, arXiv:1712.00424 (qEI, qUCB); Ament et al. 2023, arXiv:2310.20708 (logarithm, smoothed).
 */
export function monteCarloScorer(posterior: Posterior, options: MonteCarloOptions): MonteCarloScorer {
  const { backend, inputs, model, outputShift, outputScale } = posterior;
  const { q, sign, samples } = options;
  const pendingCount = options.pending.length / model.d;
  const best = (options.best - outputShift) / outputScale;
  const tauMax = options.exact ? TAU_MAX.exact : TAU_MAX.smooth;
  const baseSamples = options.baseSamples ?? sobolNormal(samples, pendingCount + q, options.seed);
  const fixed = {
    Z: slotOf(backend, baseSamples),
    Xpending: slotOf(backend, inputs.encode(options.pending, pendingCount)),
    params: slotOf(backend, Float64Array.of(best, options.beta, sign, TAU, tauMax, 0)),
  };
  const given: Sampled = { posterior, options: { ...options, baseSamples }, pendingCount, fixed };
  return {
    q,
    values: (points) => score(given, points, false).value,
    gradients: (points) => score(given, points, true),
    free() {
      for (const slot of Object.values(fixed)) backend.free(slot);
    },
  };
}

/** What the scores of one scorer share: the posterior, and the draws, pending points and parameters on the backend. */
interface Sampled {
  readonly posterior: Posterior;
  readonly options: MonteCarloOptions & { readonly baseSamples: Float64Array };
  readonly pendingCount: number;
  readonly fixed: Readonly<Record<'Z' | 'Xpending' | 'params', Slot>>;
}

type Scores = ReturnType<Scorer['gradients']>;

function score(given: Sampled, points: Float64Array, withGradient: boolean): Scores {
  const { posterior, options, pendingCount } = given;
  const { q, samples } = options;
  const size = q * posterior.model.d;
  const groups = points.length / size;
  if (posterior.near) return scoreNear(given, points, groups, withGradient);
  const total = pendingCount + q;
  const bytes = 8 * total * (posterior.n + 2 * samples + total);
  const most = Math.max(1, Math.floor((0.25 * posterior.backend.memory()) / bytes));
  if (groups <= most) return scorePart(given, points, groups, withGradient);
  const value = new Float64Array(groups);
  const gradient = new Float64Array(withGradient ? points.length : 0);
  for (let from = 0; from < groups; from += most) {
    const count = Math.min(most, groups - from);
    const part = points.subarray(from * size, (from + count) * size);
    const answer = scorePart(given, part, count, withGradient);
    value.set(answer.value, from);
    gradient.set(answer.gradient, from * size);
  }
  return { value, gradient };
}

function scorePart(
  { posterior, options, pendingCount, fixed }: Sampled,
  points: Float64Array,
  groups: number,
  withGradient: boolean,
): Scores {
  const { backend, inputs, model, n, parameters, slots } = posterior;
  const { q, samples, kind } = options;
  const { value, gradient } = runOp(
    backend,
    'mc_acquisition',
    {
      ...{ groups, q, n, d: inputs.dimension, parameters, samples, kind },
      ...{ withGradient: Number(withGradient), pending: pendingCount },
    },
    { ...slots, ...fixed, Xs: inputs.encode(points, groups * q) },
    model.code,
  );
  const byPoints = withGradient ? inputs.pullback(points, groups * q, gradient) : gradient;
  return toOutput(posterior, options, value, byPoints);
}

/** Of a sparse model: each group with the exact posterior given the rows nearest to its points and the pending ones. */
function scoreNear(
  { posterior, options, pendingCount }: Sampled,
  points: Float64Array,
  groups: number,
  withGradient: boolean,
): Scores {
  const { q, pending } = options;
  const { d } = posterior.model;
  const value = new Float64Array(groups);
  const gradient = new Float64Array(withGradient ? points.length : 0);
  const together = new Float64Array((q + pendingCount) * d);
  together.set(pending, q * d);
  for (let g = 0; g < groups; g++) {
    const own = points.slice(g * q * d, (g + 1) * q * d);
    together.set(own);
    const local = posterior.near?.(together, q + pendingCount);
    if (local === undefined) continue;
    const scorer = monteCarloScorer(local, options);
    try {
      if (withGradient) {
        const found = scorer.gradients(own);
        value[g] = found.value[0];
        gradient.set(found.gradient, g * q * d);
      } else value[g] = scorer.values(own)[0];
    } finally {
      scorer.free();
      local.free();
    }
  }
  return { value, gradient };
}

/** From model scale, in place: log values gain log scale, the others are scaled, qUCB is shifted too. */
function toOutput(
  { outputShift, outputScale }: Posterior,
  { kind, sign }: MonteCarloOptions,
  value: Float64Array,
  gradient: Float64Array,
): Scores {
  const isLog = kind === monteCarlo.logQEI;
  const shift = isLog ? Math.log(outputScale) : kind === monteCarlo.qUCB ? sign * outputShift : 0;
  const scale = isLog ? 1 : outputScale;
  for (let i = 0; i < value.length; i++) value[i] = shift + scale * value[i];
  for (let i = 0; i < gradient.length && scale !== 1; i++) gradient[i] *= scale;
  return { value, gradient };
}
