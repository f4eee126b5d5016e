import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const get = async (path: string) => (await service.call('GET', path)).body;

/** What a client sees of a campaign. */
async function seen(path: string) {
  const { variables } = await get(`${path}/variables`);
  const { constraints } = await get(`${path}/constraints`);
  const { objectives } = await get(`${path}/objectives`);
  const { experiments } = await get(`${path}/experiments`);
  return { variables, constraints, objectives, experiments };
}

/** A campaign, and what it looked like after each revision. */
async function campaign() {
  const { call } = service;
  const path = await service.session({ metadata: { name: 'Source' } });
  const states = new Map<number, Awaited<ReturnType<typeof seen>>>();
  const step = async (method: string, where: string, body?: unknown) => {
    const answer = await call(method, `${path}${where}`, body);
    expect(answer.status).toBeLessThan(300);
    states.set((await get(`${path}/history`)).current, await seen(path));
    return answer;
  };
  await fillSession(service, path, 4);
  await step('PUT', '/objectives', { objectives: [{ name: 'Output', goal: 'maximize', unit: '%' }] });
  await step('PATCH', '/variables/c', { categories: ['A', 'B', 'D'], retired: ['A'] });
  await step('PATCH', '/variables/x', { name: 'T', bounds: [0, 20] });
  await step('POST', '/constraints', { constraint_type: 'inequality', coefficients: { T: 1 }, rhs: 15 });
  const { experiments } = await get(`${path}/experiments`);
  await step('PATCH', `/experiments/${experiments[1].ProvenanceId}`, { output: 7, why: 'wrong vial' });
  await step('POST', '/experiments', { inputs: { T: 12, c: 'D' }, output: 3 });
  await step('POST', '/experiments/staged', { inputs: { T: 14, c: 'D' } });
  await step('DELETE', '/experiments');
  return { path, states };
}

