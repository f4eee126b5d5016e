import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

type Inputs = Record<string, number | string>;

/** A session with these variables and runs. */
async function sessionOf(variables: readonly object[], rows: readonly (readonly [Inputs, number])[]) {
  const path = await service.session();
  for (const variable of variables) {
    expect((await service.call('POST', `${path}/variables`, variable)).status).toBe(201);
  }
  const experiments = rows.map(([inputs, output]) => ({ inputs, output }));
  if (rows.length > 0) await service.call('POST', `${path}/experiments/batch`, { experiments });
  return path;
}

const suggest = (path: string, body: object = {}) =>
  service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', seed: 1, ...body });

const real = (name: string, extra: object = {}) => ({ name, type: 'real', bounds: [0, 1], ...extra });
const runs = (n: number, f: (x: number, i: number) => readonly [Inputs, number]) =>
  Array.from({ length: n }, (_, i) => f(((7 * i) % n) / n, i));

describe("strategy 'auto' works alike", () => {
  it('says of a repeat that the other runs suggest another result there', async () => {
    const rise = Array.from({ length: 11 }, (_, i): [Inputs, number] => [
      { x: i / 10 },
      i === 10 ? 9.8 : i + 1,
    ]);
    const path = await sessionOf([real('x')], rise);
    const { body } = await suggest(path, { goal: 'maximize' });
    expect(body.suggestions).toEqual([{ x: 1 }]);
    const { kind, text, nearest_run } = body.diagnostics[0].reason;
    expect(kind).toBe('replicate');
    expect(text).toMatch(
      /That run gave Output 9\.80, less than the other runs suggest \(10\.\d+ ± 0\.\d+\): a second result will show which is right\.$/,
    );
    expect(nearest_run).toMatchObject({ row: 10, distance: 0, output: 9.8 });
    expect(nearest_run.expected).toBeGreaterThan(10.5);
    expect(nearest_run.std).toBeLessThan(0.4);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1 }, output: 9.9 });
    for (const { reason } of (await suggest(path, { goal: 'maximize', n_suggestions: 4 })).body.diagnostics) {
      if (reason.nearest_run.row >= 10) expect(reason.text).not.toContain('other runs suggest');
    }
  });

  it('with everything held', async () => {
    const path = await sessionOf(
      [real('x')],
      runs(6, (x) => [{ x }, x]),
    );
    const { status, body } = await suggest(path, { hold: { x: 0.25 } });
    expect(status).toBe(200);
    expect(body.suggestions).toEqual([{ x: 0.25 }]);
  });

  it('with results that are all the same, and with one or two runs', async () => {
    const path = await sessionOf(
      [real('x'), real('y')],
      runs(8, (x, i) => [{ x, y: (i % 3) / 3 }, 5]),
    );
    expect((await suggest(path)).status).toBe(200);
    const short = await sessionOf([real('x')], [[{ x: 0.5 }, 1]]);
    expect((await suggest(short, { n_suggestions: 3 })).body.suggestions).toHaveLength(3);
  });

  it('with categories alone, more runs wanted than there are', async () => {
    const variables = [{ name: 'c', type: 'categorical', categories: ['a', 'b', 'c'] }];
    const path = await sessionOf(
      variables,
      runs(4, (_x, i) => [{ c: 'abc'[i % 3] as string }, i % 3]),
    );
    const { status, body } = await suggest(path, { n_suggestions: 5 });
    expect(status).toBe(200);
    expect(body.suggestions).toHaveLength(5);
  });

  it('with a mixture in steps', async () => {
    const variables = ['a', 'b', 'c'].map((name) => real(name, { step: 0.05 }));
    const path = await sessionOf(variables, []);
    const constraint = { type: 'equality', coefficients: { a: 1, b: 1, c: 1 }, rhs: 1 };
    expect((await service.call('POST', `${path}/constraints`, constraint)).status).toBe(201);
    for (let round = 0; round < 4; round++) {
      const { suggestions } = (await suggest(path, { n_suggestions: 3, seed: round })).body;
      for (const inputs of suggestions) {
        const { a, b, c } = inputs;
        expect(a + b + c).toBeCloseTo(1, 9);
        for (const value of [a, b, c]) expect(String(value).length).toBeLessThan(6);
        await service.call('POST', `${path}/experiments`, { inputs, output: a * b + c });
      }
    }
  });

  it('with an observed variable, given or as last recorded', async () => {
    const humidity = { name: 'humidity', type: 'real', role: 'observed', bounds: [0, 100] };
    const variables = [real('x'), humidity];
    const path = await sessionOf(variables, []);
    const first = await suggest(path);
    expect(Object.keys(first.body.suggestions[0])).toEqual(['x']);
    const experiments = runs(8, (x, i) => [{ x, humidity: 30 + i }, x - i / 20]).map(([inputs, output]) => ({
      inputs,
      output,
    }));
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const later = await suggest(path);
    expect(later.body.warnings.join()).toContain('the last recorded value');
    const told = await suggest(path, { observed: { humidity: 33 } });
    expect(told.status).toBe(200);
    expect(told.body.warnings).toEqual([]);
    const mistyped = await suggest(path, { observed: { humidity: 330 } });
    expect(mistyped.body.warnings).toEqual([
      "observed variable 'humidity': 330 is outside its bounds [0, 100]",
    ]);
  });

  it('by the best that can be reached with what is observed or held now', async () => {
    const purity = { name: 'purity', type: 'real', role: 'observed' };
    const yieldOf = (x: number, pure: number) => 60 - 80 * (x - 0.5) ** 2 + 4 * (pure - 95);
    const pureAt = (i: number) => 92 + ((i * 5) % 8);
    const path = await sessionOf([real('x'), purity], []);
    const experiments = runs(12, (x, i) => [{ x, purity: pureAt(i) }, yieldOf(x, pureAt(i))]).map(
      ([inputs, output]) => ({ inputs, output }),
    );
    await service.call('POST', `${path}/experiments/batch`, { experiments });
    const { body } = await suggest(path, { observed: { purity: 92 } });
    const [{ reason }] = body.diagnostics;
    expect(Math.abs(reason.best_so_far - 48)).toBeLessThan(3);
    expect(reason.probability_of_gain).toBeGreaterThan(0.1);
    expect(reason.text).toContain('with the values that are held or observed now');
    expect(body.recommendation.mean.Output).toBeGreaterThan(60);
    const far = (await suggest(path, { observed: { purity: 92 }, hold: { x: 0.1 } })).body;
    expect(Math.abs(far.diagnostics[0].reason.best_so_far - yieldOf(0.1, 92))).toBeLessThan(6);
  });

  it('with limits of an outcome, which come with a session file', async () => {
    const path = await sessionOf(
      [real('x')],
      runs(12, (x) => [{ x }, 4 * x]),
    );
    const file = (await service.call('GET', `${path}/export`)).body;
    const outcome_constraints = [{ objective_name: 'Output', bound_type: 'upper', value: 2 }];
    const loaded = await service.upload('/sessions/import', JSON.stringify({ ...file, outcome_constraints }));
    const other = `/sessions/${loaded.body.session_id}`;
    const { status, body } = await suggest(other);
    expect(status).toBe(200);
    const { mean } = body.recommendation;
    expect(mean.Output).toBeLessThan(2.1);
    expect(body.suggestions[0].x).toBeLessThan(0.75);
    expect((await suggest(path)).body.suggestions[0].x).toBeGreaterThan(0.75);
  });

  it('with costs', async () => {
    const path = await sessionOf(
      [real('x')],
      runs(9, (x) => [{ x }, x]),
    );
    const cost = { units: 'EUR', run_cost: 20, budget: 500, value_per_unit: { Output: 1000 } };
    expect((await service.call('PUT', `${path}/cost-model`, cost)).status).toBe(200);
    const { status, body } = await suggest(path, { options: { cost_aware: true } });
    expect(status).toBe(200);
    expect(body.cost.total).toBe(20);
    const two = await suggest(path, { options: { cost_aware: true }, n_suggestions: 2 });
    expect(two.status).toBe(200);
    expect(two.body.cost.total).toBe(40);
  });

  it('marks an answer with the revision that it was made from', async () => {
    const path = await sessionOf(
      [real('x')],
      runs(9, (x) => [{ x }, x]),
    );
    const asked = suggest(path);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 0.5 }, output: 0.5 });
    const answers = await Promise.all([asked, suggest(path)]);
    const [before, after] = answers.map(({ body }) => body.data_revision);
    expect(after).toBeGreaterThanOrEqual(before);
    const again = await suggest(path);
    expect(again.body.suggestions).toEqual(answers[1].body.suggestions);
  });
});
