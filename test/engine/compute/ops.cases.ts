import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { type OpName, opNames } from '../../../src/engine/compute/ops.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { runOp } from './native-support.ts';

/** One op on one set of inputs, and what can be checked of it on any backend. */
export interface OpCase {
  readonly name: string;
  readonly op: OpName;
  readonly dims: readonly number[];
  readonly inputs: readonly (readonly number[])[];
  /** Lengths of the outputs. */
  readonly outputs: readonly number[];
  /** Relative agreement with `ts`. */
  readonly tolerance: number;
  /** Derivatives to check: output `gradient` holds those of the sum of output `of` (cotangents ones) by input `by`. */
  readonly gradients?: readonly { readonly gradient: number; readonly of: number; readonly by: number }[];
  /** Inputs and outputs that have the batch as first axis; absent: not a batched op. */
  readonly batch?: { readonly inputs: readonly number[]; readonly outputs: readonly number[] };
}

const generator = createGenerator(11);
const uniform = (count: number, low = 0, high = 1): number[] =>
  Array.from({ length: count }, () => low + (high - low) * generator.uniform());
const normals = (count: number): number[] => Array.from({ length: count }, () => generator.normal());

const d = 3;
const matern = [tokens.matern52, 0, d, 0, 1, 2, tokens.scale];
/** s₁·(matern32(0, 1) + s₂·hamming(2)) + s₃·rational quadratic(0)·periodic(1): every operator. */
const mixed = [
  ...[tokens.matern32, 0, 2, 0, 1, tokens.hamming, 0, 1, 2, tokens.scale, tokens.add, tokens.scale],
  ...[
    tokens.rational_quadratic,
    0,
    1,
    0,
    tokens.periodic,
    0,
    1,
    1,
    tokens.multiply,
    tokens.scale,
    tokens.add,
  ],
];
const codes = { matern: { code: matern, count: 4 }, mixed: { code: mixed, count: 10 } };

function rows(n: number): number[] {
  const X = uniform(n * d);
  for (let i = 0; i < n; i++) X[i * d + 2] = Math.round(2 * X[i * d + 2]);
  return X;
}

const thetas = (batch: number, count: number): number[] =>
  Array.from({ length: batch }, () => [...uniform(count, -0.8, 0.6), -2.5, 0.1]).flat();

function likelihoodCase(name: keyof typeof codes, n: number): OpCase {
  const { code, count } = codes[name];
  const P = count + 2;
  return {
    name: `gp_likelihood ${name} n=${n}`,
    op: 'gp_likelihood',
    dims: [3, n, d, P, 1, ...code],
    inputs: [rows(n), normals(n), uniform(n, 0, 0.1), thetas(3, count)],
    outputs: [3, 3 * P, 3],
    tolerance: 1e-10,
    gradients: [{ gradient: 1, of: 0, by: 3 }],
    batch: { inputs: [3], outputs: [0, 1, 2] },
  };
}

function informationCase(name: keyof typeof codes, n: number, batch: number): OpCase {
  const { code, count } = codes[name];
  const P = count + 2;
  return {
    name: `gp_information ${name} n=${n} batch=${batch}`,
    op: 'gp_information',
    dims: [batch, n, d, P, ...code],
    inputs: [rows(n), normals(n), uniform(n, 0, 0.1), thetas(batch, count)],
    outputs: [batch, batch * P, batch, batch * P * P],
    tolerance: 1e-10,
    gradients: [{ gradient: 1, of: 0, by: 3 }],
    batch: { inputs: [3], outputs: [0, 1, 2, 3] },
  };
}

/** A lower factor with a diagonal well away from zero. */
const lower = (n: number): number[] =>
  Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return i === j ? 2 + generator.uniform() : i > j ? 0.3 * generator.normal() : 0;
  });

function positive(n: number): number[] {
  const A = normals(n * n);
  return Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    let sum = i === j ? n : 0;
    for (let k = 0; k < n; k++) sum += A[i * n + k] * A[j * n + k];
    return sum;
  });
}

function predictCase(): OpCase {
  const { code, count } = codes.mixed;
  const [n, m, P] = [9, 4, count + 2];
  const Xs = rows(m);
  return {
    name: 'gp_predict mixed',
    op: 'gp_predict',
    dims: [2, n, d, P, m, 7, ...code],
    inputs: [rows(n), thetas(2, count), [...lower(n), ...lower(n)], normals(2 * n), Xs],
    outputs: [2 * m, 2 * m, 2 * m * d, 2 * m * d],
    tolerance: 1e-10,
    batch: { inputs: [1, 2, 3], outputs: [0, 1, 2, 3] },
  };
}

/** Inputs X, theta, L, alpha of a model with one theta. */
function model(n: number, name: keyof typeof codes): number[][] {
  const { code, count } = codes[name];
  const [X, theta] = [rows(n), thetas(1, count)];
  const dims = [1, n, d, count + 2, ...code];
  const given = [X, normals(n), Array<number>(n).fill(0), theta];
  const [L, alpha] = runOp(createTsBackend(), 'gp_factor', dims, given, [n * n, n, 1]);
  return [X, theta, Array.from(L), Array.from(alpha)];
}

