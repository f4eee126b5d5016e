import { describe, expect, test } from 'vitest';
import { splitPlotDesign } from '../../../src/engine/design/classical/split-plot.ts';
import type { SplitPlotTask } from '../../../src/engine/design/task.ts';
import { atMost, context, equals, integer, labels, real, rowsOf, spaceOf } from './support.ts';

/** x easy, h hard, both from 0 to 10: the recorded two-level case. */
const two: SplitPlotTask = {
  space: spaceOf([real('x', 0, 10), real('h', 0, 10)]),
  changes: ['easy', 'hard'],
  designs: { hard: { method: 'full_factorial' }, easy: { method: 'lhs', nPoints: 3 } },
  seed: 7,
};

/** x easy, h hard, v very hard: the recorded three-level case. */
const three: SplitPlotTask = {
  space: spaceOf([real('x', 0, 10), real('h', 0, 10), labels('v', 'p', 'q')]),
  changes: ['easy', 'hard', 'very_hard'],
  designs: {
    very_hard: { method: 'full_factorial' },
    hard: { method: 'full_factorial' },
    easy: { method: 'random', nPoints: 2 },
  },
  reference: { position: 'start' },
  seed: 1,
};

describe('recorded cases', () => {
  test('two levels: plots of three runs, counters from 1, a warning', () => {
    const result = splitPlotDesign(two, context);
    expect(result.count).toBe(6);
    expect([...result.wholePlot]).toEqual([1, 1, 1, 2, 2, 2]);
    expect(result.subplot).toBeUndefined();
    expect(result.levels).toEqual({ hard: ['h'], easy: ['x'] });
    expect(result.nPlots).toEqual({ hard: 2 });
    expect(result.runsPerPlot).toEqual([3]);
    expect(result.warnings).toEqual([
      'no setting of the hard variables is replicated, so the variation between their plots can be estimated only under a model that leaves degrees of freedom between them; consider replicates',
    ]);
    const rows = rowsOf(result.points, 2);
    expect(new Set(rows.map(([, h]) => h))).toEqual(new Set([0, 10]));
  });

  test('three levels: subplot numbers run on, one reference run starts each plot', () => {
    const result = splitPlotDesign(three, context);
    expect(result.count).toBe(12);
    expect([...result.wholePlot]).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect([...(result.subplot ?? [])]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
    expect([...result.isReference]).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(result.nPlots).toEqual({ very_hard: 2, hard: 4 });
    expect(result.runsPerPlot).toEqual([3]);
    const rows = rowsOf(result.points, 3);
    rows.forEach(([x], i) => {
      if (result.isReference[i]) expect(x).toBe(5);
    });
  });
});

test('what is asked of levels that there are not is named', () => {
  const asked = {
    middleMode: 'crossed',
    order: { very_hard: 'as_generated', hard: 'as_generated' },
  } as const;
  const idle = ({ warnings }: { warnings: readonly string[] }) =>
    warnings.filter((warning) => warning.includes('no effect'));
  expect(idle(splitPlotDesign({ ...two, ...asked }, context))).toEqual([
    "middle_mode 'crossed' has no effect: it applies to designs with three levels",
    "order 'as_generated' of very_hard has no effect: no variable has this level",
  ]);
  expect(
    idle(splitPlotDesign({ ...two, middleMode: 'fresh', order: { very_hard: 'random' } }, context)),
  ).toEqual([]);
  expect(idle(splitPlotDesign({ ...three, ...asked }, context))).toEqual([]);
});

test('restricted variables are constant inside their plots', () => {
  const result = splitPlotDesign({ ...three, replicates: { very_hard: 2, hard: 2 }, seed: 5 }, context);
  const rows = rowsOf(result.points, 3);
  rows.forEach(([, h, v], i) => {
    const whole = rows[result.wholePlot.indexOf(result.wholePlot[i])];
    const inner = rows[(result.subplot as Int32Array).indexOf((result.subplot as Int32Array)[i])];
    expect(v).toBe(whole[2]);
    expect(h).toBe(inner[1]);
  });
  expect(result.nPlots).toEqual({ very_hard: 4, hard: 16 });
  expect(result.warnings).toEqual([]);
});

test('the same seed gives the same design, another seed another order', () => {
  expect(splitPlotDesign(three, context)).toEqual(splitPlotDesign(three, context));
  expect(splitPlotDesign({ ...three, seed: 2 }, context).points).not.toEqual(
    splitPlotDesign(three, context).points,
  );
});

test('fresh plots differ, crossed plots repeat one design', () => {
  const easy = (task: SplitPlotTask) => {
    const result = splitPlotDesign({ ...task, order: { easy: 'as_generated' } }, context);
    const rows = rowsOf(result.points, 2).map(([x]) => x);
    return [rows.slice(0, 3), rows.slice(3)];
  };
  const random: SplitPlotTask = {
    ...two,
    designs: { hard: { method: 'full_factorial' }, easy: { method: 'random', nPoints: 3 } },
  };
  const [a, b] = easy(random);
  expect(a).not.toEqual(b);
  const [c, e] = easy({ ...random, easyMode: 'crossed' });
  expect(c).toEqual(e);
});

test('order as_generated keeps the order of the designs', () => {
  const result = splitPlotDesign(
    {
      ...two,
      designs: {
        hard: { method: 'full_factorial', nLevels: 3 },
        easy: { method: 'full_factorial', nLevels: 3 },
      },
      order: { hard: 'as_generated', easy: 'as_generated' },
    },
    context,
  );
  expect(rowsOf(result.points, 2)).toEqual([0, 5, 10].flatMap((h) => [0, 5, 10].map((x) => [x, h])));
});

test('reference runs stand at both ends with given values', () => {
  const result = splitPlotDesign(
    { ...two, reference: { position: 'ends', values: Float64Array.of(2, Number.NaN) } },
    context,
  );
  expect([...result.isReference]).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 1]);
  expect(result.points[0]).toBe(2);
  expect(result.runsPerPlot).toEqual([5]);
});

