import { expect, it } from 'vitest';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';

const n = 30;
const generator = createGenerator(12);
const X = Float64Array.from({ length: 2 * n }, () => 100 * generator.uniform());
/** Fast at the low end of the first column, slow at the high end. */
const y = Float64Array.from(
  { length: n },
  (_, i) => Math.sin(9 * (X[2 * i] / 100) ** 0.3) + 0.005 * X[2 * i + 1],
);
const task: TrainTask = {
  X,
  n,
  d: 2,
  categorical: [false, false],
  outputs: [y],
  recipe: 'botorch',
  kernel: 'rbf',
  kernelParams: {},
  seed: 42,
};

it.each(presentBackends)('warps inputs where that raises the likelihood, on %s', (_name, backend) => {
  const plain = train(task, { backend }).models[0];
  const warped = train({ ...task, options: { input_warping: true } }, { backend }).models[0];
  expect(warped.verdict).toContain('inputs warped');
  expect(warped.objective).toBeGreaterThan(plain.objective + 2);
  expect(warped.inputWarp?.a[0]).toBeLessThan(0.8);

  const query = Float64Array.of(12, 40);
  const posterior = createPosterior(warped, backend);
  const { dMean, dVariance } = posterior.predictGradient(query, 1);
  for (const k of [0, 1]) {
    const moved = (by: number) => posterior.predict(query.with(k, query[k] + by), 1);
    const [up, down] = [moved(1e-4), moved(-1e-4)];
    expect(dMean[k]).toBeCloseTo((up.mean[0] - down.mean[0]) / 2e-4, 5);
    expect(dVariance[k]).toBeCloseTo((up.std[0] ** 2 - down.std[0] ** 2) / 2e-4, 6);
  }
  posterior.free();
});

it('goes on beyond the recorded range as steeply as it ends, and no steeper', () => {
  const [[, backend]] = presentBackends;
  const { models } = train({ ...task, options: { input_warping: true } }, { backend });
  const [a] = models[0].inputWarp?.a ?? [];
  expect(a).toBeLessThan(0.8);
  const low = X.filter((_, at) => at % 2 === 0).reduce((least, value) => Math.min(least, value));
  const posterior = createPosterior(models[0], backend);
  const query = Float64Array.of(low, 50, low - 1, 50);
  const { std } = posterior.predict(query, 2);
  const prior = posterior.priorStd(query, 2);
  posterior.free();
  expect(std[0] / prior[0]).toBeLessThan(0.5);
  // One hundredth of the range beyond: still told by the rows beside it.
  expect(std[1] / prior[1]).toBeLessThan(0.75);
});

it('says why it does not', () => {
  const [[, backend]] = presentBackends;
  const straight = y.map((_, i) => X[2 * i] + generator.normal());
  const { verdict } = train({ ...task, outputs: [straight], options: { input_warping: true } }, { backend })
    .models[0];
  expect(verdict.join()).toContain('inputs not warped: that raises the likelihood too little');
  const unscaled = { ...task, inputTransform: 'standardize', options: { input_warping: true } };
  expect(train(unscaled, { backend }).models[0].verdict.join()).toContain(
    'needs numeric inputs scaled to [0, 1]',
  );
});
