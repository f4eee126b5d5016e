import { describe, expect, it } from 'vitest';
import { joinSteps, runAlone, type Steps } from '../../../../src/engine/compute/lockstep.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import type { TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { groupedFolds } from '../../../../src/engine/gp/validation/validation.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

const context = { backend };

/** 12 settings, each measured `times` times with noise. */
function repeated(times: number, noise: number, change: Partial<TrainTask> = {}): TrainTask {
  const generator = createGenerator('validation');
  const settings = Array.from({ length: 12 }, () => [generator.uniform(), generator.uniform()]);
  const rows = Array.from({ length: times }, () => settings).flat();
  return {
    X: Float64Array.from(rows.flat()),
    n: rows.length,
    d: 2,
    categorical: [false, false],
    outputs: [Float64Array.from(rows, ([a, b]) => Math.sin(5 * a) + b + noise * generator.normal())],
    recipe: 'auto',
    kernel: 'matern',
    kernelParams: {},
    seed: 4,
    ...change,
  };
}

describe('folds', () => {
  it('keep rows with equal inputs together, and hold every row once', () => {
    const task = repeated(3, 0.1);
    const folds = groupedFolds(task, 1) as Int32Array[];
    expect(folds).toHaveLength(5);
    expect([...folds.flatMap((fold) => [...fold])].sort((a, b) => a - b)).toEqual([...Array(36).keys()]);
    for (const fold of folds) {
      const left = new Set(fold);
      for (const row of fold)
        for (const other of [row, row + 12, row + 24]) if (other < 36) expect(left.has(other)).toBe(true);
    }
    expect(Math.max(...folds.map(({ length }) => length))).toBeLessThanOrEqual(9);
  });

  it('are none where all rows have the same inputs, and no more than there are settings', () => {
    expect(groupedFolds({ X: new Float64Array(8).fill(2), n: 4, d: 2 }, 1)).toBeUndefined();
    expect(groupedFolds({ X: Float64Array.of(1, 1, 2, 2), n: 4, d: 1 }, 1)).toHaveLength(2);
  });
});

