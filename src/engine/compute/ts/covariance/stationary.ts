import { expOfMinus } from './exponential.ts';
import { exponentials, gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/** Turns squared scaled distances s (in `factor`) into variance·k(s) and factors variance·dk/ds, for one row. */
type Shape = (
  value: Float64Array,
  factor: Float64Array,
  from: number,
  to: number,
  variance: number,
  alpha: number,
) => void;

/** Matérn ν = 1/2: k = exp(−r). dk/ds is infinite at r = 0, where the kink gets derivative 0. */
const matern12: Shape = (value, factor, from, to, variance) => {
  for (let j = from; j < to; j++) {
    const r = Math.sqrt(factor[j]);
    const k = variance * expOfMinus(r);
    value[j] = k;
    factor[j] = r > 0 ? (-0.5 * k) / r : 0;
  }
};

/** Matérn ν = 3/2: k = (1 + a) exp(−a), a = √3 r; dk/ds = −(3/2) exp(−a). */
const matern32: Shape = (value, factor, from, to, variance) => {
  for (let j = from; j < to; j++) {
    const a = Math.sqrt(3 * factor[j]);
    const e = variance * expOfMinus(a);
    value[j] = (1 + a) * e;
    factor[j] = -1.5 * e;
  }
};

/** Matérn ν = 5/2: k = (1 + a + a²/3) exp(−a), a = √5 r; dk/ds = −(5/6)(1 + a) exp(−a). */
const matern52: Shape = (value, factor, from, to, variance) => {
  for (let j = from; j < to; j++) {
    const a = Math.sqrt(5 * factor[j]); // a·a below, not 5·s: the compiled root is faster where its argument ends
    const e = variance * expOfMinus(a);
    const b = 1 + a;
    value[j] = (b + a * a * (1 / 3)) * e;
    factor[j] = (-5 / 6) * b * e;
  }
};

/** Squared exponential: k = exp(−s/2); dk/ds = −k/2. */
const rbf: Shape = (value, factor, from, to, variance) => {
  for (let j = from; j < to; j++) {
    const k = variance * expOfMinus(0.5 * factor[j]);
    value[j] = k;
    factor[j] = -0.5 * k;
  }
};

/** Rational quadratic: k = (1 + s/(2α))^−α; dk/ds = −k/(2(1 + s/(2α))). */
const rationalQuadratic: Shape = (value, factor, from, to, variance, alpha) => {
  for (let j = from; j < to; j++) {
    const ratio = factor[j] / (2 * alpha);
    const k = variance * Math.exp(-alpha * Math.log1p(ratio));
    value[j] = k;
    factor[j] = (-0.5 * k) / (1 + ratio);
  }
};

/**
 * A covariance of the scaled distance s = r² = Σ_k (Δ_k/ℓ_k)², times a variance. Parameters: log ℓ per column (then log α).
 *
 * ∂k/∂log ℓ_k = −2 (dk/ds) (Δ_k/ℓ_k)² and ∂k/∂x_k = 2 (dk/ds) Δ_k/ℓ_k².
 */
function stationary(shape: Shape, hasAlpha: boolean) {
  return (at: LeafInputs): Leaf => {
    const { columns, theta, parameter, gradient, variance, varianceGradient, n2 } = at;
    const c = columns.length;
    const inverse = exponentials(at, 0, c, -1);
    const alpha = hasAlpha ? Math.exp(theta[parameter + c]) : 0;
    const U = gatherColumns(at, at.X1, at.n1, inverse);
    const VT = transpose(at.X1 === at.X2 ? U : gatherColumns(at, at.X2, n2, inverse), n2, c, at.take(c * n2));
    const weights = at.take(n2);
    return {
      forward(i, j0, j1, value, factor, base) {
        squaredDistances(U, i * c, VT, n2, c, j0, j1, factor, base);
        shape(value, factor, base + j0, base + j1, variance, alpha);
      },
      backward(i, j0, j1, value, factor, base, cotangent, dTheta, dX, dX0) {
        for (let j = j0; j < j1; j++) weights[j] = -2 * cotangent[j] * factor[base + j];
        addSquares(U, i * c, VT, n2, c, j0, j1, weights, dTheta, gradient);
        if (dX) {
          for (let k = 0; k < c; k++) {
            const u = U[i * c + k];
            let pull = 0;
            for (let j = j0, v = k * n2 + j0; j < j1; j++, v++) pull += weights[j] * (u - VT[v]);
            dX[dX0 + columns[k]] -= pull * inverse[k];
          }
        }
        if (hasAlpha) dTheta[gradient + c] += alphaSum(value, factor, j0, j1, base, cotangent, alpha);
        if (varianceGradient >= 0) {
          let sum = 0;
          for (let j = j0; j < j1; j++) sum += cotangent[j] * value[base + j];
          dTheta[varianceGradient] += sum;
        }
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

/** factor[base + j] = |u − v_j|² over the `c` columns of VT [c, n], four rows of V at a time; u stands at `row`. */
function squaredDistances(
  U: Float64Array,
  row: number,
  VT: Float64Array,
  n: number,
  c: number,
  j0: number,
  j1: number,
  factor: Float64Array,
  base: number,
): void {
  const end = c * n;
  let j = j0;
  for (; j + 4 <= j1; j += 4) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let v = j, k = row; v < end; v += n, k++) {
      const u = U[k];
      const d0 = u - VT[v];
      const d1 = u - VT[v + 1];
      const d2 = u - VT[v + 2];
      const d3 = u - VT[v + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    const at = base + j;
    factor[at] = s0;
    factor[at + 1] = s1;
    factor[at + 2] = s2;
    factor[at + 3] = s3;
  }
  for (; j < j1; j++) {
    let sum = 0;
    for (let v = j, k = row; v < end; v += n, k++) {
      const difference = U[k] - VT[v];
      sum += difference * difference;
    }
    factor[base + j] = sum;
  }
}

/** sums[at + k] += Σ_j weights[j]·(u_k − v_jk)², three columns at a time. */
function addSquares(
  U: Float64Array,
  row: number,
  VT: Float64Array,
  n: number,
  c: number,
  j0: number,
  j1: number,
  weights: Float64Array,
  sums: Float64Array,
  at: number,
): void {
  let k = 0;
  for (; k + 3 <= c; k += 3) {
    const u0 = U[row + k];
    const u1 = U[row + k + 1];
    const u2 = U[row + k + 2];
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let j = j0, v = k * n + j0; j < j1; j++, v++) {
      const weight = weights[j];
      const d0 = u0 - VT[v];
      const d1 = u1 - VT[v + n];
      const d2 = u2 - VT[v + 2 * n];
      s0 += weight * d0 * d0;
      s1 += weight * d1 * d1;
      s2 += weight * d2 * d2;
    }
    sums[at + k] += s0;
    sums[at + k + 1] += s1;
    sums[at + k + 2] += s2;
  }
  for (; k < c; k++) {
    const u = U[row + k];
    let sum = 0;
    for (let j = j0, v = k * n + j0; j < j1; j++, v++) {
      const difference = u - VT[v];
      sum += weights[j] * difference * difference;
    }
    sums[at + k] += sum;
  }
}

export const stationaryLeaves = {
  matern12: stationary(matern12, false),
  matern32: stationary(matern32, false),
  matern52: stationary(matern52, false),
  rbf: stationary(rbf, false),
  rational_quadratic: stationary(rationalQuadratic, true),
};

/** Writes [c, n] of V [n, c]. */
function transpose(V: Float64Array, n: number, c: number, VT: Float64Array): Float64Array {
  for (let j = 0, v = 0; j < n; j++) for (let k = 0; k < c; k++, v++) VT[k * n + j] = V[v];
  return VT;
}
