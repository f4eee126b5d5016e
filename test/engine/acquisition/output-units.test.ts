import { describe, expect, test } from 'vitest';
import { findOptimum } from '../../../src/engine/acquisition/find-optimum.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { randomModel } from './random-model.ts';

const context = { backend: createTsBackend() };

/** The model of outputs that are `times` as large and then shifted. */
function inUnits(model: GpModel, [, times, shift]: Unit): GpModel {
  return {
    ...model,
    y: model.y.map((value) => times * value + shift),
    outputShift: times * model.outputShift + shift,
    outputScale: times * model.outputScale,
  };
}

const box: Space = {
  dimensions: Array.from({ length: 3 }, (_, k) => ({ kind: 'real', name: `x${k}`, low: 0, high: 1 })),
  constraints: [],
};
const mixture: Space = {
  ...box,
  constraints: [{ name: 'sum', type: 'equality', coefficients: [1, 1, 1], rhs: 1 }],
};

type Unit = readonly [name: string, times: number, shift: number];

/** Powers of two round no digit: the best two runs by qUCB lie at kinks, where a climb ends elsewhere after the last digit. */
const units: readonly Unit[] = [
  ['+ 1e6', 1, 1e6],
  ['− 1e6', 1, -1e6],
  ['× 2⁻³⁰', 2 ** -30, 0],
  ['× 2⁻⁴⁰⁰', 2 ** -400, 0],
  ['× 2⁴⁰⁰', 2 ** 400, 0],
];

/** What a value in those units is in the units of the model, for each kind of score. */
const ofOutput = (value: number, [, times, shift]: Unit) => (value - shift) / times;
const ofLog = (value: number, [, times]: Unit) => value - Math.log(times);
const ofGain = (value: number, [, times]: Unit) => value / times;
const ofVariance = (value: number, [, times]: Unit) => value / times / times;

describe.each([
  ['a box', box],
  ['a mixture', mixture],
])('outputs in other units lead to runs of %s that are worth the same', (_, space) => {
  const models = [1, 2, 3].map((seed) => randomModel(3, 12, seed, 1e-2));

  describe.each([
    ['UCB', 1, ofOutput],
    ['PosteriorMean', 1, ofOutput],
    ['LogEI', 1, ofLog],
    ['qEI', 2, ofGain],
    ['qUCB', 1, ofOutput],
    ['qUCB', 2, ofOutput],
    ['qIPV', 1, ofVariance],
    ['qIPV', 2, ofVariance],
  ] as const)('%s, %i at once', (strategy, count, inModelUnits) => {
    test.each(units)('%s', (...unit) => {
      for (const model of models) {
        const proposed = (own: GpModel) => {
          const task: SuggestTask = {
            ...{ models: [own], recipe: 'botorch', space, strategy, count, goals: ['maximize'] },
            ...{ fixed: new Map(), pending: new Float64Array(0), seed: 5 },
          };
          return suggest(task, context).value;
        };
        const worth = inModelUnits(proposed(inUnits(model, unit)), unit);
        expect(Math.abs(worth - proposed(model))).toBeLessThan(1e-5);
      }
    });
  });

  test.each(units)('find-optimum, %s', (...unit) => {
    for (const model of models) {
      for (const goal of ['maximize', 'minimize'] as const) {
        const found = (own: GpModel) =>
          findOptimum({ model: own, space, goal, fixed: new Map(), seed: 5 }, context);
        const { point, mean } = found(model);
        const other = found(inUnits(model, unit));
        expect(Math.abs(ofOutput(other.mean, unit) - mean)).toBeLessThan(1e-9);
        expect(Math.max(...point.map((value, k) => Math.abs(other.point[k] - value)))).toBeLessThan(1e-4);
      }
    }
  });
});
