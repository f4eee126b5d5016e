import { describe, expect, it } from 'vitest';
import { createEnsemblePosterior, predictionMoments } from '../../../../src/engine/gp/ensemble/posterior.ts';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import {
  type BetterDirection,
  outlierRemarks,
  outliersOf,
} from '../../../../src/engine/gp/outliers/outliers.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

/** Rows in two columns with a smooth result from 0 to about 100. */
function drawn(n: number) {
  const generator = createGenerator('doubtful');
  const X = Float64Array.from({ length: 2 * n }, generator.uniform);
  const truth = (x: number, z: number) => 100 * Math.exp(-8 * (x - 0.4) ** 2) * (1 - 0.5 * z);
  const y = Float64Array.from({ length: n }, (_, i) => truth(X[2 * i], X[2 * i + 1]) + generator.normal());
  return { X, n, d: 2, categorical: [false, false], y, truth };
}

const found = (rows: Parameters<typeof outliersOf>[0], better: BetterDirection): number[] => [
  ...outliersOf(rows, better),
];

/** Copies with other values at some rows. */
const changed = (values: Float64Array, by: Readonly<Record<number, number>>): Float64Array =>
  values.map((value, i) => by[i] ?? value);

/** Whether a row is at no end of a column. */
function isInside({ X, n, d }: ReturnType<typeof drawn>, row: number): boolean {
  const others = Array.from({ length: n }, (_, i) => i).filter((i) => i !== row);
  return Array.from({ length: d }, (_, k) => k).every((k) => {
    const values = others.map((i) => X[i * d + k]);
    const own = X[row * d + k];
    return own > Math.min(...values) && own < Math.max(...values);
  });
}

