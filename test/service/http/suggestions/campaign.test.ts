import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const suggest = (path: string, body: object = {}) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', ...body });

const key = (inputs: object) => JSON.stringify(inputs);

describe('candidates', () => {
  it('are not kept to by a strategy by name, which says so', async () => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 20] });
    for (const x of [1, 4, 9, 13, 18])
      await call('POST', `${path}/experiments`, { inputs: { x }, output: Math.sin(x / 4) });
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const warnings = async (): Promise<string[]> =>
      (await call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', seed: 1 })).body.diagnostics[0]
        .warnings;
    expect(await warnings()).toEqual([]);
    await call('PUT', `${path}/candidates`, { candidates: [{ x: 2 }, { x: 17 }] });
    expect(await warnings()).toEqual([
      "strategy 'EI' ignores the candidate list of the session; strategy 'auto' uses it",
    ]);
  });

  it('are proposed once, whatever is observed', async () => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 20] });
    await call('POST', `${path}/variables`, { name: 'humidity', type: 'context' });
    const candidates = Array.from({ length: 12 }, (_, x) => ({ x }));
    await call('PUT', `${path}/candidates`, { candidates });
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) {
      const asked = { strategy: 'auto', n_suggestions: 3, observed: { humidity: 40 + i }, effort: 'fast' };
      const { body } = await call('POST', `${path}/acquisition/suggest`, asked);
      for (const { x } of body.suggestions) {
        seen.push(x);
        const inputs = { x, humidity: 40 + i };
        await call('POST', `${path}/experiments`, { inputs, output: Math.exp(-x) });
      }
    }
    expect(seen.sort((a, b) => a - b)).toEqual(candidates.map(({ x }) => x));
    const more = await call('POST', `${path}/acquisition/suggest`, {
      strategy: 'auto',
      observed: { humidity: 50 },
    });
    expect([more.status, more.body.detail]).toEqual([400, expect.stringContaining('none of the 12 runs')]);
  });

  it('are the only runs proposed, each at most once, from the first run on', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const list = Array.from({ length: 14 }, (_, i) => ({
      x: Number((0.7 * i).toFixed(1)),
      c: i % 3 ? 'A' : 'B',
    }));
    const put = await service.call('PUT', `${path}/candidates`, { candidates: list });
    expect(put.body).toMatchObject({ total: 14, repeats: false });
    const seen: string[] = [];
    for (let round = 0; round < 7; round++) {
      const { status, body } = await suggest(path, { n_suggestions: 2, seed: round });
      expect(status).toBe(200);
      for (const inputs of body.suggestions) {
        seen.push(key(inputs));
        await service.call('POST', `${path}/experiments`, { inputs, output: -((inputs.x - 5) ** 2) });
      }
    }
    expect(seen.toSorted()).toEqual(list.map(key).toSorted());
    const none = await suggest(path);
    expect(none.status).toBe(400);
    expect(none.body.detail).toContain('none of the 14 runs');
    await service.call('PUT', `${path}/candidates`, { candidates: list, repeats: true });
    const again = await suggest(path);
    expect(list.map(key)).toContain(key(again.body.suggestions[0]));
  });

  it('have no effect on a backtest, which replays the recorded runs', async () => {
    const { call } = service;
    const path = await service.session();
    await call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 20] });
    for (let x = 0; x < 12; x++)
      await call('POST', `${path}/experiments`, { inputs: { x }, output: Math.sin(x / 4) });
    const asked = { batch_sizes: [4], repeats: 2, seed: 1 };
    const before = await call('POST', `${path}/backtest`, asked);
    await call('PUT', `${path}/candidates`, { candidates: [{ x: 2.5 }] });
    expect((await call('POST', `${path}/backtest`, asked)).body).toEqual(before.body);
    await call('POST', `${path}/variables`, {
      name: 'late',
      type: 'real',
      bounds: [0, 1],
      recorded_value: 0,
    });
    const after = await call('POST', `${path}/backtest`, asked);
    expect([after.status, after.body.detail]).toEqual([200, undefined]);
  });

  it('keep all their digits on a logarithmic scale, so that none is proposed twice', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, {
      ...{ name: 'c', type: 'real', bounds: [0.001, 1000], scale: 'log' },
    });
    const candidates = Array.from({ length: 12 }, (_, i) => ({ c: 0.0013 * Math.exp(i) }));
    await service.call('PUT', `${path}/candidates`, { candidates });
    const seen: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { body } = await suggest(path, { n_suggestions: 4, effort: 'fast', seed: 1 });
      for (const inputs of body.suggestions) {
        seen.push(key(inputs));
        await service.call('POST', `${path}/experiments`, { inputs, output: Math.sin(Math.log(inputs.c)) });
      }
    }
    expect(seen.toSorted()).toEqual(candidates.map(key).toSorted());
    expect((await service.call('GET', `${path}/candidates`)).body.left).toBe(0);
  });

  it('report how many are left, and may be allowed to repeat without being sent again', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const none = await service.call('PATCH', `${path}/candidates`, { repeats: true });
    expect([none.status, none.body.detail]).toEqual([404, expect.stringContaining('no candidates')]);
    const candidates = [1, 2, 3, 4].map((x) => ({ x, c: 'A' }));
    const put = await service.call('PUT', `${path}/candidates`, { candidates });
    expect(put.body).toMatchObject({ total: 4, left: 4, repeats: false });
    await service.call('POST', `${path}/experiments`, { inputs: candidates[0], output: 1 });
    await service.call('POST', `${path}/experiments/queue`, { items: [{ inputs: candidates[1] }] });
    const page = async () => (await service.call('GET', `${path}/candidates?limit=1`)).body;
    expect(await page()).toEqual({ candidates: [candidates[0]], total: 4, left: 2, repeats: false });
    const patched = await service.call('PATCH', `${path}/candidates`, { repeats: true });
    expect(patched.body).toMatchObject({ total: 4, left: 4, repeats: true });
    expect(await page()).toMatchObject({ total: 4, repeats: true });
    const wrong = await service.call('PATCH', `${path}/candidates`, { repeats: 'yes' });
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'repeats']]);
  });

  it('of a file name the columns that are missing, and the lines of the first cells that do not fit', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const refused = async (file: string) => {
      const { status, body } = await service.upload(`${path}/candidates/upload`, file);
      expect(status).toBe(400);
      return body.detail;
    };
    expect(await refused('x,Well\n1,A1\n')).toContain('the file has no column for');
    expect(await refused('Stock list\n\nx,c\n1,A\n99,A\n\n,B\n2,Q\n')).toMatch(
      /^candidates: 3 faults: \(1\) line 5, variable 'x': 99 is outside .*\. \(2\) line 7, variable 'x' has no value; give one\. \(3\) line 8, variable 'c': 'Q' is not declared/,
    );
    const many = await refused(`x,c\n${'99,A\n'.repeat(40)}`);
    expect(many.match(/line \d+/g)).toEqual(['line 2', 'line 3', 'line 4', 'line 5', 'line 6']);
    expect(many).toMatch(/^candidates: 40 faults: .*\. 35 more$/);
    const said = await refused('sep=;\nx;c\n1;A\n99;A\n');
    expect(said).toContain("line 4, variable 'x'");
    const linear = [{ name: 'vial', coefficients: { x: 2 }, at_most: 10 }];
    expect((await service.call('PUT', `${path}/rules`, { linear })).status).toBe(200);
    expect(await refused('x,c\n\n1,A\n7,A\n')).toMatch(/^candidates: line 4: /);
  });

  it('of a file have the columns of variables written with their own unit, whatever it is', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, {
      name: 'Gloss',
      type: 'real',
      bounds: [0, 100],
      unit: 'GU',
    });
    for (const column of ['Gloss (GU)', 'Gloss [GU]', 'Gloss in GU']) {
      const { status, body } = await service.upload(
        `${path}/candidates/upload`,
        `Name,${column}\na,20\nb,80\n`,
      );
      expect([status, body.total]).toEqual([200, 2]);
      const { candidates } = (await service.call('GET', `${path}/candidates`)).body;
      expect(candidates).toEqual([
        { Name: 'a', Gloss: 20 },
        { Name: 'b', Gloss: 80 },
      ]);
    }
    const other = await service.upload(`${path}/candidates/upload`, 'Name,Gloss (HU)\na,20\n');
    expect([other.status, other.body.detail]).toEqual([400, expect.stringContaining("'Gloss'")]);
  });

  it('keep what stands beside the settings, and suggestions report it', async () => {
    const path = await service.session();
    await fillSession(service, path, 12);
    const loaded = await service.upload(
      `${path}/candidates/upload`,
      'Compound,x,SMILES,c\nethanol,0.25,CCO,A\nphenol,0.5,,B\n',
    );
    expect([loaded.status, loaded.body.total]).toEqual([200, 2]);
    const candidates = [
      { Compound: 'ethanol', SMILES: 'CCO', x: 0.25, c: 'A' },
      { Compound: 'phenol', SMILES: '', x: 0.5, c: 'B' },
    ];
    expect((await service.call('GET', `${path}/candidates`)).body.candidates).toEqual(candidates);
    const page = (await service.call('GET', `${path}/candidates?skip=1`)).body.candidates;
    expect(page).toEqual([candidates[1]]);
    const { body } = await suggest(path, { n_suggestions: 2 });
    for (const [i, { c }] of body.suggestions.entries()) {
      expect(Object.keys(body.suggestions[i])).toEqual(['x', 'c']);
      const labels = c === 'A' ? ['ethanol', 'CCO'] : ['phenol', ''];
      expect(body.diagnostics[i].labels).toEqual({ Compound: labels[0], SMILES: labels[1] });
    }
    const again = await service.call('PUT', `${path}/candidates`, { candidates });
    expect([again.status, again.body.left]).toEqual([200, 2]);
    const items = [{ inputs: { x: 0.5, c: 'B' } }, { inputs: { x: 0.4, c: 'B' } }];
    const staged = await service.call('POST', `${path}/experiments/queue`, { items });
    expect(staged.body.items[0].labels).toEqual({ Compound: 'phenol', SMILES: '' });
    expect(staged.body.items[1]).not.toHaveProperty('labels');
    for (const item of staged.body.items)
      await service.call('DELETE', `${path}/experiments/queue/${item.id}`);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 0.25, c: 'A' }, output: 1 });
    expect((await service.call('GET', `${path}/candidates`)).body.left).toBe(1);
    const file = (await service.call('GET', `${path}/export`)).body;
    const imported = await service.upload('/sessions/import', JSON.stringify(file));
    const other = await service.call('GET', `/sessions/${imported.body.session_id}/candidates`);
    expect(other.body.candidates).toEqual(candidates);
    file.athanor.campaign.candidates.labels[0].values.pop();
    const cut = await service.upload('/sessions/import', JSON.stringify(file));
    expect([cut.status, cut.body.detail]).toEqual([400, expect.stringContaining("'campaign.candidates'")]);
  });

  it('count once where they occur in the list twice', async () => {
    const path = await service.session();
    await fillSession(service, path, 12);
    const one = { x: 0.123, c: 'A' };
    const candidates = [one, one, { x: 0.456, c: 'B' }];
    const put = await service.call('PUT', `${path}/candidates`, { candidates });
    expect(put.body).toMatchObject({ total: 3, left: 2 });
    expect((await suggest(path, { n_suggestions: 2 })).body.suggestions).toHaveLength(2);
    const { body } = await suggest(path, { n_suggestions: 3 });
    expect([body.suggestions.length, body.n_suggestions]).toEqual([2, 2]);
    expect(body.warnings).toContainEqual(expect.stringContaining('2 of 3 runs are suggested: no other run'));
  });

  it.each([0, 12])('are never outside a constraint, with %i rows', async (n) => {
    const path = await service.session();
    for (const name of ['a', 'b', 'c'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    const sum = { constraint_type: 'equality', coefficients: { a: 1, b: 1, c: 1 }, rhs: 1 };
    await service.call('POST', `${path}/constraints`, sum);
    const experiments = Array.from({ length: n }, (_, i) => ({
      inputs: { a: i / 12, b: 0, c: 1 - i / 12 },
      output: i,
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const inside = { a: 0.333, b: 0.333, c: 0.333 };
    const candidates = [{ a: 1, b: 1, c: 1 }, inside, { a: 0.9, b: 0.05, c: 0.1 }];
    await service.call('PUT', `${path}/candidates`, { candidates });
    expect((await suggest(path)).body.suggestions).toEqual([inside]);
    const { status, body } = await suggest(path, { n_suggestions: 2 });
    expect([status, body.suggestions]).toEqual([200, [inside]]);
    expect(body.warnings).toContainEqual(expect.stringContaining('1 of 2 runs is suggested'));
  });

  it('come from a table of a hundred thousand rows, and hold what is held', async () => {
    const path = await service.session();
    await fillSession(service, path, 12);
    const rows = Array.from({ length: 100_000 }, (_, i) => `${(i / 10_000).toFixed(4)},${i % 2 ? 'A' : 'B'}`);
    const loaded = await service.upload(`${path}/candidates/upload`, ['x,c', ...rows].join('\n'));
    expect(loaded.body).toMatchObject({ total: 100_000 });
    const { body } = await suggest(path, { n_suggestions: 3, hold: { c: 'B' }, seed: 2 });
    expect(body.suggestions.map(({ c }: { c: string }) => c)).toEqual(['B', 'B', 'B']);
    const known = new Set(rows);
    for (const { x, c } of body.suggestions) expect(known.has(`${x.toFixed(4)},${c}`)).toBe(true);
    expect(new Set(body.suggestions.map(key)).size).toBe(3);
    const page = (await service.call('GET', `${path}/candidates?skip=99999`)).body;
    expect(page.candidates).toEqual([{ x: 9.9999, c: 'A' }]);
    expect((await service.call('GET', `${path}/campaign`)).body.n_candidates).toBe(100_000);
    expect((await service.call('DELETE', `${path}/candidates`)).status).toBe(204);
    expect((await service.call('GET', `${path}/candidates`)).status).toBe(404);
  });

  it('are read from files with the columns that results have', async () => {
    const path = await service.session();
    for (const name of ['T', 'T [s]', 'long name'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 100] });
    const header = 'T / °C,T [s],long name (mL/min)';
    const results = await service.upload(`${path}/experiments/upload`, `${header},Output\n1,2,3,4\n`);
    expect(results.status).toBe(200);
    const loaded = await service.upload(`${path}/candidates/upload`, `${header}\n5,6,7\n`);
    expect([loaded.status, loaded.body.detail]).toEqual([200, undefined]);
    const page = await service.call('GET', `${path}/candidates`);
    expect(page.body.candidates).toEqual([{ T: 5, 'T [s]': 6, 'long name': 7 }]);
    const twice = await service.upload(`${path}/candidates/upload`, 'T,T,T [s],long name\n1,2,3,4\n');
    expect([twice.status, twice.body.detail]).toEqual([400, "CSV: column 'T' occurs twice; rename one"]);
  });

  it('tells every reader how its file was read, until another list is given', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, {
      name: 't',
      type: 'real',
      bounds: [0, 240],
      unit: 'min',
    });
    const warnings = ["values of 't' in h were converted to min"];
    const upload = () => service.upload(`${path}/candidates/upload`, 't / h\n1\n2\n');
    const said = async () => (await service.call('GET', `${path}/candidates`)).body.warnings;
    expect((await upload()).body.warnings).toEqual(warnings);
    expect(await said()).toEqual(warnings);
    expect((await service.call('PATCH', `${path}/candidates`, { repeats: true })).body.warnings).toEqual(
      warnings,
    );
    const forged = { entry_type: 'candidates_changed', parameters: { warnings: ['none'] } };
    expect((await service.call('POST', `${path}/audit/event`, forged)).status).toBeLessThan(300);
    expect(await said()).toEqual(warnings);
    const list = { candidates: [{ t: 60 }] };
    expect((await service.call('PUT', `${path}/candidates`, list)).body.warnings).toBeUndefined();
    expect(await said()).toBeUndefined();
    await upload();
    await service.call('DELETE', `${path}/candidates`);
    const log = await service.call('GET', `${path}/audit?entry_type=candidates_changed`);
    const told = log.body.entries.map((entry: { parameters: object }) => entry.parameters);
    expect(told).toMatchObject([
      { total: 2, warnings },
      { warnings: ['none'], source: 'client' },
      { total: 1, warnings: [] },
      { total: 2, warnings },
      { total: 0, warnings: [] },
    ]);
  });

  it.each([
    [[{ x: 1 }], "'c'"],
    [[{ x: 1, C: 'A' }], "'C', which is not a variable"],
    [[{ x: 11, c: 'A' }], '11'],
    [[{ x: 1, c: 'Q' }], "'Q'"],
    [[{ x: 1, c: 'A', k: 1.5 }], '1.5 cannot be set; the nearest value that can be is 1'],
    [[{ x: 1, c: 'A', v: 3 }], '3 cannot be set; the nearest value that can be is 2'],
    [[{ x: 1, c: 'A', t: 0.15 }], '0.15 cannot be set; the nearest value that can be is 0.1'],
    [[{ x: 1 }], "variable 'c' has no value; give one"],
  ])('refuses %j', async (candidates, words) => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const more = [
      { name: 'k', type: 'integer', bounds: [0, 5] },
      { name: 'v', type: 'discrete', allowed_values: [1, 2, 4.5] },
      { name: 't', type: 'real', bounds: [0, 1], step: 0.1 },
    ].filter(({ name }) => name in (candidates[0] as object));
    for (const variable of more) await service.call('POST', `${path}/variables`, variable);
    const answer = await service.call('PUT', `${path}/candidates`, { candidates });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(words);
    expect((await service.call('GET', `${path}/candidates`)).status).toBe(404);
  });

  it('are kept in the session file, with the goals', async () => {
    const path = await service.session();
    await fillSession(service, path, 3);
    await service.call('PUT', `${path}/candidates`, { candidates: [{ x: 1, c: 'A' }] });
    await service.call('PUT', `${path}/campaign`, { goals: ['minimize'] });
    const file = (await service.call('GET', `${path}/export`)).body;
    const imported = await service.upload('/sessions/import', JSON.stringify(file));
    const other = `/sessions/${imported.body.session_id}`;
    expect((await service.call('GET', `${other}/candidates`)).body.candidates).toEqual([{ x: 1, c: 'A' }]);
    expect((await service.call('GET', `${other}/campaign`)).body.goals).toEqual(['minimize']);
  });
});

