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
  /** Coordinate k of a log parameter, and back, within the bounds. */
  readonly to: (k: number, t: number) => number;
  readonly from: (k: number, w: number) => number;
  /** Derivative of the coordinate by the log parameter. */
  readonly slope: (k: number, t: number) => number;
}

const softplus = (u: number): number => (u > 30 ? u : Math.log1p(Math.exp(u)));
const inverseSoftplus = (u: number): number => (u > 30 ? u : Math.log(Math.expm1(u)));
const logistic = (u: number): number => 1 / (1 + Math.exp(-u));

export function scaleOf({ levels, lower, upper, initial }: Variables): Scale {
  /** t = t₀ + softplus⁻¹(rate·w)/rate; rate 0: the logarithm itself. */
  const rate = levels.map((kind) => ({ lengthscale: -2, noise: 1, none: 0 })[kind]);
  const origin = levels.map((kind, k) => (kind === 'noise' ? NOISE_LEVELS : initial[k] + LENGTHSCALE_LEVELS));
  return {
    to: (k, t) => (rate[k] === 0 ? t : softplus(rate[k] * (t - origin[k])) / rate[k]),
    from(k, w) {
      if (rate[k] === 0) return w;
      const t = origin[k] + inverseSoftplus(Math.max(0, rate[k] * w)) / rate[k];
      return Math.min(upper[k], Math.max(lower[k], t));
    },
    slope: (k, t) => (rate[k] === 0 ? 1 : logistic(rate[k] * (t - origin[k]))),
  };
}
