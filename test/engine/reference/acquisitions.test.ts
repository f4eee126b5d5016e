import { describe, expect, it, test } from 'vitest';
import type { Scorer } from '../../../src/engine/acquisition/search/climb.ts';
import * as analytic from '../../../src/engine/acquisition/strategies/analytic.ts';
import { logAugmentedImprovement } from '../../../src/engine/acquisition/strategies/augmented-improvement.ts';
import { logBoxImprovement } from '../../../src/engine/acquisition/strategies/box-improvement.ts';
import { composedScorer } from '../../../src/engine/acquisition/strategies/composed.ts';
import {
  monteCarlo,
  monteCarloScorer,
} from '../../../src/engine/acquisition/strategies/monte-carlo-scorer.ts';
import { onePointScorer } from '../../../src/engine/acquisition/strategies/one-point-scorer.ts';
import { tileNondominated } from '../../../src/engine/acquisition/strategies/pareto.ts';
import { logImprovementOfScalar } from '../../../src/engine/acquisition/strategies/scalarization.ts';
import { scenarioObjective, scenarioScorer } from '../../../src/engine/acquisition/strategies/scenarios.ts';
import { integratedVarianceScorer } from '../../../src/engine/acquisition/strategies/variance-scorer.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';
import {
  type Data,
  factorData,
  joint,
  type Model,
  predict,
  samples,
} from '../../../src/engine/reference/gaussian-process.ts';
import * as definitions from '../../../src/engine/reference/monte-carlo.ts';
import * as onePoint from '../../../src/engine/reference/one-point.ts';
import {
  expectedHypervolumeImprovement,
  logScalarizedImprovement,
} from '../../../src/engine/reference/several-objectives.ts';
import { negativeIntegratedVariance, scenarios } from '../../../src/engine/reference/several-points.ts';
import type { Tape, Tensor } from '../../../src/engine/tensor/index.ts';
import * as t from '../../../src/engine/tensor/index.ts';
import { randomModel } from '../acquisition/random-model.ts';
import { presentBackends } from '../compute/backends.ts';
import { relativeError } from '../compute/native-support.ts';
import { valueAndGradient } from './plain.ts';

const d = 2;
/** Two models whose scale is that of their outputs, so that definitions need no mapping. */
const models = [1, 2].map((seed) => ({ ...randomModel(d, 12, seed, 1e-2), outputShift: 0, outputScale: 1 }));
const generator = createGenerator(31);
const uniform = (length: number) => Float64Array.from({ length }, () => generator.uniform());

/** A model of the engine as the definitions have it. */
function modelOn(tape: Tape, { code, theta, X, y, n }: GpModel): Model {
  const data: Data = {
    code,
    X: tape.tensor(X, [n, d]),
    y: tape.tensor(y, [n]),
    noise: tape.tensor(new Float64Array(n), [n]),
    theta: tape.tensor(theta, [1, theta.length]),
  };
  return factorData(data).model;
}

/** Mean and deviation [m] of points [m, d]. */
function moments(model: Model, points: Tensor): readonly [Tensor, Tensor] {
  const m = points.shape[0];
  const { tape } = points;
  const { mean, variance } = predict(model, tape.reshape(points, [1, m, d]));
  return [tape.reshape(mean, [m]), t.sqrt(tape.reshape(variance, [m]))];
}

/** Expects a scorer's values and gradients at some points to be those of a definition [groups]. */
function expectDefinition(
  scorer: Scorer,
  define: (points: Tensor) => Tensor,
  tolerances: { value: number; gradient: number } = { value: 1e-10, gradient: 1e-8 },
): void {
  const groups = 3;
  const shape = [groups * scorer.q, d];
  const points = uniform(groups * scorer.q * d);
  const { value, gradient } = valueAndGradient(points, shape, define);
  expect(relativeError(scorer.values(points), value)).toBeLessThan(tolerances.value);
  const found = scorer.gradients(points);
  expect(relativeError(found.value, value)).toBeLessThan(tolerances.value);
  expect(relativeError(found.gradient, gradient)).toBeLessThan(tolerances.gradient);
}

const goal = { sign: 1, best: 1.2, xi: 0.01, kappa: 1.5 } as const;
const pairs: [string, typeof analytic.expectedImprovement, typeof onePoint.expectedImprovement][] = [
  ['EI', analytic.expectedImprovement, onePoint.expectedImprovement],
  ['log EI', analytic.logExpectedImprovement, onePoint.logExpectedImprovement],
  ['PI', analytic.probabilityOfImprovement, onePoint.probabilityOfImprovement],
  ['log PI', analytic.logProbabilityOfImprovement, onePoint.logProbabilityOfImprovement],
  ['UCB', analytic.upperConfidenceBound, onePoint.upperConfidenceBound],
  ['posterior mean', analytic.posteriorMean, onePoint.posteriorMean],
  [
    'log EI less what noise hides',
    logAugmentedImprovement(0.3),
    (mean, deviation, own) => onePoint.logAugmentedImprovement(mean, deviation, own, 0.3),
  ],
];

