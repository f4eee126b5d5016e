import { describe, expect, test } from 'vitest';
import { fitSuccess, type SuccessModel } from '../../../../src/engine/gp/success/success.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import type { Space } from '../../../../src/engine/space/space.ts';

const square: Space = {
  dimensions: [
    { kind: 'real', name: 'x', low: -10, high: 30 },
    { kind: 'real', name: 'y', low: 0, high: 1 },
  ],
  constraints: [],
};

/** Runs at random places, of which those right of the middle fail. */
function halves(n: number, seed = 1) {
  const stream = createGenerator(seed);
  const X = Float64Array.from({ length: 2 * n }, (_, i) =>
    i % 2 === 0 ? -10 + 40 * stream.uniform() : stream.uniform(),
  );
  return { X, n, success: Uint8Array.from({ length: n }, (_, i) => (X[2 * i] < 10 ? 1 : 0)) };
}

const at = (model: SuccessModel, ...point: number[]) =>
  Math.exp(model.logProbability(Float64Array.from(point), 1)[0]);

describe('probability of a result', () => {
  test('without failures there is nothing to learn', () => {
    expect(fitSuccess({ ...halves(8), success: new Uint8Array(8).fill(1) }, square)).toBeUndefined();
  });

  test('where every second run fails by chance it is near one half', () => {
    const cube: Space = {
      dimensions: ['a', 'b', 'c'].map((name) => ({ kind: 'real', name, low: 0, high: 1 })),
      constraints: [],
    };
    let loss = 0;
    for (let set = 0; set < 6; set++) {
      const { uniform } = createGenerator(`by chance/${set}`);
      const X = Float64Array.from({ length: 22 * 3 }, uniform);
      const success = Uint8Array.from({ length: 22 }, () => Number(uniform() < 0.5));
      const model = fitSuccess({ X, n: 22, success }, cube) as SuccessModel;
      const fresh = Float64Array.from({ length: 100 * 3 }, uniform);
      for (const log of model.logProbability(fresh, 100)) loss -= 0.5 * (log + Math.log(-Math.expm1(log)));
    }
    expect(loss / 600).toBeLessThan(0.72);
  });

  test('reports where runs fail', () => {
    const model = fitSuccess(halves(40), square) as SuccessModel;
    expect(at(model, -5, 0.5)).toBeGreaterThan(0.85);
    expect(at(model, 25, 0.5)).toBeLessThan(0.15);
    const { X } = halves(400, 2);
    let right = 0;
    for (let i = 0; i < 400; i++) right += Number(at(model, X[2 * i], X[2 * i + 1]) > 0.5 === X[2 * i] < 10);
    expect(right / 400).toBeGreaterThan(0.9);
  });

  test('a limit of one variable in five is learned from few runs, and what fails without exception as such', () => {
    const dimensions = [0, 1, 2, 3, 4].map((k) => ({
      kind: 'real' as const,
      name: `x${k}`,
      low: 0,
      high: 1,
    }));
    const stream = createGenerator('limit');
    const draw = (n: number) => {
      const X = Float64Array.from({ length: 5 * n }, () => stream.uniform());
      return { X, n, success: Uint8Array.from({ length: n }, (_, i) => (X[5 * i] < 0.7 ? 1 : 0)) };
    };
    const model = fitSuccess(draw(24), { dimensions, constraints: [] }) as SuccessModel;
    const fresh = draw(400);
    const likely = model.logProbability(fresh.X, 400).map(Math.exp);
    const of = (outcome: number) => likely.filter((_, i) => fresh.success[i] === outcome);
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(of(1))).toBeGreaterThan(0.9);
    expect(mean(of(0))).toBeLessThan(0.2);
  });

  test('far from all runs it is near the share of results, wherever that is', () => {
    const { X } = halves(1);
    const one = fitSuccess(
      { X: Float64Array.of(...X, 0, 0.5, 1, 0.5), n: 3, success: Uint8Array.of(1, 1, 0) },
      square,
    ) as SuccessModel;
    const far = at(one, 1e6, 1e6);
    expect(far).toBeGreaterThan(1 / 2);
    expect(far).toBeLessThanOrEqual(3 / 5);
    expect(at(one, -1e6, 1e6)).toBeCloseTo(far, 12);
  });

  test.each([
    ['a soft edge', 0.73, 1.04, (x: number) => 1 / (1 + Math.exp((x - 0.6) / 0.1))],
    ['chance', 1.04, 1.26, () => 0.7],
  ])('with 14 runs it is not too sure: %s', (name, most, sure, truth) => {
    const dimensions = [0, 1, 2, 3].map((k) => ({ kind: 'real' as const, name: `x${k}`, low: 0, high: 1 }));
    const sums = { said: 0, true: 0, loss: 0, lossOfShare: 0 };
    for (let set = 0; set < 24; set++) {
      const { uniform } = createGenerator(`${name}/${set}`);
      const X = Float64Array.from({ length: 14 * 4 }, uniform);
      const success = Uint8Array.from({ length: 14 }, (_, i) => Number(uniform() < truth(X[4 * i + 1])));
      const model = fitSuccess({ X, n: 14, success }, { dimensions, constraints: [] });
      if (model === undefined) continue;
      const share = (success.reduce((sum, one) => sum + one, 0) + 1) / 16;
      const fresh = Float64Array.from({ length: 100 * 4 }, uniform);
      model.logProbability(fresh, 100).forEach((log, i) => {
        const likely = truth(fresh[4 * i + 1]);
        sums.loss -= likely * log + (1 - likely) * Math.log(-Math.expm1(log));
        sums.lossOfShare -= likely * Math.log(share) + (1 - likely) * Math.log(1 - share);
        if (log < Math.log(0.8)) return;
        sums.said += Math.exp(log);
        sums.true += likely;
      });
    }
    expect(sums.loss / sums.lossOfShare).toBeLessThan(most);
    expect(sums.said / sums.true).toBeLessThan(sure);
  });

  test('its slopes are those of differences', () => {
    const model = fitSuccess(halves(25), square) as SuccessModel;
    const point = Float64Array.of(8.3, 0.31);
    const { value, gradient } = model.gradient(point, 1);
    expect(value[0]).toBeCloseTo(model.logProbability(point, 1)[0], 12);
    for (const k of [0, 1]) {
      const h = k === 0 ? 1e-4 : 1e-5;
      const moved = (by: number) =>
        model.logProbability(
          point.map((u, j) => (j === k ? u + by : u)),
          1,
        )[0];
      expect(gradient[k]).toBeCloseTo((moved(h) - moved(-h)) / (2 * h), 5);
    }
  });

  test('runs drawn together give a result each as often as predicted, and near ones fail together', () => {
    const model = fitSuccess(halves(25), square) as SuccessModel;
    const points = Float64Array.of(9, 0.9, 9.4, 0.9, -5, 0.5);
    const draw = model.jointly(points, 3);
    const stream = createGenerator('together');
    const draws = Array.from({ length: 20_000 }, () =>
      draw(Float64Array.from({ length: 4 }, () => stream.normal())),
    );
    const share = (holds: (results: Uint8Array) => boolean) => draws.filter(holds).length / draws.length;
    const likely = model.logProbability(points, 3).map(Math.exp);
    for (const i of [0, 1, 2])
      expect(Math.abs(share((results) => results[i] === 1) - likely[i])).toBeLessThan(0.015);
    expect(likely[0]).toBeGreaterThan(0.2);
    expect(likely[0]).toBeLessThan(0.8);
    const both = share((results) => results[0] === 1 && results[1] === 1);
    expect(both).toBeGreaterThan(1.25 * likely[0] * likely[1]);
  });

  test('is learned once from the same data', () => {
    const data = halves(12);
    expect(fitSuccess(data, square)).toBe(fitSuccess(data, square));
    expect(fitSuccess(data, { ...square })).not.toBe(fitSuccess(data, square));
  });

  test('categories that fail are distinguished, whatever their order', () => {
    const space: Space = {
      dimensions: [
        { kind: 'categorical', name: 'c', labels: ['a', 'b', 'c'] },
        { kind: 'real', name: 'x', low: 0, high: 1 },
      ],
      constraints: [],
    };
    const rows = [0, 0.25, 0.5, 0.75, 1].flatMap((x) => [0, 1, 2].map((c) => [c, x]));
    const data = {
      X: Float64Array.from(rows.flat()),
      n: 15,
      success: Uint8Array.from(rows, ([c]) => Number(c !== 1)),
    };
    const model = fitSuccess(data, space) as SuccessModel;
    expect(at(model, 1, 0.4)).toBeLessThan(0.3);
    expect(at(model, 0, 0.4)).toBeGreaterThan(0.7);
    expect(at(model, 2, 0.4)).toBeGreaterThan(0.7);
    expect(model.gradient(Float64Array.of(1, 0.4), 1).gradient[0]).toBe(0);
  });

  test('all failures, repeated rows and many rows are handled', () => {
    const none = fitSuccess({ ...halves(6), success: new Uint8Array(6) }, square) as SuccessModel;
    expect(at(none, 0, 0.5)).toBeLessThan(0.5);
    const twice = { X: Float64Array.of(1, 0.5, 1, 0.5, 1, 0.5), n: 3, success: Uint8Array.of(1, 0, 0) };
    expect(at(fitSuccess(twice, square) as SuccessModel, 1, 0.5)).toBeGreaterThan(0.2);
    const many = fitSuccess(halves(300), square) as SuccessModel;
    expect(at(many, 25, 0.5)).toBeLessThan(0.05);
    expect(at(fitSuccess(halves(300), square) as SuccessModel, 12, 0.2)).toBe(at(many, 12, 0.2));
  });
});
