import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { binaryCodes, reduceCodes, unaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { runOp } from './native-support.ts';
import { reference } from './reference.ts';

/** One op on one set of inputs, and what can be checked of it on any backend. */
export interface OpCase {
  readonly name: string;
  readonly op: OpName;
  readonly dims: readonly number[];
  readonly inputs: readonly (readonly number[])[];
  /** Lengths of the outputs. */
  readonly outputs: readonly number[];
  /** Relative agreement of values with the definition, for a well-conditioned matrix. */
  readonly tolerance: number;
  /** Outputs that are derivatives: they agree to 1e-8. */
  readonly slopes?: readonly number[];
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
    slopes: [1],
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
    slopes: [1, 3],
    gradients: [{ gradient: 1, of: 0, by: 3 }],
    batch: { inputs: [3], outputs: [0, 1, 2, 3] },
  };
}

/** Row i has up to `m` of the rows before it, the last ones first. */
const before = (n: number, m: number): number[] =>
  Array.from({ length: n * m }, (_, at) => Math.max(-1, Math.floor(at / m) - 1 - 2 * (at % m)));

function sparseLikelihoodCase(name: keyof typeof codes, n: number, m: number, batch: number): OpCase {
  const { code, count } = codes[name];
  const P = count + 2;
  return {
    name: `vecchia_likelihood ${name} n=${n} m=${m}`,
    op: 'vecchia_likelihood',
    dims: [batch, n, d, P, m, 2, ...code],
    inputs: [rows(n), normals(n), uniform(n, 0, 0.1), thetas(batch, count), before(n, m)],
    outputs: [batch, batch * P, batch, batch * P * P],
    tolerance: 1e-10,
    slopes: [1, 3],
    batch: { inputs: [3], outputs: [0, 1, 2, 3] },
  };
}

function sparsePredictCase(name: keyof typeof codes, m: number, rank = 0): OpCase {
  const { code, count } = codes[name];
  const [n, k, P] = [19, 4, count + 2];
  const neighbours = Array.from({ length: k * m }, (_, at) =>
    at % m > m - 2 && at < m ? -1 : (5 * at + 3) % n,
  );
  return {
    name: `vecchia_predict ${name} m=${m} rank=${rank}`,
    op: 'vecchia_predict',
    dims: [k, n, d, P, m, rank, 31, ...code],
    inputs: [
      ...[rows(n), normals(n), uniform(n, 0, 0.1), thetas(1, count), rows(k), neighbours],
      ...[uniform(n * rank, 0, 0.5 / Math.sqrt(rank + 1)), uniform(k * rank, 0, 0.5 / Math.sqrt(rank + 1))],
    ],
    outputs: [k, k, k * d, k * d, k * m, k * rank],
    tolerance: 1e-10,
    slopes: [2, 3],
    batch: { inputs: [4, 5, 7], outputs: [0, 1, 2, 3, 4, 5] },
  };
}

/** Rows on a grid, so that many are equally far, in blocks that are cut along the first column; the last block is not full. */
function nearestCase(count: number, d: number, m: number, looked: number): OpCase {
  const [k, leaf] = [6, 32];
  const blocks = Math.ceil(count / leaf);
  const X = Array.from({ length: count }, (_, i) => [
    i / 64,
    ...Array.from({ length: d - 1 }, (_, k) => (7 * i + i * k) % (k + 4)),
  ]);
  const numbers = Array.from({ length: blocks * leaf }, (_, at) => (at < count ? (at * 29) % count : -1));
  const places = Array.from({ length: blocks * d * leaf }, (_, at) => {
    const [block, column] = [Math.floor(at / (d * leaf)), Math.floor(at / leaf) % d];
    return X[block * leaf + (at % leaf)]?.[column] ?? 0;
  });
  const ends = [Math.min, Math.max].flatMap((end) =>
    Array.from({ length: d * blocks }, (_, at) =>
      X.slice(leaf * (at % blocks), leaf * ((at % blocks) + 1))
        .map((x) => x[Math.floor(at / blocks)])
        .reduce((a, b) => end(a, b)),
    ),
  );
  const points = Array.from({ length: k * d }, (_, at) => (at % d === 0 ? ((5 * at) % 32) / 8 : at % 5));
  const limits = Array.from({ length: k }, (_, i) => (i === 1 ? 3 : i === 2 ? count >> 1 : count));
  return {
    name: `nearest_rows n=${count} d=${d} m=${m} looked=${looked}`,
    op: 'nearest_rows',
    dims: [k, d, m, blocks, leaf, looked],
    inputs: [points, limits, numbers, places, ends],
    outputs: [k * m],
    tolerance: 1e-15,
    batch: { inputs: [0, 1], outputs: [0] },
  };
}

