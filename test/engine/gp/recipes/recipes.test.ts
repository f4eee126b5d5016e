import { describe, expect, it } from 'vitest';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { parametersOf } from '../../../../src/engine/gp/covariance/index.ts';
import { describeHyperparameters } from '../../../../src/engine/gp/hyperparameters.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { recipes } from '../../../../src/engine/gp/recipes/recipes.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';

const backend = createTsBackend();
const X = Float64Array.of(10, 0, 1, 20, 2, 5, 30, 0, 3, 40, 1, 2, 50, 2, 8, 60, 1, 9);
const y = Float64Array.of(1, 2, 4, 8, 7, 3);
const task: TrainTask = {
  X,
  n: 6,
  d: 3,
  categorical: [false, true, false],
  outputs: [y],
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: {},
  seed: 42,
};

describe('recipe botorch', () => {
  const plan = recipes.botorch(task, y);

  it('normalizes inputs by the rows and standardizes outputs with n − 1', () => {
    expect(Array.from(plan.inputShift)).toEqual([10, 0, 1]);
    expect(Array.from(plan.inputScale)).toEqual([50, 2, 8]);
    expect(plan.output.shift).toBeCloseTo(25 / 6, 14);
    expect(plan.output.scale).toBeCloseTo(Math.sqrt(y.reduce((s, v) => s + (v - 25 / 6) ** 2, 0) / 5), 14);
  });

  it('mixes numbers and labels as s₁(K₁ + s₂C₁) + s₃K₂C₂, from softplus(0)', () => {
    const kinds = parametersOf(plan.code).map((entry) => `${entry.covariance} ${entry.name}`);
    expect(kinds).toEqual([
      ...['matern52 lengthscale', 'matern52 lengthscale', 'hamming lengthscale', 'scale outputscale'],
      ...['scale outputscale', 'matern52 lengthscale', 'matern52 lengthscale', 'hamming lengthscale'],
      'scale outputscale',
    ]);
    expect(plan.parameters[0].initial).toBeCloseTo(Math.log(Math.log(2)), 14);
    expect(Math.exp(plan.parameters[2].lower)).toBeCloseTo(1e-6, 14);
  });

  it('learns noise of at least 1e-4 under LogNormal(−4, 1), unless variances are given', () => {
    expect(plan.parameters[9]).toMatchObject({
      initial: -5,
      lower: Math.log(1e-4),
      prior: { mu: -4, sigma: 1 },
    });
    const given = recipes.botorch({ ...task, noise: y.map(() => 0.1) }, y);
    expect(given.parameters[9]).toMatchObject({ fixed: true, initial: Number.NEGATIVE_INFINITY });
  });

  it('refuses numbers that no kernel has, naming name and value', () => {
    const params = (kernelParams: Record<string, number>) => () =>
      train({ ...task, kernelParams }, { backend });
    expect(params({ Nu: 1.5 })).toThrow(
      "kernel_params: botorch has no 'Nu', got 1.5; did you mean 'nu'? use nu or ibnn_depth",
    );
    expect(params({ matern_nu: 1.5 })).toThrow("botorch has no 'matern_nu', got 1.5");
    expect(() => recipes.sklearn({ ...task, recipe: 'sklearn', kernelParams: { nu: 0.5 } }, y)).toThrow(
      "kernel_params: sklearn has no 'nu', got 0.5; use matern_nu",
    );
  });

  it('takes its own kernels', () => {
    const first = (kernel: string, kernelParams = {}) =>
      parametersOf(
        recipes.botorch({ ...task, kernel, kernelParams, categorical: [false, false, false] }, y).code,
      )[0];
    expect(first('matern', { nu: 0.5 }).covariance).toBe('matern12');
    expect(first('matern', { nu: 1.5 }).covariance).toBe('matern32');
    expect(first('rbf').covariance).toBe('rbf');
    expect(first('ibnn').name).toBe('weight_variance');
  });

  it('knows dimension-scaled priors', () => {
    const numeric = {
      ...task,
      categorical: [false, false, false],
      options: { priors: 'dimension_scaled' },
    } as const;
    const { parameters } = recipes.botorch(numeric, y);
    const mu = Math.SQRT2 + Math.log(3) / 2;
    expect(parameters[0].prior).toEqual({ mu, sigma: Math.sqrt(3) });
    expect(parameters[0].initial).toBeCloseTo(mu - 3, 14);
    expect(parameters[3]).toMatchObject({ name: 'outputscale', fixed: true, initial: 0 });
  });

  it('sums over columns where that is requested, with the same variance in all', () => {
    const options = { priors: 'dimension_scaled', structure: 'additive' } as const;
    const { parameters } = recipes.botorch({ ...task, categorical: [false, false, false], options }, y);
    const names = ['lengthscale[0]', 'lengthscale[1]', 'lengthscale[2]', 'outputscale', 'noise', 'mean'];
    expect(parameters.map(({ name }) => name)).toEqual(names);
    expect(parameters[0].prior).toEqual({ mu: Math.SQRT2, sigma: Math.sqrt(3) });
    expect(parameters[3]).toMatchObject({ fixed: true, initial: -Math.log(3) });
    const ask = (more: object) => () => recipes.botorch({ ...task, ...more }, y);
    expect(ask({ options })).toThrow('up to 12 numeric columns and no categories');
    expect(ask({ options: { structure: 'layered' } })).toThrow('use joint, additive or product');
    const product = recipes.botorch({ ...task, options: { structure: 'product' } }, y);
    expect(product.parameters.filter(({ name }) => name === 'outputscale')).toHaveLength(1);
    expect(product.parameters.length).toBeLessThan(recipes.botorch(task, y).parameters.length);
  });
});