describe('campaign', () => {
  it('says that goals are declared as objectives, to those who still send them', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const old = await service.call('PUT', `${path}/campaign`, { goals: ['minimize'] });
    expect(old.headers.deprecation).toMatch(/^@\d+$/);
    expect(old.headers.sunset).toContain('2027');
    const plain = await service.call('PUT', `${path}/campaign`, { ref_point: null });
    expect(plain.headers.deprecation).toBeUndefined();
  });

  it('keeps goals and reference point for requests that name none, and reports the progress', async () => {
    const path = await service.session();
    for (const name of ['x', 'y'])
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    const rows = Array.from({ length: 8 }, (_, i) => [i / 8, ((5 * i) % 8) / 8]);
    const csv = ['x,y,a,b', ...rows.map(([x = 0, y = 0]) => `${x},${y},${x + y},${x * x - y}`)].join('\n');
    await service.upload(`${path}/experiments/upload`, csv, { target_column: 'a,b' });
    const put = await service.call('PUT', `${path}/campaign`, {
      goals: ['minimize', 'minimize'],
      ref_point: [2, 2],
    });
    expect(put.status).toBe(200);
    const growth = put.body.progress.map(({ hypervolume }: { hypervolume: number }) => hypervolume);
    expect(growth).toEqual(growth.toSorted((p: number, q: number) => p - q));
    const { body } = await suggest(path, { seed: 1 });
    expect(body.pareto.goals).toEqual(['minimize', 'minimize']);
    expect(body.pareto.reference_point).toEqual([2, 2]);
    expect(growth.at(-1)).toBeCloseTo(body.pareto.hypervolume, 9);
    const wrong = await service.call('PUT', `${path}/campaign`, { goals: ['minimize'] });
    expect(wrong.status).toBe(400);
  });

  it('measures by the reference point of the campaign with every strategy, and refuses one of another length', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const csv = ['x,a,b', ...Array.from({ length: 8 }, (_, i) => `${i / 8},${i},${7 - i + (i % 2)}`)].join(
      '\n',
    );
    await service.upload(`${path}/experiments/upload`, csv, { target_column: 'a,b' });
    await service.call('PUT', `${path}/campaign`, { goals: ['maximize', 'maximize'], ref_point: [-1, -1] });
    // A hypervolume beyond the range of a double is none.
    const { body } = await service.call('PUT', `${path}/campaign`, { ref_point: [-1e308, -1e308] });
    expect(body.progress[0]).toEqual({ row: 0 });
    await service.call('PUT', `${path}/campaign`, { ref_point: [-1, -1] });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    for (const strategy of ['auto', 'qEHVI', 'qNEHVI', 'Scalarization']) {
      const reference = async (more: object) => {
        const { status, body } = await suggest(path, { strategy, seed: 1, ...more });
        return status === 200 ? body.pareto.reference_point : [status, body.detail];
      };
      expect(await reference({})).toEqual([-1, -1]);
      expect(await reference({ ref_point: [0, -2] })).toEqual([0, -2]);
      // Values that are just not good enough to maximize say nothing of a request that minimizes.
      expect(await reference({ goal: 'minimize' })).not.toEqual([-1, -1]);
      for (const ref_point of [[1], [1, 2, 3]])
        expect(await reference({ ref_point })).toEqual([
          400,
          `ref_point: the session has 2 objectives ('a', 'b'), got ${ref_point.length} value${ref_point.length === 1 ? '' : 's'}; send one for each`,
        ]);
    }
  });
});

