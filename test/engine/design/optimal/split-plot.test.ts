import { describe, expect, it } from 'vitest';
import { reference, splitPlotTask } from '../../../../bench/support/design-problems.ts';
import { modelMatrix, toCoded } from '../../../../src/engine/design/optimal/model/coding.ts';
import { buildModel } from '../../../../src/engine/design/optimal/model/model-terms.ts';
import { optimalSplitPlotDesign } from '../../../../src/engine/design/optimal/split-plots/optimal-split-plot.ts';
import { splitPlotInformation } from '../../../../src/engine/design/optimal/split-plots/split-plot-moves.ts';
import { plotStructure } from '../../../../src/engine/design/optimal/split-plots/split-plot-structure.ts';
import type { OptimalSplitPlotTask } from '../../../../src/engine/design/optimal/split-plots/split-plot-task.ts';
import { CancelledError, ValueError } from '../../../../src/engine/errors.ts';
import { choleskyLower, inverseFromFactor } from '../../../../src/engine/linalg/cholesky.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { integer, labels, real, spaceOf } from '../support.ts';
import { backend } from './support.ts';

/** X'V⁻¹X by way of the dense V. */
function denseInformation(X: Float64Array, p: number, task: OptimalSplitPlotTask): Float64Array {
  const n = X.length / p;
  const V = new Float64Array(n * n);
  let units = 1;
  for (const { unitsInParent, varianceRatio = 0 } of task.strata) {
    units *= unitsInParent;
    const size = n / units;
    const ratio = size === 1 ? 1 : varianceRatio;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < n; k++) {
        if (Math.floor(i / size) === Math.floor(k / size)) V[i * n + k] = (V[i * n + k] as number) + ratio;
      }
    }
  }
  const inverse = inverseFromFactor(choleskyLower(V, n) as Float64Array, n);
  const M = new Float64Array(p * p);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      for (let a = 0; a < p; a++) {
        for (let b = 0; b < p; b++) {
          M[a * p + b] =
            (M[a * p + b] as number) +
            (X[i * p + a] as number) * (inverse[i * n + k] as number) * (X[k * p + b] as number);
        }
      }
    }
  }
  return M;
}