describe('outliers', () => {
  const data = drawn(20);

  it.each([
    ['one far on the bad side', { 3: -500 }, [3]],
    ['two', { 3: -500, 11: -450 }, [3, 11]],
    ['one a little below', { 3: -60 }, []],
    ['one on the good side, which may be the discovery', { 3: 800 }, []],
    ['one on either side', { 3: -500, 11: 800 }, []],
    ['a tenth and more, which is no error', { 3: -500, 7: -500, 11: -500 }, []],
  ] as const)('are told: %s', (_, by, rows) => {
    expect(found({ ...data, y: changed(data.y, by) }, 'larger')).toEqual(rows);
    const mirrored = changed(data.y, by).map((value) => -value);
    expect(found({ ...data, y: mirrored }, 'smaller')).toEqual(rows);
  });

  it('on either side where a value in between is wanted', () => {
    for (const value of [-500, 80_000])
      expect(found({ ...data, y: changed(data.y, { 3: value }) }, 'neither')).toEqual([3]);
  });

  it('are reported among costs of which one is near zero', () => {
    const costs = data.y.map((value) => 5 + 0.4 * Math.abs(value));
    for (const cheap of [0.001, 4])
      expect(found({ ...data, y: changed(costs, { 3: 9999, 7: cheap }) }, 'smaller')).toEqual([3]);
  });

  it('are none among results that spread over magnitudes, exact ones with a sharp optimum, few rows, constant ones', () => {
    const generator = createGenerator('spread');
    for (let set = 0; set < 25; set++) {
      const wide = Float64Array.from({ length: 30 }, () => Math.exp(2 * generator.normal()));
      for (const better of ['larger', 'smaller'] as const)
        expect(found({ ...drawn(30), y: wide }, better)).toEqual([]);
    }
    const peak = data.y.map((_, i) => (i === 4 ? 1000 : 0.001 * i));
    expect(found({ ...data, y: peak }, 'larger')).toEqual([]);
    const few = drawn(11);
    expect(found({ ...few, y: changed(few.y, { 3: -500 }) }, 'larger')).toEqual([]);
    expect(found({ ...data, y: new Float64Array(20).fill(7) }, 'larger')).toEqual([]);
  });

  it('are reported among few rows by a gap that no function has', () => {
    for (const n of [6, 8, 11]) {
      const few = drawn(n);
      const costs = few.y.map((value) => 20 + Math.abs(value));
      const inner = Array.from(few.y.keys()).find((i) => isInside(few, i)) ?? -1;
      expect(found({ ...few, y: changed(costs, { [inner]: 1e3 * costs[inner] }) }, 'smaller')).toEqual([
        inner,
      ]);
      expect(found({ ...few, y: changed(costs, { [inner]: 5 * costs[inner] }) }, 'smaller')).toEqual([]);
      expect(found({ ...few, y: changed(costs, { [inner]: 1e3 * costs[inner] }) }, 'larger')).toEqual([]);
    }
    const five = drawn(5);
    expect(found({ ...five, y: changed(five.y, { 2: -1e6 }) }, 'larger')).toEqual([]);
  });

  it('are believed beyond a step: one among few rows, two and more among any', () => {
    const X = Float64Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? at / 2 : (at * 7) % 5));
    const plateau = Float64Array.from({ length: 12 }, (_, i) => 90 + (i % 3));
    const whole = { ...data, n: 12, X, y: changed(plateau, { 0: 5, 1: 6 }) };
    expect(found(whole, 'larger')).toEqual([]);
    expect(found({ ...whole, y: changed(plateau, { 2: 5, 9: 6 }) }, 'larger')).toEqual([2, 9]);
    const few = { ...whole, n: 8, X: X.slice(0, 16), y: changed(plateau.slice(0, 8), { 0: 30 }) };
    expect(found(few, 'larger')).toEqual([]);
    expect(found({ ...few, y: changed(plateau.slice(0, 8), { 0: -500 }) }, 'larger')).toEqual([0]);
    expect(found({ ...few, y: changed(plateau.slice(0, 8), { 4: 30 }) }, 'larger')).toEqual([4]);
  });

  it('are believed beyond a step by two columns together, where no single column shows it', () => {
    const X = data.X.map((value, at) =>
      data.X[at - (at % 2)] + data.X[at - (at % 2) + 1] > 1.2 ? 0.6 * value : value,
    );
    X.set([0.95, 0.6], 6);
    X.set([0.6, 0.95], 22);
    X.set([0.99, 0.1, 0.1, 0.99], 0);
    const noisy = data.y.map((_, i) => 90 + Math.sin(i));
    const beyond = { ...data, X, y: changed(noisy, { 3: 20, 11: 24 }) };
    expect(found(beyond, 'larger')).toEqual([]);
    expect(found({ ...beyond, y: changed(noisy, { 3: 20, 12: 24 }) }, 'larger')).toEqual([3, 12]);
    expect(found({ ...beyond, y: changed(noisy, { 3: -5000, 11: -4500 }) }, 'larger')).toEqual([3, 11]);
  });

  it('are believed where they are alone in their region, unless no step is so high', () => {
    const place = (row: number, x: number, z: number) => {
      const X = data.X.map((value, at) => (at % 2 === 0 ? 0.6 * value : value));
      X.set([x, z], 2 * row);
      return X;
    };
    const [beyond, rim, inside] = [place(3, 0.95, 0.5), place(3, 0.62, 0.5), place(3, 0.3, 0.5)];
    const low = { ...data, y: changed(data.y, { 3: -500 }) };
    expect(found({ ...low, X: beyond }, 'larger')).toEqual([]);
    for (const X of [rim, inside]) expect(found({ ...low, X }, 'larger')).toEqual([3]);
    expect(found({ ...low, X: beyond, y: changed(data.y, { 3: -50_000 }) }, 'larger')).toEqual([3]);
    // Within the ranges of both columns, but in a corner of its own.
    const corner = data.X.map((value, at) => (at % 2 === 1 && data.X[at - 1] > 0.3 ? 0.3 * value : value));
    corner.set([0.95, 0.95], 6);
    expect(found({ ...low, X: corner }, 'larger')).toEqual([]);
  });

  it('are believed where others speak for them', () => {
    const y = changed(data.y, { 3: -500, 11: -480 });
    const X = data.X.slice();
    X.set([X[6] + 1e-3, X[7]], 22);
    expect(found({ ...data, X, y }, 'larger')).toEqual([]);
    const category = X.map((value, at) => (at % 2 === 0 ? value : at === 7 ? 1 : 0));
    const one = { ...data, X: category, categorical: [false, true], y: changed(data.y, { 3: -500 }) };
    expect(found(one, 'larger')).toEqual([]);
  });

  it('are the same in any order of the rows: of equally near rows, half have to be far', () => {
    const levels = [0, 0.1, 0.2, 0.3, 0.4];
    const X = Float64Array.from(levels.flatMap((x) => levels.flatMap((z) => [x, z])));
    const y = Float64Array.from({ length: 25 }, (_, i) => ([7, 12].includes(i) ? -500 : i));
    const grid = { X, n: 25, d: 2, categorical: [false, false], y };
    const reversed = { ...grid, X: X.slice().reverse(), y: y.slice().reverse() };
    expect(found(grid, 'larger')).toEqual([7, 12]);
    expect(found(reversed, 'larger')).toEqual([12, 17]);
    const repeated = X.slice();
    repeated.set(X.subarray(14, 16), 24);
    expect(found({ ...grid, X: repeated }, 'larger')).toEqual([]);
    repeated.set(X.subarray(14, 16), 0);
    expect(found({ ...grid, X: repeated }, 'larger')).toEqual([]);
  });

  it('on the good side are those that a repeat contradicts', () => {
    const y = changed(data.y, { 3: 5000 });
    const X = data.X.slice();
    X.set(X.subarray(6, 8), 22);
    expect(found({ ...data, X, y }, 'larger')).toEqual([3]);
    expect(found({ ...data, X, y: changed(y, { 11: 4900 }) }, 'larger')).toEqual([]);
    const above = { rows: Int32Array.of(11), sides: Int32Array.of(1) };
    expect(found({ ...data, X, y, censored: [above] }, 'larger')).toEqual([]);
  });

  it('are no limits', () => {
    const limit = { rows: Int32Array.of(3), sides: Int32Array.of(1) };
    expect(found({ ...data, y: changed(data.y, { 3: -500 }), censored: [limit] }, 'larger')).toEqual([]);
  });

  it('are named with the range of the others', () => {
    expect(outlierRemarks(Float64Array.of(1, -500, 3.1000000000000001), Int32Array.of(1))).toEqual([
      'the result -500 is far from all others (1 to 3.1) and is left out of the model; correct it if it is an error, or measure there again',
    ]);
  });
});

