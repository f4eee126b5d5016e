import { softplus } from '../../compute/softplus.ts';
import type { Variables } from './objective.ts';

/** Where each kind of log parameter begins to level off, lengthscales above their start, and how fast; rate 0: never. */
const LEVELS = {
  lengthscale: { from: 3, rate: -2 },
  'far lengthscale': { from: 7, rate: -2 },
  noise: { from: -6, rate: 1 },
  none: { from: 0, rate: 0 },
};

/**
 * Coordinates for descents: in those of flat columns and of vanishing noise the likelihood continues like a straight line
 * to the end, where in their logarithms it crawls. Where the noise is fixed near 0, a column replaces it by a lengthscale that would be
 * flat otherwise (scale/ℓ² as large as the noise of the rows), so that logarithms serve for longer.
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

/** The scale of variables [V] that a fit moves, by the level of each: its origin is their initial values, or a fixed place for noise. */
export function scaleOf({ levels, lower, upper, initial, count: V }: Variables): Scale {
  /** t = t₀ + softplus⁻¹(rate·w)/rate; rate 0: the logarithm itself. */
  const rate = levels.map((kind) => LEVELS[kind].rate);
  const origin = levels.map((kind, k) => LEVELS[kind].from + (kind === 'noise' ? 0 : initial[k]));
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
