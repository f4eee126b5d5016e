import { ShapeError } from '../../errors.ts';
import { arrayOp } from '../array-op.ts';
import { binaryCodes, functionOf, reduceCodes, unaryCodes } from '../elementwise-codes.ts';
import { softplus } from '../softplus.ts';
import { parseCovariance } from './covariance/bound.ts';
import { cholesky as factor } from './factorize.ts';
import { logNormalDistribution, normalDistribution } from './normal-functions.ts';
import { subtractProduct, view } from './product.ts';
import { solveLowerRows, solveUpperRows } from './triangular.ts';

/** Throws ShapeError unless an array whose length the op itself knows is long enough. */
function need(op: string, name: string, values: Float64Array, length: number): void {
  if (values.length < length) {
    throw new ShapeError(`${op}: expected ${length} numbers of ${name}, got ${values.length}`);
  }
}

/** C = op(A)·op(B) per batch member. Cost O(B m k n). */
export const matmul = arrayOp('matmul', (sizes, { A, B, C }) => {
  const { batch, m, k, n, transposeA, transposeB, strideA, strideB } = sizes;
  need('matmul', 'A', A, Math.max(0, (batch - 1) * strideA) + m * k);
  need('matmul', 'B', B, Math.max(0, (batch - 1) * strideB) + k * n);
  const left = new Float64Array(m * k);
  const right = new Float64Array(n * k);
  for (let b = 0; b < batch; b++) {
    // Rows of both operands run along k; the sign is turned so that the product can be subtracted.
    for (let i = 0; i < m; i++) {
      for (let t = 0; t < k; t++) left[i * k + t] = -A[b * strideA + (transposeA ? t * m + i : i * k + t)];
    }
    for (let j = 0; j < n; j++) {
      for (let t = 0; t < k; t++) right[j * k + t] = B[b * strideB + (transposeB ? j * k + t : t * n + j)];
    }
    C.fill(0, b * m * n, (b + 1) * m * n);
    subtractProduct(view(C, b * m * n, n), view(left, 0, k), view(right, 0, k), m, n, k);
  }
});

/** Lower factors with a jitter ladder. Cost O(B n³). */
export const cholesky = arrayOp('cholesky', ({ batch, n }, { A, ladder, L, status }) => {
  for (let b = 0; b < batch; b++) status[b] = factor(A, b * n * n, n, ladder, L, b * n * n);
});

/** X = L⁻¹R, or L⁻ᵀR. Cost O(B n² m). */
export const solveTriangular = arrayOp('solve_triangular', ({ batch, n, m, transpose }, { L, R, X }) => {
  const rows = new Float64Array(m * n);
  const solve = transpose ? solveUpperRows : solveLowerRows;
  for (let b = 0; b < batch; b++) {
    const at = b * n * m;
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) rows[j * n + i] = R[at + i * m + j];
    solve(L, b * n * n, n, rows, 0, n, m);
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) X[at + i * m + j] = rows[j * n + i];
  }
});

/** Covariance matrices of a batch of parameters, or their pullback. Cost O(B n1 n2 d). */
export const covariance = arrayOp('covariance', ({ batch, n1, n2, d, parameters, rest }, arrays) => {
  const { X1, X2, theta: thetas, cotangent, K = new Float64Array(n2), dTheta, dX1 } = arrays;
  const parsed = parseCovariance(rest, d);
  for (let b = 0; b < batch; b++) {
    const bound = parsed.bind(thetas, b * parameters, X1, n1, X2, n2);
    if (!cotangent || !dTheta || !dX1) {
      for (let i = 0; i < n1; i++) bound.forward(i, 0, n2, K, (b * n1 + i) * n2);
      continue;
    }
    const row = dTheta.subarray(b * parameters, (b + 1) * parameters).fill(0);
    dX1.fill(0, b * n1 * d, (b + 1) * n1 * d);
    for (let i = 0; i < n1; i++) {
      const at = (b * n1 + i) * n2;
      bound.forward(i, 0, n2, K, 0);
      bound.backward(i, 0, n2, cotangent.subarray(at, at + n2), row, dX1, (b * n1 + i) * d);
    }
  }
});

const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

const unaryTable: Readonly<Record<keyof typeof unaryCodes, (x: number) => number>> = {
  neg: (x) => -x,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  square: (x) => x * x,
  reciprocal: (x) => 1 / x,
  tanh: Math.tanh,
  sigmoid,
  softplus,
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  sign: Math.sign,
  log1p: Math.log1p,
  expm1: Math.expm1,
  acos: Math.acos,
  normal_cdf: normalDistribution,
  log_normal_cdf: logNormalDistribution,
};

const binaryTable: Readonly<Record<keyof typeof binaryCodes, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  maximum: Math.max,
  minimum: Math.min,
  power: (a, b) => a ** b,
  greater: (a, b) => (a > b ? 1 : 0),
};

export const unary = arrayOp('unary', ({ length, function: code }, { x, y }) => {
  const f = functionOf('unary', unaryCodes, unaryTable, code);
  for (let i = 0; i < length; i++) y[i] = f(x[i]);
});

/** Elementwise over a shape; strides count elements, 0 repeats an operand along that axis. */
export const binary = arrayOp('binary', ({ function: code, rank, rest }, { a, b, c }) => {
  if (rest.length < 3 * rank) {
    throw new ShapeError(`binary: expected ${3 * rank} numbers of shape and strides, got ${rest.length}`);
  }
  const f = functionOf('binary', binaryCodes, binaryTable, code);
  const shape = rest.subarray(0, rank);
  const strideA = rest.subarray(rank, 2 * rank);
  const strideB = rest.subarray(2 * rank, 3 * rank);
  const span = (strides: Int32Array) =>
    shape.reduce((sum, size, axis) => sum + (size - 1) * strides[axis], 1);
  const length = shape.reduce((product, size) => product * size, 1);
  if (length === 0) return;
  need('binary', 'a', a, span(strideA));
  need('binary', 'b', b, span(strideB));
  need('binary', 'c', c, length);
  const index = new Int32Array(rank);
  for (let at = 0, ia = 0, ib = 0; at < length; at++) {
    c[at] = f(a[ia], b[ib]);
    for (let axis = rank - 1; axis >= 0; axis--) {
      index[axis]++;
      ia += strideA[axis];
      ib += strideB[axis];
      if (index[axis] < shape[axis]) break;
      ia -= shape[axis] * strideA[axis];
      ib -= shape[axis] * strideB[axis];
      index[axis] = 0;
    }
  }
});

const reduceTable: Readonly<Record<keyof typeof reduceCodes, (x: Float64Array) => number>> = {
  sum: (x) => x.reduce((sum, value) => sum + value, 0),
  mean: (x) => x.reduce((sum, value) => sum + value, 0) / x.length,
  max: (x) => x.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  min: (x) => x.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  logsumexp: (x) => {
    const most = x.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    if (!Number.isFinite(most)) return most;
    return most + Math.log(x.reduce((sum, value) => sum + Math.exp(value - most), 0));
  },
};

/** Over the middle axis of [outer, middle, inner]. */
export const reduce = arrayOp('reduce', ({ function: code, outer, middle, inner }, { x, y }) => {
  const f = functionOf('reduce', reduceCodes, reduceTable, code);
  const line = new Float64Array(middle);
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      for (let k = 0; k < middle; k++) line[k] = x[(o * middle + k) * inner + i];
      y[o * inner + i] = f(line);
    }
  }
});
