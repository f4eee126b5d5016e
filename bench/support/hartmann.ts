const alpha = [1, 1.2, 3, 3.2];
const A = [
  [10, 3, 17, 3.5, 1.7, 8],
  [0.05, 10, 17, 0.1, 8, 14],
  [3, 3.5, 1.7, 10, 17, 8],
  [17, 8, 0.05, 10, 0.1, 14],
];
const P = [
  [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
  [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
  [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.665],
  [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
];

/** Hartmann-6, negated so that its greatest value is 3.32237 at (0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573). */
export function hartmann6(x: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < 4; i++) {
    let inner = 0;
    for (let k = 0; k < 6; k++) inner += (A[i]?.[k] ?? 0) * ((x[k] ?? 0) - (P[i]?.[k] ?? 0)) ** 2;
    total += (alpha[i] ?? 0) * Math.exp(-inner);
  }
  return total;
}

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
