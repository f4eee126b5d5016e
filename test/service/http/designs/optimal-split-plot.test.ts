import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

interface SplitPlotProblem {
  readonly id: string;
  readonly variables: readonly {
    readonly name: string;
    readonly categories?: string[];
    readonly changes: string;
  }[];
  readonly model: { readonly type: string };
  readonly criterion: string;
  readonly n_parameters: number;
  readonly strata: readonly {
    readonly changes: string;
    readonly units_in_parent: number;
    readonly variance_ratio?: number;
  }[];
  readonly levels_per_real_factor: number;
  readonly n_runs: number;
  readonly best_known: number;
}

describe('optimal split-plot designs', () => {
  const oracle = new URL('../../../oracle/optimal-designs.json', import.meta.url);
  const problems = (JSON.parse(readFileSync(oracle, 'utf8')) as { split_plot_designs: SplitPlotProblem[] })
    .split_plot_designs;

  it.each(['sp-c3r2-5x4-D', 'ssp-int-4x2x4-D'])('reaches the best known value of %s', async (id) => {
    const problem = problems.find((own) => own.id === id) as SplitPlotProblem;
    const { call, session } = service;
    const other = await session();
    for (const { categories, ...variable } of problem.variables) {
      const labels = categories === undefined ? {} : { categories };
      await call('POST', `${other}/variables`, { ...variable, ...labels });
    }
    const ratios = problem.strata.flatMap(({ changes, variance_ratio: ratio }) =>
      ratio === undefined ? [] : [[changes, ratio]],
    );
    const body = {
      model_type: problem.model.type,
      criterion: problem.criterion,
      units: Object.fromEntries(problem.strata.map((stratum) => [stratum.changes, stratum.units_in_parent])),
      variance_ratios: Object.fromEntries(ratios),
      n_levels: problem.levels_per_real_factor,
      effort: 0.1,
      random_seed: 1,
    };
    const made = await call('POST', `${other}/optimal-split-plot-design`, body);
    expect([made.status, made.headers['x-service-saved']]).toEqual([200, 'true']);
    const { points, info, n_points } = made.body;
    expect(info).toMatchObject({
      criterion: 'D',
      p_columns: problem.n_parameters,
      n_runs: problem.n_runs,
      random_seed: 1,
    });
    expect(info.D_eff / problem.best_known).toBeGreaterThan(0.997);
    expect(n_points).toBe(problem.n_runs);
    expect(points.map((point: { RunOrder: number }) => point.RunOrder)).toEqual(
      Array.from({ length: n_points }, (_, i) => i + 1),
    );
    const columns = problem.strata.length === 3 ? ['WholePlot', 'Subplot'] : ['WholePlot'];
    info.strata.slice(0, -1).forEach((stratum: { variables: string[]; total: number }, depth: number) => {
      const column = columns[depth] as string;
      const plots = Map.groupBy(points, (point: Record<string, unknown>) => point[column]);
      expect(plots.size).toBe(stratum.total);
      for (const name of stratum.variables) {
        const values = [...plots.values()].map((runs) => new Set(runs.map((run) => run[name])));
        expect(values.every((own) => own.size === 1)).toBe(true);
        expect(new Set(values.map(([value]) => value)).size).toBeGreaterThan(1);
      }
    });
    const staged = await call('POST', `${other}/experiments/staged/batch`, {
      experiments: points.map(({ Reason: _reason, ...inputs }: Record<string, unknown>) => inputs),
    });
    expect(staged.body.experiments[0]).toMatchObject({ WholePlot: 1, RunOrder: 1 });
    const { entries } = (await call('GET', `${other}/audit`)).body;
    expect(entries.at(-1)).toMatchObject({
      entry_type: 'data_locked',
      parameters: { design: 'optimal_split_plot', units: body.units, random_seed: 1, n_points },
    });
  });

  it('needs plots for the levels that variables change at, and says what is wrong', async () => {
    const { call, session } = service;
    const other = await session();
    const body = { model_type: 'linear', units: { hard: 4, easy: 2 }, effort: 0.1, random_seed: 1 };
    const ask = (more: object) => call('POST', `${other}/optimal-split-plot-design`, { ...body, ...more });
    await call('POST', `${other}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    expect((await ask({})).status).toBe(400);
    await call('POST', `${other}/variables`, { name: 'h', type: 'real', bounds: [0, 10], changes: 'hard' });
    const made = await ask({ forbidden: [{ h: 10, x: [5, 10] }] });
    expect(made.status).toBe(200);
    expect(made.body.points.some(({ h, x }: { h: number; x: number }) => h === 10 && x >= 5)).toBe(false);
    expect(made.body.info.strata).toEqual([
      { level: 'hard', variables: ['h'], units: 4, total: 4, variance_ratio: 1 },
      { level: 'easy', variables: ['x'], units: 2, total: 8, variance_ratio: null },
    ]);
    for (const [status, more] of [
      [422, { extra: 1 }],
      [422, { units: { hard: 4 } }],
      [422, { units: { hard: 0, easy: 2 } }],
      [422, { units: { hard: 4, easy: 2, soft: 2 } }],
      [422, { variance_ratios: { hard: -1 } }],
      [422, { variance_ratios: { easy: 1 } }],
      [422, { criterion: 'G' }],
      [400, { units: { easy: 4 } }],
      [400, { units: { very_hard: 2, hard: 4, easy: 2 } }],
      [400, { variance_ratios: { very_hard: 1 } }],
      [400, { units: { hard: 100, easy: 51 } }],
      [400, { units: { hard: 2, easy: 1 } }],
      [400, { model_type: 'quadratic', units: { hard: 2, easy: 4 } }],
      [400, { effects: ['h'] }],
      [400, { forbidden: [{ q: 1 }] }],
    ] as const) {
      expect([(await ask(more)).status, more]).toEqual([status, more]);
    }
  });
});
