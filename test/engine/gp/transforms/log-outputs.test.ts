import { describe, expect, it } from 'vitest';
import { findOptimum } from '../../../../src/engine/acquisition/find-optimum.ts';
import { suggest } from '../../../../src/engine/acquisition/suggest.ts';
import {
  distributionAt,
  interval95,
  momentsAt,
  momentsOf,
} from '../../../../src/engine/gp/ensemble/distribution.ts';
import {
  createEnsemblePosterior,
  type EnsemblePrediction,
} from '../../../../src/engine/gp/ensemble/posterior.ts';
import { fitPredictive } from '../../../../src/engine/gp/ensemble/predictive.ts';
import { normalScatter } from '../../../../src/engine/gp/ensemble/scatter.ts';
import { predict } from '../../../../src/engine/gp/posterior/predict.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import {
  endsAround,
  fromLog,
  logEndsOf,
  lowEndOf,
  outputSlope,
  spansDecades,
  spansDecadesFromZero,
  toLog,
} from '../../../../src/engine/gp/transforms/logarithm.ts';
import { latentView, logWarp, searchedWarp } from '../../../../src/engine/gp/transforms/output-warp.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

const context = { backend };

/** A rate in two columns over three decades, with a relative error of 10 %. */
const rate = (x: number, z: number) => Math.exp(7 * x - 2 * (z - 0.4) ** 2);

function rates(n: number, seed = 'rates', of = rate) {
  const generator = createGenerator(seed);
  const X = Float64Array.from({ length: 2 * n }, generator.uniform);
  const y = Float64Array.from(
    { length: n },
    (_, i) => of(X[2 * i], X[2 * i + 1]) * Math.exp(0.1 * generator.normal()),
  );
  return { X, n, d: 2, categorical: [false, false], y, seed: 1 };
}

const taskOf = ({ y, ...rest }: ReturnType<typeof rates>): TrainTask => ({
  ...rest,
  outputs: [y],
  recipe: 'auto',
  kernel: '',
  kernelParams: {},
});

describe('the logarithm with lines beyond its ends', () => {
  const ends = { low: 0.5, high: 200, slopeAbove: 30 };

  it('has an inverse and a slope', () => {
    for (const y of [0, 0.1, 0.5, 3, 199, 201, 900]) {
      const { value, slope } = toLog(y, ends);
      expect(fromLog(value, ends)).toBeCloseTo(y, 10);
      const step = 1e-6;
      const secant = (toLog(y + step, ends).value - toLog(y - step, ends).value) / (2 * step);
      expect(slope / secant).toBeCloseTo(1, 4);
    }
    expect(toLog(7, ends).value).toBe(Math.log(7));
    expect(fromLog(-50, ends)).toBe(0);
    expect([-1, 0, 0.25, 7, 300].map((y) => outputSlope(y, ends))).toEqual([0, 0, 0.5, 7, 30]);
  });

  it('is tried for positive outputs over a decade or more', () => {
    const spans = [
      [2, 5, 20],
      [2, 19.9],
      [0, 10],
      [-1, 10],
      [10, 1],
    ];
    expect(spans.map((y) => spansDecades(Float64Array.from(y)))).toEqual([true, false, false, false, true]);
  });

  it('ends, with outputs of 0, at the least above 0 or at three tenths of their median, and spans a decade from there', () => {
    const y = Float64Array.of(0, 8, 0.1, 20, 4);
    expect(lowEndOf(y)).toBeCloseTo(2.4, 12);
    expect(lowEndOf(Float64Array.of(0, 3, 4, 30))).toBe(3);
    expect(logEndsOf({ y, outputScale: 4 }, { outputScale: 0.5 })).toMatchObject({
      low: lowEndOf(y),
      high: 60,
    });
    const spans = [
      [0, 1, 2, 30],
      [0, 1, 2, 5.9],
      [0, 0.01, 10, 12],
      [1, 10],
      [-1, 0, 10],
      [0, 0],
    ];
    expect(spans.map((one) => spansDecadesFromZero(Float64Array.from(one)))).toEqual([
      ...[true, false, false],
      ...[false, false, false],
    ]);
  });

  it('has its ends at three times the outputs, and above them the slope of the deviations, at most that of the tangent', () => {
    const y = Float64Array.of(8, 3, 20);
    expect(logEndsOf({ y, outputScale: 4 }, { outputScale: 0.5 })).toEqual({
      low: 1,
      high: 60,
      slopeAbove: 8,
    });
    expect(logEndsOf({ y, outputScale: 4 }, { outputScale: 0.01 }).slopeAbove).toBe(60);
  });
});