describe.each(pairs)('%s', (_name, actual, define) => {
  it.each([1, -1] as const)('is its definition from far below the best to far above it, sign %i', (sign) => {
    const own = { ...goal, sign };
    for (const [mean, deviation] of [
      [1.5, 0.3],
      [1.2, 2],
      [-0.4, 0.25],
      [3, 0.4],
      [-1, 0.2],
    ]) {
      const { value, gradient } = valueAndGradient([mean, deviation], [2], (x) =>
        define(t.gather(x, [0]), t.gather(x, [1]), own),
      );
      const found = actual(mean, deviation, own);
      expect(relativeError([found.value], value)).toBeLessThan(1e-10);
      expect(relativeError([found.dMean, found.dDeviation], gradient)).toBeLessThan(1e-8);
    }
  });
});

describe.each(presentBackends)('on %s', (_name, backend) => {
  const posteriors = models.map((model) => createPosterior(model, backend));

  test('one point, with outcome constraints', () => {
    const constraints = [
      { range: { low: 0.2, high: Number.POSITIVE_INFINITY }, posterior: posteriors[1] },
      { range: { low: Number.NEGATIVE_INFINITY, high: 2 }, posterior: posteriors[0] },
    ] as const;
    const scorer = onePointScorer(posteriors[0], analytic.logExpectedImprovement, goal, constraints);
    expectDefinition(scorer, (points) => {
      const [own, other] = models.map((model) => moments(modelOn(points.tape, model), points));
      const limits = t.add(onePoint.logFeasibility(...other, 1, 0.2), onePoint.logFeasibility(...own, -1, 2));
      return t.add(onePoint.logExpectedImprovement(...own, goal), limits);
    });
  });

  test.each(['logQEI', 'qEI', 'qUCB'] as const)('%s of batches, with pending points', (name) => {
    const [q, S] = [2, 16];
    const pending = Float64Array.of(0.3, 0.8);
    const Z = sobolNormal(S, q + 1, 3);
    const options = {
      kind: monteCarlo[name],
      q,
      sign: -1,
      best: 0.3,
      beta: 0.7,
      samples: S,
      seed: 0,
    } as const;
    const scorer = monteCarloScorer(posteriors[0], { ...options, baseSamples: Z, pending });
    expectDefinition(
      scorer,
      (points) => {
        const { tape } = points;
        const model = modelOn(tape, models[0]);
        const groups = points.shape[0] / q;
        const values = Array.from({ length: groups }, (_, g) => {
          const own = t.gather(points, [2 * g, 2 * g + 1]);
          const place = (rows: number[], width: number) => tape.tensor(rows, [q + 1, width]);
          const all = t.add(
            t.matmul(place([0, 0, 1, 0, 0, 1], q), own),
            t.matmul(place([1, 0, 0], 1), tape.tensor(pending, [1, d])),
          );
          const { mean, cov } = joint(model, tape.reshape(all, [1, q + 1, d]));
          const { drawn } = samples(mean, cov, tape.tensor(Z, [S, q + 1]));
          const at = { drawn, mean, best: 0.3, beta: 0.7, sign: -1, tau: 1e-6, tauMax: 1e-2, centre: 0 };
          const unit = tape.tensor(
            Array.from({ length: groups }, (__, k) => Number(k === g)),
            [groups],
          );
          return t.multiply(definitions.monteCarlo(monteCarlo[name], at), unit);
        });
        return values.reduce((a, b) => t.add(a, b));
      },
      // Smoothing at 1e-6 of the outputs makes slopes of 1e6: that much of the rounding of samples shows.
      { value: 1e-9, gradient: 1e-7 },
    );
    scorer.free();
  });

  test('integrated variance of batches', () => {
    const [q, r, noise] = [2, 9, 0.02];
    const over = uniform(r * d);
    expectDefinition(integratedVarianceScorer(posteriors[0], over, q, noise), (points) => {
      const { tape } = points;
      const model = modelOn(tape, models[0]);
      const groups = points.shape[0] / q;
      return Array.from({ length: groups }, (_, g) => {
        const own = t.gather(points, [2 * g, 2 * g + 1]);
        const unit = tape.tensor(
          Array.from({ length: groups }, (__, k) => Number(k === g)),
          [groups],
        );
        return t.multiply(negativeIntegratedVariance(model, tape.tensor(over, [r, d]), own, noise), unit);
      }).reduce((a, b) => t.add(a, b));
    });
  });

  test('hypervolume improvement, over the front and over drawn values', () => {
    const front = [
      [1.5, -0.4],
      [0.3, 1.1],
      [-0.5, 1.6],
    ];
    const reference = [-2, -2.5];
    const tiling = tileNondominated(front, reference);
    const p = 2;
    const S = 4;
    const base = uniform(p * d);
    const Z = models.map((_, k) => sobolNormal(S, p, k));
    const objectives = posteriors.map((posterior, k) => scenarioObjective(posterior, base, Z[k], S));
    const scorer = scenarioScorer({ objectives, signs: [1, 1], S, d }, (_, mean, deviation, slopes) =>
      logBoxImprovement(tiling, mean, deviation, slopes),
    );
    expectDefinition(scorer, (points) => {
      const { tape } = points;
      const m = points.shape[0];
      const each = models.map((model, k) =>
        scenarios(modelOn(tape, model), tape.tensor(base, [p, d]), tape.tensor(Z[k], [S, p]), points, 1e-8),
      );
      const values = Array.from({ length: S }, (_, s) =>
        expectedHypervolumeImprovement(
          each.map(({ mean }) => tape.reshape(t.gather(t.transpose(mean), [s]), [m])),
          each.map(({ variance }) => t.sqrt(variance)),
          front,
          reference,
        ),
      );
      return t.log(
        t.divide(
          values.reduce((a, b) => t.add(a, b)),
          S,
        ),
      );
    });
  });

  test('scalarized improvement', () => {
    const S = 8;
    const Z = sobolNormal(S, 2, 5);
    const none = new Float64Array(0);
    const objectives = posteriors.map((posterior) => scenarioObjective(posterior, none, none, S));
    const scalar = { weights: [0.3, 0.7], low: [-1, -2], range: [2, 3], best: 0.4 };
    const typed = {
      weights: Float64Array.from(scalar.weights),
      low: Float64Array.from(scalar.low),
      range: Float64Array.from(scalar.range),
      best: scalar.best,
    };
    const scorer = scenarioScorer({ objectives, signs: [1, 1], S, d }, (s, mean, deviation, slopes) =>
      logImprovementOfScalar(typed, mean, deviation, Z.subarray(2 * s, 2 * s + 2), slopes),
    );
    expectDefinition(scorer, (points) => {
      const { tape } = points;
      const m = points.shape[0];
      const columns = models.map((model, k) => {
        const [mean, deviation] = moments(modelOn(tape, model), points);
        const normals = tape.tensor(
          Float64Array.from({ length: S }, (_, s) => Z[2 * s + k]),
          [S, 1],
        );
        const unit = tape.tensor([Number(k === 0), Number(k === 1)], [2]);
        const drawn = t.add(mean, t.multiply(deviation, normals));
        return t.multiply(tape.reshape(drawn, [S, m, 1]), unit);
      });
      return logScalarizedImprovement(t.add(columns[0], columns[1]), { ...scalar, augment: 0.05 }, 1e-4);
    });
  });
});

