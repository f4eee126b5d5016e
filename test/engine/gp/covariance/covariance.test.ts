import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import {
  buildCovariance,
  type CovarianceName,
  type CovarianceSpec,
  covariances,
  parametersOf,
} from '../../../../src/engine/gp/covariance/index.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';
import { relativeError, runOp } from '../../compute/native-support.ts';
import { reference } from '../../compute/reference.ts';

const d = 3;
const columns = [2, 0];
const depth = (kind: CovarianceName) => (kind === 'ibnn' ? { depth: 2 } : {});
const leaf = (kind: CovarianceName, of = columns): CovarianceSpec => ({ kind, columns: of, ...depth(kind) });
const names = Object.keys(covariances) as CovarianceName[];

/** Every covariance alone, and the operators over some of them. */
const specs: [string, CovarianceSpec][] = [
  ...names.map((kind): [string, CovarianceSpec] => [kind, leaf(kind)]),
  ['scale', { kind: 'scale', of: leaf('matern52') }],
  ['sum of three', { kind: 'sum', of: [leaf('rbf'), leaf('linear'), leaf('periodic', [1])] }],
  ['product', { kind: 'product', of: [leaf('matern32'), leaf('hamming', [1])] }],
  [
    'mixed form of labels and numbers',
    {
      kind: 'sum',
      of: [
        {
          kind: 'scale',
          of: { kind: 'sum', of: [leaf('matern52'), { kind: 'scale', of: leaf('hamming', [1]) }] },
        },
        { kind: 'scale', of: { kind: 'product', of: [leaf('matern52'), leaf('hamming', [1])] } },
      ],
    },
  ],
];

/** Rows with a label of three in column 1 and, for hamming alone, rounded numbers elsewhere. */
function rowsFor(spec: CovarianceSpec, n: number, seed: number): number[][] {
  const generator = createGenerator(seed);
  return Array.from({ length: n }, () => {
    const row = [generator.uniform(), generator.integer(3), generator.uniform()];
    return spec.kind === 'hamming' ? row.map(Math.round) : row;
  });
}

describe.each(specs)('%s', (_name, spec) => {
  const code = buildCovariance(spec);
  const entries = parametersOf(code);
  const generator = createGenerator(5);
  const theta = entries.map(() => -0.7 + 0.8 * generator.uniform());
  const P = theta.length;
  const X = rowsFor(spec, 9, 1);
  const Z = rowsFor(spec, 4, 2);
  const matrix = (A: number[][], B: number[][], at = theta, backend = createTsBackend()) =>
    runOp(
      backend,
      'covariance',
      [1, A.length, B.length, d, P, 0, ...code],
      [A.flat(), B.flat(), at],
      [A.length * B.length],
    )[0];

  it('is symmetric and positive definite, with the diagonal of its definition', () => {
    const K = matrix(X, X);
    const n = X.length;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) expect(K[i * n + j]).toBeCloseTo(K[j * n + i], 14);
    const jittered = K.map((value, at) => (at % (n + 1) === 0 ? value + 1e-8 : value));
    const [, status] = runOp(createTsBackend(), 'cholesky', [1, n], [jittered, [0]], [n * n, 1]);
    expect(status[0]).toBe(0);
    for (let i = 0; i < n; i++) {
      const expected = matrix([X[i]], [X[i]], theta, reference)[0];
      expect(K[i * (n + 1)]).toBeCloseTo(expected, 13);
    }
  });

  it.each(presentBackends)('is what its definition says, on %s', (_backend, backend) => {
    const K = matrix(X, Z, theta, backend);
    const expected = matrix(X, Z, theta, reference);
    expect(relativeError(K, expected)).toBeLessThan(1e-13);
  });

  const weights = X.flatMap((_, i) => Z.map((__, j) => Math.sin(1 + i + 2.3 * j)));
  /** Gradients by theta and by X of the weighted sum of all entries. */
  const gradients = (backend: Backend) =>
    runOp(
      backend,
      'covariance',
      [1, X.length, Z.length, d, P, 1, ...code],
      [X.flat(), Z.flat(), theta, weights],
      [0, P, X.length * d],
    ).slice(1);

  it.each(presentBackends)('has the gradients of its definition, by the tape, on %s', (_backend, backend) => {
    const expected = gradients(reference);
    gradients(backend).forEach((values, i) => {
      expect(relativeError(values, expected[i])).toBeLessThan(1e-12);
    });
  });

  it.each(presentBackends)('has the gradients that central differences give, on %s', (_backend, backend) => {
    const [dTheta, dX] = gradients(backend);
    const total = (K: Float64Array) => K.reduce((sum, value, at) => sum + value * weights[at], 0);
    const h = 1e-6;
    const byTheta = theta.map(
      (value, k) =>
        (total(matrix(X, Z, theta.with(k, value + h))) - total(matrix(X, Z, theta.with(k, value - h)))) /
        (2 * h),
    );
    expect(relativeError(dTheta, byTheta)).toBeLessThan(1e-7);
    const moved = (i: number, k: number, by: number) => X.with(i, X[i].with(k, X[i][k] + by));
    const labels = entries.filter((entry) => entry.covariance === 'hamming').map((entry) => entry.column);
    X.forEach((_, i) => {
      for (let k = 0; k < d; k++) {
        if (labels.includes(k)) expect(dX[i * d + k]).toBe(0);
        else {
          const slope = (total(matrix(moved(i, k, h), Z)) - total(matrix(moved(i, k, -h), Z))) / (2 * h);
          expect(dX[i * d + k]).toBeCloseTo(slope, 6);
        }
      }
    });
  });
});

