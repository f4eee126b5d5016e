import { expOfMinus } from './exponential.ts';
import { exponentials, type Leaf, type LeafInputs } from './leaf.ts';

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

/**
 * Matérn ν = 5/2: k = (1 + a + a²/3) exp(−a), a = √5 r; dk/ds = −(5/6)(1 + a) exp(−a).
 *
 * Two at a time, as compiled code loads the constants of the exponential again in each round; a·a and not 5·s, as a root is
 * faster where its argument ends.
 */
const matern52: Shape = (value, factor, from, to, variance) => {
  let j = from;
  for (; j + 2 <= to; j += 2) {
    const a0 = Math.sqrt(5 * factor[j]);
    const a1 = Math.sqrt(5 * factor[j + 1]);
    const e0 = variance * expOfMinus(a0);
    const e1 = variance * expOfMinus(a1);
    value[j] = (1 + a0 + a0 * a0 * (1 / 3)) * e0;
    value[j + 1] = (1 + a1 + a1 * a1 * (1 / 3)) * e1;
    factor[j] = (-5 / 6) * (1 + a0) * e0;
    factor[j + 1] = (-5 / 6) * (1 + a1) * e1;
  }
  if (j < to) {
    const a = Math.sqrt(5 * factor[j]);
    const e = variance * expOfMinus(a);
    value[j] = (1 + a + a * a * (1 / 3)) * e;
    factor[j] = (-5 / 6) * (1 + a) * e;
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
    const { columns, theta, parameter, gradient, variance, varianceGradient, d, n1, n2 } = at;
    const c = columns.length;
    const inverse = exponentials(at, 0, c, -1);
    const alpha = hasAlpha ? Math.exp(theta[parameter + c]) : 0;
    /** Scaled points [n1, c] · [c, n2] · weights [n2]: in one array, so that the inner loops have one address. */
    const W = at.take(n1 * c + n2 * c + n2);
    const V = n1 * c;
    const weights = V + n2 * c;
    for (let k = 0; k < c; k++) {
      const factor = inverse[k];
      for (let i = 0; i < n1; i++) W[i * c + k] = at.X1[i * d + columns[k]] * factor;
      for (let j = 0; j < n2; j++) W[V + k * n2 + j] = at.X2[j * d + columns[k]] * factor;
    }
    return {
      forward(i, j0, j1, value, factor, base) {
        squaredDistances(W, i * c, V, n2, weights, j0, j1, factor, base);
        shape(value, factor, base + j0, base + j1, variance, alpha);
      },
      backward(i, j0, j1, value, factor, base, cotangent, dTheta, dX, dX0) {
        let sum = 0;
        for (let j = j0; j < j1; j++) {
          const pull = cotangent[j];
          W[weights + j] = -2 * pull * factor[base + j];
          sum += pull * value[base + j];
        }
        if (varianceGradient >= 0) dTheta[varianceGradient] += sum;
        addSquares(W, i * c, V, n2, weights, c, j0, j1, dTheta, gradient);
        if (dX) {
          for (let k = 0; k < c; k++) {
            const u = W[i * c + k];
            let pull = 0;
            for (let j = j0, v = V + k * n2 + j0; j < j1; j++, v++) pull += W[weights + j] * (u - W[v]);
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

/**
 * factor[base + j] = |u − v_j|², four j at a time: u is at `row`, column k of V [c, n] from V + k·n on, `end` behind it.
 *
 * `| 0` tells the compiler that a place does not overflow.
 */
function squaredDistances(
  W: Float64Array,
  row: number,
  V: number,
  n: number,
  end: number,
  j0: number,
  j1: number,
  factor: Float64Array,
  base: number,
): void {
  let j = j0;
  for (; j + 4 <= j1; j += 4) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let v = (V + j) | 0, k = row | 0; v < end; v = (v + n) | 0, k = (k + 1) | 0) {
      const u = W[k];
      const d0 = u - W[v];
      const d1 = u - W[(v + 1) | 0];
      const d2 = u - W[(v + 2) | 0];
      const d3 = u - W[(v + 3) | 0];
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
    for (let v = V + j, k = row; v < end; v += n, k++) {
      const difference = W[k] - W[v];
      sum += difference * difference;
    }
    factor[base + j] = sum;
  }
}

/** sums[at + k] += Σ_j weights[j]·(u_k − v_jk)², three columns at a time; places as in `squaredDistances`. */
function addSquares(
  W: Float64Array,
  row: number,
  V: number,
  n: number,
  weights: number,
  c: number,
  j0: number,
  j1: number,
  sums: Float64Array,
  at: number,
): void {
  const end = (weights + j1) | 0;
  let k = 0;
  for (; k + 3 <= c; k += 3) {
    const u0 = W[row + k];
    const u1 = W[row + k + 1];
    const u2 = W[row + k + 2];
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let v = (V + k * n + j0) | 0;
    for (let w = (weights + j0) | 0; w < end; w = (w + 1) | 0) {
      const weight = W[w];
      const d0 = u0 - W[v];
      const d1 = u1 - W[(v + n) | 0];
      const d2 = u2 - W[(v + n + n) | 0];
      s0 += weight * d0 * d0;
      s1 += weight * d1 * d1;
      s2 += weight * d2 * d2;
      v = (v + 1) | 0;
    }
    sums[at + k] += s0;
    sums[at + k + 1] += s1;
    sums[at + k + 2] += s2;
  }
  for (; k < c; k++) {
    const u = W[row + k];
    let sum = 0;
    for (let j = j0, v = V + k * n + j0; j < j1; j++, v++) {
      const difference = u - W[v];
      sum += W[weights + j] * difference * difference;
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
