import { describe, expect, it } from 'vitest';
import { fitEnsemble } from '../../../../src/engine/gp/ensemble/fit.ts';
import { mixtureCdf, mixtureMoments } from '../../../../src/engine/gp/ensemble/mixture.ts';
import {
  createEnsemblePosterior,
  membersOf,
  mixtureAt,
  predictionMoments,
} from '../../../../src/engine/gp/ensemble/posterior.ts';
import type { EnsembleData } from '../../../../src/engine/gp/ensemble/problem.ts';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import { predict } from '../../../../src/engine/gp/posterior/predict.ts';
import { createInputMap } from '../../../../src/engine/gp/transforms/input-map.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { presentBackends } from '../../compute/backends.ts';

const backends = presentBackends.map(([, backend]) => backend);
const backend = backends[backends.length - 1];
const context = { backend };

type Truth = (row: readonly number[]) => number;

/** Rows drawn in [0, 1]; a column with `levels` holds whole numbers below that many. */
function drawn(
  seed: string,
  n: number,
  levels: readonly number[],
  truth: Truth,
  noise: number,
): EnsembleData {
  const generator = createGenerator(seed);
  const rows = Array.from({ length: n }, () =>
    levels.map((count) => (count > 0 ? generator.integer(count) : generator.uniform())),
  );
  return {
    X: Float64Array.from(rows.flat()),
    n,
    d: levels.length,
    categorical: levels.map((count) => count > 0),
    y: Float64Array.from(rows, (row) => truth(row) + noise * generator.normal()),
    seed: 1,
  };
}

function predictAt(model: GpModel, X: Float64Array, on = backend) {
  const posterior = createEnsemblePosterior(model, on);
  try {
    return posterior.predict(X, X.length / model.d);
  } finally {
    posterior.free();
  }
}

const wave: Truth = ([a, b]) => Math.sin(4 * a) + 2 * b;

