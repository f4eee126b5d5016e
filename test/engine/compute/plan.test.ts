import { expect, it } from 'vitest';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import { runAlone } from '../../../src/engine/compute/lockstep.ts';
import { trainSteps } from '../../../src/engine/gp/train.ts';
import { randomModel } from '../acquisition/random-model.ts';
import { createNullBackend, type Plan } from './null-backend.ts';

/** Work planned without a device: nothing is computed, so all likelihoods are equal and every deviation is 1. */
const nothing = () => createNullBackend((op, output) => Number(op === 'gp_predict' && output === 1));

const model = randomModel(3, 20, 1);
const { n, d, X, y } = model;
const launches = (plan: Plan) => Object.values(plan.launches).reduce((sum, count) => sum + count, 0);

it('a fit', () => {
  const { backend, plan } = nothing();
  const task = {
    X,
    n,
    d,
    categorical: model.categorical,
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
  } as const;
  runAlone(trainSteps(task, { backend }), backend);
  // One likelihood of all starts, then one step of all starts of the fit and of each fold; five folds and the whole predict.
  expect(plan.launches).toMatchObject({ gp_likelihood: 1, gp_information: 6, gp_factor: 6, gp_predict: 5 });
  // A program of a fit crosses once, however many thetas it holds, and what a fold needs besides is no more than a step each.
  expect(plan.crossings).toBeLessThan(launches(plan));
  // The data go up once for the fit and once for its posterior, of all rows and of each fold (five times four fifths).
  const data = 8 * n * (d + 2);
  expect(plan.written).toBeGreaterThan(2 * 5 * data);
  expect(plan.written).toBeLessThan(24 * data);
});

it('a suggestion', () => {
  const { backend, plan } = nothing();
  const task = {
    models: [model],
    recipe: 'botorch',
    space: {
      dimensions: ['a', 'b', 'c'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 })),
      constraints: [],
    },
    strategy: 'EI',
    count: 1,
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    seed: 1,
  } as const;
  suggest(task, { backend });
  expect(plan.launches).toEqual({ gp_factor: 1, gp_predict: 5, covariance: 2 });
  expect(plan.crossings).toBe(8);
  // Some 640 starts go up in one program, and the points of each step of the climb; the factor never comes back.
  const starts = 8 * 640 * d;
  expect(plan.written).toBeGreaterThan(starts);
  expect(plan.written).toBeLessThan(starts + 8 * n * (d + 3) + 8 * 100 * d);
  expect(plan.read).toBeLessThan(3 * 8 * 640);
});