describe('a training with an outlier', () => {
  const { y, truth, ...data } = drawn(18);
  const task = (outputs: Float64Array): TrainTask => ({
    ...{ ...data, outputs: [outputs], recipe: 'auto', kernel: 'matern', kernelParams: {}, seed: 1 },
    better: ['larger'],
  });
  const bad = changed(y, { 5: -500 });

  function errors(model: GpModel | undefined) {
    const generator = createGenerator('elsewhere');
    const points = Float64Array.from({ length: 80 }, generator.uniform);
    const posterior = createEnsemblePosterior(model as GpModel, backend);
    const { mean, stdMeasurement } = predictionMoments(posterior.predict(points, 40));
    posterior.free();
    const square = mean.reduce(
      (sum, m, i) => sum + (m - truth(points[2 * i], points[2 * i + 1])) ** 2 / 40,
      0,
    );
    return { rmse: Math.sqrt(square), std: stdMeasurement.reduce((a, b) => a + b) / 40 };
  }

  it('predicts the others as if it were not there, names it, and scores the others', () => {
    const { models, validation } = train(task(bad), { backend });
    const clean = errors(train(task(y), { backend }).models[0]);
    const found = errors(models[0]);
    expect(found.rmse).toBeLessThan(1.5 * clean.rmse + 2);
    expect(found.std).toBeLessThan(1.5 * clean.std + 2);
    expect(models[0]?.n).toBe(17);
    expect([...(models[0]?.doubtful ?? [])]).toEqual([5]);
    expect(models[0]?.verdict.join()).toContain('the result -500 is far from all others');
    const rows = [...(validation[0]?.rows ?? [])].sort((a, b) => a - b);
    expect(rows).toEqual(Array.from({ length: 18 }, (_, i) => i).filter((i) => i !== 5));
    expect([...(validation[0]?.actual ?? [])]).toEqual(
      [...(validation[0]?.rows ?? [])].map((row) => bad[row]),
    );
    const { better: _, ...plain } = task(bad);
    expect(errors(train(plain, { backend }).models[0]).std).toBeGreaterThan(3 * found.std);
  });
});