/** Two folds that share rows, and one without any; rows in no order. */
function leaveOutCase(n: number): OpCase {
  const first = Array.from({ length: Math.ceil(n / 3) }, (_, i) => (5 * i + 2) % n);
  const second = Array.from({ length: n - 1 }, (_, i) => n - 1 - i);
  const m = first.length + second.length;
  return {
    name: `leave_out n=${n}`,
    op: 'leave_out',
    dims: [n, m, 3, first.length, 0, second.length, ...first, ...second],
    inputs: [lower(n), normals(3 * n)],
    outputs: [m, m],
    tolerance: 1e-12,
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
    inputs: [...model(n, 'mixed', 2), Xs],
    outputs: [2 * m, 2 * m, 2 * m * d, 2 * m * d],
    tolerance: 1e-10,
    slopes: [2, 3],
    batch: { inputs: [1, 2, 3], outputs: [0, 1, 2, 3] },
  };
}

/** Inputs X, theta, L, alpha of a model. */
function model(n: number, name: keyof typeof codes, batch = 1): number[][] {
  const { code, count } = codes[name];
  const [X, theta] = [rows(n), thetas(batch, count)];
  const dims = [batch, n, d, count + 2, ...code];
  const given = [X, normals(n), Array<number>(n).fill(0), theta];
  const [L, alpha] = runOp(reference, 'gp_factor', dims, given, [batch * n * n, batch * n, batch]);
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
    tolerance: 1e-10,
    slopes: [1],
    gradients: [{ gradient: 1, of: 0, by: 4 }],
    batch: { inputs: [4], outputs: [0, 1, 2] },
  };
}

/** Every covariance over two columns, scaled; the category stands in the third. */
const leaves = (
  [
    ['matern12', 0, 2],
    ['matern32', 0, 2],
    ['matern52', 0, 2],
    ['rbf', 0, 2],
    ['rational_quadratic', 0, 3],
    ['periodic', 0, 4],
    ['linear', 0, 2],
    ['ibnn', 3, 2],
    ['hamming', 0, 2],
  ] as const
).map(([name, depth, count]) => ({
  name,
  count: count + 1,
  code: [tokens[name], depth, 2, ...(name === 'hamming' ? [2, 1] : [0, 1]), tokens.scale],
}));

function covarianceCases({
  name,
  count,
  code,
}: {
  name: string;
  count: number;
  code: readonly number[];
}): OpCase[] {
  const [n1, n2, P] = [5, 7, count + 2];
  const [X1, X2, theta] = [rows(n1), rows(n2), thetas(2, count)];
  // One pair of equal points, where distances have a kink.
  X1.splice(0, d, ...X2.slice(0, d));
  const shared = { op: 'covariance', tolerance: 1e-12 } as const;
  return [
    {
      ...shared,
      name: `covariance ${name}`,
      dims: [2, n1, n2, d, P, 0, ...code],
      inputs: [X1, X2, theta],
      outputs: [2 * n1 * n2],
      batch: { inputs: [2], outputs: [0] },
    },
    {
      ...shared,
      name: `covariance ${name}, pulled back`,
      dims: [2, n1, n2, d, P, 1, ...code],
      inputs: [X1, X2, theta, normals(2 * n1 * n2)],
      outputs: [0, 2 * P, 2 * n1 * d],
      slopes: [1, 2],
      batch: { inputs: [2, 3], outputs: [1, 2] },
    },
  ];
}

/** Points so near each other, and so little noise, that the condition number is some 1e9. */
function crowdedCase(): OpCase {
  const { code, count } = codes.matern;
  const [n, P] = [30, count + 2];
  const crowded = rows(n).map((value, at) => (at % d === 2 ? 0 : 0.02 * value));
  return {
    name: 'gp_likelihood of crowded points with little noise',
    op: 'gp_likelihood',
    dims: [1, n, d, P, 1, ...code],
    inputs: [crowded, normals(n), Array<number>(n).fill(0), [0, 0, 0, 0, Math.log(1e-8), 0.1]],
    outputs: [1, P, 1],
    tolerance: 1e-10,
    slopes: [1],
  };
}