describe.each(['auto', 'botorch', 'sklearn'] as const)('validation of recipe %s', (recipe) => {
  it('scores rows by fits that have not seen them', () => {
    const task = repeated(1, 0.05, { recipe });
    const validation = train(task, context).validation[0];
    if (!validation) throw new Error('no validation');
    expect([...validation.rows].sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
    validation.rows.forEach((row, i) => {
      expect(validation.actual[i]).toBe(task.outputs[0][row]);
      expect(validation.std[i]).toBeGreaterThan(0);
      expect(validation.level[i]).toBeGreaterThanOrEqual(0);
      expect(validation.level[i]).toBeLessThanOrEqual(1);
      expect(Number.isFinite(validation.logDensity[i])).toBe(true);
      expect(validation.crps[i]).toBeGreaterThanOrEqual(0);
    });
  });

  it('does not let the outputs of a row touch its own prediction', () => {
    const task = repeated(1, 0.05, { recipe, options: { restarts: 2 } });
    const before = train(task, context).validation[0];
    const y = task.outputs[0].slice();
    const row = before?.rows[0] as number;
    y[row] += 50;
    const after = train({ ...task, outputs: [y] }, context).validation[0];
    const spread = Math.max(...task.outputs[0]) - Math.min(...task.outputs[0]);
    expect(Math.abs((after?.predicted[0] as number) - (before?.predicted[0] as number))).toBeLessThan(spread);
  });

  it('has no density where the outputs of the other folds are all equal', () => {
    const y = new Float64Array(12).fill(5);
    y[3] = 6;
    const validation = train(repeated(1, 0, { recipe, outputs: [y] }), context).validation[0];
    if (!validation) throw new Error('no validation');
    const { rows, logDensity, crps } = validation;
    const at = rows.indexOf(3);
    expect(logDensity[at]).toBeNaN();
    expect(crps[at]).toBeGreaterThan(0.5);
    expect(logDensity.some((value) => Number.isFinite(value))).toBe(true);
  });

  it('is the same for the same seed', () => {
    const task = repeated(2, 0.2, { recipe });
    const scores = () => train(task, context).validation[0]?.logDensity;
    expect(scores()).toEqual(scores());
  });
});

describe('a training by auto', () => {
  it('scores pure noise honestly although replicates agree', () => {
    // Three measurements of each setting that differ little, around levels that no column explains.
    const generator = createGenerator('levels');
    const levels = Array.from({ length: 12 }, () => generator.normal());
    const task = repeated(3, 0);
    const y = Float64Array.from({ length: 36 }, (_, i) => levels[i % 12] + 0.01 * generator.normal());
    const validation = train({ ...task, outputs: [y] }, context).validation[0];
    const inside = validation?.level.filter((level) => level > 0.025 && level < 0.975).length ?? 0;
    expect(inside).toBeGreaterThan(28);
  });

  it('gives each variable a share with an interval; an idle one may have none', () => {
    const result = train(repeated(3, 0.02, { outputs: [] as never, ...oneActive() }), context);
    const [active, idle] = result.importance[0] ?? [];
    expect(active.low).toBeGreaterThan(0.5);
    expect(idle.high).toBeLessThan(0.4);
    expect(idle.high).toBeGreaterThan(0);
    for (const { share, low, high } of [active, idle]) {
      expect(low).toBeLessThanOrEqual(share);
      expect(share).toBeLessThanOrEqual(high);
    }
  });

  it('needs one row, and is not validated below five', () => {
    const { X, d, ...rest } = repeated(1, 0.1);
    const one = train({ ...rest, X: X.slice(0, 2), n: 1, d, outputs: [Float64Array.of(7)] }, context);
    expect(one.validation).toEqual([undefined]);
    expect(one.models[0].members).toHaveLength(16);
  });

  it('takes the width of a column without spread from its range', () => {
    const task = { ...repeated(1, 0.1), n: 1, X: Float64Array.of(80, 2), outputs: [Float64Array.of(7)] };
    const { models } = train({ ...task, ranges: [[20, 120], null] }, context);
    expect([...models[0].inputScale]).toEqual([100, 1]);
  });
});

describe.each(['auto', 'botorch'] as const)('an offset of the outputs, recipe %s', (recipe) => {
  it('changes no score', () => {
    const task = repeated(1, 0.05, { recipe });
    // Multiples of 2^-16 beside 2^36 are exact.
    const y = task.outputs[0].map((value) => Math.round(value * 2 ** 16) / 2 ** 16);
    const scored = (offset: number) =>
      train({ ...task, outputs: [y.map((value) => value + offset)] }, context).validation[0];
    const [low, high] = [scored(0), scored(2 ** 36)];
    if (!low || !high) throw new Error('no validation');
    for (const field of ['std', 'logDensity', 'crps', 'level'] as const)
      high[field].forEach((value, i) => {
        expect(value).toBeCloseTo(low[field][i], 3);
      });
  });
});

function oneActive(): Partial<TrainTask> {
  const { X, n } = repeated(3, 0);
  const generator = createGenerator('active');
  return {
    outputs: [Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[2 * i]) + 0.02 * generator.normal())],
  };
}

describe('work advanced together', () => {
  it('gives the results in order, whatever the lengths', () => {
    const rounds: number[] = [];
    const ts = createTsBackend();
    const counted = {
      ...ts,
      run: (program: Parameters<typeof ts.run>[0]) => void rounds.push(program.length),
    };
    const slot = ts.alloc(1);
    function* work(steps: number): Steps<number> {
      for (let i = 0; i < steps; i++)
        yield [{ op: 'cholesky' as const, dims: Int32Array.of(0, 0), inputs: [slot], outputs: [slot] }];
      return steps;
    }
    expect(runAlone(joinSteps([work(2), work(0), work(3)]), counted)).toEqual([2, 0, 3]);
    expect(rounds).toEqual([2, 2, 1]);
  });
});