describe('a model whose hyperparameters stay uncertain', () => {
  it('holds 95 % of new measurements in its 95 % intervals, over many data sets', () => {
    let inside = 0;
    let total = 0;
    for (let set = 0; set < 12; set++) {
      const noise = [0.02, 0.2, 0.6][set % 3];
      const model = fitEnsemble(
        drawn(`learn/${set}`, [8, 16, 30, 30][set % 4], [0, 0], wave, noise),
        context,
      );
      const fresh = drawn(`new/${set}`, 60, [0, 0], wave, noise);
      const prediction = predictAt(model, fresh.X);
      for (let i = 0; i < fresh.n; i++, total++) {
        const level = mixtureCdf(mixtureAt(prediction, i, 'measurement'), fresh.y[i]);
        if (level > 0.025 && level < 0.975) inside++;
      }
    }
    expect(inside / total).toBeGreaterThan(0.91);
    expect(inside / total).toBeLessThan(0.99);
  });

  it('is the same for the same seed', () => {
    const data = drawn('same', 12, [0, 0], wave, 0.1);
    const [a, b] = [fitEnsemble(data, context), fitEnsemble(data, context)];
    expect(a.members?.map(({ theta }) => [...theta])).toEqual(b.members?.map(({ theta }) => [...theta]));
  });

  it.runIf(backends.length > 1)('is the same on every backend', () => {
    const data = drawn('backends', 12, [0, 0], wave, 0.1);
    const points = drawn('points', 20, [0, 0], wave, 0).X;
    const [first, ...others] = backends.map((on) =>
      predictionMoments(predictAt(fitEnsemble(data, { backend: on }), points, on)),
    );
    for (const other of others) {
      other.mean.forEach((mean, i) => {
        expect(Math.abs(mean - first.mean[i])).toBeLessThan(1e-3 * first.std[i]);
        expect(Math.abs(other.std[i] / first.std[i] - 1)).toBeLessThan(1e-3);
      });
    }
  });

  it('learns noise from replicates that disagree', () => {
    const data = drawn('replicates', 5, [0, 0], wave, 0);
    const twice = { ...data, n: 10, X: Float64Array.from([...data.X, ...data.X]) };
    const y = Float64Array.from([...data.y.map((v) => v + 0.3), ...data.y.map((v) => v - 0.3)]);
    const { learned: deviations, weights } = predictAt(fitEnsemble({ ...twice, y }, context), data.X);
    const learned = Math.sqrt(deviations.reduce((sum, v, k) => sum + v ** 2 * weights[k], 0));
    expect(learned).toBeGreaterThan(0.2);
    expect(learned).toBeLessThan(0.8);
  });

  it('lets one category learn from another', () => {
    const sloped: Truth = ([x, label]) => 3 * x + 0.5 * label;
    const data = drawn('categories', 24, [0, 3], sloped, 0.05);
    /** Of the last category only rows with small x stay. */
    const kept = [...data.y.keys()].filter((i) => data.X[2 * i + 1] !== 2 || data.X[2 * i] < 0.5);
    const part = {
      ...data,
      n: kept.length,
      X: Float64Array.from(kept.flatMap((i) => [data.X[2 * i], data.X[2 * i + 1]])),
      y: Float64Array.from(kept, (i) => data.y[i]),
    };
    const { mean, std } = predictionMoments(predictAt(fitEnsemble(part, context), Float64Array.of(0.9, 2)));
    expect(Math.abs(mean[0] - 3.7)).toBeLessThan(0.5);
    expect(std[0]).toBeLessThan(0.6);
  });

  it('keeps the weight of an outlier on the good side', () => {
    const data = drawn('outlier', 20, [0, 0], wave, 0.05);
    const top = data.y.reduce((best, v, i) => (v > data.y[best] ? i : best), 0);
    const y = data.y.map((v, i) => (i === top ? v + 4 : v));
    const model = fitEnsemble({ ...data, y }, context);
    const at = data.X.slice(2 * top, 2 * top + 2);
    const plain = mixtureMoments(mixtureAt(predictAt(fitEnsemble(data, context), at), 0, 'curve'));
    const raised = mixtureMoments(mixtureAt(predictAt(model, at), 0, 'curve'));
    expect([...model.y]).toEqual([...y]);
    expect(model.noise).toBeUndefined();
    expect(raised.mean).toBeGreaterThan(plain.mean + 0.1);
    expect(raised.std).toBeGreaterThan(plain.std);
  });

  it('believes a good result that a repeat confirms, beside a plain that is smooth', () => {
    const plain: Truth = ([a, b, c]) => 2 * a + 3 * b - c;
    const peak = [3, 3, 1];
    for (const seed of [0, 1]) {
      const { X, y, n, ...rest } = drawn(`beside a peak/${seed}`, 20, [6, 7, 4], plain, 0.5);
      const data: EnsembleData = {
        ...rest,
        n: n + 2,
        X: Float64Array.from([...X, ...peak, ...peak]),
        y: Float64Array.from([...y, plain(peak) + 45.3, plain(peak) + 44.7]),
        categorical: [false, false, false],
      };
      const { mean } = predictionMoments(predictAt(fitEnsemble(data, context), Float64Array.from(peak)));
      expect(mean[0], `set ${seed}`).toBeGreaterThan(plain(peak) + 40);
    }
  });

  it('takes given noise, and expects its mean of a new measurement', () => {
    const data = drawn('given', 12, [0, 0], wave, 0.1);
    const noise = Float64Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 0.01 : 0.03));
    const prediction = predictAt(fitEnsemble({ ...data, noise }, context), data.X);
    expect(prediction.given ** 2).toBeCloseTo(0.02, 12);
    expect([...prediction.learned]).toEqual(Array(16).fill(0));
  });

  it('begins near a fit of more rows where one is given', () => {
    const data = drawn('warm', 20, [0, 0], wave, 0.1);
    const whole = fitEnsemble(data, context);
    const part = { ...data, n: 16, X: data.X.slice(0, 32), y: data.y.slice(0, 16) };
    const warm = predictionMoments(predictAt(fitEnsemble(part, context, { warmStart: whole }), data.X));
    const cold = predictionMoments(predictAt(fitEnsemble(part, context), data.X));
    warm.mean.forEach((mean, i) => {
      expect(Math.abs(mean - cold.mean[i])).toBeLessThan(2 * cold.std[i]);
    });
  });

  it('gives its members as models, whose weights sum to 1', () => {
    const model = fitEnsemble(drawn('members', 8, [0, 0], wave, 0.1), context, { members: 8 });
    const members = membersOf(model);
    expect(members).toHaveLength(8);
    expect(members.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(members.every((member) => member.model.members === undefined)).toBe(true);
  });
});

