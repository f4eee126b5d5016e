import { describe, expect, it } from 'vitest';
import { roundingFor } from '../../../../src/engine/campaign/members/rounded-points.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { encodeValue } from '../../../../src/engine/space/encode.ts';
import { createFeasibleRegion } from '../../../../src/engine/space/feasible-region.ts';
import type { Dimension } from '../../../../src/engine/space/space.ts';
import type { Variable } from '../../../../src/web/api/types.ts';
import { roundedRuns } from '../../../../src/web/features/designs/rounded-runs.ts';
import { quickTask } from '../../../engine/campaign/tasks.ts';

const real = (name: string, low: number, high: number, more: Partial<Variable> = {}): Variable => ({
  name,
  type: 'real',
  role: 'controllable',
  changes: 'easy',
  bounds: [low, high],
  categories: null,
  ...more,
});

describe('runs of a design as a person sets them', () => {
  it.each([
    [20, 90, undefined],
    [-5, 5, undefined],
    [1000, 1010, undefined],
    [0.5, 24, undefined],
    [0, 1e-6, undefined],
    [0, 5e7, undefined],
    [0.001, 10, undefined],
    [0.001, 10, 'log'],
    [50, 80, 'log'],
  ] as const)('have the values that a suggestion would have: %s to %s, %s', (low, high, scale) => {
    const log = scale === 'log';
    const dimension: Dimension = {
      ...{ kind: 'real', name: 'x' },
      ...(log ? { low: Math.log(low), high: Math.log(high), log: [low, high] } : { low, high }),
    };
    const rows = { X: new Float64Array(0), n: 0, outputs: [new Float64Array(0)] };
    const task = quickTask(rows, [dimension], 'maximize', 1);
    const round = roundingFor(task, createFeasibleRegion(task.space, task.fixed));
    const generator = createGenerator(7);
    const variable = real('x', low, high, scale ? { scale } : {});
    for (let i = 0; i < 50; i++) {
      const x = low + (high - low) * generator.uniform();
      const [run] = roundedRuns({ points: [{ x }] }, [variable], []);
      const [proposed = Number.NaN] = round(Float64Array.of(encodeValue(dimension, x)));
      expect(encodeValue(dimension, run?.['x'] as number)).toBeCloseTo(proposed, 12);
    }
  });

  const runs = [{ T: 43.33333333333333, t: 16.166666666666664, solvent: 'THF' }];
  const variables = [real('T', 20, 90), real('t', 0.5, 24)];

  it('keep bounds, categories, and values that are recorded', () => {
    expect(roundedRuns({ points: runs }, variables, [])).toEqual([{ T: 43.33, t: 16.17, solvent: 'THF' }]);
    expect(roundedRuns({ points: runs, kept: [{ T: 43.33333333333333 }] }, variables, [])).toEqual([
      { T: 43.33333333333333, t: 16.17, solvent: 'THF' },
    ]);
    const narrow = [real('T', 20.123456789, 90)];
    expect(roundedRuns({ points: [{ T: 20.123456789 }] }, narrow, [])).toEqual([{ T: 20.123456789 }]);
  });

  it('keep every digit where constraints, forbidden combinations, a step or a list decide on values', () => {
    expect(roundedRuns({ points: runs }, variables, [{ coefficients: { T: 1, t: 2 } }])).toEqual(runs);
    expect(roundedRuns({ points: runs, exact: ['T', 't'] }, variables, [])).toEqual(runs);
    const stepped = [
      real('T', 20, 90, { step: 1 / 3 }),
      real('t', 0.5, 24, { type: 'discrete', allowed_values: [0.5, 16.166666666666664, 24] }),
    ];
    expect(roundedRuns({ points: runs }, stepped, [])).toEqual(runs);
  });
});
