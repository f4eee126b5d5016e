import { expOfMinus } from './exponential.ts';
import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/** Turns squared scaled distances s (in `factor`) into values k(s) and factors dk/ds, for one row. */
type Shape = (value: Float64Array, factor: Float64Array, from: number, to: number, extra: number) => void;

/** Matérn ν = 1/2: k = exp(−r). dk/ds is infinite at r = 0, where the kink gets derivative 0. */
function matern12(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const r = Math.sqrt(factor[j]);
    const k = expOfMinus(r);
    value[j] = k;
    factor[j] = r > 0 ? (-0.5 * k) / r : 0;
  }
}

/** Matérn ν = 3/2: k = (1 + a) exp(−a), a = √3 r; dk/ds = −(3/2) exp(−a). */
function matern32(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const a = Math.sqrt(3 * factor[j]);
    const e = expOfMinus(a);
    value[j] = (1 + a) * e;
    factor[j] = -1.5 * e;
  }
}

/** Matérn ν = 5/2: k = (1 + a + a²/3) exp(−a), a = √5 r; dk/ds = −(5/6)(1 + a) exp(−a). */
function matern52(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const a = Math.sqrt(5 * factor[j]);
    const e = expOfMinus(a);
    const b = 1 + a;
    value[j] = (b + a * a * (1 / 3)) * e;
    factor[j] = (-5 / 6) * b * e;
  }
}

/** Squared exponential: k = exp(−s/2); dk/ds = −k/2. */
function rbf(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const k = expOfMinus(0.5 * factor[j]);
    value[j] = k;
    factor[j] = -0.5 * k;
  }
}

/** Rational quadratic: k = (1 + s/(2α))^−α; dk/ds = −k/(2(1 + s/(2α))). */
function rationalQuadratic(
  value: Float64Array,
  factor: Float64Array,
  from: number,
  to: number,
  alpha: number,
): void {
  for (let j = from; j < to; j++) {
    const ratio = factor[j] / (2 * alpha);
    const k = Math.exp(-alpha * Math.log1p(ratio));
    value[j] = k;
    factor[j] = (-0.5 * k) / (1 + ratio);
  }
}

/**
 * A covariance of the scaled distance s = r² = Σ_k (Δ_k/ℓ_k)². Parameters: log ℓ per column (then log α).
 *
 * ∂k/∂log ℓ_k = −2 (dk/ds) (Δ_k/ℓ_k)² and ∂k/∂x_k = 2 (dk/ds) Δ_k/ℓ_k².
 */
function stationary(shape: Shape, hasAlpha: boolean) {
  return (at: LeafInputs): Leaf => {
    const { columns, d, theta, parameter, gradient } = at;
    const c = columns.length;
    const inverse = exponentials(theta, parameter, c, -1);
    const alpha = hasAlpha ? Math.exp(theta[parameter + c]) : 0;
    const U = gatherColumns(at.X1, at.n1, d, columns, inverse);
    const V = at.X1 === at.X2 ? U : gatherColumns(at.X2, at.n2, d, columns, inverse);
    const weights = new Float64Array(at.n2);
    return {
      forward(i, j0, j1, value, factor, base) {
        squaredDistances(U, i, V, j0, j1, c, factor, base);
        shape(value, factor, base + j0, base + j1, alpha);
      },
      backward(i, j0, j1, value, factor, base, cotangent, dTheta, dX, dX0) {
        for (let j = j0; j < j1; j++) weights[j] = -2 * cotangent[j] * factor[base + j];
        addSquares(U, i, V, j0, j1, c, weights, dTheta, gradient);
        if (dX) {
          for (let k = 0; k < c; k++) {
            const u = U[i * c + k];
            let pull = 0;
            for (let j = j0, v = j0 * c + k; j < j1; j++, v += c) pull += weights[j] * (u - V[v]);
            dX[dX0 + columns[k]] -= pull * inverse[k];
          }
        }
        if (hasAlpha) dTheta[gradient + c] += alphaSum(value, factor, j0, j1, base, cotangent, alpha);
      },
    };
  };
}

/** Σ cotangent·∂k/∂log α with ∂k/∂log α = α k (1 − 1/b − log b), b = 1 + s/(2α) = −k/(2 dk/ds). */
function alphaSum(
  value: Float64Array,
  factor: Float64Array,
  j0: number,
  j1: number,
  base: number,
  cotangent: Float64Array,
  alpha: number,
): number {
  let sum = 0;
  for (let j = j0; j < j1; j++) {
    const k = value[base + j];
    const b = (-0.5 * k) / factor[base + j];
    if (b > 1) sum += cotangent[j] * alpha * k * ((b - 1) / b - Math.log(b));
  }
  return sum;
}

/** factor[base + j] = |u_i − v_j|² over `c` columns, two columns at a time. */
function squaredDistances(
  U: Float64Array,
  i: number,
  V: Float64Array,
  j0: number,
  j1: number,
  c: number,
  factor: Float64Array,
  base: number,
): void {
  const row = i * c;
  let k = 0;
  if (c % 2 === 1) {
    const u = U[row];
    for (let j = j0, v = j0 * c; j < j1; j++, v += c) {
      const difference = u - V[v];
      factor[base + j] = difference * difference;
    }
    k = 1;
  } else for (let j = j0; j < j1; j++) factor[base + j] = 0;
  for (; k < c; k += 2) {
    const u = U[row + k];
    const w = U[row + k + 1];
    for (let j = j0, v = j0 * c + k; j < j1; j++, v += c) {
      const first = u - V[v];
      const second = w - V[v + 1];
      factor[base + j] += first * first + second * second;
    }
  }
}

/** sums[at + k] += Σ_j weights[j]·(u_ik − v_jk)², two columns at a time. */
function addSquares(
  U: Float64Array,
  i: number,
  V: Float64Array,
  j0: number,
  j1: number,
  c: number,
  weights: Float64Array,
  sums: Float64Array,
  at: number,
): void {
  const row = i * c;
  let k = c % 2;
  if (k === 1) {
    let sum = 0;
    for (let j = j0, v = j0 * c; j < j1; j++, v += c) {
      const difference = U[row] - V[v];
      sum += weights[j] * difference * difference;
    }
    sums[at] += sum;
  }
  for (; k < c; k += 2) {
    const u = U[row + k];
    const w = U[row + k + 1];
    let first = 0;
    let second = 0;
    for (let j = j0, v = j0 * c + k; j < j1; j++, v += c) {
      const weight = weights[j];
      const p = u - V[v];
      const q = w - V[v + 1];
      first += weight * p * p;
      second += weight * q * q;
    }
    sums[at + k] += first;
    sums[at + k + 1] += second;
  }
}

export const stationaryLeaves = {
  matern12: stationary(matern12, false),
  matern32: stationary(matern32, false),
  matern52: stationary(matern52, false),
  rbf: stationary(rbf, false),
  rational_quadratic: stationary(rationalQuadratic, true),
};
