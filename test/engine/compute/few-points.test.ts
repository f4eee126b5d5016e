import { describe, expect, it } from 'vitest';
import { codes, nativeBackends, runOp, sampleData } from './native-support.ts';

const { code, parameters } = codes.matern52;
const d = 4;
const backends = nativeBackends();

describe.skipIf(backends.length === 0)('predictions of few points', () => {
  // Solves for few columns take lanes of rows; 450 rows are three blocks of them, 203 a block and a rest, 30 and 5 part of one.
  it.for(backends.flatMap(([name, backend]) => [5, 30, 203, 450].map((n) => [name, n, backend] as const)))(
    '%s, %i rows: have the bits that the same points have among many',
    ([, n, backend]) => {
      const most = 32;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
      const [L, alpha] = runOp(
        backend,
        'gp_factor',
        [1, n, d, P, ...code],
        [X, y, noise, theta],
        [n * n, n, 1],
      );
      const Xs = sampleData(most, parameters, 1, 77).X;
      const predict = (m: number) => {
        const inputs = [X, theta, L, alpha, Xs.subarray(0, m * d)];
        return runOp(backend, 'gp_predict', [1, n, d, P, m, 7, ...code], inputs, [m, m, m * d, m * d]);
      };
      const many = predict(most);
      for (let m = 1; m <= 13; m++) {
        predict(m).forEach((values, i) => {
          expect(values).toEqual(many[i].subarray(0, values.length));
        });
      }
    },
  );

  // Means alone keep no covariances: 100 points are a task and a part of one, 203 and 450 rows end within four that are added side by side.
  it.for(
    backends.flatMap(([name, backend]) =>
      (
        [
          [5, 'matern52'],
          [203, 'matern52'],
          [203, 'matern52 of single columns'],
          [450, 'mixed with a category'],
        ] as const
      ).map(([n, covariance]) => [name, n, covariance, backend] as const),
    ),
  )(
    '%s, %i rows, %s: means alone have the bits that they have beside variances',
    ([, n, covariance, backend]) => {
      const { code, parameters } = codes[covariance];
      const m = 100;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
      const [L, alpha] = runOp(
        backend,
        'gp_factor',
        [1, n, d, P, ...code],
        [X, y, noise, theta],
        [n * n, n, 1],
      );
      const inputs = [X, theta, L, alpha, sampleData(m, parameters, 1, 77).X];
      const predict = (wanted: number) =>
        runOp(backend, 'gp_predict', [1, n, d, P, m, wanted, ...code], inputs, [m, m, 0, 0]);
      expect(predict(1)[0]).toEqual(predict(3)[0]);
    },
  );
});