test('hypervolume improvement within outcome constraints', () => {
  const front = [
    [1, 3],
    [2, 2],
    [3, 0.5],
  ];
  const reference = [0, 0];
  const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ranges = [
    [none, all],
    [1.5, all],
    [none, 2.4],
    [0.7, 2.9],
  ].map(([low, high]) => ({ low, high }));
  const tiling = tileNondominated(front, reference);
  // Means on both sides of the ends; deviations that leave no probability so small that the differences of the definition cancel.
  const points = [
    [0.4, 1.1, 0.8, 0.6],
    [1.9, 2.2, 0.5, 0.9],
    [3.3, 2.7, 0.7, 0.5],
  ];
  for (const [first, second] of ranges.flatMap((one) => ranges.map((other) => [one, other] as const))) {
    const { value, gradient } = valueAndGradient(Float64Array.from(points.flat()), [3, 4], (moments) => {
      const columns = t.transpose(moments);
      const column = (k: number) => moments.tape.reshape(t.gather(columns, [k]), [3]);
      return expectedHypervolumeImprovement(
        [column(0), column(1)],
        [column(2), column(3)],
        front,
        reference,
        [
          [first.low, first.high],
          [second.low, second.high],
        ],
      );
    });
    points.forEach((moments, i) => {
      const slopes = new Float64Array(4);
      const [mean, deviation] = [moments.slice(0, 2), moments.slice(2)];
      const log = logBoxImprovement(tiling, mean, deviation, slopes, [first, second]);
      expect(Math.exp(log) / value[i]).toBeCloseTo(1, 10);
      for (const [k, slope] of slopes.entries())
        expect(slope * value[i]).toBeCloseTo(gradient[4 * i + k], 10);
    });
  }
});

test('a composed acquisition is scored as one with code of its own', () => {
  const [posterior] = models.map((model) => createPosterior(model, createTsBackend()));
  const plain = onePointScorer(posterior, analytic.logExpectedImprovement, goal);
  const composed = composedScorer(posterior, onePoint.logExpectedImprovement, goal);
  const points = uniform(4 * d);
  expect(relativeError(composed.values(points), plain.values(points))).toBeLessThan(1e-12);
  const [own, expected] = [composed.gradients(points), plain.gradients(points)];
  expect(relativeError(own.gradient, expected.gradient)).toBeLessThan(1e-9);
});
