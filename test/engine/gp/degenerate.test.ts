import { describe, expect, it } from 'vitest';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import type { TrainTask } from '../../../src/engine/gp/task.ts';
import { train } from '../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { presentBackends } from '../compute/backends.ts';

const generator = createGenerator(2);
const n = 20;
const d = 2;
const X = Float64Array.from({ length: n * d }, () => generator.uniform());
const y = Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[i * d]) + X[i * d + 1]);
const twice = X.map((_, at) => X[at % ((n * d) / 2)]);
const none = { inputTransform: 'none', outputTransform: 'none' };
const still = /input column 1 is constant/;
const disagree = /rows with equal inputs disagree/;

interface Degenerate {
  readonly data: Partial<TrainTask> & { readonly y?: Float64Array };
  /** What the verdict must say, by recipe. */
  readonly sklearn?: RegExp;
  readonly botorch?: RegExp;
}

const cases: Readonly<Record<string, Degenerate>> = {
  'one row': {
    data: { X: X.slice(0, d), n: 1, y: y.slice(0, 1) },
    sklearn: /outputs are constant/,
    botorch: /constant/,
  },
  'two rows': { data: { X: X.slice(0, 2 * d), n: 2, y: y.slice(0, 2) } },
  'two equal rows': {
    data: { X: Float64Array.of(0.3, 0.4, 0.3, 0.4), n: 2, y: Float64Array.of(5, 6) },
    sklearn: disagree,
    botorch: still,
  },
  'constant outputs': {
    data: { y: y.map(() => 3) },
    sklearn: /outputs are constant/,
    botorch: /outputs are constant/,
  },
  'outputs all zero': {
    data: { y: y.map(() => 0) },
    sklearn: /outputs are constant/,
    botorch: /outputs are constant/,
  },
  'every row twice, outputs equal': { data: { X: twice, y: y.map((_, i) => y[i % 10]) } },
  'every row twice, outputs not': { data: { X: twice }, sklearn: disagree },
  'every row twice, noise given as 0': {
    data: { X: twice, noise: new Float64Array(n) },
    sklearn: disagree,
    botorch: disagree,
  },
  'a column without spread': {
    data: { X: X.map((v, at) => (at % d ? 7 : v)) },
    sklearn: still,
    botorch: still,
  },
  'no column with spread': { data: { X: X.map(() => 7) }, sklearn: still, botorch: still },
  'outputs of 1e12': { data: { y: y.map((v) => v * 1e12) }, sklearn: /of magnitude 1e\+12/ },
  'outputs of 1e-12': { data: { y: y.map((v) => v * 1e-12) }, sklearn: /of magnitude 1e-12/ },
  'outputs of 1e12, unscaled': {
    data: { y: y.map((v) => v * 1e12), ...none },
    sklearn: /of magnitude 1e\+12/,
    botorch: /of magnitude 1e\+12/,
  },
  'outputs of 1e-12, unscaled': {
    data: { y: y.map((v) => v * 1e-12), ...none },
    sklearn: /of magnitude 1e-12/,
    botorch: /of magnitude 1e-12/,
  },
  'inputs of 1e9, unscaled': { data: { X: X.map((v) => v * 1e9), ...none } },
  'an offset of 1e12': { data: { y: y.map((v) => v + 1e12) }, sklearn: /of magnitude 1e\+12/ },
  'an offset of 1e6': {
    data: { y: y.map((v) => v + 1e6) },
    sklearn:
      /mean of the outputs is \de\+6 times their standard deviation.*output_transform_type 'standardize'/,
  },
  'noise over seven decades': { data: { noise: y.map((_, i) => 10 ** (-i / 3)) } },
  'labels alone': { data: { X: X.map((_, at) => at % 3), categorical: [true, true] }, sklearn: disagree },
  'one label alone': {
    data: { X: X.map((v, at) => (at % d ? 0 : v)), categorical: [false, true] },
    botorch: still,
  },
  'more columns than rows': {
    data: { X: Float64Array.from({ length: 200 }, () => generator.uniform()), n: 8, d: 25, y: y.slice(0, 8) },
  },
  'an outlier of 1e9': { data: { y: y.with(3, 1e9) } },
};