test('constraints between levels hold in every run', () => {
  const space = spaceOf([real('x', 0, 10), real('h', 0, 10)], [atMost(12, 1, 1)]);
  for (const easy of ['lhs', 'sobol', 'random', 'full_factorial'] as const) {
    const result = splitPlotDesign(
      { ...two, space, designs: { hard: { method: 'lhs', nPoints: 6 }, easy: { method: easy, nPoints: 4 } } },
      context,
    );
    for (const [x, h] of rowsOf(result.points, 2)) expect(x + h).toBeLessThanOrEqual(12 + 1e-9);
  }
});

test('an equality between levels leaves each plot its one value', () => {
  const space = spaceOf([integer('x', 0, 6), integer('h', 0, 6)], [equals(6, 1, 1)]);
  const result = splitPlotDesign(
    {
      ...two,
      space,
      designs: { hard: { method: 'lhs', nPoints: 4 }, easy: { method: 'random', nPoints: 2 } },
    },
    context,
  );
  for (const [x, h] of rowsOf(result.points, 2)) expect(x + h).toBe(6);
});

test('many plots share the effort of one search', () => {
  let looks = 0; // the search looks at `cancelled` every 8192 swaps: once a plot here, 18 times with a full search each
  const counting = Object.create(context, {
    cancelled: {
      value: () => {
        looks++;
        return false;
      },
    },
  }) as typeof context;
  const result = splitPlotDesign(
    {
      ...two,
      space: spaceOf([real('x', 0, 10), real('y', 0, 1), real('h', 0, 10)]),
      changes: ['easy', 'easy', 'hard'],
      designs: { hard: { method: 'random', nPoints: 200 }, easy: { method: 'lhs', nPoints: 8 } },
    },
    counting,
  );
  expect(result.count).toBe(1600);
  expect(looks).toBeLessThan(400);
});

describe('refused', () => {
  const linked = spaceOf([real('x', 0, 10), real('h', 0, 10)], [atMost(12, 1, 1)]);
  const cases: [string, SplitPlotTask, RegExp][] = [
    ['no easy level', { ...two, changes: ['hard', 'hard'] }, /no variable is easy/],
    ['no hard level', { ...two, changes: ['easy', 'easy'] }, /no variable is hard/],
    ['missing design', { ...two, designs: { easy: { method: 'lhs' } } }, /one design per level present/],
    ['replicates of an absent level', { ...two, replicates: { very_hard: 2 } }, /'very_hard'/],
    ['no replicates', { ...two, replicates: { hard: 0 } }, /whole number from 1, got 0/],
    ['crossed with a link', { ...two, space: linked, easyMode: 'crossed' }, /use mode fresh/],
    [
      'too many runs',
      {
        ...two,
        designs: { hard: { method: 'random', nPoints: 100 }, easy: { method: 'random', nPoints: 51 } },
      },
      /more than 5000 runs/,
    ],
    ['more replicates than memory', { ...two, replicates: { hard: 1e9 } }, /more than 5000 runs/],
    [
      'reference outside',
      { ...two, space: linked, reference: { position: 'start', values: Float64Array.of(9, 0) } },
      /reference run is not feasible in plot h = 10/,
    ],
  ];
  test.each(cases)('%s', (_, task, message) => {
    expect(() => splitPlotDesign(task, context)).toThrow(message);
    expect(() => splitPlotDesign(task, context)).toThrow(expect.objectContaining({ name: 'ValueError' }));
  });

  test('an empty plot is named', () => {
    const space = spaceOf([integer('x', 0, 10), real('h', 0, 10)], [equals(5, 2, 1), atMost(12, 1, 1)]);
    const task: SplitPlotTask = {
      ...two,
      space,
      designs: { hard: { method: 'full_factorial' }, easy: { method: 'full_factorial' } },
      order: { hard: 'as_generated' },
    };
    expect(() => splitPlotDesign(task, context)).toThrow(/plot h = 0/);
    expect(() => splitPlotDesign(task, context)).toThrow(
      expect.objectContaining({ name: 'InfeasibleRegionError' }),
    );
  });
});