describe('several objectives of twelve runs', () => {
  const a = [3.1, 5.2, 1.4, 7.9, 6.6, 2.2, 8.3, 4.8, 0.9, 6.1, 7.2, 3.7];
  const b = [2.5, 4.1, 1.2, 7.7, 3.9, 6.4, 8.8, 2.0, 0.7, 5.5, 4.6, 1.9];

  async function recorded(offset = 0, limits: object = {}, ofB = b): Promise<string> {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 11] });
    const objectives = [
      { name: 'a', goal: 'maximize', ...limits },
      { name: 'b', goal: 'minimize' },
    ];
    await service.call('PUT', `${path}/objectives`, { objectives });
    const output = (x: number) => ({ a: offset + (a[x] as number), b: offset + (ofB[x] as number) });
    const experiments = a.map((_, x) => ({ inputs: { x }, output: output(x) }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    return path;
  }

  it('neither the target of a backtest nor search and advice depend on an offset of the results', async () => {
    const answers = [];
    for (const offset of [0, 1000]) {
      const path = await recorded(offset);
      const ask = { batch_sizes: [2], runs: 8, repeats: 2, seed: 1 };
      const { body: replayed } = await service.call('POST', `${path}/backtest`, ask);
      // 95 % of the area beyond the worst results moved outwards by a tenth of their ranges, by NumPy.
      expect(replayed.target).toBeCloseTo(49.25503, 6);
      const { suggestions, stop } = (await suggest(path, { effort: 'fast', seed: 1 })).body;
      expect(stop.text).not.toContain('consider stopping');
      const growth = Number(/best compromises by ([\d.]+) %/.exec(stop.text)?.[1]);
      answers.push({ x: suggestions[0].x, growth });
    }
    const [plain, shifted] = answers;
    expect(shifted?.x).toBeCloseTo(plain?.x, 1);
    expect(shifted?.growth).toBeCloseTo(plain?.growth as number, 0);
  });

  it('growth is unknown where all results of an objective are equal, unless a reference point says more', async () => {
    const path = await recorded(
      0,
      {},
      b.map(() => 0),
    );
    const stop = async () => (await suggest(path, { effort: 'fast', seed: 1 })).body.stop;
    const { text, hypervolume } = await stop();
    expect(hypervolume).toBeGreaterThan(0);
    expect(text).toBe(
      "All runs with a result of every objective have the same 'b', so by how much more runs improve the best compromises is unknown.",
    );
    await service.call('PUT', `${path}/campaign`, { ref_point: [0, 1] });
    expect((await stop()).text).toMatch(/^The next 5 runs are expected to improve the best compromises by/);
  });

  it('say so where nothing within the limits is better than the reference point', async () => {
    const path = await recorded(0, { at_most: 3 });
    await service.call('PUT', `${path}/campaign`, { ref_point: [4, 9] });
    const words =
      "objective 'a': at most 3 is no better than its reference point 4, so no run within the limits can improve the front; change the limit, or ref_point";
    expect((await suggest(path, { effort: 'fast', seed: 1 })).body.warnings).toContain(words);
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    for (const strategy of ['qEHVI', 'qNEHVI']) {
      const { body } = await suggest(path, { strategy, seed: 1 });
      expect(body.acquisition_value).toBe(0);
      expect(body.diagnostics[0].warnings).toEqual([words]);
    }
    const { body } = await suggest(path, { strategy: 'qEHVI', seed: 1, ref_point: [2, 9] });
    expect(body.acquisition_value).toBeGreaterThan(0);
    expect(body.diagnostics[0].warnings).not.toContain(words);
  });
});

