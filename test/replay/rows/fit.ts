import type { TrainTask } from '../../../src/engine/gp/task.ts';
import { train } from '../../../src/engine/gp/train.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { family, type Row } from '../row.ts';
import { choice, cube, mixed, real, respond, sampleRows, spaceOf } from './data.ts';

const row = family(1e-6);

type Choices = Partial<Omit<TrainTask, 'X' | 'n' | 'd' | 'outputs' | 'categorical'>>;

function task(space: Space, n: number, seed: number, choices: Choices = {}, objectives = 1): TrainTask {
  const X = sampleRows(space, n, seed);
  return {
    X,
    n,
    d: space.dimensions.length,
    categorical: space.dimensions.map(({ kind }) => kind === 'categorical'),
    outputs: Array.from({ length: objectives }, (_, k) => respond(space, X, seed + k)),
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed,
    ...choices,
    options: { restarts: 3, ...choices.options },
  };
}

/** Objective, evaluations and what the model says; the data of the task are left out. */
const fitted =
  (made: TrainTask): Row['answer'] =>
  (backend) => {
    const { models, crossValidation } = train(made, { backend });
    return {
      models: models.map(({ X: _X, y: _y, noise: _noise, ...rest }) => rest),
      crossValidation: crossValidation.map((one) => one ?? null),
    };
  };

const fitRow = (name: string, ...rest: Parameters<typeof task>) => row(`fit/${name}`, fitted(task(...rest)));

const botorchKernels: readonly [string, Choices][] = [
  ['matern12', { kernelParams: { nu: 0.5 } }],
  ['matern32', { kernelParams: { nu: 1.5 } }],
  ['matern52', {}],
  ['rbf', { kernel: 'rbf' }],
  ['ibnn', { kernel: 'ibnn', kernelParams: { ibnn_depth: 2 } }],
];
const sklearnKernels: readonly [string, Choices][] = [
  ['matern12', { recipe: 'sklearn', kernelParams: { matern_nu: 0.5 } }],
  ['matern32', { recipe: 'sklearn' }],
  ['matern52', { recipe: 'sklearn', kernelParams: { matern_nu: 2.5 } }],
  ['rbf', { recipe: 'sklearn', kernel: 'rbf' }],
  ['rational-quadratic', { recipe: 'sklearn', kernel: 'rationalquadratic' }],
];
const options: readonly [string, NonNullable<TrainTask['options']>][] = [
  ['calibrated', { calibration_enabled: true }],
  ['warped', { input_warping: true }],
  ['dimension-scaled', { priors: 'dimension_scaled' }],
  ['sparse', { priors: 'sparse', restarts: 1 }],
  ['sparse-given', { priors: 'sparse', shrinkage: 0.05 }],
  ['additive', { structure: 'additive' }],
  ['one-start', { restarts: 1 }],
];

const seen = spaceOf([real('x', 0, 10), choice('s', 'p', 'q', 'r')]);
const noise = Float64Array.from({ length: 14 }, (_, i) => 0.001 * (1 + (i % 4)));

export const fitRows: readonly Row[] = [
  ...botorchKernels.map(([name, choices]) => fitRow(`botorch/${name}`, cube(2), 14, 1, choices)),
  ...botorchKernels.map(([name, choices]) => fitRow(`botorch/${name}-mixed`, mixed, 16, 2, choices)),
  ...sklearnKernels.map(([name, choices]) => fitRow(`sklearn/${name}`, cube(2), 14, 3, choices)),
  ...sklearnKernels.map(([name, choices]) =>
    fitRow(`sklearn/${name}-standardized`, seen, 14, 4, {
      ...choices,
      inputTransform: 'standardize',
      outputTransform: 'standardize',
    }),
  ),
  ...options.map(([name, chosen]) => fitRow(`options/${name}`, cube(3), 14, 5, { options: chosen })),
  fitRow('options/product', mixed, 14, 6, { options: { structure: 'product' } }),
  fitRow('noise/botorch', cube(2), 14, 7, { noise }),
  fitRow('noise/sklearn', cube(2), 14, 7, { recipe: 'sklearn', noise }),
  fitRow('objectives/two', cube(2), 12, 8, {}, 2),
  fitRow('folds/three', cube(2), 12, 9, { folds: 3 }),
  fitRow('rows/one', cube(2), 1, 10),
  fitRow('rows/two', cube(2), 2, 10),
  fitRow('rows/four', cube(2), 4, 10),
  fitRow('rows/forty', cube(4), 40, 11),
  row(
    'fit/degenerate/constant-output',
    fitted({ ...task(cube(2), 8, 12), outputs: [new Float64Array(8).fill(3)] }),
  ),
  row('fit/degenerate/repeated-rows', (backend) => {
    const base = task(cube(1), 8, 13);
    return fitted({ ...base, X: base.X.map((_, i) => (i >> 1) / 4) })(backend);
  }),
];