describe('ends of the logarithm at a point', () => {
  const ends = { low: 1, high: 60, slopeAbove: 8 };

  it('are three times beyond what is expected there, and never nearer', () => {
    expect(endsAround(ends, -5, 9, false)).toEqual(ends);
    const above = endsAround(ends, Math.log(200), 9, false);
    expect([above.low, above.high, above.slopeAbove].map((value) => value.toPrecision(8))).toEqual([
      ...['1.0000000', '600.00000', '80.000000'],
    ]);
    expect(endsAround(ends, -40, Math.log(0.06), false).low).toBeCloseTo(0.02, 12);
    expect(endsAround(ends, -40, Math.log(0.06), true).low).toBe(1);
    for (const [low, high] of [
      [1e4, 2e4],
      [-2e4, -1e4],
    ])
      for (const value of Object.values(endsAround(ends, low, high, false)))
        expect(value > 0 && Number.isFinite(value ** 2)).toBe(true);
  });
});

describe('outputs over decades', () => {
  const data = rates(24);
  const model = fitPredictive(data, context);

  it('enter by their logarithms where the rows are likelier so, and not elsewhere', () => {
    expect(model.ofLog).toBeDefined();
    expect(model.verdict.join()).toContain('the results are modelled by their logarithms');
    const straight = rates(24, 'straight', (x, z) => 1 + 40 * x + 20 * z);
    straight.y.set(straight.y.map((value, i) => value + (i % 2 ? 0.5 : -0.5)));
    expect(Math.max(...straight.y) / Math.min(...straight.y)).toBeGreaterThan(10);
    expect(fitPredictive(straight, context).ofLog).toBeUndefined();
    const negative = { ...data, y: data.y.map((value, i) => (i === 3 ? -0.1 : value)) };
    expect(fitPredictive(negative, context).ofLog).toBeUndefined();
    expect(fitPredictive({ ...data, noise: new Float64Array(24).fill(1) }, context).ofLog).toBeUndefined();
  });

  it('hold new results in their intervals as often as they say, low ones too, and never go below 0', () => {
    const fresh = rates(200, 'fresh');
    const posterior = createEnsemblePosterior(model, backend);
    const prediction = posterior.predict(fresh.X, fresh.n);
    posterior.free();
    const isInside = (i: number) => {
      const measurement = distributionAt(prediction, i, 'measurement');
      expect(measurement.quantile(0.001)).toBeGreaterThanOrEqual(0);
      // A model of the values as they are has an interval of ±40 around a rate of 1.
      if (fresh.y[i] < 5) expect(measurement.quantile(0.975)).toBeLessThan(15);
      return measurement.quantile(0.025) <= fresh.y[i] && fresh.y[i] <= measurement.quantile(0.975);
    };
    const inside = Array.from(fresh.y.keys()).filter(isInside).length;
    expect(inside).toBeGreaterThanOrEqual(180);
  });

  it('take limits into account, which have logarithms too', () => {
    const X = data.X.slice();
    X.set([0.02, 0.4], 0);
    const y = data.y.slice();
    y[0] = 0.6;
    const limits = { rows: Int32Array.of(0), sides: Int32Array.of(-1) };
    const limited = fitPredictive({ ...data, X, y, censored: limits }, context);
    expect(limited.ofLog?.censored?.rows).toEqual(Int32Array.of(0));
    expect(limited.censored?.y[0]).not.toBe(limited.ofLog?.censored?.y[0]);
    const measured = fitPredictive({ ...data, X, y }, context);
    const [below, at] = [limited, measured].map(
      (one) => predict({ models: [one], X: X.subarray(0, 2), m: 1 }, context).high[0][0],
    );
    expect(below).toBeGreaterThan(0);
    expect(below).not.toBe(at);
  });

  it('go on by their logarithms for a while beyond the recorded ones', () => {
    const x = Float64Array.from({ length: 10 }, (_, i) => i);
    const exact = {
      X: x,
      n: 10,
      d: 1,
      categorical: [false],
      y: x.map((value) => Math.exp(0.8 * value)),
      seed: 1,
    };
    const { mean } = momentsAt(fitPredictive(exact, context), Float64Array.of(-1, 10), 2, backend);
    expect(mean[0] / Math.exp(-0.8)).toBeCloseTo(1, 1);
    expect(mean[1] / Math.exp(8)).toBeCloseTo(1, 1);
  });

  it('go on as long as the model is sure of them', () => {
    const x = Float64Array.from({ length: 14 }, (_, i) => 0.6 * i);
    const exact = {
      ...{ X: x, n: 14, d: 1, categorical: [false] },
      y: x.map((value) => Math.exp(0.6 * value)),
      seed: 1,
    };
    const X = Float64Array.of(-4, 12, 20);
    const { mean, quantiles } = predict(
      { models: [fitPredictive(exact, context)], X, m: 3, measurement: { shares: [0.025, 0.975] } },
      context,
    );
    X.forEach((value, i) => {
      const truth = Math.exp(0.6 * value);
      expect(mean[0][i] / truth).toBeCloseTo(1, 1);
      expect(quantiles[0][2 * i]).toBeLessThan(truth);
      expect(quantiles[0][2 * i + 1]).toBeGreaterThan(truth);
    });
  });

  it('are left out and predicted beyond the others as the model expects them', () => {
    const x = Float64Array.from({ length: 16 }, (_, i) => i);
    const { validation } = train(
      {
        ...{ X: x, n: 16, d: 1, categorical: [false], recipe: 'auto', kernel: '', kernelParams: {}, seed: 1 },
        outputs: [x.map((value) => 10 ** (value - 8))],
      },
      context,
    );
    const levels = [...(validation[0]?.level ?? [])];
    expect(levels.filter((share) => share > 0.025 && share < 0.975).length).toBe(16);
  });

  it('stay near the recorded ones where no row is near', () => {
    // Rows fill a thirtieth of what the second column is asked for: its straight line says nothing there.
    const few = rates(10, 'narrow');
    const narrow = { ...few, X: few.X.map((value, at) => (at % 2 === 1 ? 0.03 * value : value)) };
    const trained = fitPredictive(narrow, context);
    expect(trained.ofLog).toBeDefined();
    const { high } = predict({ models: [trained], X: Float64Array.of(0.5, 1), m: 1 }, context);
    expect(high[0][0]).toBeLessThan(10 * Math.max(...few.y));
  });

  it('have a density that is the slope of its distribution, and sums to one', () => {
    const posterior = createEnsemblePosterior(model, backend);
    const prediction = posterior.predict(Float64Array.of(0.6, 0.3), 1);
    posterior.free();
    const measurement = distributionAt(prediction, 0, 'measurement');
    const { high } = { high: 3 * Math.max(...data.y) };
    for (const y of [0.5 * Math.min(...data.y), 20, 60, 1.5 * high]) {
      const step = 1e-5 * y;
      const side = y > 20 ? 1 : -1;
      const shareAt = (at: number) => side * Math.exp(measurement.logProbability(at, side));
      const slope = (shareAt(y - step) - shareAt(y + step)) / (2 * step);
      expect(Math.log(slope)).toBeCloseTo(measurement.logDensity(y), 2);
    }
    expect(measurement.level(measurement.quantile(0.3))).toBeCloseTo(0.3, 8);
    expect(measurement.level(-1)).toBe(0);
    expect(measurement.logDensity(-1)).toBe(Number.NEGATIVE_INFINITY);
    expect(measurement.logProbability(20, 1)).toBeCloseTo(Math.log(1 - measurement.level(20)), 8);
    const { mean, std } = momentsOf(prediction);
    const [low, top] = interval95(prediction, 0, 'curve');
    expect(mean[0]).toBe(distributionAt(prediction, 0, 'curve').quantile(0.5));
    expect(low).toBeLessThan(mean[0] - std[0]);
    expect(top).toBeGreaterThan(mean[0] + std[0]);
  });

  it('deviate at least as much as the curve, also one with two modes', () => {
    // With noise 84 % lie below a smaller output than without, as a fifth of the curve is a narrow mode above.
    const prediction = {
      means: [Float64Array.of(0), Float64Array.of(3)],
      deviations: [Float64Array.of(0.01), Float64Array.of(0.01)],
      ...{ weights: Float64Array.of(0.8, 0.2), learned: Float64Array.of(0.3, 0.3), given: 0 },
      ...{
        scatter: normalScatter,
        warp: { ...logWarp({ low: 0.01, high: 1e4, slopeAbove: 1e4 }), bounds: {}, isNonlinear: true },
      },
    } satisfies EnsemblePrediction;
    const { std, stdMeasurement } = momentsOf(prediction);
    expect(std[0]).toBeGreaterThan(9);
    expect(stdMeasurement[0]).toBeGreaterThanOrEqual(std[0]!);
  });

  it('are scored near the score that draws from the distribution give', () => {
    const posterior = createEnsemblePosterior(model, backend);
    const prediction = posterior.predict(Float64Array.of(0.6, 0.3), 1);
    posterior.free();
    const measurement = distributionAt(prediction, 0, 'measurement');
    const draws = Array.from({ length: 1000 }, (_, k) => measurement.quantile((k + 0.5) / 1000));
    const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v / values.length, 0);
    const pairs = draws.map((value, k) => Math.abs(value - draws[(k * 383 + 191) % 1000]));
    const score = mean(draws.map((value) => Math.abs(value - 40))) - 0.5 * mean(pairs);
    expect(measurement.crps(40) / score).toBeGreaterThan(0.9);
    expect(measurement.crps(40) / score).toBeLessThan(1.1);
  });
});