describe('backtest', () => {
  it('replays a campaign: strategy auto needs fewer runs than a random order', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    const experiments = Array.from({ length: 60 }, (_, i) => {
      const x = Number(((i * 10) / 60).toFixed(3));
      return { inputs: { x, c: i % 2 ? 'A' : 'B' }, output: -((x - 7.3) ** 2) - (i % 2) };
    });
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const { status, body } = await service.call('POST', `${path}/backtest`, {
      batch_sizes: [1],
      runs: 20,
      repeats: 4,
      seed: 1,
    });
    expect(status).toBe(200);
    const of = (name: string) => body.curves.find(({ searcher }: { searcher: string }) => searcher === name);
    expect(of('auto').reached).toBe(1);
    expect(of('auto').best.at(-1).median).toBeGreaterThanOrEqual(of('random').best.at(-1).median);
    for (const { best } of body.curves)
      for (const { interval_80, median } of best) {
        expect(interval_80[0]).toBeLessThanOrEqual(median);
        expect(interval_80[1]).toBeGreaterThanOrEqual(median);
      }
    expect(of('recorded').best).toHaveLength(20);
    expect(body.text).toContain('Runs to the target');
  });

  it('replays several objectives by hypervolume', async () => {
    const path = await service.session();
    const variable = { name: 'x', type: 'real', min: 0, max: 10 };
    await service.call('POST', `${path}/variables`, variable);
    const rows = Array.from({ length: 14 }, (_, i) => `${(i * 0.7).toFixed(1)},${i},${(13 - i) ** 2 / 13}`);
    const csv = ['x,a,b', ...rows].join('\n');
    await service.upload(`${path}/experiments/upload`, csv, { target_column: 'a,b' });
    await service.call('PUT', `${path}/campaign`, { goals: ['maximize', 'maximize'], ref_point: [0, 0] });
    const ask = { batch_sizes: [2], runs: 8, repeats: 2, seed: 1 };
    const { status, body } = await service.call('POST', `${path}/backtest`, ask);
    expect(status).toBe(200);
    expect(body.text).toContain('a hypervolume');
    for (const { best } of body.curves)
      for (let i = 1; i < best.length; i++) expect(best[i].median).toBeGreaterThanOrEqual(best[i - 1].median);
  });

  it('tries categories that nothing tells apart in an order of each repeat', async () => {
    const path = await service.session();
    const categories = Array.from({ length: 24 }, (_, k) => `c${k}`);
    await service.call('POST', `${path}/variables`, { name: 'c', type: 'categorical', categories });
    const experiments = categories.map((c, k) => ({ inputs: { c }, output: k === 23 ? 9 : (k * 7) % 5 }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const ask = { batch_sizes: [1], runs: 14, repeats: 20, seed: 1 };
    const { body } = await service.call('POST', `${path}/backtest`, ask);
    // 14 of 24 in any order: 20 repeats reach the last one 12 times on average, with a deviation of 2.2.
    for (const { searcher, reached } of body.curves) {
      if (searcher === 'recorded') continue;
      expect(reached).toBeGreaterThan(0.2);
      expect(reached).toBeLessThan(0.95);
    }
  });

  it('of results that are all the same is refused', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', min: 0, max: 13 });
    const experiments = Array.from({ length: 12 }, (_, x) => ({ inputs: { x }, output: 5 }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    for (const mode of ['replay', 'simulate']) {
      const { status, body } = await service.call('POST', `${path}/backtest`, { mode });
      expect([status, body.error_type]).toEqual([400, 'ValueError']);
      expect(body.detail).toContain("all results of 'Output' are 5, so every run would reach the target");
    }
  });

  it('leaves likely errors out, and says so', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', min: 0, max: 13 });
    const experiments = Array.from({ length: 14 }, (_, x) => ({
      inputs: { x },
      output: x === 3 ? -400 : 60 - (x - 8) ** 2,
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const ask = { batch_sizes: [2], runs: 10, repeats: 2, seed: 1 };
    const { status, body } = await service.call('POST', `${path}/backtest`, ask);
    expect(status).toBe(200);
    expect(body.choices).toBe(13);
    expect(body.target).toBeGreaterThan(56);
    expect(body.text).toContain('Left out: the result -400 is far from all others');
  });

  it('simulates from the model, and says what it needs', async () => {
    const path = await service.session();
    await fillSession(service, path, 12);
    const ask = (body: object) => service.call('POST', `${path}/backtest`, body);
    const { status, body } = await ask({ mode: 'simulate', batch_sizes: [2], runs: 10, repeats: 2, seed: 3 });
    expect(status).toBe(200);
    expect(body.choices).toBe(400);
    expect(body.curves.map(({ searcher }: { searcher: string }) => searcher)).toEqual([
      'auto',
      'design',
      'random',
    ]);
    expect((await ask({ mode: 'replay', runs: 6 })).body.detail).toContain('first points');
    const small = await service.session();
    await fillSession(service, small, 5);
    expect((await service.call('POST', `${small}/backtest`, {})).body.detail).toContain('at least 10');
  });
});
