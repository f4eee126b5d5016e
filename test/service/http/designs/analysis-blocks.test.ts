import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** Twelve runs of two days; the second day gives 10 more. */
async function days(): Promise<string> {
  const path = await service.session();
  const lines = Array.from({ length: 12 }, (_, i) => {
    const [T, t] = [20 + 10 * (i % 4), 1 + (i % 3)];
    const wiggle = [0.1, -0.2, 0.05, 0.15, -0.1][i % 5] as number;
    return `${T},${t},${i < 6 ? 'Mon' : 'Tue'},${(0.5 * T + 3 * t + (i < 6 ? 0 : 10) + wiggle).toFixed(3)}`;
  });
  const csv = `T,t,Day,Yield\n${lines.join('\n')}\n`;
  const { body } = await service.upload(`${path}/imports`, csv, {
    plan: JSON.stringify({ columns: [{ column: 'Day', meaning: 'note' }] }),
  });
  const done = await service.call('POST', `${path}/imports/${body.import_id}/commit`);
  expect([done.status, done.body.detail]).toEqual([200, undefined]);
  return path;
}

const analyse = (path: string, body: object) => service.call('POST', `${path}/design/analyse`, body);

describe('analysis in blocks', () => {
  it('blocks have an effect of their own and none of their products', async () => {
    const path = await days();
    const without = (await analyse(path, { model_type: 'linear' })).body;
    const { status, body } = await analyse(path, { model_type: 'linear', block: 'Day' });
    expect([status, body.detail, body.block]).toEqual([200, undefined, 'Day']);
    expect(body.sequential.map(({ name }: { name: string }) => name)).toEqual(['Day', 'T', 't']);
    const day = body.coefficients.find(({ name }: { name: string }) => name.startsWith('Day'));
    expect(day.estimate).toBeCloseTo(10, 0);
    expect(body.root_mean_square_error).toBeLessThan(0.3);
    expect(without.root_mean_square_error).toBeGreaterThan(3);
    const largest = (await analyse(path, { model_type: 'largest', block: 'Day' })).body;
    expect(largest.model.terms[0]).toBe('Day');
    expect(largest.model.terms.filter((term: string) => term.includes('Day'))).toEqual(['Day']);
    expect(largest.model.terms).toContain('T');
  });

  /** Twelve runs in four plots; T is hard to change. */
  async function plots(numbers: readonly number[] = [1, 2, 3, 4]): Promise<string> {
    const path = await service.session();
    const csv = Array.from({ length: 12 }, (_, i) => {
      const plot = Math.floor(i / 3);
      const output = plot + 0.3 * (i % 3) + 0.01 * (i % 2);
      return `${[20, 80, 20, 80][plot]},${i % 3},${numbers[plot]},${output.toFixed(3)}`;
    });
    const { body } = await service.upload(`${path}/imports`, `T,t,WholePlot,Yield\n${csv.join('\n')}\n`);
    const done = await service.call('POST', `${path}/imports/${body.import_id}/commit`);
    expect([done.status, done.body.detail]).toEqual([200, undefined]);
    const hard = await service.call('PATCH', `${path}/variables/T`, { changes: 'hard' });
    expect([hard.status, hard.body.detail]).toEqual([200, undefined]);
    return path;
  }

  it('whole plots that are no blocks vary at random', async () => {
    const path = await plots();
    const plain = (await analyse(path, { model_type: 'linear' })).body;
    expect(plain.warnings).toEqual([]);
    const { variances, coefficients, tests } = plain.mixed_model;
    expect(variances.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['WholePlot', 4],
      ['Residual', 12],
    ]);
    const own = Object.fromEntries(coefficients.map((one: { name: string }) => [one.name, one]));
    const least = Object.fromEntries(plain.coefficients.map((one: { name: string }) => [one.name, one]));
    expect(own.T.degrees).toBeCloseTo(2, 6);
    expect(own.T.standard_error).toBeGreaterThan(1.5 * least.T.standard_error);
    expect(own.t.degrees).toBeCloseTo(7, 6);
    expect(own.t.standard_error).toBeLessThan(0.1 * least.t.standard_error);
    expect(tests.map(({ name }: { name: string }) => name)).toEqual(['T', 't']);
    const within = (await analyse(path, { effects: ['t'], block: 'WholePlot' })).body;
    expect([within.warnings, within.mixed_model]).toEqual([[], undefined]);
    expect(within.coefficients.at(-1).estimate).toBeCloseTo(0.3, 1);
    expect(within.coefficients.at(-1).standard_error).toBeCloseTo(own.t.standard_error, 8);
    const days12 = (await analyse(await days(), { model_type: 'linear' })).body;
    expect([days12.warnings, days12.mixed_model]).toEqual([[], undefined]);
  });

  it('plots too few for their own variance, and plots of two settings, are warned of', async () => {
    const { body } = await analyse(await plots([1, 2, 1, 2]), { model_type: 'linear' });
    expect(body.mixed_model).toBeUndefined();
    expect(body.warnings).toEqual([
      expect.stringMatching(
        /no degrees of freedom between the 2 plots of WholePlot.*block 'WholePlot', and effects without the terms/,
      ),
    ]);
    const mixed = (await analyse(await plots([1, 1, 2, 3]), { model_type: 'linear' })).body;
    expect(mixed.warnings).toEqual([expect.stringContaining("vary within a plot: 'T' in WholePlot 1. Give")]);
  });

  /** Runs in two subplots of two runs in each whole plot; v is very hard to change, u hard. */
  async function subplots(runs: number): Promise<string> {
    const path = await service.session();
    const lines = Array.from({ length: runs }, (_, i) => {
      const [plot, subplot] = [Math.floor(i / 4), Math.floor(i / 2) % 2];
      const u = (subplot + plot) % 2;
      const wiggle = [0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0, -0.5][i >> 1] as number;
      const output = 3 * (plot % 2) + u + 0.5 * (i % 2) + wiggle + 0.01 * (i % 3);
      return `${plot % 2},${u},${i % 2},${plot + 1},${subplot + 1},${output.toFixed(3)}`;
    });
    const csv = `v,u,t,WholePlot,Subplot,Yield\n${lines.join('\n')}\n`;
    const { body } = await service.upload(`${path}/imports`, csv);
    const done = await service.call('POST', `${path}/imports/${body.import_id}/commit`);
    expect([done.status, done.body.detail]).toEqual([200, undefined]);
    for (const [name, changes] of [
      ['v', 'very_hard'],
      ['u', 'hard'],
    ])
      await service.call('PATCH', `${path}/variables/${name}`, { changes });
    return path;
  }

  it('subplots are numbered within their whole plot, also where whole plots are blocks', async () => {
    const path = await subplots(16);
    const counts = async (request: object) => {
      const { mixed_model, warnings } = (await analyse(path, request)).body;
      expect(warnings).toEqual([]);
      return mixed_model.variances.map(({ name, count }: { name: string; count: number }) => [name, count]);
    };
    const inner = [
      ['Subplot', 8],
      ['Residual', 16],
    ];
    expect(await counts({ effects: ['v', 'u', 't'] })).toEqual([['WholePlot', 4], ...inner]);
    expect(await counts({ effects: ['u', 't'], block: 'WholePlot' })).toEqual(inner);
  });

  it('subplots without degrees of freedom are not advised to take blocks that there are', async () => {
    const { body } = await analyse(await subplots(8), { effects: ['u', 't', 'v*u'], block: 'WholePlot' });
    expect(body.warnings).toEqual([
      expect.stringMatching(/^The runs were made in subplots.* between the 4 plots of Subplot.*too small\.$/),
    ]);
  });

  it('a column that cannot be one is named with those that can', async () => {
    const path = await days();
    for (const block of ['Week', 'T', 'Yield']) {
      const { status, body } = await analyse(path, { model_type: 'linear', block });
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`block: '${block}'`)]);
      expect(body.detail).toContain("'Day'");
    }
  });

  it('a mixture, with categories, opens on what its runs estimate', async () => {
    const path = await service.session();
    for (const name of ['a', 'b', 'c']) {
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    }
    await service.call('POST', `${path}/variables`, {
      name: 'base',
      type: 'categorical',
      values: ['x', 'y'],
    });
    const points = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.5, 0.5, 0],
      [0.5, 0, 0.5],
      [0, 0.5, 0.5],
      [0.2, 0.3, 0.5],
    ] as const;
    for (const base of ['x', 'y']) {
      for (const [a, b, c] of points) {
        const output = 5 * a + 3 * b + c + 4 * a * b + (base === 'x' ? 0 : 2) + 0.01 * a * c;
        await service.call('POST', `${path}/experiments`, { inputs: { a, b, c, base }, output });
      }
    }
    const { status, body } = await analyse(path, { model_type: 'largest' });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.model.terms).toEqual(expect.arrayContaining(['a', 'b', 'base']));
    expect(body.model.dropped).toContain('c');
    expect(body.r_squared).toBeGreaterThan(0.99);
  });
});

describe('the analysis of a mixture', () => {
  it('names a run whose amounts miss their total', async () => {
    const path = await service.session();
    for (const name of ['a', 'b'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    const total = { type: 'equality', coefficients: { a: 1, b: 1 }, rhs: 1 };
    await service.call('POST', `${path}/constraints`, total);
    const runs = [0, 0.2, 0.4, 0.6, 1].map((a) => ({ inputs: { a, b: 1 - a }, output: 2 + a * a }));
    await service.call('POST', `${path}/experiments/batch`, { experiments: runs });
    const good = (await analyse(path, { model_type: 'linear' })).body;
    expect([good.warnings, good.mixture?.total]).toEqual([[], 1]);
    await service.call('POST', `${path}/experiments`, { inputs: { a: 0.9, b: 0.4 }, output: 3 });
    const { warnings, mixture } = (await analyse(path, { model_type: 'linear' })).body;
    expect([warnings, mixture]).toEqual([
      [expect.stringContaining('The amounts of experiment 6 (index 5) add up to 1.3 instead of 1')],
      undefined,
    ]);
  });
});