function monteCarloCase(kind: number, pending: number): OpCase {
  const { code, count } = codes.matern;
  const [groups, q, n, P, samples] = [2, 3, 8, count + 2, 16];
  return {
    name: `mc_acquisition kind ${kind} with ${pending} pending`,
    op: 'mc_acquisition',
    dims: [groups, q, n, d, P, samples, kind, 1, pending, ...code],
    inputs: [
      ...model(n, 'matern'),
      uniform(groups * q * d),
      normals(samples * (q + pending)),
      uniform(pending * d),
      [0.2, 0.5, 1, kind === 3 ? 0.1 : 1e-3, 1e-2, kind === 2 && pending > 0 ? 1 : 0],
    ],
    outputs: [groups, groups * q * d, groups],
    tolerance: 1e-9,
    gradients: [{ gradient: 1, of: 0, by: 4 }],
    batch: { inputs: [4], outputs: [0, 1, 2] },
  };
}

/** Exchange has a suite of its own with the designs that use it. */
export const opsTestedElsewhere: readonly string[] = opNames.filter((name) => name.startsWith('exchange'));

/** One row or more per op. */
export const opCases: readonly OpCase[] = [
  likelihoodCase('matern', 1),
  likelihoodCase('matern', 37),
  likelihoodCase('mixed', 70),
  informationCase('matern', 1, 3),
  informationCase('matern', 23, 11),
  informationCase('matern', 90, 2),
  informationCase('mixed', 30, 2),
  {
    name: 'gp_factor',
    op: 'gp_factor',
    dims: [2, 40, d, 6, ...matern],
    inputs: [rows(40), normals(40), uniform(40, 0, 0.1), thetas(2, 4)],
    outputs: [2 * 1600, 80, 2],
    tolerance: 1e-10,
    batch: { inputs: [3], outputs: [0, 1, 2] },
  },
  predictCase(),
  {
    name: 'gp_joint with pullback of ones',
    op: 'gp_joint',
    dims: [2, 3, 8, d, 6, 1, ...matern],
    inputs: [...model(8, 'matern'), uniform(6 * d), Array<number>(6).fill(1), Array<number>(18).fill(0)],
    outputs: [6, 18, 6 * d],
    tolerance: 1e-10,
    gradients: [{ gradient: 2, of: 0, by: 4 }],
    batch: { inputs: [4, 5, 6], outputs: [0, 1, 2] },
  },
  {
    name: 'gp_joint with pullback of covariances',
    op: 'gp_joint',
    dims: [2, 3, 8, d, 6, 1, ...matern],
    inputs: [...model(8, 'matern'), uniform(6 * d), Array<number>(6).fill(0), Array<number>(18).fill(1)],
    outputs: [6, 18, 6 * d],
    tolerance: 1e-10,
    gradients: [{ gradient: 2, of: 1, by: 4 }],
    batch: { inputs: [4, 5, 6], outputs: [0, 1, 2] },
  },
  ...[0, 1, 2, 3, 4].flatMap((kind) => [monteCarloCase(kind, 0), monteCarloCase(kind, 2)]),
  {
    name: 'matmul, both transposed, A shared',
    op: 'matmul',
    dims: [3, 4, 5, 6, 1, 1, 0, 30],
    inputs: [normals(20), normals(90)],
    outputs: [72],
    tolerance: 1e-13,
  },
  {
    name: 'matmul, blocks and remainders',
    op: 'matmul',
    dims: [2, 33, 17, 9, 0, 0, 561, 153],
    inputs: [normals(2 * 561), normals(2 * 153)],
    outputs: [2 * 297],
    tolerance: 1e-13,
    batch: { inputs: [0, 1], outputs: [0] },
  },
  {
    name: 'cholesky',
    op: 'cholesky',
    dims: [2, 45],
    inputs: [
      [...positive(45), ...positive(45)],
      [0, 1e-6],
    ],
    outputs: [2 * 2025, 2],
    tolerance: 1e-12,
    batch: { inputs: [0], outputs: [0, 1] },
  },
  ...[0, 1].map(
    (transpose): OpCase => ({
      name: `solve_triangular, transpose ${transpose}`,
      op: 'solve_triangular',
      dims: [2, 37, 5, transpose],
      inputs: [[...lower(37), ...lower(37)], normals(2 * 37 * 5)],
      outputs: [2 * 37 * 5],
      tolerance: 1e-12,
      batch: { inputs: [0, 1], outputs: [0] },
    }),
  ),
  {
    name: 'covariance',
    op: 'covariance',
    dims: [2, 5, 7, d, 12, 0, ...mixed],
    inputs: [rows(5), rows(7), thetas(2, 10)],
    outputs: [70],
    tolerance: 1e-12,
    batch: { inputs: [2], outputs: [0] },
  },
  { name: 'unary', op: 'unary', dims: [9, 17], inputs: [uniform(9, -40, 5)], outputs: [9], tolerance: 1e-13 },
  {
    name: 'binary, both broadcast',
    op: 'binary',
    dims: [2, 3, 2, 3, 4, 0, 4, 1, 3, 1, 0],
    inputs: [normals(12), normals(6)],
    outputs: [24],
    tolerance: 1e-15,
  },
  {
    name: 'reduce',
    op: 'reduce',
    dims: [4, 3, 5, 2],
    inputs: [normals(30)],
    outputs: [6],
    tolerance: 1e-14,
  },
];
