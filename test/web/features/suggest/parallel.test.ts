import { describe, expect, it } from 'vitest';
import { type ParallelAxis, parallelLines, valueAt } from '../../../../src/web/features/suggest/parallel.ts';

const common = { role: 'controllable', changes: 'easy', bounds: null, categories: null } as const;
const variables = [
  { ...common, name: 'heat', type: 'real', bounds: [20, 40] },
  { ...common, name: 'solvent', type: 'categorical', categories: ['THF', 'DMF', 'water'] },
] as const;
const objective = { name: 'y', label: 'yield', unit: '%' };
const rows = [
  { heat: 20, solvent: 'THF', y: 10 },
  { heat: 45, solvent: 'water', y: 30 },
  { heat: 30, solvent: 'DMF', y: null },
  { heat: 40, solvent: 'gone', y: 20 },
];
const made = (goal: 'maximize' | 'minimize', most: number) =>
  parallelLines({
    variables: variables.map((one) => ({
      ...one,
      bounds: one.bounds && [...one.bounds],
      categories: one.categories && [...one.categories],
    })),
    objectives: [objective],
    goals: [goal],
    by: 0,
    rows,
    suggestions: [{ heat: 30, solvent: 'DMF' }],
    expected: [{ y: 50 }],
    most,
  });

describe('runs as lines over all variables', () => {
  it('stand on the ranges, widened where a value lies outside, labels evenly', () => {
    const { uprights, strands } = made('maximize', 10);
    expect(uprights.map(({ low, high }) => [low, high])).toEqual([
      [20, 45],
      [0, 2],
      [10, 50],
    ]);
    expect(strands.map((strand) => strand.heights)).toEqual([
      [0, 0, 0],
      [0.8, Number.NaN, 0.25],
      [1, 1, 0.5],
      [0.4, 0.5, 1],
    ]);
    expect(strands.at(-1)).toMatchObject({ isNew: true, number: 1, merit: 1 });
  });

  it('go by the logarithm where the variable does', () => {
    const time = { ...common, name: 'time', type: 'real', bounds: [1, 100], scale: 'log' } as const;
    const timed = [{ time: 10, y: 1 }];
    const { uprights, strands } = parallelLines({
      ...{ objectives: [objective], goals: ['maximize'], by: 0, most: 10, suggestions: [], expected: [] },
      variables: [{ ...time, bounds: [...time.bounds] }],
      rows: timed,
    });
    expect(strands[0]?.heights[0]).toBeCloseTo(0.5, 12);
    expect(valueAt(uprights[0] as ParallelAxis, 0.5)).toBeCloseTo(10, 12);
  });

  it('are the best so many, the best drawn last, whichever way is better', () => {
    expect(made('maximize', 2).strands.map((strand) => strand.number)).toEqual([4, 2, 1]);
    const least = made('minimize', 2).strands;
    expect(least.map((strand) => strand.number)).toEqual([4, 1, 1]);
    expect(least[1]?.merit).toBe(1);
  });

  it('end on all objectives, ranked by the one that is chosen', () => {
    const both = [
      { y: 10, z: 1 },
      { y: 30, z: 3 },
      { y: 20, z: null },
    ];
    const at = (by: number) =>
      parallelLines({
        ...{ variables: [], goals: ['maximize', 'minimize'], by, most: 10, rows: both },
        objectives: [objective, { name: 'z', label: 'waste', unit: 'g' }],
        suggestions: [{}],
        expected: [{ y: 40, z: 2 }],
      });
    expect(at(0).uprights.map(({ name, low, high }) => [name, low, high])).toEqual([
      ['yield', 10, 40],
      ['waste', 1, 3],
    ]);
    expect(at(0).strands.map(({ number, heights }) => [number, ...heights])).toEqual([
      [1, 0, 0],
      [3, 1 / 3, Number.NaN],
      [2, 2 / 3, 1],
      [1, 1, 0.5],
    ]);
    expect(at(1).strands.map(({ number, merit }) => [number, merit])).toEqual([
      [2, 0],
      [1, 1],
      [1, 0.5],
    ]);
  });

  it('stand in the middle where all outcomes read the same', () => {
    const flat = rows.map((row) => ({ ...row, y: 42 }));
    const { uprights, strands } = parallelLines({
      ...{ variables: [], objectives: [objective], goals: ['maximize'], by: 0, most: 10, rows: flat },
      suggestions: [{}],
      expected: [{ y: 42.0000013 }],
    });
    expect(uprights[0]).toMatchObject({ low: 42, high: 42 });
    expect(strands.map(({ heights, merit }) => [...heights, merit])).toEqual(
      flat.map(() => [0.5, 0.5]).concat([[0.5, 0.5]]),
    );
  });
});
