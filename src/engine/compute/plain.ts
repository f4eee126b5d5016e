import { ShapeError } from '../errors.ts';
import { type ArrayOp, arrayOp } from './array-op.ts';
import type { Backend, Slot, Step } from './backend.ts';
import { binaryCodes, functionOf, reduceCodes, unaryCodes } from './elementwise-codes.ts';
import type { OpName } from './ops.ts';

/**
 * The plain backend: naive loops over the tensor ops, straight from their definitions. It knows no fused op.
 *
 * It is for judging the other backends and is never picked for work. It shares with them the definitions of the ops (what
 * a step holds, the codes of functions) and no arithmetic: loops that look like those of `ts` are meant to be written twice.
 */

type Numbers = Float64Array;

/** C = op(A)·op(B). */
const matmul = arrayOp('matmul', (sizes, { A, B, C }) => {
  const { batch, m, k, n, transposeA, transposeB, strideA, strideB } = sizes;
  for (let b = 0; b < batch; b++) {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let t = 0; t < k; t++) {
          const left = A[b * strideA + (transposeA ? t * m + i : i * k + t)];
          const right = B[b * strideB + (transposeB ? j * k + t : t * n + j)];
          sum += left * right;
        }
        C[(b * m + i) * n + j] = sum;
      }
    }
  }
});

/** Row by row: L_ij = (A_ij − Σ_k L_ik L_jk)/L_jj. False when a pivot is not above n·2⁻⁵² of its diagonal entry. */
function factor(A: Numbers, n: number, jitter: number, L: Numbers): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const diagonal = A[i * n + i] + jitter;
      let sum = i === j ? diagonal : A[i * n + j];
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i === j && !(sum > n * 2 ** -52 * diagonal)) return false;
      L[i * n + j] = i === j ? Math.sqrt(sum) : sum / L[j * n + j];
    }
  }
  return true;
}

const cholesky = arrayOp('cholesky', ({ batch, n }, { A, ladder, L, status }) => {
  for (let b = 0; b < batch; b++) {
    const [from, to] = [b * n * n, (b + 1) * n * n];
    let mean = 0;
    for (let i = 0; i < n; i++) mean += A[from + i * (n + 1)] / n;
    status[b] = -1;
    for (const jitter of new Set([0, ...ladder])) {
      L.fill(0, from, to);
      if (status[b] < 0 && factor(A.subarray(from, to), n, jitter * mean, L.subarray(from, to))) {
        status[b] = jitter;
        break;
      }
    }
    if (status[b] < 0) L.fill(Number.NaN, from, to);
  }
});

/** Substitution down the rows of L, or up those of its transpose. */
const solveTriangular = arrayOp('solve_triangular', ({ batch, n, m, transpose }, { L, R, X }) => {
  for (let b = 0; b < batch; b++) {
    const entry = (i: number, k: number) => L[b * n * n + (transpose ? k * n + i : i * n + k)];
    for (let step = 0; step < n; step++) {
      const i = transpose ? n - 1 - step : step;
      for (let j = 0; j < m; j++) {
        let sum = R[(b * n + i) * m + j];
        for (let done = 0; done < step; done++) {
          const k = transpose ? n - 1 - done : done;
          sum -= entry(i, k) * X[(b * n + k) * m + j];
        }
        X[(b * n + i) * m + j] = sum / entry(i, i);
      }
    }
  }
});

/**
 * exp(z²/2)·Φ(−z) for z ≥ 1 by Craig's integral (1/π)∫₀^∞ exp(−t²/2)·z/(z² + t²) dt, t = z·cot θ. The trapezoid rule with
 * the step ⅛ errs by e^(−16πz); the integrand vanishes at 9.
 *
 * Source: Craig 1991, doi:10.1109/MILCOM.1991.258319.
 */
function scaledTail(z: number): number {
  let sum = 0.5 / z;
  for (let t = 0.125; t < 9; t += 0.125) sum += Math.exp(-0.5 * t * t) / (z + (t * t) / z);
  return sum / (8 * Math.PI);
}

/** Φ(z) − ½ for |z| < 1 by the alternating series (2π)^−½ Σ (−1)^k z^(2k+1)/(2^k k!(2k+1)). */
function centralPart(z: number): number {
  let sum = 0;
  let power = z;
  for (let k = 0; k < 30; k++) {
    sum += power / (2 * k + 1);
    power *= (-z * z) / (2 * (k + 1));
  }
  return sum / Math.sqrt(2 * Math.PI);
}

