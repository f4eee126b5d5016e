import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

/** As a Mac writes them in file names and exports, and as keyboards do. */
const [apart, one] = ['De\u0301bit', 'D\u00e9bit'];
const [waterApart, water] = ['eau distille\u0301e', 'eau distill\u00e9e'];

const service = fileApp();

const variables = [
  { name: apart, type: 'real', bounds: [0, 10] },
  { name: 'solvent', type: 'categorical', categories: [waterApart, 'THF'] },
];

async function campaign(): Promise<string> {
  const path = await service.session();
  for (const variable of variables) {
    const { status } = await service.call('POST', `${path}/variables`, variable);
    expect(status).toBeLessThan(300);
  }
  return path;
}

const rowsOf = async (path: string) => (await service.call('GET', `${path}/experiments`)).body.experiments;

describe('texts that Unicode can write in two ways', () => {
  it('a name and a label are found however a body writes them, escapes included', async () => {
    const path = await campaign();
    const inputs = [
      { [apart]: 1, solvent: waterApart },
      { [one]: 2, solvent: water },
    ];
    for (const row of inputs) {
      const answer = await service.call('POST', `${path}/experiments`, { inputs: row, output: 1 });
      expect(answer.status).toBeLessThan(300);
    }
    const escaped = `{"inputs": {"De\\u0301bit": 3, "solvent": "eau distille\\u0301e"}, "output": 1}`;
    expect((await service.call('POST', `${path}/experiments`, escaped)).status).toBeLessThan(300);
    const rows = await rowsOf(path);
    expect(rows.map((row: Record<string, unknown>) => row[one])).toEqual([1, 2, 3]);
    expect(new Set(rows.map((row: Record<string, unknown>) => row.solvent))).toEqual(new Set([water]));
  });

  it('an address and a query name them, too', async () => {
    const path = await campaign();
    await service.call('POST', `${path}/experiments`, { inputs: { [one]: 1, solvent: 'THF' }, output: 1 });
    const sorted = await service.call('GET', `${path}/experiments?sort_by=${encodeURIComponent(apart)}`);
    expect(sorted.status).toBeLessThan(300);
    const filter = encodeURIComponent('{"De\\u0301bit": 1}');
    expect((await service.call('GET', `${path}/experiments?filter=${filter}`)).body.total).toBe(1);
    const fresh = await campaign();
    expect(
      (await service.call('DELETE', `${fresh}/variables/${encodeURIComponent(apart)}`)).status,
    ).toBeLessThan(300);
  });

  it('a table matches the variables of the session', async () => {
    const path = await campaign();
    const csv = `${apart},solvent,Output\n1,${waterApart},5\n2,${water},6\n`;
    const { status, body } = await service.upload(`${path}/experiments/upload`, csv, {
      target_column: 'Output',
    });
    expect(body.detail).toBeUndefined();
    expect(status).toBeLessThan(300);
    const rows = await rowsOf(path);
    expect(rows.map((row: Record<string, unknown>) => [row[one], row.solvent])).toEqual([
      [1, water],
      [2, water],
    ]);
  });

  it('two keys and two labels that are one are refused, and the message distinguishes them', async () => {
    const path = await campaign();
    const twice = await service.call('POST', `${path}/experiments`, {
      inputs: { [apart]: 1, [one]: 2, solvent: 'THF' },
      output: 1,
    });
    expect(twice).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'inputs', one] }] } });
    expect(twice.body.detail[0].msg).toMatch(/U\+0065 U\+0301.*U\+00E9/);
    const labels = { name: 'acid', type: 'categorical', categories: [apart, one] };
    const answer = await service.call('POST', `${path}/variables`, labels);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(one);
  });

  it('a stored session of before is composed when it is loaded, and written so', async () => {
    const store = memoryStore();
    const first = await testApp(store);
    const path = await first.session();
    for (const variable of variables) await first.call('POST', `${path}/variables`, variable);
    await first.call('POST', `${path}/experiments`, { inputs: { [one]: 1, solvent: water }, output: 1 });
    const id = path.split('/').at(-1) as string;
    const { document, revision } = (await store.load(id)) as { document: object; revision: number };
    const before = JSON.parse(JSON.stringify(document).normalize('NFD'));
    expect(JSON.stringify(before)).toContain(apart);
    await store.save(id, before, revision);
    await first.close();
    const second = await testApp(store);
    const answer = await second.call('POST', `${path}/experiments`, {
      inputs: { [one]: 2, solvent: waterApart },
      output: 2,
    });
    expect(answer.status).toBeLessThan(300);
    await second.close();
    const written = JSON.stringify((await store.load(id))?.document);
    expect(written).not.toContain(apart);
    expect(written).toContain(one);
  });

  it('a stored session with two names that would become one stays as it is', async () => {
    const store = memoryStore();
    const first = await testApp(store);
    const path = await first.session();
    for (const name of ['AA', 'BB'])
      await first.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 1] });
    const id = path.split('/').at(-1) as string;
    const { document, revision } = (await store.load(id)) as { document: object; revision: number };
    const text = JSON.stringify(document).replaceAll('"AA"', `"${apart}"`).replaceAll('"BB"', `"${one}"`);
    await store.save(id, JSON.parse(text), revision);
    await first.close();
    const second = await testApp(store);
    const { status, body } = await second.call('GET', `${path}/variables`);
    expect(status).toBeLessThan(300);
    expect(body.variables.map(({ name }: { name: string }) => name)).toEqual([apart, one]);
    await second.close();
  });
});