const recipes = [
  ['botorch', 'matern'],
  ['botorch', 'ibnn'],
  ['sklearn', 'matern'],
  ['sklearn', 'rationalquadratic'],
] as const;

describe.each(presentBackends)('fitting on %s never gives up', (name, backend) => {
  // The slow combinations once are enough.
  const taken = name === 'ts' ? recipes.filter(([, kernel]) => kernel === 'matern') : recipes;
  describe.each(taken)('%s %s', (recipe, kernel) => {
    it.each(Object.entries(cases))('%s', (_case, { data, ...expected }) => {
      const { y: outputs = y, ...rest } = data;
      const columns = rest.d ?? d;
      const task: TrainTask = {
        X,
        n,
        d,
        categorical: Array<boolean>(columns).fill(false),
        kernelParams: kernel === 'ibnn' ? { ibnn_depth: 2 } : {},
        seed: 42,
        recipe,
        kernel,
        outputs: [outputs],
        options: {
          calibration_enabled: true,
          ...(name === 'ts' || kernel === 'ibnn' ? { restarts: 2 } : {}),
        },
        ...rest,
      };
      const { models, crossValidation } = train(task, { backend });
      const [model] = models;
      const posterior = createPosterior(model, backend);
      const { mean, std } = posterior.predict(task.X, task.n);
      posterior.free();
      for (const values of [mean, std]) expect(values.every(Number.isFinite)).toBe(true);
      expect(model.theta.slice(0, -2).every(Number.isFinite)).toBe(true);
      expect(model.calibration).toBeGreaterThan(0);
      expect(crossValidation[0] === undefined).toBe(task.n < 5);
      expect(crossValidation[0]?.std.every(Number.isFinite) ?? true).toBe(true);
      const said = expected[recipe];
      if (said) expect(model.verdict.join('\n')).toMatch(said);
      else expect(model.verdict[0]).toBe('fitted');
    });
  });

  it('says the same for the same seed', () => {
    const task: TrainTask = {
      X,
      n,
      d,
      categorical: [false, false],
      outputs: [y],
      recipe: 'botorch',
      kernel: 'matern',
      kernelParams: {},
      seed: 7,
    };
    const [first, second] = [train(task, { backend }), train(task, { backend })];
    expect(second).toEqual(first);
  });
});

it('refuses what no model can be made of, naming it', () => {
  const [[, backend]] = presentBackends;
  const task: TrainTask = {
    X,
    n,
    d,
    categorical: [false, false],
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
  };
  const refusal = (change: Partial<TrainTask>) => () => train({ ...task, ...change }, { backend });
  expect(refusal({ outputs: [y.with(2, Number.POSITIVE_INFINITY)] })).toThrow('must be finite, got');
  expect(refusal({ X: X.with(2, Number.NaN) })).toThrow('must be finite, got');
  expect(refusal({ noise: y.map(() => -1) })).toThrow('noise variances must not be negative');
  expect(refusal({ recipe: 'auto', kernelParams: {}, outputs: [y.with(2, 1e300)] })).toThrow(
    'output: expected magnitudes up to 1e+150, got 1e+300',
  );
  const tiny = y.map((_, i) => (i % 3) * 1e-300);
  expect(refusal({ recipe: 'auto', kernelParams: {}, outputs: [tiny] })).toThrow(
    'output: expected results that span 1e-140 or more, got 0 to 2e-300; record the output in another unit',
  );
  expect(refusal({ n: 0 })).toThrow('at least one row');
  expect(refusal({ X: X.slice(1) })).toThrow('expected X [20, 2]');
  expect(refusal({ kernel: 'cubic' })).toThrow("botorch has no 'cubic'");
  expect(refusal({ kernelParams: { nu: 2 } })).toThrow('kernel_params.nu: expected 0.5, 1.5 or 2.5, got 2');
  expect(refusal({ inputTransform: 'log' })).toThrow("unknown transform 'log'");
  expect(refusal({ inputTransform: 'constructor' })).toThrow("unknown transform 'constructor'");
  expect(refusal({ recipe: 'sklearn', optimizer: 'Powell' })).toThrow("optimizer: unknown name 'Powell'");
  expect(() => train(task, { backend, cancelled: () => true })).toThrow('cancelled');
});