const odd: Readonly<Record<string, EnsembleData>> = {
  'one row': drawn('1', 1, [0, 0], wave, 0),
  'two rows': drawn('2', 2, [0, 0], wave, 0),
  'three rows': drawn('3', 3, [0, 0], wave, 0),
  'constant outputs': drawn('constant', 8, [0, 0], () => 50, 0),
  'zeros alone': drawn('zeros', 8, [0, 0], () => 0, 0),
  'one row many times': { ...drawn('many', 6, [0, 0], wave, 0), X: new Float64Array(12).fill(0.5) },
  'a column without spread': {
    ...drawn('flat', 9, [0, 0], wave, 0),
    X: drawn('flat', 9, [0, 0], wave, 0).X.map((v, at) => (at % 2 === 1 ? 7 : v)),
  },
  'categories alone': drawn('labels', 14, [3, 4], ([a, b]) => a - b, 0.1),
  'one category alone': drawn('label', 9, [3], ([a]) => a, 0.1),
  'seven categories': drawn('labels7', 20, [0, 2, 2, 2, 2, 2, 2, 2], ([x, a]) => x + a, 0.1),
  'forty columns, ten rows': drawn('wide', 10, Array(40).fill(0), ([a, b]) => a - b, 0.1),
  'seventy columns, ten rows': drawn('wider', 10, Array(70).fill(0), ([a, b]) => a - b, 0.1),
  'huge outputs': drawn('huge', 10, [0, 0], (row) => 1e200 * wave(row), 0),
};

describe('intervals of 95 %', () => {
  // Mean ± 1.96 std of the curve reaches beyond them at up to a tenth of such points.
  it.each([5, 8, 12])('of the curve lie within those of a measurement, %i rows', (n) => {
    for (let seed = 0; seed < 6; seed++) {
      const model = fitEnsemble(drawn(`nested ${seed}`, n, [0, 0], wave, 0.05 * (seed % 2)), context);
      const generator = createGenerator(`points ${seed}`);
      const X = Float64Array.from({ length: 200 }, generator.uniform);
      const { low, high, quantiles } = predict(
        { models: [model], X, m: 100, measurement: { shares: [0.025, 0.975] } },
        context,
      );
      for (let i = 0; i < 100; i++) {
        const [from, to] = quantiles[0].subarray(2 * i, 2 * i + 2);
        const allowed = 0.005 * (to - from);
        expect(low[0][i]).toBeGreaterThanOrEqual(from - allowed);
        expect(high[0][i]).toBeLessThanOrEqual(to + allowed);
      }
    }
  });
});

