import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../../src/engine/compute/backend.ts';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import { createSubsetPosterior } from '../../../../src/engine/gp/posterior/exact-posterior.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';
import { relativeError } from '../../compute/native-support.ts';

const n = 14;
const d = 3;
const generator = createGenerator(3);
/** Two numbers of different ranges and a label of three. */
const X = Float64Array.from({ length: n * d }, (_, at) =>
  at % d === 2 ? Math.floor(at / d) % 3 : at % d === 0 ? 20 + 60 * generator.uniform() : generator.uniform(),
);
const y = Float64Array.from(
  { length: n },
  (_, i) => 500 + 3 * X[i * d] + 80 * Math.sin(6 * X[i * d + 1]) + 30 * X[i * d + 2] + generator.normal(),
);
const base = {
  X,
  n,
  d,
  categorical: [false, false, true],
  outputs: [y],
  kernel: 'matern',
  kernelParams: {},
  seed: 4,
};
const query = Float64Array.of(33, 0.21, 0, 61, 0.77, 1, 40, 0.5, 2);
const m = 3;

describe.each(presentBackends)('posterior on %s', (_name, backend) => {
  const model = train({ ...base, recipe: 'botorch', options: { calibration_enabled: true } }, { backend })
    .models[0];
  const posterior = createPosterior(model, backend);

  it('has an approximation with its deviations and a curve through given means', () => {
    const means = posterior.mean(X, n);
    const subset = createSubsetPosterior(model, means, backend);
    const [exact, own] = [posterior, subset].map((one) => one.predict(query, m));
    expect([...own.std]).toEqual([...exact.std]);
    // The exact mean is such a curve itself.
    expect(relativeError(own.mean, exact.mean)).toBeLessThan(1e-4);
    const after = subset.condition(query);
    expect(relativeError(after.predict(query, m).mean, own.mean)).toBeLessThan(1e-10);
    for (const one of [after, subset]) one.free();
  });

  it('agrees with the joint posterior on its diagonal', () => {
    const { mean, std } = posterior.predict(query, m);
    const joint = posterior.joint(query, 1, m);
    expect(relativeError(mean, joint.mean)).toBeLessThan(1e-13);
    expect(
      relativeError(
        std,
        [0, 1, 2].map((i) => Math.sqrt(joint.cov[i * (m + 1)])),
      ),
    ).toBeLessThan(1e-10);
  });

  it('has the gradients that central differences give, and none by labels', () => {
    const { mean, variance, dMean, dVariance } = posterior.predictGradient(query, m);
    const plain = posterior.predict(query, m);
    expect([...posterior.mean(query, m)]).toEqual([...plain.mean]);
    expect(relativeError(mean, plain.mean)).toBeLessThan(1e-14);
    expect(
      relativeError(
        variance,
        plain.std.map((s) => s * s),
      ),
    ).toBeLessThan(1e-12);
    for (let at = 0; at < m * d; at++) {
      if (at % d === 2) {
        expect(dMean[at]).toBe(0);
        continue;
      }
      const h = at % d === 0 ? 1e-4 : 1e-6;
      const [up, down] = [h, -h].map((by) =>
        posterior.predict(
          query.map((v, k) => (k === at ? v + by : v)),
          m,
        ),
      );
      const i = Math.floor(at / d);
      expect(dMean[at]).toBeCloseTo((up.mean[i] - down.mean[i]) / (2 * h), 3);
      expect(dVariance[at]).toBeCloseTo((up.std[i] ** 2 - down.std[i] ** 2) / (2 * h), 2);
    }
  });

  it('pulls cotangents of the joint posterior back to the inputs', () => {
    const gMean = Float64Array.of(0.3, -1, 0.5);
    const gCov = Float64Array.from({ length: 9 }, (_, at) => 0.01 * Math.cos(at));
    const gradient = posterior.jointGradient(query, 1, m, gMean, gCov);
    const value = (Xs: Float64Array) => {
      const { mean, cov } = posterior.joint(Xs, 1, m);
      const linear = mean.reduce((sum, v, i) => sum + v * gMean[i], 0);
      return cov.reduce((sum, v, i) => sum + v * gCov[i], linear);
    };
    for (const at of [0, 1, 3, 4, 7]) {
      const h = at % d === 0 ? 1e-4 : 1e-6;
      const [up, down] = [h, -h].map((by) => value(query.map((v, k) => (k === at ? v + by : v))));
      expect(gradient[at] / ((up - down) / (2 * h))).toBeCloseTo(1, 4);
    }
  });

  it('conditions on new rows as a model of all rows would', () => {
    const more = Float64Array.of(45, 0.35, 1, 70, 0.9, 2);
    const observed = Float64Array.of(640, 700);
    const all: GpModel = {
      ...model,
      n: n + 2,
      X: Float64Array.from([...X, ...more]),
      y: Float64Array.from([...y, ...observed]),
    };
    const whole = createPosterior(all, backend);
    const stepwise = posterior
      .condition(more.slice(0, d), observed.slice(0, 1))
      .condition(more.slice(d), observed.slice(1));
    const [expected, actual] = [whole.predict(query, m), stepwise.predict(query, m)];
    expect(relativeError(actual.mean, expected.mean)).toBeLessThan(1e-10);
    expect(relativeError(actual.std, expected.std)).toBeLessThan(1e-9);
    expect(stepwise.n).toBe(n + 2);
  });

  it('keeps its means under fantasies, and loses variance at them', () => {
    const fantasy = posterior.condition(query.slice(0, d));
    const [before, after] = [posterior.predict(query, m), fantasy.predict(query, m)];
    expect(relativeError(after.mean, before.mean)).toBeLessThan(1e-12);
    expect(after.std[0]).toBeLessThan(0.9 * before.std[0]);
    expect(after.std[1]).toBeLessThanOrEqual(before.std[1] * (1 + 1e-12));
    fantasy.free();
    expect(posterior.predict(query, m).std[0]).toBe(before.std[0]);
  });

  it('samples with the mean and covariance of the joint posterior', () => {
    const count = 20_000;
    const draws = createGenerator(8);
    const Z = Float64Array.from({ length: count * m }, () => draws.normal());
    const samples = posterior.sample(query, m, Z);
    const { mean, cov } = posterior.joint(query, 1, m);
    for (let i = 0; i < m; i++) {
      const average = Array.from({ length: count }, (_, s) => samples[s * m + i]).reduce(
        (a, b) => a + b / count,
        0,
      );
      expect(Math.abs(average - mean[i])).toBeLessThan(4 * Math.sqrt(cov[i * (m + 1)] / count));
    }
    const product = Array.from(
      { length: count },
      (_, s) => (samples[s * m] - mean[0]) * (samples[s * m + 1] - mean[1]),
    );
    const scale = Math.sqrt(cov[0] * cov[4]);
    expect(Math.abs(product.reduce((a, b) => a + b / count, 0) - cov[1]) / scale).toBeLessThan(0.04);
  });

  it('tends to the prior far from the data', () => {
    const far = Float64Array.of(1e6, 50, 0);
    expect(posterior.predict(far, 1).std[0]).toBeGreaterThan(0.3 * posterior.priorStd(far, 1)[0]);
    expect(posterior.priorStd(query, m)[0]).toBeGreaterThan(posterior.predict(query, m).std[0]);
  });

  it('does not care for the order of the rows', () => {
    const reversed = Array.from({ length: n }, (_, i) => n - 1 - i);
    const turned: GpModel = {
      ...model,
      X: Float64Array.from(reversed.flatMap((i) => Array.from(X.slice(i * d, (i + 1) * d)))),
      y: Float64Array.from(reversed, (i) => y[i]),
    };
    const other = createPosterior(turned, backend).predict(query, m);
    expect(relativeError(other.mean, posterior.predict(query, m).mean)).toBeLessThan(1e-10);
  });

  it('factors a model once for all posteriors of it', () => {
    let factors = 0;
    const counting: Backend = {
      ...backend,
      run(program) {
        factors += program.filter((step) => step.op === 'gp_factor').length;
        backend.run(program);
      },
    };
    const first = createPosterior(model, counting);
    const again = createPosterior({ ...model, calibration: 2 }, counting);
    first.free();
    const later = createPosterior(model, counting);
    expect(factors).toBe(1);
    expect(again.predict(query, m).std[0]).toBeCloseTo(
      (2 / model.calibration) * later.predict(query, m).std[0],
      10,
    );
    createPosterior({ ...model, theta: model.theta.slice() }, counting).free();
    expect(factors).toBe(2);
    for (const posterior of [again, later]) posterior.free();
  });

  it('throws once freed', () => {
    const short = createPosterior(model, backend);
    short.free();
    expect(() => short.predict(query, m)).toThrow('used after free');
  });
});
