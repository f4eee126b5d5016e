import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

async function session(names: readonly string[]): Promise<string> {
  const path = await service.session();
  for (const name of names)
    await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [-1, 1] });
  return path;
}

const design = (path: string, body: object) => service.call('POST', `${path}/initial-design`, body);

describe('designs in blocks', () => {
  it('keep the block of each run from the design to its analysis', async () => {
    const path = await session(['a', 'b', 'c']);
    const { status, body } = await design(path, {
      method: 'ccd',
      n_blocks: 3,
      order: 'random',
      random_seed: 4,
    });
    expect([status, body.detail]).toEqual([200, undefined]);
    const points = body.points as Record<string, number>[];
    expect(points.map(({ Block }) => Block)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3]);
    expect(body.design_info.block_runs).toEqual([5, 5, 7]);
    const again = await design(path, { method: 'ccd', n_blocks: 3, random_seed: 4 });
    expect(again.body.points).not.toEqual(points);
    const first = (list: object[]) =>
      list
        .slice(0, 5)
        .map((point) => JSON.stringify(point))
        .sort();
    expect(first(again.body.points)).toEqual(first(points));

    const evaluated = await service.call('POST', `${path}/design/evaluate`, {
      model_type: 'quadratic',
      points,
    });
    expect([evaluated.status, evaluated.body.inestimable]).toEqual([200, []]);
    const staged = await service.call('POST', `${path}/experiments/queue`, {
      items: points.map((inputs) => ({ inputs })),
    });
    expect([staged.status, staged.body.items?.[16].plot]).toEqual([200, { Block: 3 }]);
    expect(staged.body.items[0].inputs).not.toHaveProperty('Block');
    for (const [i, { id }] of staged.body.items.entries()) {
      const { a, b, Block } = points[i] as { a: number; b: number; Block: number };
      const output = 10 + 2 * a - b * b + 5 * Block + 0.01 * (i % 3);
      const done = await service.call('POST', `${path}/experiments/queue/${id}/complete`, {
        outputs: [output],
      });
      expect([done.status, done.body.detail]).toEqual([200, undefined]);
    }
    const { body: found } = await service.call('POST', `${path}/design/analyse`, {
      model_type: 'quadratic',
      block: 'Block',
    });
    const own = Object.fromEntries(found.coefficients.map((one: { name: string }) => [one.name, one]));
    expect(own['Block[3]'].estimate).toBeCloseTo(10, 1);
    expect(own.a.estimate).toBeCloseTo(2, 1);
    expect(found.root_mean_square_error).toBeLessThan(0.05);
    const without = (await service.call('POST', `${path}/design/analyse`, { model_type: 'quadratic' })).body;
    const plain = Object.fromEntries(without.coefficients.map((one: { name: string }) => [one.name, one]));
    // Blocks are orthogonal to all terms: they change no coefficient, only its error.
    for (const name of ['a', 'a*b', 'b^2']) expect(plain[name].estimate).toBeCloseTo(own[name].estimate, 8);
    expect(plain.a.standard_error).toBeGreaterThan(10 * own.a.standard_error);
  });

  it('are made by optimal designs, with existing runs in blocks of their own', async () => {
    const path = await session(['a', 'b']);
    const optimal = (body: object) =>
      service.call('POST', `${path}/optimal-design`, {
        model_type: 'quadratic',
        random_seed: 2,
        effort: 0.05,
        ...body,
      });
    const { status, body } = await optimal({ blocks: [4, 5], order: 'random' });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.points.map(({ Block }: Record<string, number>) => Block)).toEqual([
      1, 1, 1, 1, 2, 2, 2, 2, 2,
    ]);
    expect(body.design_info).toMatchObject({ n_runs: 9, p_columns: 7, criterion: 'D', block_runs: [4, 5] });
    const existing = [-1, 1].flatMap((a) => [-1, 1].map((b) => ({ a, b, Block: 3 })));
    const more = await optimal({ existing, blocks: [3, 3] });
    expect(more.body.points.slice(0, 4)).toEqual(existing);
    expect(more.body.points.slice(4).map(({ Block }: Record<string, number>) => Block)).toEqual([
      4, 4, 4, 5, 5, 5,
    ]);
    const judged = await service.call('POST', `${path}/design/evaluate`, {
      model_type: 'quadratic',
      points: more.body.points,
      block: 'Block',
    });
    expect(judged.body).toMatchObject({ inestimable: [], parameters: 8 });
    // Runs that alone have no block were not made in the block of others.
    const mixed = await optimal({
      existing: [
        { a: 0, b: 0 },
        { ...existing[0], Block: 1 },
      ],
      blocks: [9],
    });
    expect(mixed.body.points.map(({ Block }: Record<string, unknown>) => Block)).toEqual([
      ...['none', 1],
      ...new Array(9).fill(3),
    ]);
    const cases: [object, number, RegExp][] = [
      [{ blocks: [9] }, 400, /blocks: there is only one block/],
      [{ blocks: [] }, 422, /blocks/],
      [{ blocks: [4, 0] }, 422, /blocks/],
      [{ blocks: [4, 5], n_points: 8 }, 400, /n_points is 8, and the blocks have 9 runs/],
      [{ blocks: [4, 5], criterion: 'G' }, 400, /criterion: .*got 'G'/],
      [{ blocks: [4, 5], criterion: 'I', moments: 'grid' }, 400, /moments: .*got 'grid'; leave it out/],
    ];
    for (const [wrong, code, message] of cases) {
      const answer = await optimal(wrong);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([code, expect.stringMatching(message)]);
    }
  });

  it('are refused where a variable has the name of their column', async () => {
    const path = await session(['a', 'Block']);
    const { status, body } = await design(path, { method: 'full_factorial', n_blocks: 2 });
    expect([status, body.detail]).toEqual([400, expect.stringContaining("'Block'")]);
    const blocked = await service.call('POST', `${path}/optimal-design`, {
      model_type: 'linear',
      blocks: [3, 3],
    });
    expect([blocked.status, blocked.body.detail]).toEqual([400, expect.stringContaining("'Block'")]);
    const plain = await design(path, { method: 'full_factorial' });
    expect(plain.status).toBe(200);
    const staged = await service.call('POST', `${path}/experiments/queue`, {
      items: [{ inputs: { a: 0, Block: 1 } }],
    });
    expect(staged.body.items[0]).toMatchObject({ inputs: { a: 0, Block: 1 }, plot: null });
  });

  it('say what is wrong', async () => {
    const path = await session(['a', 'b', 'c']);
    const cases: [object, RegExp][] = [
      [{ method: 'full_factorial', n_blocks: 3 }, /n_blocks is 3, .* 2 or 4 blocks/],
      [{ method: 'full_factorial', n_blocks: 1 }, /n_blocks/],
      [{ method: 'fractional_factorial', fold_over: 'd' }, /fold_over 'd'.*a, b, c/],
      [{ method: 'fractional_factorial', fold_over: 'full', n_blocks: 2 }, /exclude each other/],
    ];
    for (const [body, message] of cases) {
      const answer = await design(path, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.body)).toMatch(message);
    }
    await service.call('PATCH', `${path}/variables/a`, { changes: 'hard' });
    const split = await service.call('POST', `${path}/split-plot-design`, {
      designs: { hard: { method: 'full_factorial' }, easy: { method: 'full_factorial', n_blocks: 2 } },
    });
    expect([split.status, split.body.detail]).toEqual([
      400,
      expect.stringContaining('easy design has n_blocks'),
    ]);
  });

  it('folds a fraction over', async () => {
    const path = await session(['a', 'b', 'c']);
    const { body } = await design(path, { method: 'fractional_factorial', fold_over: 'full', n_center: 0 });
    expect(body.points).toHaveLength(8);
    expect(body.design_info).toMatchObject({
      fold_over: 'full',
      block_runs: [4, 4],
      resolution: null,
      aliases: [],
    });
    expect(new Set(body.points.map(({ a, b, c }: Record<string, number>) => `${a} ${b} ${c}`)).size).toBe(8);
  });
});

it('an optimal design says what it does not take into account of existing runs', async () => {
  const path = await session(['a', 'b']);
  const warningsOf = async (body: object) => {
    const request = { model_type: 'linear', random_seed: 1, effort: 0.05, ...body };
    const answer = await service.call('POST', `${path}/optimal-design`, request);
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    return answer.body.warnings;
  };
  const existing = [
    { a: -1, b: 1, Block: 2, WholePlot: 1 },
    { a: 3, b: 1, Block: 2, WholePlot: 1 },
  ];
  expect(await warningsOf({ n_points: 6 })).toEqual([]);
  const outside = expect.stringMatching(
    /^Existing run 2 \(index 1\) lies outside the region .* 'a': 3 is outside its bounds \[-1, 1\]\. Efficiencies/,
  );
  const plots = expect.stringMatching(/^'WholePlot' of the existing runs has no effect/);
  expect(await warningsOf({ n_points: 6, existing })).toEqual([
    outside,
    expect.stringMatching(/^'Block' of the existing runs has no effect without blocks/),
    plots,
  ]);
  expect(await warningsOf({ blocks: [3, 3], existing })).toEqual([outside, plots]);
});
