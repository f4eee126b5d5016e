import { hartmann6 as hartmann } from '../quality/functions.ts';

/** Hartmann-6, negated so that its greatest value is 3.32237 at (0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573). */
export const hartmann6 = (x: ArrayLike<number>): number => -hartmann(x);

/** Uniform numbers in (0, 1): a multiplicative generator, the same on every machine (Park and Miller 1988). */
export function uniforms(seed: number): () => number {
  let state = seed % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A standard normal by Box and Muller from a source of uniform numbers. */
export function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

export interface Data {
  readonly n: number;
  readonly d: number;
  /** [n, d] in the unit cube. */
  readonly X: Float64Array;
  /** [n] with noise of deviation 0.1. */
  readonly y: Float64Array;
}

/** n noisy values of Hartmann-6 at uniform points. */
export function hartmannData(n: number, seed = 1): Data {
  const uniform = uniforms(seed + 7919 * n);
  const X = Float64Array.from({ length: 6 * n }, uniform);
  const y = Float64Array.from(
    { length: n },
    (_, i) => hartmann6(X.subarray(6 * i, 6 * i + 6)) + 0.1 * normal(uniform),
  );
  return { n, d: 6, X, y };
}
