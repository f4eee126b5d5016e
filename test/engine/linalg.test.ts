import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  choleskyLower,
  dependentColumns,
  inverseFromFactor,
  inverseLower,
  logDeterminant,
  solveFactored,
} from '../../src/engine/linalg/cholesky.ts';
import { columnDependences } from '../../src/engine/linalg/column-dependence.ts';
import { solveDamped } from '../../src/engine/linalg/damped-solve.ts';
import { inverseByElimination, solveByElimination } from '../../src/engine/linalg/elimination.ts';
import { equalRows } from '../../src/engine/linalg/equal-rows.ts';
import { leastSquares } from '../../src/engine/linalg/least-squares.ts';
import {
  addInformation,
  gramOf,
  identity,
  multiply,
  multiplyInto,
  sandwich,
  traceOfProduct,
} from '../../src/engine/linalg/products.ts';
import { symmetricEigen } from '../../src/engine/linalg/symmetric-eigen.ts';
import { createGenerator } from '../../src/engine/random/generator.ts';

interface Case {
  readonly n: number;
  readonly p: number;
  readonly logDeterminant: number;
  readonly [name: string]: number | readonly number[];
}

const { cases } = JSON.parse(readFileSync(new URL('../oracle/linalg.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};
const values = (one: Case, name: string) => Float64Array.from(one[name] as readonly number[]);

/** Largest difference over the largest entry. */
function far(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(actual.length).toBe(expected.length);
  let [difference, scale] = [0, 1e-300];
  for (let i = 0; i < expected.length; i++) {
    difference = Math.max(difference, Math.abs(actual[i] - expected[i]));
    scale = Math.max(scale, Math.abs(expected[i]));
  }
  return difference / scale;
}

describe.each(cases.map((one) => [`${one.n} × ${one.p}`, one] as const))(
  'small dense algebra, %s',
  (_, one) => {
    const { n, p } = one;
    const [X, M, y, b] = ['X', 'M', 'y', 'b'].map((name) => values(one, name));
    const condition = values(one, 'eigenvalues');
    const close = 1e-15 * p * (condition[p - 1] / condition[0]);
    const L = choleskyLower(M, p) as Float64Array;

    it('factors, inverts and solves as at 50 digits', () => {
      expect(far(L, values(one, 'L'))).toBeLessThan(close);
      expect(far(inverseFromFactor(L, p), values(one, 'inverse'))).toBeLessThan(close);
      expect(far(inverseByElimination(M, p), values(one, 'inverse'))).toBeLessThan(close);
      expect(far(solveFactored(L, b, p), values(one, 'solution'))).toBeLessThan(close);
      const rows = Array.from({ length: p }, (_, i) => [...M.subarray(i * p, (i + 1) * p), b[i]]);
      expect(far(solveByElimination(rows, p) as Float64Array, values(one, 'solution'))).toBeLessThan(close);
      expect(logDeterminant(L, p)).toBeCloseTo(one.logDeterminant, 12);
      expect(far(multiply(inverseLower(L, p), L, p, p, p), identity(p))).toBeLessThan(close);
    });

    it('solves a damped system on some of its variables', () => {
      const free = Int32Array.from({ length: p }, (_, k) => k);
      const s = new Float64Array(p).fill(9);
      const less = M.map((value, at) => value - (at % (p + 1) === 0 ? 0.5 : 0));
      expect(solveDamped(less, p, free, p, 0.5, b, 0, s)).toBe(true);
      expect(
        far(
          s,
          values(one, 'solution').map((value) => -value),
        ),
      ).toBeLessThan(close);
      expect(solveDamped(M, p, free, 0, 0, b, 0, s)).toBe(true);
      expect([...s]).toEqual(Array(p).fill(0));
      expect(
        solveDamped(
          M.map((value) => -value),
          p,
          free,
          p,
          0,
          b,
          0,
          s,
        ),
      ).toBe(false);
    });

    it('finds eigenvalues and unit eigenvectors', () => {
      const { values: found, vectors } = symmetricEigen(M, p);
      expect(far(found, condition)).toBeLessThan(1e-14 * p);
      const through = multiply(vectors, M, p, p, p);
      expect(
        far(
          through,
          vectors.map((value, at) => value * found[Math.floor(at / p)]),
        ),
      ).toBeLessThan(1e-13);
      expect(far(gramOf(vectors, p, p), identity(p))).toBeLessThan(1e-14 * p);
    });

    it('fits by least squares', () => {
      const fit = leastSquares(X, y, p);
      const loose = 100 * close;
      expect(far(fit.coefficients, values(one, 'coefficients'))).toBeLessThan(loose);
      expect(far(fit.inverse, values(one, 'gramInverse'))).toBeLessThan(loose);
      expect(far(fit.residuals, values(one, 'residuals'))).toBeLessThan(loose);
      expect(far(fit.leverage, values(one, 'leverage'))).toBeLessThan(loose);
    });

    it('multiplies', () => {
      const information = addInformation(
        identity(p).map((value) => value / 8),
        X,
        p,
      );
      expect(far(information, M)).toBeLessThan(1e-15 * n);
      expect(far(sandwich(M, M, p), values(one, 'cube'))).toBeLessThan(1e-14 * p);
      const Mb = multiply(M, b, p, p, 1);
      const out = new Float64Array(p);
      multiplyInto(out, M, 0, b, p);
      expect(far(out, Mb)).toBeLessThan(1e-14);
      const trace = identity(p).reduce((sum, value, at) => sum + value * M[at], 0);
      expect(traceOfProduct(M, identity(p))).toBeCloseTo(trace, 10);
    });

    it('knows columns that depend on others', () => {
      const wide = Float64Array.from({ length: n * (p + 1) }, (_, at) => {
        const [i, k] = [Math.floor(at / (p + 1)), at % (p + 1)];
        return k < p ? X[i * p + k] : 2 * X[i * p] - X[i * p + p - 1];
      });
      expect(columnDependences(X, n, p)).toEqual([]);
      expect(columnDependences(wide, n, p + 1)).toEqual([{ column: p, on: p === 1 ? [0] : [0, p - 1] }]);
      const M2 = addInformation(new Float64Array((p + 1) ** 2), wide, p + 1);
      expect(dependentColumns(M2, p + 1)).toEqual([p]);
      expect(choleskyLower(M2, p + 1, 1e-9)).toBeUndefined();
      expect(choleskyLower(M2, p + 1, 1e-9, 1)).toBeDefined();
    });
  },
);

describe('singular matrices', () => {
  it('are reported, not solved', () => {
    expect(
      solveByElimination(
        [
          [1, 2, 3],
          [2, 4, 6],
        ],
        2,
      ),
    ).toBeUndefined();
    expect(choleskyLower(Float64Array.of(1, 1, 1, 1), 2)).toBeUndefined();
    expect(choleskyLower(Float64Array.of(Number.NaN), 1)).toBeUndefined();
    expect(columnDependences(new Float64Array(6), 3, 2)).toEqual(
      [0, 1].map((column) => ({ column, on: [] })),
    );
    expect([...symmetricEigen(new Float64Array(4), 2).values]).toEqual([0, 0]);
  });
});

describe('equal rows', () => {
  it('are those with equal numbers, 0 and −0 alike, in the order in which they occur', () => {
    expect([...equalRows(Float64Array.of(1, 0, 2, 2, 1, -0, 2, 2, 0, 1), 5, 2).group]).toEqual([
      0, 1, 0, 1, 2,
    ]);
    const generator = createGenerator('equal');
    for (const [n, d, levels] of [
      [1, 1, 1],
      [200, 1, 60],
      [500, 3, 5],
      [3000, 2, 100],
    ]) {
      const X = Float64Array.from({ length: n * d }, () => generator.integer(levels) / 7);
      const keys = Array.from({ length: n }, (_, i) => X.subarray(i * d, (i + 1) * d).join());
      const seen = [...new Set(keys)];
      const { group, count } = equalRows(X, n, d);
      expect(count).toBe(seen.length);
      expect([...group]).toEqual(keys.map((key) => seen.indexOf(key)));
    }
  });
});
