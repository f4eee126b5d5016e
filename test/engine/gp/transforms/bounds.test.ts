import { describe, expect, it } from 'vitest';
import { findOptimum } from '../../../../src/engine/acquisition/find-optimum.ts';
import { suggest } from '../../../../src/engine/acquisition/suggest.ts';
import { clippedCrps, clippedMoments } from '../../../../src/engine/gp/ensemble/clipped.ts';
import {
  distributionAt,
  interval95,
  momentsAt,
  momentsOf,
} from '../../../../src/engine/gp/ensemble/distribution.ts';
import {
  type Mixture,
  mixtureCdf,
  mixtureCrps,
  mixtureMoments,
} from '../../../../src/engine/gp/ensemble/mixture.ts';
import { createEnsemblePosterior } from '../../../../src/engine/gp/ensemble/posterior.ts';
import { fitPredictive } from '../../../../src/engine/gp/ensemble/predictive.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { fromLogit, logitEndsOf, toLogit } from '../../../../src/engine/gp/transforms/logit.ts';
import { latentView, searchedWarp } from '../../../../src/engine/gp/transforms/output-warp.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

const context = { backend };
const percent = { low: 0, high: 100 };

/** ∫(F − 1[x ≥ y])² over the range, by the midpoint rule. */
function scoreByGrid(mixture: Mixture, low: number, high: number, y: number): number {
  const cells = 20_000;
  const width = (high - low) / cells;
  let sum = 0;
  for (let k = 0; k < cells; k++) {
    const x = low + (k + 0.5) * width;
    sum += width * (mixtureCdf(mixture, x) - (x >= y ? 1 : 0)) ** 2;
  }
  return sum;
}

describe('a mixture that ends at bounds', () => {
  const mixture = { weights: [0.3, 0.5, 0.2], means: [92, 104, 60], deviations: [6, 9, 40] };

  it('has the moments of its clipped draws', () => {
    const generator = createGenerator('clipped');
    const count = 400_000;
    let [sum, squares] = [0, 0];
    for (let i = 0; i < count; i++) {
      const u = generator.uniform();
      const k = u < 0.3 ? 0 : u < 0.8 ? 1 : 2;
      const draw = Math.min(100, Math.max(0, mixture.means[k] + mixture.deviations[k] * generator.normal()));
      sum += draw;
      squares += draw * draw;
    }
    const mean = sum / count;
    const found = clippedMoments(mixture, percent);
    expect(found.mean).toBeCloseTo(mean, 0);
    expect(found.std).toBeCloseTo(Math.sqrt(squares / count - mean ** 2), 0);
    expect(found.mean).toBeLessThan(100);
  });

  it('has moments by the integral of its distribution', () => {
    const even = { weights: [0.6, 0.4], means: [3, 97], deviations: [5, 8] };
    for (const { low, high } of [percent, { low: 2, high: 104 }]) {
      // E[x] = b − ∫F and E[x²] = b² − 2∫xF over the range up to b.
      const cells = 20_000;
      const width = (high - low) / cells;
      let [mean, square] = [high, high ** 2];
      for (let k = 0; k < cells; k++) {
        const x = low + (k + 0.5) * width;
        mean -= width * mixtureCdf(even, x);
        square -= 2 * width * x * mixtureCdf(even, x);
      }
      const found = clippedMoments(even, { low, high });
      expect(found.mean).toBeCloseTo(mean, 6);
      expect(found.std).toBeCloseTo(Math.sqrt(square - mean ** 2), 6);
    }
  });

  it('has the moments of the whole where the bounds are far or open', () => {
    const whole = mixtureMoments(mixture);
    for (const bounds of [{}, { low: -1e6, high: 1e6 }, { low: -1e6 }]) {
      const found = clippedMoments(mixture, bounds);
      expect(found.mean).toBeCloseTo(whole.mean, 9);
      expect(found.std).toBeCloseTo(whole.std, 9);
    }
    expect(clippedMoments({ weights: [1], means: [120], deviations: [0] }, percent)).toEqual({
      mean: 100,
      std: 0,
    });
  });

  it('scores by its distribution between the bounds, and never worse than the whole', () => {
    for (const y of [0, 12, 70, 95, 100]) {
      const score = clippedCrps(mixture, percent, y);
      expect(score / scoreByGrid(mixture, 0, 100, y)).toBeCloseTo(1, 2);
      expect(score).toBeLessThan(mixtureCrps(mixture, y));
    }
    const even = { weights: [0.6, 0.4], means: [3, 97], deviations: [5, 8] };
    for (const y of [1, 40, 99]) {
      const score = clippedCrps(even, percent, y);
      expect(score / scoreByGrid(even, 0, 100, y)).toBeCloseTo(1, 4);
    }
    expect(clippedCrps(mixture, {}, 70)).toBe(mixtureCrps(mixture, 70));
    expect(clippedCrps(mixture, percent, 103)).toBe(clippedCrps(mixture, percent, 100));
  });
});

