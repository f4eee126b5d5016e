import type { Variables } from './fit-objective.ts';

/** Where a log lengthscale, above its start, and a log noise begin to level off. */
const LENGTHSCALE_LEVELS = 3;
const NOISE_LEVELS = -6;

/**
 * Coordinates for descents: in those of flat columns and of vanishing noise the likelihood goes on like a straight line
 * to the end, where in their logarithms it crawls.
 *
 * Below t₀ a log lengthscale t is itself, far above it −½e^(−2(t − t₀)), which is linear in 1/ℓ²; a log noise is itself
 * above −6 and linear in the noise below. Parameters with a prior, which keeps them from the ends, stay as they are.
 */
export interface Scale {
  /** Coordinates of points [count, V]. */
  readonly to: (xs: Float64Array) => Float64Array;
  /**
   * Writes the points of `count` coordinate vectors, within the bounds, and the derivatives of the log parameters by
   * the coordinates; all [count, V].
   */
  readonly from: (ws: Float64Array, count: number, xs: Float64Array, slopes: Float64Array) => void;
}

const softplus = (u: number): number => (u > 30 ? u : Math.log1p(Math.exp(u)));

export function scaleOf({ levels, lower, upper, initial, count: V }: Variables): Scale {
  /** t = t₀ + softplus⁻¹(rate·w)/rate; rate 0: the logarithm itself. */
  const rate = levels.map((kind) => ({ lengthscale: -2, noise: 1, none: 0 })[kind]);
  const origin = levels.map((kind, k) => (kind === 'noise' ? NOISE_LEVELS : initial[k] + LENGTHSCALE_LEVELS));
  return {
    to: (xs) =>
      xs.map((t, at) => {
        const k = at % V;
        return rate[k] === 0 ? t : softplus(rate[k] * (t - origin[k])) / rate[k];
      }),
    from(ws, count, xs, slopes) {
      for (let k = 0; k < V; k++) {
        const r = rate[k];
        for (let at = k; at < count * V; at += V) {
          if (r === 0) {
            xs[at] = ws[at];
            slopes[at] = 1;
            continue;
          }
          // With s = softplus(u): the logistic function of u is 1 − e^(−s), and u = s + log of that.
          const s = Math.max(0, r * ws[at]);
          const logistic = -Math.expm1(-s);
          const t = origin[k] + (s + Math.log(logistic)) / r;
          xs[at] = Math.min(upper[k], Math.max(lower[k], t));
          slopes[at] = 1 / logistic;
        }
      }
    },
  };
}