describe('the past of a campaign', () => {
  it('shows every state that there was', async () => {
    const { path, states } = await campaign();
    expect(states.size).toBe(8);
    for (const [revision, then] of states) {
      const past = await get(`${path}/history/${revision}`);
      const { variables, constraints, objectives, experiments } = past;
      expect({ variables, constraints, objectives, experiments }).toEqual(then);
    }
    const page = await get(`${path}/history/${[...states.keys()][0]}?skip=1&limit=2`);
    expect(page).toMatchObject({ n_experiments: 4, experiments: [{ ProvenanceId: expect.any(String) }, {}] });
  });

  it('lists what was done, newest first, and leads from an audit entry and a run to its revision', async () => {
    const { path } = await campaign();
    const { revisions, current } = await get(`${path}/history?limit=8`);
    expect(revisions.map((one: { what: string[] }) => one.what.join(' · '))).toEqual([
      '5 rows removed',
      'run (T 14, c D) added',
      '1 row added',
      expect.stringMatching(/^row 2 changed: Output: .* → 7$/),
      "constraint 'constraint_0' added",
      "variable 'T' changed: name: x → T, bounds: 0 to 10 → 0 to 20 · 4 rows changed",
      "variable 'c' changed: categories added: D, retired added: A",
      "objective 'Output' changed: unit: nothing → %, goal: nothing → maximize",
    ]);
    const { entries } = await get(`${path}/audit?entry_type=variable_changed`);
    expect(entries.map((one: { revision: number }) => one.revision)).toEqual([current - 6, current - 5]);
    const { records } = await get(`${path}/experiments/provenance`);
    expect(records.every((one: { revision?: number }) => one.revision !== undefined)).toBe(true);
  });

  it('says goals that are limits in words', async () => {
    const path = await service.session();
    await service.call('PUT', `${path}/objectives`, {
      objectives: [{ name: 'at_most_one', goal: 'at_least', at_least: 5 }],
    });
    await service.call('PUT', `${path}/objectives`, {
      objectives: [{ name: 'at_most_one', goal: 'at_most', at_most: 7 }],
    });
    const { revisions } = await get(`${path}/history`);
    expect(revisions[0].what[0]).toBe(
      "objective 'at_most_one' changed: goal: at least → at most, at least: 5 → nothing, at most: nothing → 7",
    );
  });

  it('compares two states in words', async () => {
    const { path, states } = await campaign();
    const [first, , , , , sixth] = states.keys();
    const answer = await get(`${path}/history/compare?from=${first}&to=${sixth}`);
    expect(answer.summary).toContain("constraint 'constraint_0' added");
    expect(answer.summary).toContain('1 row added');
    const changed = answer.differences.find((one: { name: string }) => one.name === "variable 'c'");
    expect(changed).toMatchObject({ change: 'changed', after: { retired: ['A'] } });
    expect((await get(`${path}/history/compare?from=${sixth}&to=${sixth}`)).differences).toEqual([]);
    const now = await get(`${path}/history/compare?from=${sixth}`);
    expect(now.summary).toContain('5 rows removed');
  });

  it('reports limits, failures and comments of rows with the rows', async () => {
    const { call } = service;
    const path = await service.session();
    await fillSession(service, path, 3);
    const { current } = await get(`${path}/history`);
    const { experiments } = await get(`${path}/experiments`);
    const row = `${path}/experiments/${experiments[0].ProvenanceId}`;
    expect((await call('PATCH', row, { output: { above: 99 }, comment: 'at the limit' })).status).toBe(200);
    await call('PATCH', `${path}/experiments/${experiments[1].ProvenanceId}`, {
      status: 'failed',
      error: 'pump',
    });
    const { differences } = await get(`${path}/history/compare?from=${current}&to=${current + 2}`);
    const texts = differences.map(({ text }: { text: string }) => text);
    expect(texts).toEqual([
      expect.stringMatching(
        /^row 1 changed: Output: .* → 99, Censored: nothing → Output >, Comment: nothing → at the limit$/,
      ),
      expect.stringMatching(/^row 2 changed: .*Status: nothing → failed: pump/),
    ]);
  });

  it('branches a campaign off from a past state, and the source stays', async () => {
    const { call } = service;
    const { path, states } = await campaign();
    const revision = [...states.keys()][5] as number;
    const before = await seen(path);
    const answer = await call('POST', `${path}/branch`, { revision });
    expect(answer.status).toBe(201);
    const branch = `/sessions/${answer.body.session_id}`;
    expect(await seen(branch)).toEqual(states.get(revision));
    expect((await get(branch)).metadata.name).toBe(`Source (from revision ${revision})`);
    const { entries } = await get(`${branch}/audit`);
    expect(entries.at(-1)).toMatchObject({
      entry_type: 'branched',
      parameters: { source: { session_id: path.slice('/sessions/'.length), name: 'Source', revision } },
    });
    await call('POST', `${branch}/experiments`, { inputs: { T: 1, c: 'B' }, output: 1 });
    expect(await seen(path)).toEqual(before);
    const older = await get(`${branch}/history/${revision - 1}`);
    expect(older.experiments).toEqual(states.get(revision - 1)?.experiments);
  });

  it.each([
    ['GET', '/history/99', undefined, 404, 'revision 99 not found; the session has revisions 0 to'],
    ['GET', '/history/compare?from=0&to=99', undefined, 404, 'revision 99 not found'],
    ['POST', '/branch', { revision: 99 }, 404, 'revision 99 not found'],
    ['GET', '/history/x', undefined, 422, 'revision'],
    ['GET', '/history/compare', undefined, 422, 'from'],
    ['POST', '/branch', {}, 422, 'revision'],
  ])('refuses %s %s', async (method, where, body, status, words) => {
    const path = await service.session();
    const answer = await service.call(method, `${path}${where}`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.detail)).toContain(words);
  });

  it('is kept over a file', async () => {
    const { path, states } = await campaign();
    const file = await get(`${path}/export`);
    const copy = await service.upload('/sessions/import', JSON.stringify(file));
    for (const [revision, then] of states) {
      const past = await get(`/sessions/${copy.body.session_id}/history/${revision}`);
      expect(past.experiments).toEqual(then.experiments);
    }
  });
});
