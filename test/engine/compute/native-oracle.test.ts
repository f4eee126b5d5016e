import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { oracle } from '../acquisition/oracle.ts';
import { type GpCase, gpCases } from '../gp/oracle.ts';
import { nativeBackends, relativeError, runOp } from './native-support.ts';

/** What docs/numerics.md promises, by quantity: relative error over the condition number, at least `floor`. */
const perCondition = { value: 2e-16, gradient: 2e-16, mean: 1e-15, variance: 1e-14 };
const floor = 4e-14;

const backends: readonly (readonly [string, Backend])[] = [['ts', createTsBackend()], ...nativeBackends(2)];

function setUp(c: GpCase) {
  const columns = Array.from({ length: c.d }, (_, k) => k);
  const code = [tokens[c.kernel], c.depth ?? 0, c.d, ...columns, tokens.scale];
  const given = Array.isArray(c.noise);
  const leaf = c.lengthscales?.map(Math.log) ?? [Math.log(c.weight_var ?? 1), Math.log(c.bias_var ?? 1)];
  const noise = Array.isArray(c.noise) ? Number.NEGATIVE_INFINITY : Math.log(c.noise);
  const theta = [...leaf, Math.log(c.outputscale), noise, c.mean];
  const variances = Array.isArray(c.noise) ? c.noise : new Array(c.n).fill(0);
  const { log_lengthscales, log_weight_var = 0, log_bias_var = 0, log_outputscale, log_noise, mean } = c.grad;
  const gradient = [
    ...(log_lengthscales ?? [log_weight_var, log_bias_var]),
    log_outputscale,
    given ? 0 : log_noise,
    mean,
  ];
  return { code, theta, P: theta.length, inputs: [c.X.flat(), c.y, variances, theta], gradient };
}