describe('recipe sklearn', () => {
  const plan = recipes.sklearn({ ...task, recipe: 'sklearn' }, y);

  it('scales nothing, spreads labels over dummies and starts at the deviation of each column', () => {
    expect(plan.oneHot).toEqual([null, [0, 1, 2], null]);
    expect(Array.from(plan.inputScale)).toEqual([1, 1, 1, 1]);
    const deviation = Math.sqrt([10, 20, 30, 40, 50, 60].reduce((s, v) => s + (v - 35) ** 2, 0) / 6);
    expect(Math.exp(plan.parameters[0].initial)).toBeCloseTo(deviation, 12);
    expect(Math.exp(plan.parameters[0].upper)).toBeCloseTo(1e5 * deviation, 3);
    expect(plan.output).toEqual({ shift: 0, scale: 1 });
  });

  it.each([
    ['rbf', 1e-9],
    ['rbf', 1e9],
    ['rationalquadratic', 1e-9],
    ['rationalquadratic', 1e9],
  ])('%s: a unit of %s for all numbers changes no prediction', (kernel, unit) => {
    const numbers = { ...task, recipe: 'sklearn', kernel, d: 2, categorical: [false, false] } as const;
    const predictions = [1, unit].map((factor) => {
      const inputs = X.filter((_, at) => at % 3 !== 1).map((value) => (factor * value) / 50);
      const { models } = train({ ...numbers, X: inputs, isBrief: true }, { backend });
      const posterior = createPosterior(models[0], backend);
      const { mean, std } = posterior.predict(Float64Array.of(0.5 * factor, 0.1 * factor), 1);
      posterior.free();
      return [mean[0], std[0]];
    });
    expect(predictions[1][0]).toBeCloseTo(predictions[0][0], 3);
    expect(predictions[1][1]).toBeCloseTo(predictions[0][1], 3);
  });

  it('has no mean and no noise to learn', () => {
    expect(plan.parameters.at(-1)).toMatchObject({ fixed: true, initial: 0 });
    expect(Math.exp(plan.parameters.at(-2)?.initial ?? 0)).toBeCloseTo(1e-10, 20);
  });

  it('ties the lengthscales of the rational quadratic', () => {
    const { parameters } = recipes.sklearn({ ...task, recipe: 'sklearn', kernel: 'rationalquadratic' }, y);
    expect(parameters.map(({ name, tied }) => [name, tied])).toEqual([
      ['lengthscale[0]', undefined],
      ['lengthscale[1]', 0],
      ['lengthscale[2]', 0],
      ['lengthscale[3]', 0],
      ['alpha', undefined],
      ['outputscale', undefined],
      ['noise', undefined],
      ['mean', undefined],
    ]);
  });

  it.each([
    ['standard', 35, Math.sqrt(1750 / 6)],
    ['standardize', 35, Math.sqrt(1750 / 6)],
    ['minmax', 10, 50],
    ['normalize', 10, 50],
    ['robust', 35, 25],
  ])('transform %s', (name, shift, scale) => {
    const scaled = recipes.sklearn({ ...task, recipe: 'sklearn', inputTransform: name }, y);
    expect(scaled.inputShift[0]).toBeCloseTo(shift, 12);
    expect(scaled.inputScale[0]).toBeCloseTo(scale, 12);
  });

  it('interpolates, falls back to 0 far away, and floors deviations at 1e-6', () => {
    const { models } = train({ ...task, recipe: 'sklearn', inputTransform: 'minmax' }, { backend });
    const posterior = createPosterior(models[0], backend);
    const { mean, std } = posterior.predict(X, 6);
    mean.forEach((value, i) => {
      expect(value).toBeCloseTo(y[i], 5);
    });
    expect(Math.min(...std)).toBeGreaterThanOrEqual(1e-6);
    expect(Math.abs(posterior.predict(Float64Array.of(1e7, 0, 1e7), 1).mean[0])).toBeLessThan(1e-6);
    posterior.free();
  });

  it('treats an unseen category as unlike all others', () => {
    const { models } = train({ ...task, recipe: 'sklearn', inputTransform: 'minmax' }, { backend });
    const posterior = createPosterior(models[0], backend);
    const at = (label: number) => posterior.predict(Float64Array.of(10, label, 1), 1).std[0];
    expect(at(5)).toBeGreaterThan(at(0));
    posterior.free();
  });
});

