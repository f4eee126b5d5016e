import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/** Turns squared scaled distances s (in `factor`) into values k(s) and factors dk/ds, for one row. */
type Shape = (value: Float64Array, factor: Float64Array, from: number, to: number, extra: number) => void;

/** Matérn ν = 1/2: k = exp(−r). dk/ds is infinite at r = 0, where the kink gets derivative 0. */
function matern12(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const r = Math.sqrt(factor[j]);
    const k = Math.exp(-r);
    value[j] = k;
    factor[j] = r > 0 ? (-0.5 * k) / r : 0;
  }
}

/** Matérn ν = 3/2: k = (1 + a) exp(−a), a = √3 r; dk/ds = −(3/2) exp(−a). */
function matern32(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const a = Math.sqrt(3 * factor[j]);
    const e = Math.exp(-a);
    value[j] = (1 + a) * e;
    factor[j] = -1.5 * e;
  }
}

/** Matérn ν = 5/2: k = (1 + a + a²/3) exp(−a), a = √5 r; dk/ds = −(5/6)(1 + a) exp(−a). */
function matern52(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const square = 5 * factor[j];
    const a = Math.sqrt(square);
    const e = Math.exp(-a);
    value[j] = (1 + a + square / 3) * e;
    factor[j] = (-5 / 6) * (1 + a) * e;
  }
}

/** Squared exponential: k = exp(−s/2); dk/ds = −k/2. */
function rbf(value: Float64Array, factor: Float64Array, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const k = Math.exp(-0.5 * factor[j]);
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
    const sums = new Float64Array(c);
    return {
      forward(i, j0, j1, value, factor, base) {
        squaredDistances(U, i, V, j0, j1, c, factor, base);
        shape(value, factor, base + j0, base + j1, alpha);
      },
      backward(i, j0, j1, value, factor, base, cotangent, dTheta, dX, dX0) {
        sums.fill(0);
        for (let j = j0; j < j1; j++) {
          const w = -2 * cotangent[j] * factor[base + j];
          for (let k = 0, u = i * c, v = j * c; k < c; k++, u++, v++) {
            const difference = U[u] - V[v];
            sums[k] += w * difference * difference;
            if (dX) dX[dX0 + columns[k]] -= w * difference * inverse[k];
          }
        }
        for (let k = 0; k < c; k++) dTheta[gradient + k] += sums[k];
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

/** factor[base + j] = |u_i − v_j|² over `c` columns. */
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
  const u = i * c;
  for (let j = j0, v = j0 * c; j < j1; j++) {
    let sum = 0;
    for (let k = 0; k < c; k++, v++) {
      const difference = U[u + k] - V[v];
      sum += difference * difference;
    }
    factor[base + j] = sum;
  }
}

export const stationaryLeaves = {
  matern12: stationary(matern12, false),
  matern32: stationary(matern32, false),
  matern52: stationary(matern52, false),
  rbf: stationary(rbf, false),
  rational_quadratic: stationary(rationalQuadratic, true),
};
