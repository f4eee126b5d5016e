import { describe, expect, it } from 'vitest';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { logDensityLeftOut } from '../../../../src/engine/gp/validation/left-out-density.ts';
import { presentBackends } from '../../compute/backends.ts';
import { relativeError, runOp } from '../../compute/native-support.ts';
import { type GpCase, gpCases, modelOf } from '../oracle.ts';

/** Near-singular by design: their gradients are held to 1e-2 alone. */
const hardest = ['rbf-clusters-1e-6-apart', 'matern52-large-lengthscale'];

/** Relative to the largest entry: as the conditioning of K + N allows. */
function tolerances(row: GpCase): { value: number; gradient: number } {
  if (row.condition_number <= 1e6) return { value: 1e-9, gradient: 1e-8 };
  return { value: 1e-6, gradient: hardest.includes(row.name) ? 1e-2 : 1e-4 };
}

describe.each(presentBackends)('%s against 50-digit arithmetic', (_name, backend) => {
  describe.each(gpCases.map((row) => [row.name, row] as const))('%s', (_case, row) => {
    const { value, gradient } = tolerances(row);
    const model = modelOf(row);

    it('likelihood and gradient', () => {
      const P = model.theta.length;
      const noise = model.noise ?? new Float64Array(row.n);
      const [lml, actual, status] = runOp(
        backend,
        'gp_likelihood',
        [1, row.n, row.d, P, 1, ...model.code],
        [model.X, model.y, noise, model.theta],
        [1, P, 1],
      );
      expect(status[0], 'jitter').toBe(0);
      expect(relativeError(lml, [row.lml])).toBeLessThan(value);
      const { grad } = row;
      const inner = grad.log_lengthscales ?? [grad.log_weight_var ?? 0, grad.log_bias_var ?? 0];
      const expected = [...inner, grad.log_outputscale, model.noise ? 0 : grad.log_noise, grad.mean];
      expect(relativeError(actual, expected)).toBeLessThan(gradient);
    });

    it('posterior, joint covariance and leave-one-out', () => {
      const posterior = createPosterior(model, backend);
      const m = row.Xtest.length;
      const Xs = Float64Array.from(row.Xtest.flat());
      const { mean, std } = posterior.predict(Xs, m);
      const { cov } = posterior.joint(Xs, 1, m);
      const loo = posterior.leaveOneOut();
      posterior.free();
      expect(relativeError(mean, row.posterior.mean)).toBeLessThan(value);
      expect(
        relativeError(
          std.map((s) => s * s),
          row.posterior.variance,
        ),
      ).toBeLessThan(value);
      expect(relativeError(cov, row.posterior.covariance.flat())).toBeLessThan(value);
      // Two cases have means near 0 but for 1e-9 or less: what is below the rounding of the outputs does not count.
      const rounding = 1e-15 * Math.max(...row.y.map(Math.abs), ...row.loo.mean.map(Math.abs));
      const largest = Math.max(...row.loo.mean.map(Math.abs));
      row.loo.mean.forEach((expected, i) => {
        expect(Math.abs(loo.mean[i] - expected)).toBeLessThanOrEqual(value * largest + rounding);
      });
      expect(relativeError(loo.variance, row.loo.variance)).toBeLessThan(value);
    });

    it('density of the measured rows, each left out', () => {
      const parts = row.loo.variance.map(
        (v, i) => -0.5 * Math.log(v) - (row.y[i] - row.loo.mean[i]) ** 2 / (2 * v),
      );
      const [first, ...others] = parts;
      const densityOf = (censored?: typeof model.censored) => {
        const posterior = createPosterior(censored ? { ...model, censored } : model, backend);
        const density = logDensityLeftOut(posterior);
        posterior.free();
        return density;
      };
      const wanted = others.reduce((sum, part) => sum + part, 0);
      const size = parts.reduce((sum, part) => sum + Math.abs(part), 0);
      expect(Math.abs(densityOf() - wanted - first)).toBeLessThan(10 * value * size);
      // The first row as a limit at its own value: it takes part as before, and has no density.
      const limit = {
        rows: Int32Array.of(0),
        sides: Int32Array.of(1),
        y: Float64Array.of(row.y[0]),
        extra: Float64Array.of(0),
      };
      expect(Math.abs(densityOf(limit) - wanted)).toBeLessThan(10 * value * size);
    });
  });
});
