import { describe, expect, it } from 'vitest';
import { modeCase } from '../../../../bench/support/mode-cases.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { fitParameters } from '../../../../src/engine/gp/fit/fit.ts';
import { planOf, problemOf } from '../../../../src/engine/gp/fit/plan-fit.ts';
import { bestSeparated, createRace, PATIENCE, type Patience } from '../../../../src/engine/gp/fit/starts.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';

/** Whether restart 1 of two is given up, asked in each of the rounds. */
function asked(
  points: [number[], number[]],
  values: readonly [number, number][],
  expected: number,
  known?: readonly number[],
  race = createRace(2, PATIENCE.stated),
): boolean[] {
  return values.map((pair, round) =>
    race(1, round + 1, {
      x: Float64Array.from(points.flat()),
      values: Float64Array.from(pair),
      expected: Float64Array.of(0, expected),
      ...(known && { known: Float64Array.from(known) }),
    }),
  );
}

describe('a restart is given up', () => {
  it('within 0.3 of a better one in every coordinate, or where lengthscales are beyond meaning', () => {
    const beside = [
      [0, 0.2, 5],
      [0.2, 0, 9],
    ] as [number[], number[]];
    expect(asked(beside, [[1, 1.5]], 0)).toEqual([true]);
    expect(asked(beside, [[1, 2.5]], 0)).toEqual([false]);
    expect(
      asked(
        [
          [0, 0],
          [0, 0.4],
        ],
        [[1, 1.5]],
        0,
      ),
    ).toEqual([false]);
  });

  it('where the second derivatives of a better one say that they hardly differ', () => {
    const apart = [
      [0, 0],
      [0.1, 2],
    ] as [number[], number[]];
    const flat = [1, 0, 0, 0.01];
    const steep = [1, 0, 0, 1];
    expect(asked(apart, [[1, 1.5]], 0, [...flat, ...steep])).toEqual([true]);
    expect(asked(apart, [[1, 1.5]], 0, [...steep, ...flat])).toEqual([false]);
  });

  it('never for being behind where only followers are, and where it is behind what was found before', () => {
    const apart = [[0], [9]] as [number[], number[]];
    const behind: [number, number][] = [
      [1, 9],
      [1, 9],
      [1, 9],
    ];
    expect(asked(apart, behind, 0, undefined, createRace(2, undefined))).toEqual([false, false, false]);
    const ahead = behind.map(([better, worse]): [number, number] => [worse, better]);
    expect(asked(apart, ahead, 0)).toEqual([false, false, false]);
    expect(asked(apart, ahead, 0, undefined, createRace(2, PATIENCE.stated, -7))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('from the third round on, when it neither gained nor expects enough to catch up', () => {
    const apart = [[0], [9]] as [number[], number[]];
    const slow: [number, number][] = [
      [20, 31],
      [10, 30.5],
      [10, 30],
      [10, 29.5],
    ];
    expect(asked(apart, slow, 1)).toEqual([false, false, true, true]);
    expect(asked(apart, slow, 7)).toEqual([false, false, false, false]);
  });

  it('earlier where fewer rows have chosen it, later where it is one of a few', () => {
    const apart = [[0], [9]] as [number[], number[]];
    const slow: [number, number][] = [
      [20, 31],
      [10, 30.5],
      [10, 30],
    ];
    const by = (patience: Patience) => asked(apart, slow, 3, undefined, createRace(2, patience));
    expect(by(PATIENCE.short)).toEqual([false, true, true]);
    expect(by(PATIENCE.stated)).toEqual([false, false, true]);
    expect(by(PATIENCE.long)).toEqual([false, false, false]);
    const quick: [number, number][] = [
      [20, 60],
      [10, 31],
    ];
    expect(asked(apart, quick, 3, undefined, createRace(2, PATIENCE.short))).toEqual([false, true]);
    expect(asked(apart, quick, 10, undefined, createRace(2, PATIENCE.short))).toEqual([false, false]);
  });

  it('never when it is the best', () => {
    const still: [number, number][] = [
      [5, 1],
      [5, 1],
      [5, 1],
      [5, 1],
    ];
    expect(asked([[0], [0]], still, 0)).toEqual([false, false, false, false]);
  });
});

it('of points near each other the best is kept', () => {
  const points = Float64Array.of(0, 0, 0.1, 0.1, 2, 2, 2.1, 2);
  expect([...bestSeparated(points, Float64Array.of(3, 1, 2, 4), 2, 3)]).toEqual([0.1, 0.1, 2, 2]);
});

describe('a fit of one column', () => {
  it.each([1, 2, 3, 4])(
    'finds the short lengthscale of rows without information about each other, seed %i',
    (seed) => {
      const n = 60;
      const generator = createGenerator('nothing in one column');
      const X = Float64Array.from({ length: n }, () => generator.uniform());
      const y = Float64Array.from({ length: n }, () => generator.normal());
      const task: TrainTask = {
        ...{ X, n, d: 1, categorical: [false], outputs: [y], seed },
        recipe: 'sklearn',
        kernel: 'rbf',
        kernelParams: {},
      };
      const problem = problemOf(task, y, planOf(task, y), {}, undefined);
      const { objective } = fitParameters(problem, { seed }, { backend: createTsBackend() });
      // Independent rows of deviation 1 have n (1 + log 2π)/2 = 85 nats.
      expect(objective).toBeGreaterThan(-90);
    },
  );

  it('finds it where 64 of the rows lie farther apart and need none so short', () => {
    const { task } = modeCase('a3', 140);
    const [y] = task.outputs;
    const problem = problemOf(task, y, planOf(task, y), {}, undefined);
    const found = [1, 2, 3, 4, 5].map(
      (seed) => fitParameters(problem, { seed }, { backend: createTsBackend() }).objective,
    );
    // Smooth curves through all rows, whose noise is held at 1e-10, are a million nats below and more.
    expect(Math.min(...found)).toBeGreaterThan(-215.441);
  });
});

it('a fit of more rows than its starts descend on finds the mode in which two columns share', () => {
  const { task } = modeCase('fa', 99);
  const [y] = task.outputs;
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const found = [1, 2, 3, 4, 5].map(
    (seed) => fitParameters(problem, { seed }, { backend: createTsBackend() }).objective,
  );
  // Modes of one short column are at −90.2 and −92.0.
  expect(Math.min(...found)).toBeGreaterThan(-81.9);
});

describe('a fit of few rows', () => {
  it.each([
    ['choose', 194, -11.6326],
    ['mine2', 215, -76.2142],
  ])('finds the best of many modes, set %s %i', (list, index, best) => {
    const { task } = modeCase(list, index);
    const [y] = task.outputs;
    const problem = problemOf(task, y, planOf(task, y), {}, undefined);
    const found = [1, 2, 3].map(
      (seed) => fitParameters(problem, { seed }, { backend: createTsBackend() }).objective,
    );
    expect(Math.min(...found)).toBeGreaterThan(best - 1e-3);
  });
});

describe('a fit of several columns', () => {
  const [n, d] = [24, 4];
  const generator = createGenerator('one rough column b');
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => Math.sin(45 * X[i * d]) + 0.3 * generator.normal());
  const task: TrainTask = {
    ...{ X, n, d, categorical: new Array<boolean>(d).fill(false), outputs: [y], seed: 1 },
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
  };
  const problem = problemOf(task, y, planOf(task, y), {}, undefined);
  const context = { backend: createTsBackend() };
  /** One descent from where the first column is rough and the others do not matter. */
  const parameters = problem.parameters.map((parameter, k) =>
    k < d ? { ...parameter, initial: parameter.initial + (k === 0 ? -4 : 3) } : parameter,
  );
  const { objective: best } = fitParameters({ ...problem, parameters }, { seed: 1, restarts: 1 }, context);

  it.each([1, 2, 3, 4])('finds a column that is much rougher than its start, seed %i', (seed) => {
    expect(fitParameters(problem, { seed }, context).objective).toBeGreaterThan(best - 1e-3);
  });
});
