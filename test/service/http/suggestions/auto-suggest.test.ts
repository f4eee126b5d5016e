import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const suggest = (path: string, body: object = {}) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', ...body });

const truth = ({ x, c }: { x: number; c: string }) => -((x - 6.3) ** 2) + (c === 'B' ? 3 : 0);

describe("strategy 'auto'", () => {
  it('runs a campaign from no row on, with nothing trained by hand', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const kinds: string[] = [];
    let best = Number.NEGATIVE_INFINITY;
    for (let run = 0; run < 14; run++) {
      const { status, body } = await suggest(path, { seed: run });
      expect(status).toBe(200);
      expect(body.data_revision).toBe(run);
      const [inputs] = body.suggestions;
      kinds.push(body.diagnostics[0].reason.kind);
      best = Math.max(best, truth(inputs));
      await service.call('POST', `${path}/experiments`, { inputs, output: truth(inputs) });
    }
    expect(kinds.slice(0, 6)).toEqual(Array(6).fill('first_points'));
    expect(kinds.slice(6)).not.toContain('first_points');
    expect(best).toBeGreaterThan(2.99);
  });

  it('explains: value against the best, nearest run, what lost, gain of more runs, recommended run', async () => {
    const path = await service.session();
    await fillSession(service, path, 12);
    const { body } = await suggest(path, { n_suggestions: 3, seed: 1, goal: 'minimize' });
    expect(body.suggestions).toHaveLength(3);
    expect(new Set(body.suggestions.map((one: object) => JSON.stringify(one))).size).toBe(3);
    for (const { reason, mean, std, std_measurement, prediction_interval_95 } of body.diagnostics) {
      expect(reason.text).toContain('Expected');
      expect(reason.expected_gain).toBeGreaterThanOrEqual(0);
      expect(reason.nearest_run.row).toBeLessThan(12);
      expect(std_measurement.Output).toBeGreaterThanOrEqual(std.Output);
      expect(prediction_interval_95.Output[0]).toBeLessThan(mean.Output - std.Output);
      expect(prediction_interval_95.Output[1]).toBeGreaterThan(mean.Output + std.Output);
      for (const { share } of reason.alternatives) expect(share).toBeLessThanOrEqual(1);
    }
    const { stop, recommendation } = body;
    expect(stop.runs).toBe(5);
    expect(stop.interval_90[0]).toBeLessThanOrEqual(stop.expected_gain);
    expect(stop.interval_90[1]).toBeGreaterThanOrEqual(stop.expected_gain);
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    expect(recommendation.inputs).toMatchObject({ c: experiments[recommendation.row].c });
  });

  it('says of each first point that repeats another one that it does, and repeats none before all are used', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 't', type: 'real', bounds: [0, 1], step: 0.3 });
    const { body } = await suggest(path, { n_suggestions: 9 });
    const times = new Map<number, number>();
    body.suggestions.forEach(({ t }: { t: number }, i: number) => {
      const before = times.get(t) ?? 0;
      const { kind, text } = body.diagnostics[i].reason;
      expect(kind).toBe(before === 0 ? 'first_points' : 'replicate');
      expect(text.includes('of this batch')).toBe(before > 0);
      times.set(t, before + 1);
      expect(before).toBeLessThanOrEqual(Math.floor(i / 4));
    });
    expect([...times.keys()].sort()).toEqual([0, 0.3, 0.6, 0.9]);
  });

  it('says that only repeats are left once every setting was measured', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'n', type: 'integer', bounds: [1, 3] });
    for (const n of [1, 2, 3, 2])
      await service.call('POST', `${path}/experiments`, { inputs: { n }, output: n });
    const { kind, text } = (await suggest(path)).body.diagnostics[0].reason;
    expect(kind).toBe('replicate');
    expect(text).toContain('only repeats are possible');
    expect(text).not.toContain('noise');
  });

  it('names the settings to use where results scatter', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    for (let i = 0; i < 14; i++) {
      const inputs = { x: (7 * i) % 10, c: i % 2 ? 'A' : 'B' };
      const output = truth(inputs) + (i % 3) - 1;
      await service.call('POST', `${path}/experiments`, { inputs, output });
    }
    const { settings, ...row } = (await suggest(path, { seed: 1 })).body.recommendation;
    expect(settings.inputs.c).toBe('B');
    expect(Math.abs(settings.inputs.x - 6.3)).toBeLessThan(1);
    expect(settings.mean.Output - settings.std.Output).toBeGreaterThanOrEqual(
      row.mean.Output - row.std.Output,
    );
  });

  it('gives the same answer for the same data and seed, also after other requests', async () => {
    const path = await service.session();
    await fillSession(service, path, 9);
    const first = (await suggest(path, { seed: 5, n_suggestions: 2 })).body;
    await suggest(path, { seed: 6 });
    const again = (await suggest(path, { seed: 5, n_suggestions: 2 })).body;
    expect(again.suggestions).toEqual(first.suggestions);
    expect(again.diagnostics).toEqual(first.diagnostics);
  });

  it('takes staged runs as under way, holds values, and proposes up to a hundred runs', async () => {
    const path = await service.session();
    await fillSession(service, path, 9);
    const one = (await suggest(path, { seed: 5 })).body.suggestions[0];
    await service.call('POST', `${path}/experiments/staged`, { inputs: one });
    const next = (await suggest(path, { seed: 5 })).body.suggestions[0];
    expect(next).not.toEqual(one);
    const held = (await suggest(path, { n_suggestions: 4, hold: { c: 'B' } })).body;
    expect(held.suggestions.map(({ c }: { c: string }) => c)).toEqual(Array(4).fill('B'));
    expect((await suggest(path, { n_suggestions: 101 })).status).toBe(422);
    const many = await suggest(path, { n_suggestions: 100, effort: 'fast' });
    expect(many.body.suggestions).toHaveLength(100);
  });

  it.each([
    [422, { xi: 0.1 }, 'xi'],
    [422, { effort: 'heroic' }, 'effort'],
    [400, { options: { surrogate: 'auto' } }, 'surrogate'],
    [400, { hold: { y: 3 } }, "'y'"],
  ])('refuses with %i what it does not take: %j', async (status, body, words) => {
    const path = await service.session();
    await fillSession(service, path, 4);
    const answer = await suggest(path, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
  });

  it('keeps the limits of the strategies that a person chooses', async () => {
    const path = await service.session();
    await fillSession(service, path, 5);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const eleven = await suggest(path, { strategy: 'qEI', n_suggestions: 11 });
    expect(eleven.status).toBe(422);
    expect((await suggest(path, { strategy: 'qEI', effort: 'fast' })).status).toBe(422);
    const none = await service.session();
    expect((await suggest(none)).body.error_type).toBe('NoVariablesError');
  });

  it('proposes only what a person can set, by any strategy, and refuses a step that is none', async () => {
    const path = await service.session();
    const add = (body: object) => service.call('POST', `${path}/variables`, body);
    expect((await add({ name: 'x', type: 'real', bounds: [0, 1], step: 0.1 })).body.step).toBe(0.1);
    expect((await add({ name: 'k', type: 'integer', bounds: [10, 50], step: 5 })).status).toBe(201);
    for (const [body, status] of [
      [{ name: 'z', type: 'real', bounds: [0, 1], step: 2 }, 400],
      [{ name: 'z', type: 'real', bounds: [0, 1], step: 0 }, 422],
      [{ name: 'z', type: 'integer', bounds: [0, 9], step: 1.5 }, 422],
      [{ name: 'z', type: 'categorical', categories: ['a', 'b'], step: 1 }, 422],
    ] as const) {
      expect((await add(body)).status).toBe(status);
    }
    const grid = new Set(Array.from({ length: 11 }, (_, i) => i / 10));
    const seen = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const { suggestions, diagnostics } = (await suggest(path, { n_suggestions: 4, seed: round })).body;
      for (const [i, { x, k }] of suggestions.entries()) {
        expect(grid.has(x)).toBe(true);
        expect(k % 5).toBe(0);
        expect(seen.has(`${x} ${k}`)).toBe(diagnostics[i].reason.kind === 'replicate');
        seen.add(`${x} ${k}`);
        await service.call('POST', `${path}/experiments`, {
          inputs: { x, k },
          output: -((x - 0.62) ** 2) - (k - 31) ** 2 / 1000,
        });
      }
    }
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const { suggestions } = (await suggest(path, { strategy: 'qEI', n_suggestions: 2 })).body;
    for (const { x } of suggestions) expect(grid.has(x)).toBe(true);
  });

  it('several objectives: keeps the goals, reports the front, and says which runs explore', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    await service.call('POST', `${path}/variables`, { name: 'y', type: 'real', bounds: [0, 1] });
    const rows = ['x,y,a,b'];
    for (let i = 0; i < 10; i++) {
      const [x, y] = [((i * 7) % 10) / 10, ((i * 3) % 10) / 10];
      rows.push(`${x},${y},${x + 0.1 * y},${1 - x + 0.2 * y}`);
    }
    const loaded = await service.upload(`${path}/experiments/upload`, rows.join('\n'), {
      target_column: 'a,b',
    });
    expect(loaded.status).toBe(200);
    const { status, body } = await suggest(path, {
      n_suggestions: 2,
      goal: ['maximize', 'minimize'],
      seed: 3,
    });
    expect(status).toBe(200);
    expect(body.pareto.goals).toEqual(['maximize', 'minimize']);
    for (const { reason } of body.diagnostics)
      expect(reason.dominated && reason.kind !== 'explore').toBe(false);
  });
});
