import { expect, it } from 'vitest';
import { describeHyperparameters } from '../../../../src/engine/gp/hyperparameters.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';

const [n, d] = [30, 15];
const generator = createGenerator(3);
const draw = (rows: number) => Float64Array.from({ length: rows * d }, () => generator.uniform());
/** Two of fifteen columns matter. */
const truth = (X: Float64Array) =>
  Float64Array.from(
    { length: X.length / d },
    (_, i) => Math.sin(6 * X[i * d + 3]) + 2 * (X[i * d + 9] - 0.4) ** 2,
  );
const X = draw(n);
const test = draw(200);
const task: TrainTask = {
  X,
  n,
  d,
  categorical: Array<boolean>(d).fill(false),
  outputs: [truth(X)],
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: {},
  seed: 42,
};

it.each(presentBackends.slice(-1))('finds the few columns that matter, on %s', (_name, backend) => {
  const error = (options: TrainTask['options'] & object) => {
    const [model] = train({ ...task, options }, { backend }).models;
    const posterior = createPosterior(model, backend);
    const { mean } = posterior.predict(test, 200);
    posterior.free();
    const squares = truth(test).map((value, i) => (value - mean[i]) ** 2);
    return { model, rmse: Math.sqrt(squares.reduce((sum, value) => sum + value / 200, 0)) };
  };
  const sparse = error({ priors: 'sparse' });
  expect(sparse.rmse).toBeLessThan(0.6 * error({ priors: 'dimension_scaled' }).rmse);
  expect(sparse.model.verdict.join()).toContain('by leave-one-out');
  const { lengthscales } = describeHyperparameters(sparse.model);
  const order = lengthscales.map((_, k) => k).sort((a, b) => lengthscales[a] - lengthscales[b]);
  expect(order.slice(0, 2).sort((a, b) => a - b)).toEqual([3, 9]);
});

it('refuses priors there are not', () => {
  const [[, backend]] = presentBackends;
  expect(() => train({ ...task, options: { priors: 'flat' as never } }, { backend })).toThrow(
    "options.priors: unknown 'flat'",
  );
});