function normalCdf(z: number): number {
  if (Math.abs(z) < 1) return 0.5 + centralPart(z);
  const tail = Math.exp(-0.5 * z * z) * scaledTail(Math.abs(z));
  return z < 0 ? tail : 1 - tail;
}

const logNormalCdf = (z: number): number => {
  if (z <= -1) return Math.log(scaledTail(-z)) - 0.5 * z * z;
  return z < 1 ? Math.log(normalCdf(z)) : Math.log1p(-normalCdf(-z));
};

const unaryFunctions: Readonly<Record<keyof typeof unaryCodes, (x: number) => number>> = {
  neg: (x) => -x,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  square: (x) => x * x,
  reciprocal: (x) => 1 / x,
  tanh: Math.tanh,
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  softplus: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))),
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  sign: Math.sign,
  log1p: Math.log1p,
  expm1: Math.expm1,
  acos: Math.acos,
  normal_cdf: normalCdf,
  log_normal_cdf: logNormalCdf,
};

const binaryFunctions: Readonly<Record<keyof typeof binaryCodes, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  maximum: Math.max,
  minimum: Math.min,
  power: (a, b) => a ** b,
  greater: (a, b) => Number(a > b),
};

const sum = (line: readonly number[]): number => line.reduce((total, value) => total + value, 0);

const reduceFunctions: Readonly<Record<keyof typeof reduceCodes, (line: readonly number[]) => number>> = {
  sum,
  mean: (line) => sum(line) / line.length,
  max: (line) => Math.max(...line),
  min: (line) => Math.min(...line),
  logsumexp: (line) => {
    const most = Math.max(...line);
    return Number.isFinite(most) ? most + Math.log(sum(line.map((value) => Math.exp(value - most)))) : most;
  },
};

const unary = arrayOp('unary', ({ length, function: code }, { x, y }) => {
  const f = functionOf('plain', unaryCodes, unaryFunctions, code);
  for (let i = 0; i < length; i++) y[i] = f(x[i]);
});

const binary = arrayOp('binary', ({ function: code, rank, rest }, { a, b, c }) => {
  const f = functionOf('plain', binaryCodes, binaryFunctions, code);
  const shape = rest.subarray(0, rank);
  const length = shape.reduce((product, size) => product * size, 1);
  for (let at = 0; at < length; at++) {
    let left = 0;
    let right = 0;
    for (let axis = rank - 1, remaining = at; axis >= 0; axis--) {
      const index = remaining % shape[axis];
      remaining = (remaining - index) / shape[axis];
      left += index * rest[rank + axis];
      right += index * rest[2 * rank + axis];
    }
    c[at] = f(a[left], b[right]);
  }
});

const reduce = arrayOp('reduce', ({ function: code, outer, middle, inner }, { x, y }) => {
  const f = functionOf('plain', reduceCodes, reduceFunctions, code);
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      y[o * inner + i] = f(Array.from({ length: middle }, (_, k) => x[(o * middle + k) * inner + i]));
    }
  }
});

const table: Partial<Readonly<Record<OpName, ArrayOp>>> = {
  matmul,
  cholesky,
  solve_triangular: solveTriangular,
  unary,
  binary,
  reduce,
};

interface PlainSlot extends Slot {
  values: Numbers | undefined;
}

function valuesOf(slot: Slot): Numbers {
  const { values } = slot as PlainSlot;
  if (!values) throw new ShapeError('plain: expected a slot of this backend that is not freed yet');
  return values;
}

function runStep({ op, dims, inputs, outputs }: Step): void {
  const run = table[op];
  if (!run) throw new ShapeError(`plain: '${op}' is a fused op, which this backend does not know`);
  run(dims, inputs.map(valuesOf), outputs.map(valuesOf));
}

/** Opens the plain backend. */
export function createPlainBackend(): Backend {
  return {
    name: 'plain',
    memory: () => 2 ** 30,
    alloc: (length): PlainSlot => ({ length, values: new Float64Array(length) }),
    write: (slot, values) => valuesOf(slot).set(values),
    read: (slot, into) => into.set(valuesOf(slot).subarray(0, into.length)),
    free(slot) {
      valuesOf(slot);
      (slot as PlainSlot).values = undefined;
    },
    supports: (op) => table[op] !== undefined,
    run: (program) => program.forEach(runStep),
  };
}