describe('a training of outputs over decades', () => {
  const task = taskOf(rates(20));
  const result = train(task, context);
  const [model] = result.models;

  it('scores itself in the units of the outputs', () => {
    const [validation] = result.validation;
    if (!validation) throw new Error('no validation');
    expect(validation.actual).toEqual(Float64Array.from(validation.rows, (row) => task.outputs[0][row]));
    expect(validation.predicted.every((value) => value > 0)).toBe(true);
    const inside = validation.level.filter((level) => level > 0.025 && level < 0.975).length;
    expect(inside).toBeGreaterThanOrEqual(17);
  });

  it('gives predictions that named strategies and the optimum agree with', () => {
    const space = {
      dimensions: ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 })),
      constraints: [],
    };
    const asked = { space, fixed: new Map<number, number>(), seed: 3 };
    const optimum = findOptimum({ model, goal: 'maximize', ...asked }, context);
    const told = momentsAt(model, optimum.point, 1, backend);
    expect(optimum.mean).toBe(told.mean[0]);
    expect(optimum.point[0]).toBeGreaterThan(0.95);
    const found = suggest(
      {
        ...asked,
        models: [model],
        recipe: 'botorch',
        strategy: 'PosteriorMean',
        count: 1,
        goals: ['maximize'],
        pending: new Float64Array(0),
      },
      context,
    );
    expect(found.mean[0][0]).toBe(momentsAt(model, found.points, 1, backend).mean[0]);
    expect(found.mean[0][0] / optimum.mean).toBeGreaterThan(0.95);
    expect(found.knowledgeRatio[0]).toBeLessThan(1);
  });

  it('lets named strategies keep limits, and expect the desirability of outputs that are not below 0', () => {
    const dimensions = ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
    const task = {
      ...{ space: { dimensions, constraints: [] }, fixed: new Map<number, number>(), seed: 3 },
      ...{ models: [model], recipe: 'botorch' as const, count: 1, pending: new Float64Array(0) },
    };
    const limit = { objective: 0, bound: 'upper' as const, value: 20 };
    const goals = ['maximize' as const];
    const found = suggest({ ...task, goals, strategy: 'LogEI', outcomeConstraints: [limit] }, context);
    expect(found.mean[0][0]).toBeGreaterThan(10);
    expect(found.mean[0][0]).toBeLessThan(22);
    const part = { shape: 'target', low: 0, target: 0.01, high: 1000, curve: 1, importance: 1 } as const;
    const { points, desirability } = suggest(
      { ...task, goals, strategy: 'EI', desirability: [part] },
      context,
    );
    const [told] = momentsAt(model, points, 1, backend).mean;
    // Normal around the median, half of the outputs would be worth nothing.
    expect(desirability?.[0]).toBeGreaterThan(0.9 * (1 - told / 1000));
  });

  it.each([4, 10])(
    'has no settings with a better median than the optimum of few scattered results (%d)',
    (phase) => {
      const generator = createGenerator(`lo${phase}`);
      generator.integer(8);
      const n = 8;
      const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
      const y = Float64Array.from({ length: n }, (_, i) =>
        Math.exp(4 * Math.sin(3 * X[2 * i] + phase) - 2 * X[2 * i + 1] + 0.6 * generator.normal()),
      );
      const { models } = train(taskOf({ X, n, d: 2, categorical: [false, false], y, seed: 1 }), context);
      const [scattered] = models;
      expect(scattered.ofLog).toBeDefined();
      const dimensions = ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
      const asked = { space: { dimensions, constraints: [] }, fixed: new Map<number, number>(), seed: 1 };
      const side = 21;
      const grid = Float64Array.from(
        { length: 2 * side * side },
        (_, i) => (i % 2 === 0 ? (i >> 1) % side : Math.floor((i >> 1) / side)) / (side - 1),
      );
      const medians = momentsAt(scattered, grid, side * side, backend).mean;
      for (const goal of ['maximize', 'minimize'] as const) {
        const { mean } = findOptimum({ model: scattered, goal, ...asked }, context);
        if (goal === 'maximize') expect(mean).toBeGreaterThan(Math.max(...medians) * (1 - 1e-6));
        else expect(mean).toBeLessThan(Math.min(...medians) * (1 + 1e-6));
      }
    },
  );

  it('lets joint desirability be searched by the model that gives the expected results', () => {
    const dimensions = ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
    const asked = { space: { dimensions, constraints: [] }, fixed: new Map<number, number>(), seed: 3 };
    const part = { shape: 'target', low: 0, target: 10, high: 30, curve: 1, importance: 1 } as const;
    const goal = 'maximize' as const;
    const optimum = findOptimum({ model, goal, ...asked, desirability: part }, context);
    const call = { recipe: 'botorch' as const, count: 1, goals: [goal, goal], pending: new Float64Array(0) };
    const limit = { objective: 0, bound: 'upper' as const, value: 12 };
    const found = suggest(
      {
        ...{ ...asked, ...call, models: [model, model], strategy: 'PosteriorMean' },
        ...{ desirability: [part, part], outcomeConstraints: [limit] },
      },
      context,
    );
    for (const mean of [optimum.mean, found.mean[0][0], found.mean[1][0]]) {
      expect(mean).toBeGreaterThan(8.5);
      expect(mean).toBeLessThan(11.5);
    }
  });

  it('shares its rows with the model of the logarithms', () => {
    const view = latentView(model);
    expect(view.X).toBe(model.X);
    expect(view.y[4]).toBe(Math.log(model.y[4]));
    expect(latentView(model)).toBe(view);
    expect(latentView(view)).toBe(view);
  });
});

