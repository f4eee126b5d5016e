import type { CovarianceSpec } from '../../../src/engine/gp/covariance/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { tasks } from '../../../src/service/jobs/tasks.ts';
import { family, type Row } from '../row.ts';
import { cube, mixed, modelOn, sampleRows, uniforms } from './data.ts';

const row = family(1e-9);

/** Everything that a posterior says at four points, and at one training row. */
const posterior =
  (model: GpModel, points: Float64Array): Row['answer'] =>
  (backend) => {
    const at = createPosterior(model, backend);
    const d = model.d;
    const all = Float64Array.from([...points, ...model.X.slice(0, d)]);
    const m = all.length / d;
    const uniform = uniforms(3);
    const weights = Float64Array.from({ length: 4 }, () => uniform() - 0.5);
    const conditioned = at.condition(points.slice(0, d));
    try {
      const pairs = all.slice(0, 4 * d);
      return {
        predicted: at.predict(all, m),
        gradient: at.predictGradient(all, m),
        joint: at.joint(pairs, 2, 2),
        jointGradient: at.jointGradient(
          pairs,
          2,
          2,
          weights,
          Float64Array.from([...weights, ...weights].map((w, i) => w * ((i % 3) + 1))),
        ),
        prior: at.priorStd(all, m),
        leaveOneOut: at.leaveOneOut(),
        sample: at.sample(
          pairs.slice(0, 2 * d),
          2,
          Float64Array.from({ length: 6 }, () => uniform() - 0.5),
        ),
        conditioned: conditioned.predict(all, m),
      };
    } finally {
      conditioned.free();
      at.free();
    }
  };

const three = [0, 1, 2];
const specs: readonly (readonly [string, CovarianceSpec])[] = [
  ...(['matern12', 'matern32', 'matern52', 'rbf', 'rational_quadratic', 'periodic', 'linear'] as const).map(
    (kind) => [kind, { kind, columns: three }] as const,
  ),
  ['ibnn', { kind: 'ibnn', columns: three, depth: 3 }],
  [
    'sum',
    {
      kind: 'sum',
      of: [
        { kind: 'rbf', columns: [0] },
        { kind: 'periodic', columns: [1, 2] },
      ],
    },
  ],
  [
    'product',
    {
      kind: 'product',
      of: [
        { kind: 'matern32', columns: [0, 1] },
        { kind: 'linear', columns: [2] },
      ],
    },
  ],
];
const numbersOfMixed: readonly number[] = [0, 1, 2];
const mixedForm: CovarianceSpec = {
  kind: 'sum',
  of: [
    { kind: 'matern52', columns: numbersOfMixed },
    { kind: 'scale', of: { kind: 'hamming', columns: [3] } },
    {
      kind: 'product',
      of: [
        { kind: 'rbf', columns: numbersOfMixed },
        { kind: 'hamming', columns: [3] },
      ],
    },
  ],
};

const predictRow = (name: string, models: readonly GpModel[], X: Float64Array) =>
  row(`predict/${name}`, async (backend) => {
    const predict = await tasks.predict();
    return predict({ models, X, m: X.length / (models[0] as GpModel).d }, { backend });
  });

export const posteriorRows: readonly Row[] = [
  ...specs.map(([name, spec]) =>
    row(`posterior/${name}`, posterior(modelOn(cube(3), 12, 1, { spec }), sampleRows(cube(3), 4, 2))),
  ),
  ...specs.map(([name, spec]) =>
    row(
      `posterior/${name}-noise-given`,
      posterior(modelOn(cube(3), 9, 3, { spec, givenNoise: true }), sampleRows(cube(3), 4, 4)),
    ),
  ),
  row('posterior/mixed-form', posterior(modelOn(mixed, 14, 5, { spec: mixedForm }), sampleRows(mixed, 4, 6))),
  row('posterior/hamming-product', posterior(modelOn(mixed, 14, 5), sampleRows(mixed, 4, 6))),
  row('posterior/one-row', posterior(modelOn(cube(2), 1, 7), sampleRows(cube(2), 4, 8))),
  row('posterior/two-hundred-rows', posterior(modelOn(cube(4), 200, 9), sampleRows(cube(4), 4, 10))),
  row('posterior/calibrated', (backend) =>
    posterior({ ...modelOn(cube(2), 10, 11), calibration: 1.7 }, sampleRows(cube(2), 4, 12))(backend),
  ),
  row('posterior/warped', (backend) =>
    posterior(
      {
        ...modelOn(cube(2), 10, 13),
        inputWarp: { a: Float64Array.of(1.4, 0.8), b: Float64Array.of(0.9, 2) },
      },
      sampleRows(cube(2), 4, 14),
    )(backend),
  ),
  predictRow('one', [modelOn(cube(2), 20, 15)], sampleRows(cube(2), 50, 16)),
  predictRow('two-objectives', [modelOn(mixed, 20, 17), modelOn(mixed, 20, 18)], sampleRows(mixed, 30, 19)),
  predictRow('five-thousand', [modelOn(cube(3), 30, 20)], sampleRows(cube(3), 5000, 21)),
  predictRow('nothing', [modelOn(cube(3), 30, 20)], new Float64Array(0)),
];