it('names the parameters of a code in the order of theta', () => {
  const code = buildCovariance({
    kind: 'scale',
    of: { kind: 'product', of: [leaf('rational_quadratic', [1, 2]), leaf('hamming', [0])] },
  });
  expect(parametersOf(code).map(({ name, column, leaf: place }) => [name, column, place])).toEqual([
    ['lengthscale', 1, 0],
    ['lengthscale', 2, 0],
    ['alpha', undefined, 0],
    ['lengthscale', 0, 1],
    ['outputscale', undefined, -1],
  ]);
});

it('refuses a spec that says nothing', () => {
  expect(() => buildCovariance({ kind: 'sum', of: [] })).toThrow('a sum has no members');
  expect(() => buildCovariance({ kind: 'rbf', columns: [] })).toThrow('rbf has no columns');
});

describe('limits that every backend shares', () => {
  const sum = (count: number): CovarianceSpec => ({ kind: 'sum', of: Array(count).fill(leaf('rbf')) });
  /** Right-nested sums: each waits for the next. */
  const nested = (depth: number): CovarianceSpec =>
    depth === 1 ? leaf('rbf') : { kind: 'sum', of: [leaf('rbf'), nested(depth - 1)] };
  const wide = (count: number) => leaf('matern52', [...Array(count).keys()]);
  const largest: [string, CovarianceSpec, number][] = [
    ['tokens', { kind: 'scale', of: sum(12) }, d],
    ['depth', nested(8), d],
    ['parameters', wide(1024), 1024],
  ];

  it.each(largest)(
    'takes as many %s as there may be, with numbers as plain TypeScript has them',
    (_, spec, width) => {
      const code = buildCovariance(spec);
      const parameters = parametersOf(code).length;
      const X = Float64Array.from({ length: 2 * width }, (_value, i) => (i % 7) / 7);
      const inputs = [X, X, new Float64Array(parameters).fill(0.1)];
      const covariance = (backend: (typeof presentBackends)[number][1]) =>
        runOp(backend, 'covariance', [1, 2, 2, width, parameters, 0, ...code], inputs, [4])[0];
      const expected = covariance(createTsBackend());
      expect(expected.every((value) => value > 0)).toBe(true);
      for (const [name, backend] of presentBackends) {
        expect(relativeError(covariance(backend), expected), name).toBeLessThan(1e-12);
      }
    },
  );

  it('names the limit and the value beyond it', () => {
    expect(() => buildCovariance(sum(13))).toThrow(
      'covariance: at most 24 leaves, scales and operators are allowed, got 25; give it fewer terms',
    );
    expect(() => buildCovariance(nested(9))).toThrow(
      'at most 8 terms that wait for their operators are allowed, got 9',
    );
    expect(() => buildCovariance(wide(1025))).toThrow('at most 1024 parameters are allowed, got 1025');
  });
});
