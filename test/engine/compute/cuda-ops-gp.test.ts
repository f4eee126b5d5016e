import { describe, expect, it } from 'vitest';
import { codeLimits } from '../../../src/engine/compute/covariance-code.ts';
import {
  buildCovariance,
  type CovarianceSpec,
  parametersOf,
} from '../../../src/engine/gp/covariance/index.ts';
import { fitParameters } from '../../../src/engine/gp/fit/fit.ts';
import { built, cuda, expectSame, points, ts, where } from './cuda-support.ts';
import { codes, relativeError, runOp, sampleData, uniforms } from './native-support.ts';

const smallLeaf: CovarianceSpec = { kind: 'rbf', columns: [2] };
/** Right-nested sums: each waits for the next. */
const nested = (depth: number): CovarianceSpec =>
  depth === 1 ? smallLeaf : { kind: 'sum', of: [smallLeaf, nested(depth - 1)] };

describe.skipIf(!built)(where, () => {
  it.each<[string, CovarianceSpec]>([
    ['tokens', { kind: 'scale', of: { kind: 'sum', of: Array(12).fill(smallLeaf) } }],
    ['depth', nested(codeLimits.depth)],
  ])('a code of as many %s as may be', (_name, spec) => {
    const code = buildCovariance(spec);
    const { X, y, noise, theta, P } = sampleData(5, parametersOf(code).length, 2);
    expectSame('gp_likelihood', [2, 5, 4, P, 1, ...code], [X, y, noise, theta], [2, 2 * P, 2]);
  });

  describe.each(Object.entries(codes))('%s', (_name, { code, parameters }) => {
    it('likelihood, gradient and information, the matrix in shared memory', () => {
      for (const n of [1, 2, 8, 33]) {
        const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
        const data = [X, y, noise, theta];
        expectSame('gp_likelihood', [2, n, 4, P, 1, ...code], data, [2, 2 * P, 2]);
        expectSame('gp_information', [2, n, 4, P, ...code], data, [2, 2 * P, 2, 2 * P * P]);
      }
    });

    it('factor, posterior with gradients, joint posterior and its pullback', () => {
      const n = 35;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      const data = [X, y, noise, theta];
      expectSame('gp_factor', [2, n, 4, P, ...code], data, [2 * n * n, 2 * n, 2]);
      const [L, alpha] = runOp(ts, 'gp_factor', [2, n, 4, P, ...code], data, [2 * n * n, 2 * n, 2]);
      const m = 5;
      expectSame(
        'gp_predict',
        [2, n, 4, P, m, 7, ...code],
        [X, theta, L, alpha, points(m, 3)],
        [2 * m, 2 * m, 8 * m, 8 * m],
      );
      const model = [X, theta.subarray(0, P), L.subarray(0, n * n), alpha.subarray(0, n)];
      const [G, q] = [2, 3];
      const uniform = uniforms(9);
      const cotangents = [G * q, G * q * q].map((length) => Float64Array.from({ length }, uniform));
      expectSame(
        'gp_joint',
        [G, q, n, 4, P, 1, ...code],
        [...model, points(G * q, 4), ...cotangents],
        [G * q, G * q * q, 4 * G * q],
      );
    });

    it('covariance and its gradients', () => {
      const { X, theta, P } = sampleData(7, parameters, 2);
      const other = points(5, 6);
      expectSame('covariance', [2, 7, 5, 4, P, 0, ...code], [X, other, theta], [70]);
      const cotangent = Float64Array.from({ length: 70 }, uniforms(8));
      expectSame('covariance', [2, 7, 5, 4, P, 1, ...code], [X, other, theta, cotangent], [0, 2 * P, 56]);
    });
  });

  it.each(['matern52', 'mixed with a category'])(
    'blocked likelihood and information for matrices that shared memory does not hold, %s',
    (name) => {
      const { code, parameters } = codes[name];
      const n = 165;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      const data = [X, y, noise, theta];
      expectSame('gp_likelihood', [2, n, 4, P, 1, ...code], data, [2, 2 * P, 2]);
      expectSame('gp_information', [2, n, 4, P, ...code], data, [2, 2 * P, 2, 2 * P * P]);
    },
  );

  it.each([330, 1230])('likelihood whose inverse goes in panels, n = %i', (n) => {
    const { code, parameters } = codes['matern52 on two columns'];
    const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
    expectSame('gp_likelihood', [1, n, 4, P, 1, ...code], [X, y, noise, theta], [1, P, 1]);
  });

  it.each([40, 165])('information is NaN for the member that fails alone, n = %i', (n) => {
    const { code, parameters } = codes.matern52;
    const { X, y, noise, theta, P } = sampleData(n, parameters, 3);
    const bad = theta.with(P + parameters - 1, Number.POSITIVE_INFINITY);
    const lengths = [3, 3 * P, 3, 3 * P * P];
    const inputs = [X, y, noise, bad];
    expectSame('gp_information', [3, n, 4, P, ...code], inputs, lengths);
    const square = runOp(cuda, 'gp_information', [3, n, 4, P, ...code], inputs, lengths)[3];
    expect([0, 1, 2].map((b) => square.subarray(b * P * P, (b + 1) * P * P).every(Number.isNaN))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('likelihoods and informations of several fits in one program have the bits of each alone', () => {
    const wanted = [
      ['gp_information', 33, 'matern52'],
      ['gp_likelihood', 70, 'periodic'],
      ['gp_information', 150, 'rbf'],
      ['gp_information', 12, 'mixed with a category'],
    ] as const;
    const steps = wanted.map(([op, n, name]) => {
      const { code, parameters } = codes[name];
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2, n);
      const inputs = [X, y, noise, theta].map((values) => {
        const slot = cuda.alloc(values.length);
        cuda.write(slot, values);
        return slot;
      });
      const outputs = [2, 2 * P, 2, 2 * P * P].map((length) => cuda.alloc(length));
      const dims = Int32Array.from([2, n, 4, P, ...(op === 'gp_likelihood' ? [1] : []), ...code]);
      return { op, dims, inputs, outputs: op === 'gp_likelihood' ? outputs.slice(0, 3) : outputs };
    });
    const results = (programs: (typeof steps)[]) => {
      for (const program of programs) cuda.run(program);
      return steps.map(({ outputs }) =>
        outputs.map((slot) => {
          const values = new Float64Array(slot.length);
          cuda.read(slot, values);
          cuda.write(slot, new Float64Array(slot.length));
          return values;
        }),
      );
    };
    const alone = results(steps.map((step) => [step]));
    expect(alone.flat().every((values) => values.some((value) => value !== 0) || values.length === 2)).toBe(
      true,
    );
    expect(results([steps])).toEqual(alone);
  });

  it.each([14, 140])('a fit takes the steps of the reference to its optimum, n = %i', (n) => {
    const { code, parameters } = codes['matern52 on two columns'];
    const { X, y, noise } = sampleData(n, parameters, 1);
    const range = (name: string, initial: number, lower: number, upper: number) => ({
      name,
      initial,
      lower,
      upper,
    });
    const problem = {
      X,
      y,
      noise,
      n,
      d: 4,
      code: Int32Array.from(code),
      parameters: [
        range('l0', 0, -3, 3),
        range('l1', 0, -3, 3),
        range('scale', 0, -3, 3),
        range('noise', -4, -9, 1),
        range('mean', 0, -3, 3),
      ],
    };
    const [expected, ours] = [ts, cuda].map((backend) =>
      fitParameters(problem, { seed: 42, restarts: 2 }, { backend }),
    );
    expect(ours.evaluations).toBe(expected.evaluations);
    expect(Math.abs(ours.objective / expected.objective - 1)).toBeLessThan(1e-9);
  });

  it('climbs the jitter ladder as the reference does, in both paths', () => {
    const { code, parameters } = codes.rbf;
    for (const n of [12, 160]) {
      const { y, theta, P } = sampleData(n, parameters, 1);
      theta[P - 2] = Number.NEGATIVE_INFINITY;
      const X = new Float64Array(4 * n).fill(0.5);
      const inputs = [X, y, new Float64Array(n), theta];
      const [value, , status] = runOp(ts, 'gp_likelihood', [1, n, 4, P, 1, ...code], inputs, [1, P, 1]);
      const [ours, , rung] = runOp(cuda, 'gp_likelihood', [1, n, 4, P, 1, ...code], inputs, [1, P, 1]);
      expect(rung[0]).toBe(status[0]);
      expect(status[0]).toBeGreaterThan(0);
      // A matrix of condition 1e12 and more: only the leading digits are the data's.
      expect(relativeError(ours, value)).toBeLessThan(1e-2);
    }
  });
});