describe('a key that occurs twice in an object', () => {
  it.each([10, 40_000])('is refused by name and place; comment of %i characters', async (length) => {
    const path = await campaign();
    const comment = 'a'.repeat(length);
    const send = (text: string) => service.call('POST', `${path}/experiments`, text);
    const inputs = `{"${one}": 1, "solvent": "THF"}`;
    const twice = await send(`{"inputs": ${inputs}, "output": 1, "comment": "${comment}", "output": 2}`);
    expect(twice).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'output'], type: 'key_doubled' }] },
    });
    const nested = await service.call(
      'POST',
      `${path}/experiments/batch`,
      `{"experiments": [{"inputs": ${inputs}, "output": 1, "comment": "${comment}"}, {"inputs": {"solvent": "THF", "\\u0073olvent": "THF"}, "output": 1}]}`,
    );
    expect(nested.body.detail).toEqual([
      {
        loc: ['body', 'experiments', '1', 'inputs', 'solvent'],
        msg: "the key 'solvent' appears twice in one object; send it once",
        type: 'key_doubled',
      },
    ]);
    expect(await rowsOf(path)).toEqual([]);
    const colons = `{"inputs": ${inputs}, "output": 1, "comment": "a: \\"b\\": {\\\\"}`;
    expect((await send(colons)).status).toBeLessThan(300);
  });

  it('in a filter and in JSON of a form too', async () => {
    const path = await campaign();
    const filter = encodeURIComponent(`{"solvent": "THF", "solvent": "DMF"}`);
    const { status, body } = await service.call('GET', `${path}/experiments?filter=${filter}`);
    const msg = "the key 'solvent' appears twice in one object; send it once";
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['query', 'filter', 'solvent'], msg, type: 'key_doubled' }],
    ]);
    const csv = `${one},solvent,y\n1,THF,2\n`;
    const plan = await service.upload(`${path}/imports`, csv, {
      plan: '{"mode": "append", "mode": "replace"}',
    });
    expect(plan.body.detail).toMatchObject([{ loc: ['body', 'plan', 'mode'], type: 'key_doubled' }]);
    const upload = await service.upload(`${path}/experiments/upload`, csv, {
      target_column: 'y',
      column_mapping: '{"y": "a", "y": "b"}',
    });
    expect([upload.status, upload.body.detail]).toEqual([
      400,
      "column_mapping.y: the key 'y' appears twice in one object; send it once",
    ]);
  });
});

describe('the two signs for micro', () => {
  const [sign, letter] = ['c (\u00b5M)', 'c (\u03bcM)'];

  it('name one column of a table, and one unit', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: sign, type: 'real', bounds: [0, 100] });
    const csv = `${letter},Output\n5,1\n6,2\n`;
    const upload = await service.upload(`${path}/experiments/upload`, csv);
    expect([upload.status, upload.body.detail]).toEqual([200, undefined]);
    expect((await rowsOf(path))[0]).toMatchObject({ [sign]: 5 });
    const list = await service.upload(`${path}/candidates/upload`, `${letter}\n7 \u00b5M\n`);
    expect([list.status, list.body.detail]).toEqual([200, undefined]);
    const units = 'c / \u03bcM,Output\n5 \u00b5M,1\n6 \u03bcM,2\n7 \u00b5M,2\n8 \u00b5M,4\n9,5\n';
    const other = await service.session();
    const opened = await service.upload(`${other}/imports`, units);
    expect(opened.body).toMatchObject({ n_rows: 5, problem_counts: [] });
  });

  it('make no second name that reads the same, and a message distinguishes them', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: sign, type: 'real', bounds: [0, 100] });
    const variable = { name: letter, type: 'real', bounds: [0, 100] };
    const words = `'${sign}' looks the same, with U+00B5 in place of U+03BC`;
    const added = await service.call('POST', `${path}/variables`, variable);
    expect([added.status, added.body.detail]).toEqual([400, expect.stringContaining(words)]);
    const objectives = { objectives: [{ name: letter, goal: 'maximize' }] };
    const declared = await service.call('PUT', `${path}/objectives`, objectives);
    expect([declared.status, declared.body.detail]).toEqual([400, expect.stringContaining(words)]);
    const sent = await service.call('POST', `${path}/experiments`, {
      inputs: { [sign]: 1, [letter]: 1 },
      output: 1,
    });
    expect([sent.status, sent.body.detail]).toEqual([400, expect.stringContaining(words)]);
    const renamed = await service.call('PATCH', `${path}/variables/${encodeURIComponent(sign)}`, {
      name: letter,
    });
    expect([renamed.status, renamed.body.detail]).toEqual([200, undefined]);
  });
});

it.each(['constructor', 'toString', '__proto__'])(
  "a variable '%s' is refused for what it is",
  async (name) => {
    const path = await service.session();
    const text = `{"name": "${name}", "type": "real", "bounds": [0, 1]}`;
    const { status, body } = await service.call('POST', `${path}/variables`, text);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('reserved for programs')]);
  },
);