describe('unusual data', () => {
  it('has no straight line over a column that never moved: far along it the deviation stays that of the outputs', () => {
    const still = drawn('still', 10, [0, 0], ([a]) => 2 * a, 0.1);
    const X = still.X.map((value, at) => (at % 2 === 1 ? 0 : value));
    const { std } = predictionMoments(
      predictAt(fitEnsemble({ ...still, X }, context), Float64Array.of(0.5, 5000)),
    );
    expect(std[0]).toBeLessThan(10);
  });

  it.each(Object.entries(odd))('%s: predicts with a spread', (_, data) => {
    const model = fitEnsemble(data, context);
    const points = Float64Array.from(data.X.slice(0, data.d), (v, k) => (data.categorical[k] ? v : v + 0.1));
    const { mean, std, stdMeasurement } = predictionMoments(predictAt(model, points));
    expect(Number.isFinite(mean[0])).toBe(true);
    expect(std[0]).toBeGreaterThan(0);
    expect(stdMeasurement[0]).toBeGreaterThan(std[0]);
    expect(Number.isFinite(stdMeasurement[0])).toBe(true);
  });
});

describe('columns that span decades', () => {
  const decades: Truth = ([k]) => Math.sin(1.5 * Math.log10(k));
  const straight: Truth = ([k, b]) => k / 50 + b;
  /** The first column from 1 to 1000, spread evenly over its range; the second in [0, 1]. */
  const spanning = (n: number, truth: Truth, lowest = 1): EnsembleData => {
    const generator = createGenerator('decades');
    const rows = Array.from({ length: n }, (_, i) => [
      i === 0 ? lowest : 1 + (999 * i * i) / (n - 1) ** 2,
      generator.uniform(),
    ]);
    return {
      ...{ X: Float64Array.from(rows.flat()), n, d: 2, categorical: [false, false], seed: 1 },
      y: Float64Array.from(rows, (row) => truth(row) + 0.02 * generator.normal()),
      ranges: [
        [1, 1000],
        [0, 1],
      ],
      spanning: [0],
    };
  };

  it.each(presentBackends)('enter by their logarithm where the rows say so, on %s', (_, on) => {
    const data = spanning(16, decades);
    const model = fitEnsemble(data, { backend: on });
    expect(model.inputLog).toEqual(Float64Array.of(1, 0));
    expect(model.verdict).toContain('input column 0 is modelled by its logarithm');
    const at = [3, 30, 300];
    const Xs = Float64Array.from(at.flatMap((k) => [k, 0.5]));
    const error = (one: GpModel) =>
      Math.max(
        ...predictionMoments(predictAt(one, Xs, on)).mean.map((m, i) => Math.abs(m - decades([at[i]]))),
      );
    const plain = fitEnsemble({ ...data, spanning: [] }, { backend: on });
    expect(plain.inputLog).toBeUndefined();
    expect(error(model)).toBeLessThan(0.5 * error(plain));
  });

  it('stay as they are where they do not, and where a value is not above 0', () => {
    expect(fitEnsemble(spanning(16, straight), context).inputLog).toBeUndefined();
    expect(fitEnsemble(spanning(16, decades, 0), context).inputLog).toBeUndefined();
  });

  it('are decided on some of many rows', () => {
    expect(fitEnsemble(spanning(150, decades), context).inputLog).toEqual(Float64Array.of(1, 0));
  });

  it('keep their choice in a fit that goes on from another', () => {
    const warmStart = fitEnsemble(spanning(16, decades), context);
    const model = fitEnsemble(spanning(12, straight), context, { warmStart });
    expect(model.inputLog).toEqual(Float64Array.of(1, 0));
  });

  it('have slopes that agree with differences, below their range too', () => {
    const map = createInputMap({
      ...{ d: 2, categorical: [false, false], inputLog: Float64Array.of(2, 0) },
      inputShift: Float64Array.of(3, 0.5),
      inputScale: Float64Array.of(7, 2),
    });
    for (const k of [-1, 0, 1.5, 2.5, 900]) {
      const step = 1e-5;
      const [up, down] = [k + step, k - step].map((x) => map.encode(Float64Array.of(x, 0.3), 1)[0]);
      const [slope] = map.pullback(Float64Array.of(k, 0.3), 1, Float64Array.of(1, 0));
      expect(slope).toBeCloseTo((up - down) / (2 * step), 8);
    }
  });
});
