import { describe, expect, it } from 'vitest';
import {
  attainablePoints,
  attainableRows,
  isAttainable,
} from '../../../src/engine/acquisition/models/attainable.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Dimension, Space } from '../../../src/engine/space/space.ts';

const solvent: Dimension = { kind: 'categorical', name: 's', labels: ['THF', 'DMF'] };

describe('a run can be made', () => {
  const space: Space = {
    dimensions: [
      { kind: 'real', name: 'x', low: 0, high: 10, step: 1 },
      { ...solvent, open: [1] },
      { kind: 'real', name: 'z', low: 0, high: 10 },
    ],
    constraints: [{ name: 'sum', type: 'inequality', coefficients: [1, 0, 1], rhs: 12 }],
  };
  const region = createFeasibleRegion(space);

  it.each([
    ['between steps', [3.4, 1, 5], true],
    ['right beyond an end', [10.08, 1, 1], true],
    ['beyond an end', [10.5, 1, 1], false],
    ['in a category that is closed', [3, 0, 5], false],
    ['right beyond a constraint', [6.1, 1, 6], true],
    ['beyond a constraint', [7, 1, 6], false],
  ] as const)('%s', (_, point, can) => {
    expect(isAttainable(region, point)).toBe(can);
  });

  it('or is moved to its nearest point where no run can', () => {
    const X = Float64Array.of(3, 0, 5, 12, 1, 5);
    expect(attainableRows(region, X.slice(0, 3))).toEqual({ X: Float64Array.of(3, 1, 5), rows: [0] });
    const some = Float64Array.of(...X, 3, 1, 5);
    expect(attainableRows(region, some)).toEqual({ X: some, rows: [2] });
  });

  it('or only some can: as rows, and as a matrix', () => {
    const X = Float64Array.of(3, 1, 5, 3, 0, 5, 4, 1, 6);
    expect(attainableRows(region, X).rows).toEqual([0, 2]);
    expect(attainablePoints(region, X)).toEqual(Float64Array.of(3, 1, 5, 4, 1, 6));
    expect(attainablePoints(region, X.slice(0, 3))).toEqual(X.slice(0, 3));
    expect(attainableRows(region, new Float64Array(0))).toEqual({ X: new Float64Array(0), rows: [] });
  });

  it('with settled values if it has them, numbers within a hundredth of the range', () => {
    const held = createFeasibleRegion(
      { dimensions: [{ kind: 'real', name: 'x', low: 0, high: 10 }, solvent], constraints: [] },
      new Map([
        [0, 5],
        [1, 1],
      ]),
    );
    const can = [5, 5.1, 4.9, 5.11, 4.89].map((x) => isAttainable(held, [x, 1]));
    expect(can).toEqual([true, true, true, false, false]);
    expect(isAttainable(held, [5, 0])).toBe(false);
  });

  it('up to a hundredth beyond the lowest value, too', () => {
    expect([-0.1, -0.11].map((z) => isAttainable(region, [3, 1, z]))).toEqual([true, false]);
    expect(isAttainable(region, [3, 1, Number.NaN])).toBe(false);
  });

  it('beyond an end by a hundredth of the range, wherever that lies', () => {
    const far: Dimension = { kind: 'real', name: 'T', low: 100, high: 110 };
    const hot = createFeasibleRegion({ dimensions: [far], constraints: [] });
    expect([110.1, 110.11, 99.9, 99.89].map((T) => isAttainable(hot, [T]))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