describe('the logit with tangents near the bounds', () => {
  const ends = logitEndsOf(Float64Array.of(0.6, 40, 99.1), [0, 100]);

  it('is the log of the odds of the place between the bounds', () => {
    const between = logitEndsOf(Float64Array.of(21.5, 60, 80), [20, 100]);
    expect(between.low).toBeCloseTo(20.5, 12);
    expect(between.high).toBeCloseTo(98.4, 12);
    for (const y of [22, 40, 60, 75, 98]) {
      const { value, slope } = toLogit(y, between);
      expect(value).toBeCloseTo(Math.log((y - 20) / (100 - y)), 12);
      expect(slope).toBeCloseTo(80 / ((y - 20) * (100 - y)), 12);
      expect(fromLogit(value, between)).toBeCloseTo(y, 12);
    }
  });

  it('has an inverse and a slope, beyond the bounds too', () => {
    expect(ends.low).toBeCloseTo(0.2, 12);
    expect(ends.high).toBeCloseTo(99.7, 12);
    for (const y of [-3, 0, 0.1, 0.3, 20, 50, 99, 99.9, 100.4]) {
      const { value, slope } = toLogit(y, ends);
      expect(fromLogit(value, ends)).toBeCloseTo(y, 9);
      const step = 1e-6;
      const secant = (toLogit(y + step, ends).value - toLogit(y - step, ends).value) / (2 * step);
      expect(slope / secant).toBeCloseTo(1, 3);
    }
  });

  it('goes on as a tangent early where an output is at a bound', () => {
    const { low, high } = logitEndsOf(Float64Array.of(0, 30, 100), [0, 100]);
    expect([low, high]).toEqual([2, 98]);
    expect(logitEndsOf(Float64Array.of(35, 45), [0, 100])).toMatchObject({ low: 2, high: 98 });
    // However near to a bound an output is, by at least 0.05 % of the range.
    const near = logitEndsOf(Float64Array.of(1e-6, 99.9999), [0, 100]);
    expect([near.low, near.high]).toEqual([0.05, 99.95]);
  });
});

/** A conversion that is complete over half of the first column, as measured to 1 %. */
function conversions(n: number, seed = 'conversions') {
  const generator = createGenerator(seed);
  const X = Float64Array.from({ length: 2 * n }, generator.uniform);
  const y = Float64Array.from({ length: n }, (_, i) => {
    const true_ = 100 / (1 + Math.exp(-12 * (X[2 * i] - 0.45) - 2 * (X[2 * i + 1] - 0.5)));
    return Math.min(100, Math.max(0, true_ + generator.normal()));
  });
  return { X, n, d: 2, categorical: [false, false], y, seed: 1 };
}