/** Two quadratic factors and one of three categories; criterion 0 is D, 1 is I with the identity as moments. */
function exchangeCase(criterion: 0 | 1): OpCase {
  const [chains, n, p] = [3, 14, 8];
  const factors = [
    [0, 2, 3, 0],
    [0, 2, 5, 0],
    [1, 2, 3, 0],
  ];
  const columns = [
    [0],
    ...[0, 1].map((j) => [1, j, 1]),
    ...[0, 1].map((j) => [1, j, 2]),
    [2, 0, 1, 1, 1],
    ...[1, 2].map((basis) => [1, 2, basis]),
  ];
  const eye = Array.from({ length: p * p }, (_, at) => Number(at % (p + 1) === 0));
  return {
    name: `exchange, criterion ${criterion}`,
    op: 'exchange',
    dims: [
      ...[chains, 4, n, 3, p, criterion, 20, 12345, 6789, 0, 3, 0, 0, 0, 0],
      ...factors.flat(),
      ...columns.flat(),
    ],
    inputs: [
      [-1, 0, 1, -1, -0.5, 0, 0.5, 1, 0, 1, 2],
      eye.map((value) => 0.01 * value),
      criterion === 1 ? eye : [],
      ...[[], [], [], [], []],
    ],
    outputs: [chains, chains * n * 3, chains],
    tolerance: 1e-10,
  };
}

/** Where functions are looked at; −5 to 5 by default. */
const domains: Readonly<Record<string, readonly [number, number]>> = {
  log: [0.1, 3],
  sqrt: [0, 3],
  reciprocal: [0.1, 3],
  log1p: [-0.9, 3],
  acos: [-1, 1],
  log_normal_cdf: [-40, 5],
};

/** One row or more per op. */
export const opCases: readonly OpCase[] = [
  likelihoodCase('matern', 1),
  likelihoodCase('matern', 37),
  likelihoodCase('mixed', 70),
  crowdedCase(),
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
  sparseLikelihoodCase('matern', 17, 6, 2),
  sparseLikelihoodCase('mixed', 9, 4, 2),
  sparsePredictCase('matern', 7),
  sparsePredictCase('mixed', 5),
  sparsePredictCase('matern', 7, 9),
  sparsePredictCase('mixed', 5, 131),
  nearestCase(20, 3, 4, 1),
  nearestCase(301, 3, 7, 3),
  nearestCase(301, 3, 30, 10),
  nearestCase(301, 11, 30, 10),
  {
    name: 'gp_joint with pullback of ones',
    op: 'gp_joint',
    dims: [2, 3, 8, d, 6, 1, ...matern],
    inputs: [...model(8, 'matern'), uniform(6 * d), Array<number>(6).fill(1), Array<number>(18).fill(0)],
    outputs: [6, 18, 6 * d],
    tolerance: 1e-10,
    slopes: [2],
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
    slopes: [2],
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
  ...[2, 7, 23, 64, 211].map(leaveOutCase),
  ...[...leaves, { name: 'mixed', ...codes.mixed }].flatMap(covarianceCases),
  exchangeCase(0),
  exchangeCase(1),
  ...Object.entries(unaryCodes).map(
    ([name, code]): OpCase => ({
      name: `unary ${name}`,
      op: 'unary',
      dims: [9, code],
      inputs: [uniform(9, ...(domains[name] ?? [-5, 5]))],
      outputs: [9],
      tolerance: 1e-13,
    }),
  ),
  ...Object.entries(binaryCodes).map(
    ([name, code]): OpCase => ({
      name: `binary ${name}, both broadcast`,
      op: 'binary',
      dims: [code, 3, 2, 3, 4, 0, 4, 1, 3, 1, 0],
      inputs: [uniform(12, 0.1, 2), uniform(6, 0.1, 2)],
      outputs: [24],
      tolerance: 1e-15,
    }),
  ),
  ...Object.entries(reduceCodes).map(
    ([name, code]): OpCase => ({
      name: `reduce ${name}`,
      op: 'reduce',
      dims: [code, 3, 5, 2],
      inputs: [normals(30)],
      outputs: [6],
      tolerance: 1e-14,
    }),
  ),
];