describe.each(backends)('50-digit values on %s', (_, backend) => {
  it.each(gpCases.map((c) => [c.name, c] as const))('%s', (_name, c) => {
    const { code, theta, P, inputs, gradient } = setUp(c);
    const { n, d } = c;
    const within = (quantity: keyof typeof perCondition) =>
      Math.max(floor, perCondition[quantity] * c.condition_number);
    const [value, slope, status] = runOp(backend, 'gp_likelihood', [1, n, d, P, 1, ...code], inputs, [
      1,
      P,
      1,
    ]);
    expect(status[0]).toBe(0);
    expect(relativeError(value, [c.lml])).toBeLessThan(within('value'));
    expect(relativeError(slope, gradient)).toBeLessThan(within('gradient'));
    const [L, alpha] = runOp(backend, 'gp_factor', [1, n, d, P, ...code], inputs, [n * n, n, 1]);
    const m = c.Xtest.length;
    const model = [inputs[0], theta, L, alpha, c.Xtest.flat()];
    const [mean, variance] = runOp(backend, 'gp_predict', [1, n, d, P, m, 3, ...code], model, [m, m, 0, 0]);
    expect(relativeError(mean, c.posterior.mean)).toBeLessThan(within('mean'));
    expect(relativeError(variance, c.posterior.variance)).toBeLessThan(within('variance'));
    const [, joint] = runOp(backend, 'gp_joint', [1, m, n, d, P, 0, ...code], model, [m, m * m]);
    expect(relativeError(joint, c.posterior.covariance.flat())).toBeLessThan(within('variance'));
  });

  /**
   * A posterior with any mean and covariance: column k < q of point j holds L[j, k] under a linear covariance, the last column
   * holds the mean in units of 1e-100 against the one training point at 1e100, whose own factor is so large that it explains nothing.
   */
  it.each(oracle.mc.map((c, i) => [i, c] as const))(
    'Monte-Carlo acquisition %i of a given posterior',
    (_i, c) => {
      const { q } = c;
      const d = q + 1;
      const [L] = runOp(createTsBackend(), 'cholesky', [1, q], [c.covariance.flat(), []], [q * q, 1]);
      const points = c.mean.flatMap((mean, j) => [...L.subarray(j * q, (j + 1) * q), mean * 1e-100]);
      const code = [tokens.linear, 0, d, ...Array.from({ length: d }, (_, k) => k)];
      const theta = new Array(d + 2).fill(0);
      const training = [...new Array(q).fill(0), 1e100];
      const S = c.base_samples.length;
      const evaluate = (kind: number, tau: number, centre: number) => {
        const settings = [c.best, c.beta, 1, tau, 1e-2, centre];
        const inputs = [training, theta, [1e200], [1], points, c.base_samples.flat(), [], settings];
        const [value, gradient] = runOp(
          backend,
          'mc_acquisition',
          [1, q, 1, d, d + 2, S, kind, 1, 0, ...code],
          inputs,
          [1, q * d, 1],
        );
        return { value, byMean: c.mean.map((_, j) => gradient[j * d + q] * 1e-100) };
      };
      const exact = [
        ['qEI', 1, 0, 0],
        ['qUCB', 2, 0, 0],
        ['qUCB_posterior_mean', 2, 0, 1],
        ['qPI_sigmoid_tau1e-3', 3, 1e-3, 0],
      ] as const;
      for (const [name, kind, tau, centre] of exact) {
        const { value, byMean } = evaluate(kind, tau, centre);
        // the argument of qPI's sigmoid is the distance in thousandths, so its rounding is magnified
        const tolerance = kind === 3 ? 1e-11 : 1e-13;
        expect(relativeError(value, [c.values[name] ?? 0]), name).toBeLessThan(tolerance);
        const reference = c.gradients[name].d_mean;
        // The reference takes the slope of a full step as exactly 0, ours keeps its e^-x: compare on the scale of a step, 1/tau.
        const slack = kind === 3 ? 1e-9 : 1e-14;
        for (const [j, slope] of reference.entries()) {
          expect(Math.abs(byMean[j] - slope), `${name} gradient`).toBeLessThan(
            tolerance * Math.abs(slope) + slack,
          );
        }
      }
      const { value, byMean } = evaluate(0, 1e-6, 0);
      expect(relativeError(value, [c.values.qLogEI_botorch ?? 0])).toBeLessThan(1e-9);
      expect(relativeError(byMean, c.gradients.qLogEI_botorch.d_mean)).toBeLessThan(1e-6);
      if (c.values.log_qEI_exact !== null)
        expect(Math.abs(value[0] - c.values.log_qEI_exact)).toBeLessThan(1e-3);
    },
  );

  it.each(oracle.gp.map((c) => [c.name, c] as const))('%s: acquisition from data to gradient', (_name, c) => {
    const n = c.X.length;
    const d = c.lengthscales.length;
    const q = c.Xq.length;
    const code = [tokens.matern52, 0, d, ...Array.from({ length: d }, (_, k) => k), tokens.scale];
    const theta = [...c.lengthscales.map(Math.log), Math.log(c.outputscale), Math.log(c.noise), c.mean];
    const P = theta.length;
    const inputs = [c.X.flat(), c.y, new Array(n).fill(0), theta];
    const [L, alpha] = runOp(backend, 'gp_factor', [1, n, d, P, ...code], inputs, [n * n, n, 1]);
    const S = c.base_samples.length;
    for (const [name, kind] of [
      ['qEI', 1],
      ['qUCB', 2],
    ] as const) {
      const settings = [c.best, c.beta, 1, 0, 0, 0];
      const call = [c.X.flat(), theta, L, alpha, c.Xq.flat(), c.base_samples.flat(), [], settings];
      const dims = [1, q, n, d, P, S, kind, 1, 0, ...code];
      const [value, gradient] = runOp(backend, 'mc_acquisition', dims, call, [1, q * d, 1]);
      expect(relativeError(value, [c.values[name]]), name).toBeLessThan(1e-11);
      expect(relativeError(gradient, c.grad_Xq[name].flat()), `${name} gradient`).toBeLessThan(1e-10);
    }
    const dims = [1, n, d, P, 1, 7, ...code];
    const [mean, variance, dMean, dVariance] = runOp(
      backend,
      'gp_predict',
      dims,
      [c.X.flat(), theta, L, alpha, c.Xq[0]],
      [1, 1, d, d],
    );
    expect(relativeError(mean, [c.values.mean_first])).toBeLessThan(1e-12);
    expect(relativeError(variance, [c.values.variance_first])).toBeLessThan(1e-12);
    expect(relativeError(dMean, c.grad_Xq.mean_first[0])).toBeLessThan(1e-12);
    expect(relativeError(dVariance, c.grad_Xq.variance_first[0])).toBeLessThan(1e-12);
  });
});