describe('outputs over decades of which some are 0', () => {
  /** Counts: Poisson numbers of a rate between 0.05 and 60. */
  const counts = (n: number, seed: string) => {
    const generator = createGenerator(seed);
    const count = (expected: number) => {
      let k = 0;
      for (let p = generator.uniform(); p > Math.exp(-expected); p *= generator.uniform()) k++;
      return k;
    };
    const X = Float64Array.from({ length: 2 * n }, generator.uniform);
    const y = Float64Array.from({ length: n }, (_, i) => count(0.05 * rate(X[2 * i], X[2 * i + 1])));
    return { X, n, d: 2, categorical: [false, false], y, seed: 1 };
  };
  const data = counts(30, 'counts');

  it('enter by their logarithms, and near 0 as they are', () => {
    expect(data.y.filter((value) => value === 0).length).toBeGreaterThan(5);
    const model = fitPredictive(data, context);
    expect(model.ofLog).toBeDefined();
    const { low } = logEndsOf(model, model.ofLog ?? model);
    expect(model.verdict.join()).toContain(
      `the results are modelled by their logarithms, and below ${low} by a straight line to 0`,
    );
    expect(latentView(model).y).toEqual(
      data.y.map((value) => (value < low ? Math.log(low) + (value - low) / low : Math.log(value))),
    );
    // Searches go by logarithms where all outputs are positive.
    expect(searchedWarp(model)).toBeUndefined();
  });

  it('hold new results in their intervals as often as they say, and never go below 0', () => {
    const model = fitPredictive(data, context);
    const fresh = counts(200, 'fresh counts');
    const posterior = createEnsemblePosterior(model, backend);
    const prediction = posterior.predict(fresh.X, fresh.n);
    posterior.free();
    const low = Array.from(fresh.y.keys()).filter((i) => rate(fresh.X[2 * i], fresh.X[2 * i + 1]) < 5);
    const inside = Array.from(fresh.y.keys()).filter((i) => {
      const measurement = distributionAt(prediction, i, 'measurement');
      const ends = [measurement.quantile(0.025), measurement.quantile(0.975)];
      expect(ends[0]).toBeGreaterThanOrEqual(0);
      // A model of the counts as they are has an interval of ±10 around a count of 0.1.
      if (low.includes(i)) expect(ends[1]).toBeLessThan(5);
      expect(Number.isFinite(measurement.logDensity(0))).toBe(true);
      return ends[0] <= fresh.y[i] && fresh.y[i] <= ends[1];
    }).length;
    expect(inside).toBeGreaterThanOrEqual(180);
  });

  it('are validated by folds that have no output but 0 as well', () => {
    const X = Float64Array.from({ length: 16 }, (_, at) => (at % 2 ? 0.5 : at / 16));
    const y = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 10);
    const part = {
      X: X.subarray(0, 12),
      n: 6,
      d: 2,
      categorical: [false, false],
      y: y.subarray(0, 6),
      seed: 1,
    };
    const whole = { ...part, X, n: 8, y };
    const warmStart = fitPredictive(whole, context);
    const transformed = { ...warmStart, ofLog: warmStart.ofLog ?? latentView(warmStart) };
    const fold = fitPredictive(part, context, { warmStart: transformed });
    expect(fold.ofLog).toBeUndefined();
    expect(momentsAt(fold, X.subarray(12), 2, backend).mean.every(Number.isFinite)).toBe(true);
  });
});