describe('train', () => {
  it('scales given variances as the outputs: a fit of 1000·y with noise·1e6 is the same fit', () => {
    const noise = Float64Array.of(0.1, 0.2, 0.1, 0.3, 0.1, 0.2);
    const plain = train({ ...task, noise }, { backend }).models[0];
    const large = train(
      { ...task, noise: noise.map((v) => v * 1e6), outputs: [y.map((v) => v * 1000)] },
      { backend },
    );
    expect(large.models[0].objective).toBeCloseTo(plain.objective, 6);
    const [a, b] = [plain, large.models[0]].map((model) => createPosterior(model, backend).predict(X, 6));
    expect(b.std[2] / a.std[2]).toBeCloseTo(1000, 1);
  });

  it('fits several outputs as independent models', () => {
    const { models, crossValidation } = train({ ...task, outputs: [y, y.map((v) => -v)] }, { backend });
    expect(models).toHaveLength(2);
    expect(crossValidation).toHaveLength(2);
    expect(models[1].objective).toBeCloseTo(models[0].objective, 3);
  });

  it('calibrates only when asked to', () => {
    const plain = train(task, { backend });
    const calibrated = train({ ...task, options: { calibration_enabled: true } }, { backend });
    expect(plain.models[0].calibration).toBe(1);
    const { actual, predicted, std } = calibrated.crossValidation[0] ?? {
      actual: [],
      predicted: [],
      std: [],
    };
    const z = Array.from(actual, (value, i) => (value - predicted[i]) / std[i]);
    const mean = z.reduce((s, v) => s + v / 6, 0);
    const deviation = Math.sqrt(z.reduce((s, v) => s + (v - mean) ** 2, 0) / 5);
    expect(calibrated.models[0].calibration).toBeCloseTo(deviation, 10);
    const [a, b] = [plain, calibrated].map(({ models }) => createPosterior(models[0], backend).predict(X, 6));
    expect(b.std[0] / a.std[0]).toBeCloseTo(deviation, 8);
  });

  it('describes the hyperparameters', () => {
    const { models } = train({ ...task, categorical: [false, false, false] }, { backend });
    const found = describeHyperparameters(models[0]);
    expect(found.lengthscales).toHaveLength(3);
    expect(found.outputscale).toBeCloseTo(Math.exp(models[0].theta[3]), 12);
    expect(found.noise).toBeGreaterThanOrEqual(1e-4);
    expect(found.covariances).toEqual(['matern52']);
  });

  it('gives the prior variance as outputscale where scales are nested, and of a sum', () => {
    const mixed = train(task, { backend }).models[0];
    const [s2, s1, s3] = [3, 4, 8].map((k) => Math.exp(mixed.theta[k]));
    expect(describeHyperparameters(mixed).outputscale).toBeCloseTo(s1 * (1 + s2) + s3, 12);
    const numeric = {
      ...task,
      categorical: [false, false, false],
      options: { structure: 'additive' as const },
    };
    const sum = train(numeric, { backend }).models[0];
    expect(describeHyperparameters(sum).outputscale).toBeCloseTo(3 * Math.exp(sum.theta[3]), 12);
  });
});