describe('a model of results with bounds', () => {
  const data = conversions(16);
  const fresh = conversions(200, 'fresh');
  const plain = { ...data, noise: new Float64Array(16).fill(1) };

  it.each([
    ['as they are', plain],
    ['between two bounds', data],
  ])('keeps what it says of results %s within them', (_, rows) => {
    const model = fitPredictive({ ...rows, bounds: percent }, context);
    expect(model.ofLogit === undefined).toBe('noise' in rows);
    const posterior = createEnsemblePosterior(model, backend);
    const prediction = posterior.predict(fresh.X, fresh.n);
    posterior.free();
    const { mean, std } = momentsOf(prediction);
    let beyond = 0;
    for (let i = 0; i < fresh.n; i++) {
      const measurement = distributionAt(prediction, i, 'measurement');
      expect(measurement.quantile(0.001)).toBeGreaterThanOrEqual(0);
      expect(measurement.quantile(0.999)).toBeLessThanOrEqual(100);
      const [low, high] = interval95(prediction, i, 'curve');
      expect(0 <= low && low <= mean[i] && mean[i] <= high && high <= 100).toBe(true);
      expect(std[i]).toBeLessThan(50);
      expect(Number.isFinite(measurement.logDensity(100.4))).toBe(true);
      expect(measurement.logDensity(100.4)).toBe(measurement.logDensity(100));
      if (measurement.quantile(0.975) === 100) beyond++;
    }
    expect(beyond).toBeGreaterThan(5);
  });

  it('counts a result at a bound as inside of the interval that ends there', () => {
    // Rises to 95 in the runs, and would go on.
    const X = Float64Array.from({ length: 12 }, (_, i) => i / 11);
    const rising = { X, n: 12, d: 1, categorical: [false], y: X.map((x) => 20 + 75 * x), seed: 1 };
    const noise = new Float64Array(12).fill(1);
    const posterior = createEnsemblePosterior(
      fitPredictive({ ...rising, noise, bounds: percent }, context),
      backend,
    );
    const at = Float64Array.from({ length: 41 }, (_, i) => -1 + i * 0.075);
    const prediction = posterior.predict(at, at.length);
    posterior.free();
    const seen = { inside: 0, outside: 0, certain: 0 };
    for (let i = 0; i < at.length; i++) {
      const measurement = distributionAt(prediction, i, 'measurement', 1);
      const [low, high] = [0.025, 0.975].map((share) => measurement.quantile(share)) as [number, number];
      for (const y of [-0.4, 0, 50, 100, 100.4]) {
        const result = Math.min(100, Math.max(0, y));
        const isInside = low <= result && result <= high;
        const level = measurement.level(y);
        expect(0.025 < level && level < 0.975, `${y} at ${at[i]}: ${low} to ${high}`).toBe(isInside);
        seen[isInside ? 'inside' : 'outside']++;
        if (low === high) seen.certain++;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('predicts new results better than without bounds', () => {
    const scoreOf = (model: ReturnType<typeof fitPredictive>) => {
      const posterior = createEnsemblePosterior(model, backend);
      const prediction = posterior.predict(fresh.X, fresh.n);
      posterior.free();
      return fresh.y.reduce((sum, y, i) => sum + distributionAt(prediction, i, 'measurement').crps(y), 0);
    };
    const [bounded, free] = [{ ...data, bounds: percent }, data].map((one) =>
      scoreOf(fitPredictive(one, context)),
    );
    expect(bounded).toBeLessThan(free);
  });

  it('is of logits only where rows are likelier so and both bounds are known', () => {
    expect(fitPredictive(data, context).ofLogit).toBeUndefined();
    expect(fitPredictive({ ...data, bounds: { low: 0 } }, context).ofLogit).toBeUndefined();
    const middle = { ...data, y: data.X.filter((_, at) => at % 2 === 0).map((x) => 40 + 10 * x) };
    const model = fitPredictive({ ...middle, bounds: percent }, context);
    expect(model.bounds).toEqual(percent);
    expect(model.ofLogit).toBeUndefined();
    const trained = fitPredictive({ ...data, bounds: percent }, context);
    expect(trained.verdict.join()).toContain(
      'the results are modelled by the logits of their places between 0 and 100',
    );
    expect(latentView(trained).y[3]).toBe(toLogit(data.y[3], logitEndsOf(data.y, [0, 100])).value);
    expect(latentView(trained)).toBe(latentView(trained));
  });
});

describe('a training of results with bounds', () => {
  const { y, ...rest } = conversions(16);
  const task: TrainTask = {
    ...rest,
    outputs: [y],
    outputBounds: [percent],
    recipe: 'auto',
    kernel: '',
    kernelParams: {},
  };
  const {
    models: [model],
    validation: [validation],
  } = train(task, context);

  it('scores left-out rows by laws within the bounds', () => {
    if (!validation) throw new Error('no validation');
    expect(validation.predicted.every((value) => 0 <= value && value <= 100)).toBe(true);
    expect(validation.logDensity.every(Number.isFinite)).toBe(true);
    const free = train({ ...task, outputBounds: [null] }, context).validation[0];
    const sum = (values: Float64Array = new Float64Array(0)) => values.reduce((a, b) => a + b, 0);
    expect(sum(validation.crps)).toBeLessThan(sum(free?.crps));
  });

  it('keeps bounds with other recipes, which follow their own conventions, aside', () => {
    const { models } = train({ ...task, recipe: 'botorch', kernel: 'matern' }, context);
    expect(models[0].bounds).toBeUndefined();
  });

  it('is what the optimum and named strategies use', () => {
    const dimensions = ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
    const asked = { space: { dimensions, constraints: [] }, fixed: new Map<number, number>(), seed: 3 };
    const optimum = findOptimum({ model, goal: 'maximize', ...asked }, context);
    const told = momentsAt(model, optimum.point, 1, backend);
    expect(optimum.mean).toBe(told.mean[0]);
    expect(optimum.mean).toBeGreaterThan(95);
    expect(optimum.mean).toBeLessThanOrEqual(100);
    const found = suggest(
      {
        ...asked,
        ...{ models: [model], recipe: 'botorch', strategy: 'EI', count: 2, goals: ['maximize'] },
        pending: new Float64Array(0),
        strategy: 'qEI',
      },
      context,
    );
    expect(found.mean[0].every((value) => 50 < value && value <= 100)).toBe(true);
  });
});

describe('results with bounds over decades', () => {
  const { uniform, normal } = createGenerator('c');
  const n = 20;
  const X = Float64Array.from({ length: 2 * n }, uniform);
  const impurityAt = (x: number, z: number) => 0.02 * Math.exp(7 * x - 6 * (z - 0.6) ** 2);
  const y = Float64Array.from(
    { length: n },
    (_, i) => impurityAt(X[2 * i], X[2 * i + 1]) * Math.exp(0.1 * normal()),
  );
  const data = { X, y, n, d: 2, categorical: [false, false], seed: 2, bounds: percent };
  const model = fitPredictive(data, context);
  const dimensions = ['x', 'z'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 }));
  const asked = { space: { dimensions, constraints: [] }, fixed: new Map<number, number>(), seed: 3 };

  it('have a slope by the logit, which is 0 at a bound', () => {
    expect(model.ofLogit).toBeDefined();
    const warp = searchedWarp(model);
    for (const value of [0.02, 0.5, 10, 60]) {
      const latent = warp?.latent(value).value ?? Number.NaN;
      const moved = (by: number) => warp?.output(latent + by) ?? Number.NaN;
      expect(warp?.slope(latent)).toBeCloseTo((moved(1e-6) - moved(-1e-6)) / 2e-6, 6);
    }
    expect(warp?.slope(1e6)).toBe(0);
    expect(searchedWarp({ ...model, y: y.map((value) => 50 + value / 10) })).toBeUndefined();
  });

  it('are searched by the model that gives the expected results', () => {
    const part = { shape: 'target', low: 0, target: 0.05, high: 0.15, curve: 1, importance: 1 } as const;
    const goal = 'maximize' as const;
    const optimum = findOptimum({ model, goal, ...asked, desirability: part }, context);
    const call = { recipe: 'botorch' as const, count: 1, pending: new Float64Array(0) };
    const joined = suggest(
      {
        ...{ ...asked, ...call, models: [model, model], strategy: 'PosteriorMean' },
        ...{ goals: [goal, goal], desirability: [part, part] },
      },
      context,
    );
    for (const [x, z] of [optimum.point, joined.points]) {
      expect(impurityAt(x, z)).toBeGreaterThan(0.035);
      expect(impurityAt(x, z)).toBeLessThan(0.07);
    }
    const limit = { objective: 0, bound: 'upper' as const, value: 0.1 };
    const kept = suggest(
      {
        ...{ ...asked, ...call, models: [model], strategy: 'LogEI' },
        ...{ goals: [goal], outcomeConstraints: [limit] },
      },
      context,
    );
    expect(impurityAt(kept.points[0], kept.points[1])).toBeLessThan(0.12);
  });
});