describe('optimal split-plot designs', () => {
  it('weigh plot totals as the inverse of the covariance does, for two and three strata', () => {
    const generator = createGenerator(5);
    for (const problem of reference.split_plot_designs) {
      const task = splitPlotTask(problem);
      const p = problem.n_parameters;
      const plots = plotStructure(task.strata);
      const n = plots.at(-1)?.count ?? 0;
      const X = Float64Array.from({ length: n * p }, () => generator.normal());
      const fast = splitPlotInformation(X, p, plots);
      denseInformation(X, p, task).forEach((value, k) => {
        expect(fast[k]).toBeCloseTo(value, 8);
      });
    }
  });

  it.each(reference.split_plot_designs.map((problem) => [problem.id, problem] as const))(
    'reach the best known value of %s',
    (_, problem) => {
      const task = splitPlotTask(problem);
      const { points, count, wholePlot, subplot, summary } = optimalSplitPlotDesign(
        { ...task, effort: 0.1 },
        { backend },
      );
      expect(summary.columns).toBe(problem.n_parameters);
      expect(summary.dEfficiency / problem.best_known).toBeGreaterThan(0.997);
      const d = task.changes.length;
      const plots = [wholePlot, subplot ?? wholePlot];
      for (let i = 1; i < count; i++) {
        task.changes.forEach((change, j) => {
          const stratum = task.strata.findIndex(({ level }) => level === change);
          const plot = stratum === task.strata.length - 1 ? undefined : plots[stratum];
          if (plot !== undefined && plot[i] === plot[i - 1])
            expect(points[i * d + j]).toBe(points[(i - 1) * d + j]);
        });
      }
      const model = buildModel(task.space.dimensions, task);
      const M = denseInformation(
        modelMatrix(model, toCoded(task.space.dimensions, points)),
        summary.columns,
        task,
      );
      const L = choleskyLower(M, summary.columns) as Float64Array;
      let logDet = 0;
      for (let i = 0; i < summary.columns; i++) logDet += 2 * Math.log(L[i * summary.columns + i] as number);
      expect((100 * Math.exp(logDet / summary.columns)) / count).toBeCloseTo(summary.dEfficiency, 8);
    },
  );

  const task: OptimalSplitPlotTask = {
    space: spaceOf([real('w'), real('s'), labels('k', 'p', 'q')]),
    changes: ['hard', 'easy', 'easy'],
    strata: [
      { level: 'hard', unitsInParent: 5, varianceRatio: 1 },
      { level: 'easy', unitsInParent: 4 },
    ],
    modelType: 'quadratic',
    seed: 1,
    effort: 0.1,
  };
  const design = (changes: Partial<OptimalSplitPlotTask>) =>
    optimalSplitPlotDesign({ ...task, ...changes }, { backend });

  it('serve I: less average variance than the D-optimal design; the same design for the same seed', () => {
    const best = design({ criterion: 'I' });
    expect(best.summary.averageVariance).toBeLessThan(design({}).summary.averageVariance);
    expect(best.summary.score).toBeCloseTo(-20 * best.summary.averageVariance, 9);
    expect(design({ criterion: 'I' })).toEqual(best);
  });

  it('leave the lattice where that helps', () => {
    const { dEfficiency } = design({}).summary;
    expect(design({ continuous: true }).summary.dEfficiency).toBeGreaterThanOrEqual(dEfficiency);
  });

  it('keep constraints that tie hard and easy variables', () => {
    const constraint = { name: 'c', type: 'inequality' as const, coefficients: [1, 1, 0], rhs: 0.5 };
    const { points } = design({ space: spaceOf(task.space.dimensions, [constraint]), levels: 5 });
    for (let at = 0; at < points.length; at += 3) {
      expect((points[at] as number) + (points[at + 1] as number)).toBeLessThanOrEqual(0.5 + 1e-8);
    }
  });

  it.each([
    [{ strata: task.strata.slice(1) }, /strata from the outermost to 'easy'/],
    [{ changes: ['very_hard', 'easy', 'easy'] }, /changes at 'very_hard', which has no stratum/],
    [
      {
        strata: [
          { level: 'hard', unitsInParent: 1 },
          { level: 'easy', unitsInParent: 4 },
        ],
      },
      /contain 4 runs, the model has 9/,
    ],
    [
      {
        strata: [
          { level: 'hard', unitsInParent: 5, varianceRatio: -1 },
          { level: 'easy', unitsInParent: 4 },
        ],
      },
      /variance ratio -1/,
    ],
    [
      {
        strata: [
          { level: 'hard', unitsInParent: 2.5 },
          { level: 'easy', unitsInParent: 4 },
        ],
      },
      /2.5 units/,
    ],
    [{ levels: 2 }, /^split-plot design: the candidate points cannot estimate .*\^2'.*allow more n_levels/],
  ] as [Partial<OptimalSplitPlotTask>, RegExp][])('refuse (%#)', (changes, message) => {
    expect(() => design(changes)).toThrow(ValueError);
    expect(() => design(changes)).toThrow(message);
  });

  it('report progress and can be cancelled', () => {
    const seen: number[] = [];
    optimalSplitPlotDesign(task, { backend, progress: (fraction) => seen.push(fraction) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    expect(() => optimalSplitPlotDesign(task, { backend, cancelled: () => true })).toThrow(CancelledError);
  });
});

// As many points as effects, and plots that can just hold them: random starts never meet the one division of the points.
it.each([
  [4, 6],
  [5, 8],
])('finds a design of a narrow region of %i whole numbers in plots of %i runs', (count, runsPerPlot) => {
  const names = [...'abcde'].slice(0, count);
  const sum = { name: 'sum', type: 'inequality', coefficients: names.map(() => 1), rhs: 2 } as const;
  const { points } = optimalSplitPlotDesign(
    {
      space: spaceOf(
        names.map((name) => integer(name, 0, 4)),
        [sum],
      ),
      modelType: 'quadratic',
      changes: names.map((_, j) => (j === 0 ? 'hard' : 'easy')),
      strata: [
        { level: 'hard', unitsInParent: 4, varianceRatio: 1 },
        { level: 'easy', unitsInParent: runsPerPlot },
      ],
      seed: 1,
      effort: 0.05,
    },
    { backend },
  );
  const runs = Array.from({ length: 4 * runsPerPlot }, (_, i) => points.slice(i * count, (i + 1) * count));
  expect(new Set(runs.map((run) => run.join())).size).toBe((count * (count + 3)) / 2 + 1);
  for (const [i, run] of runs.entries()) {
    expect(run[0]).toBe(runs[i - (i % runsPerPlot)]?.[0]);
    expect(run.reduce((total, value) => total + value, 0)).toBeLessThanOrEqual(2);
  }
});

// Of three values per variable the combination leaves one; five leave two.
it.each([
  [0.5, [0, 0.25]],
  [0.2, [0, 0.125]],
])('takes more values where a combination from %d on leaves too few of three', (low, values) => {
  const task: OptimalSplitPlotTask = {
    space: spaceOf([real('v', 0, 1), real('a', -3, 3)]),
    modelType: 'linear',
    changes: ['hard', 'easy'],
    strata: [
      { level: 'hard', unitsInParent: 4, varianceRatio: 1 },
      { level: 'easy', unitsInParent: 2 },
    ],
    forbidden: [{ conditions: [{ dimension: 0, low, high: 1 }] }],
    seed: 1,
    effort: 0.05,
  };
  const { points } = optimalSplitPlotDesign(task, { backend });
  expect([...new Set(points.filter((_, at) => at % 2 === 0))].sort()).toEqual(values);
  expect(() => optimalSplitPlotDesign({ ...task, levels: 3 }, { backend })).toThrow(
    /cannot estimate 'v' .*allow more n_levels, or forbid fewer combinations/,
  );
});
