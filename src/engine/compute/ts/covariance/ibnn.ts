import { gatherColumns, type Leaf, type LeafInputs } from './leaf.ts';

/**
 * Infinitely wide ReLU network of `depth` hidden layers. Parameters: log weight variance w, log bias variance b.
 *
 * k⁰ = w x·x'/d + b; per layer, with q = √(k(x,x) k(x',x')), c = k/q in [−1, 1] and t = arccos c,
 * k ← (w/2π) q (sin t + (π − t) c) + b and k(x,x) ← w k(x,x)/2 + b.
 * Derivatives are carried forward with the layers: ∂k⁺/∂k = (w/2π)(π − t), ∂k⁺/∂q = (w/2π) sin t.
 * No safety margin on c: J(c) = sin t + (π − t)c is smooth at c = 1, only its second derivative is not.
 *
 * Source: Lee et al. 2018, arXiv:1711.00165; Cho and Saul 2009 (arc-cosine covariance of degree 1).
 */
export function ibnn(at: LeafInputs): Leaf {
  const { columns, depth, theta, parameter, gradient } = at;
  const c = columns.length;
  const w = Math.exp(theta[parameter]);
  const b = Math.exp(theta[parameter + 1]);
  const U = gatherColumns(at, at.X1, at.n1, undefined);
  const V = at.X1 === at.X2 ? U : gatherColumns(at, at.X2, at.n2, undefined);
  const rows = diagonals(U, at.n1, c, depth, w, b);
  const cols = U === V ? rows : diagonals(V, at.n2, c, depth, w, b);
  const network: Network = { columns, depth, gradient, c, w, b, U, V, rows, cols };
  return {
    forward: (i, j0, j1, value, _factor, base) => forward(network, i, j0, j1, value, base),
    backward: (i, j0, j1, _value, _factor, _base, cotangent, dTheta, dX, dX0) =>
      backward(network, i, j0, j1, cotangent, dTheta, dX, dX0),
  };
}

/** Both sets of points [n, c] and their diagonals. */
interface Network {
  readonly columns: LeafInputs['columns'];
  readonly depth: number;
  readonly gradient: number;
  readonly c: number;
  readonly w: number;
  readonly b: number;
  readonly U: Float64Array;
  readonly V: Float64Array;
  readonly rows: Diagonals;
  readonly cols: Diagonals;
}

/** x_i·x'_j/c. */
function inner({ U, V, c }: Network, i: number, j: number): number {
  let sum = 0;
  for (let k = 0; k < c; k++) sum += U[i * c + k] * V[j * c + k];
  return sum / c;
}

function forward(
  network: Network,
  i: number,
  j0: number,
  j1: number,
  value: Float64Array,
  base: number,
): void {
  const { depth, w, b, rows, cols } = network;
  const levels = depth + 1;
  for (let j = j0; j < j1; j++) {
    let k12 = w * inner(network, i, j) + b;
    for (let l = 0; l < depth; l++) {
      const q = Math.sqrt(rows.k[i * levels + l] * cols.k[j * levels + l]);
      const cosine = Math.min(1, Math.max(-1, k12 / q));
      const t = Math.acos(cosine);
      k12 = (w / (2 * Math.PI)) * q * (Math.sin(t) + (Math.PI - t) * cosine) + b;
    }
    value[base + j] = k12;
  }
}

function backward(
  network: Network,
  i: number,
  j0: number,
  j1: number,
  cotangent: Float64Array,
  dTheta: Float64Array,
  dX: Float64Array | undefined,
  dX0: number,
): void {
  const { columns, depth, gradient, c, w, b, U, V, rows, cols } = network;
  const levels = depth + 1;
  for (let j = j0; j < j1; j++) {
    const product = inner(network, i, j);
    let k12 = w * product + b;
    /** Derivatives of k12 with respect to log w, log b, k⁰(x,x'), k⁰(x,x). */
    let byW = w * product,
      byB = b,
      byCross = 1,
      byOwn = 0;
    for (let l = 0, halves = 1; l < depth; l++, halves *= w / 2) {
      const k11 = rows.k[i * levels + l];
      const k22 = cols.k[j * levels + l];
      const q = Math.sqrt(k11 * k22);
      const cosine = Math.min(1, Math.max(-1, k12 / q));
      const t = Math.acos(cosine);
      const J = Math.sin(t) + (Math.PI - t) * cosine;
      const slope = (w / (2 * Math.PI)) * (Math.PI - t);
      const bend = ((w / (2 * Math.PI)) * Math.sin(t) * q) / 2;
      k12 = (w / (2 * Math.PI)) * q * J + b;
      byW = slope * byW + bend * (rows.byW[i * levels + l] / k11 + cols.byW[j * levels + l] / k22) + k12 - b;
      byB = slope * byB + bend * (rows.byB[i * levels + l] / k11 + cols.byB[j * levels + l] / k22) + b;
      byOwn = slope * byOwn + (bend * halves) / k11;
      byCross *= slope;
    }
    const weight = cotangent[j];
    dTheta[gradient] += weight * byW;
    dTheta[gradient + 1] += weight * byB;
    for (let k = 0; dX && k < c; k++) {
      dX[dX0 + columns[k]] += (weight * w * (byCross * V[j * c + k] + 2 * byOwn * U[i * c + k])) / c;
    }
  }
}

type Diagonals = ReturnType<typeof diagonals>;

/** k(x,x) before each layer and its derivatives by log w and log b, each [n, depth + 1]. */
function diagonals(
  X: Float64Array,
  n: number,
  c: number,
  depth: number,
  w: number,
  b: number,
): { k: Float64Array; byW: Float64Array; byB: Float64Array } {
  const levels = depth + 1;
  const k = new Float64Array(n * levels);
  const byW = new Float64Array(n * levels);
  const byB = new Float64Array(n * levels);
  for (let i = 0; i < n; i++) {
    let square = 0;
    for (let a = 0; a < c; a++) square += X[i * c + a] ** 2;
    let at = i * levels;
    k[at] = (w * square) / c + b;
    byW[at] = (w * square) / c;
    byB[at] = b;
    for (let l = 0; l < depth; l++, at++) {
      k[at + 1] = (w * k[at]) / 2 + b;
      byW[at + 1] = (w * (k[at] + byW[at])) / 2;
      byB[at + 1] = (w * byB[at]) / 2 + b;
    }
  }
  return { k, byW, byB };
}
