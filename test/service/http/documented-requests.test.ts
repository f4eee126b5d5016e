import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventType } from '../../../src/contract/sessions/events.ts';
import { type TestApp, testApp } from '../support/app.ts';

const root = new URL('../../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root)).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

/** Temperature, solvent and yield of the runs behind the example of docs/suggest.md. */
const exampleRuns = [
  [85, 'THF', 67.8],
  [25, 'DMF', 60.4],
  [45, 'MeCN', 70.3],
  [70, 'THF', 76.6],
  [85, 'DMF', 72.0],
  [65, 'MeCN', 74.8],
  [20, 'THF', 47.5],
  [50, 'DMF', 82.7],
  [70, 'MeCN', 70.7],
  [60, 'THF', 81.0],
  [45, 'DMF', 79.5],
  [40, 'MeCN', 65.7],
] as const;

/** Pages that tell of release 0.4.0 or of what others answer. */
const ofOthers = ['docs/compatibility.md'];

interface Mention {
  readonly page: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** `PUT …/objectives`, `GET /api/v1/jobs/{id}?x=1` and `POST localhost:8000/api/v1/sessions/$ID/variables`. */
const address = /\b(GET|POST|PUT|PATCH|DELETE) (?:localhost:8000)?(…?\/[\w/{}$…-]+)(?:\?([\w=…&-]+))?/g;

const mentions: Mention[] = pages
  .filter((page) => !ofOthers.includes(page))
  .flatMap((page) =>
    [...read(page).matchAll(address)].map(([, method = '', path = '', query = '']) => ({
      page,
      method,
      path: path.replace(/\/$/, ''),
      query,
    })),
  );

type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly parameters?: readonly { in: string; name: string }[] }>>
    >
  >;
};

let service: TestApp;
let document: Document;

beforeAll(async () => {
  service = await testApp();
  document = (await service.app.inject('/api/openapi.json')).json();
});
afterAll(() => service.close());

/** An address with every parameter as `{}`, below the prefix of the interface. */
const bare = (path: string): string =>
  path.replaceAll(/\{\w+\}|\$\w+|[\w-]+…/g, '{}').replace(/^\/api\/v1/, '');

/** The operation that a page means; `…` stands for the beginning of an address. */
function operationOf({ method, path }: Mention) {
  const found = Object.entries(document.paths).find(([route, operations]) => {
    if (operations[method.toLowerCase()] === undefined) return false;
    return path.startsWith('…') ? bare(route).endsWith(bare(path.slice(1))) : bare(route) === bare(path);
  });
  return found?.[1][method.toLowerCase()];
}

it('docs/events.md lists every type of event', () => {
  const listed = [...read('docs/events.md').matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
    ([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)),
  );
  expect(listed.toSorted()).toEqual([...EventType.enum].toSorted());
});

describe('requests in the documentation', () => {
  it('name routes of the OpenAPI document, and their queries', () => {
    expect(mentions.length).toBeGreaterThan(40);
    const wrong = mentions.flatMap((one) => {
      const operation = operationOf(one);
      if (operation === undefined) return [`${one.page}: ${one.method} ${one.path}`];
      const known = (operation.parameters ?? [])
        .filter((each) => each.in === 'query')
        .map(({ name }) => name);
      const asked = [...new URLSearchParams(one.query).keys()].filter((name) => !known.includes(name));
      return asked.map((name) => `${one.page}: ${one.method} ${one.path} has no query '${name}'`);
    });
    expect(wrong).toEqual([]);
  });

  it('run: the lines of README.md, in their order', async () => {
    const lines = [...read('README.md').matchAll(/-X (\w+) localhost:8000\/api\/v1(\S+) .*?-d '([^']*)'/g)];
    expect(lines.length).toBe(4);
    let id = '';
    for (const [, method = '', path = '', body = ''] of lines) {
      const answer = await service.call(method, path.replace('$ID', id), body);
      expect([path, answer.status, answer.body.detail]).toEqual([
        path,
        expect.toBeOneOf([200, 201]),
        undefined,
      ]);
      if (path === '/sessions') id = answer.body.session_id;
    }
  });

  it('run: what docs/suggest.md says of a request', async () => {
    const path = await service.session();
    for (const variable of [
      { name: 'x', type: 'real', bounds: [0, 10] },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF'] },
    ])
      await service.call('POST', `${path}/variables`, variable);
    for (const x of [1, 3, 5, 7, 9])
      await service.call('POST', `${path}/experiments`, { inputs: { x, solvent: 'THF' }, output: x });
    const cost = { variables: { x: { kind: 'linear', proportional_term: 1, constant_term: 1 } } };
    await service.call('PUT', `${path}/cost-model`, cost);
    const page = read('docs/suggest.md');
    const whole = [...page.matchAll(/acquisition\/suggest +(\{.*\})/g)].map(([, body = '']) =>
      JSON.parse(body),
    );
    const fields = [...page.matchAll(/`(\w+): (\{[^`]*\}|"[^`]*"|[\d.]+)`/g)].map(
      ([, name = '', value = '']) => [name, JSON.parse(value)],
    );
    expect(whole).toEqual([{ strategy: 'auto' }]);
    expect(fields.map(([name]) => name)).toEqual(
      expect.arrayContaining(['hold', 'n_suggestions', 'effort', 'options']),
    );
    // `scale` belongs to a variable, `join` to the objectives, `strategy` stands for other sections.
    const asked = fields.filter(([name]) => !['scale', 'join', 'strategy'].includes(name));
    for (const one of [...whole, ...asked.map(([name, value]) => ({ strategy: 'auto', [name]: value }))]) {
      const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, {
        effort: 'fast',
        ...one,
      });
      expect([one, status, body.detail]).toEqual([one, 200, undefined]);
    }
  });

  it('run: what docs/suggest.md says of failed runs and of limits', async () => {
    const path = await service.session();
    for (const variable of [
      { name: 'temperature', type: 'real', bounds: [20, 90] },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF'] },
    ])
      await service.call('POST', `${path}/variables`, variable);
    const page = read('docs/suggest.md');
    const failed = JSON.parse(/`(\{"inputs".*?\})`/.exec(page)?.[1] ?? '');
    const limit = JSON.parse(`{${/`("output": .*?)`/.exec(page)?.[1]}}`);
    for (const run of [failed, { inputs: failed.inputs, ...limit }]) {
      const { status, body } = await service.call('POST', `${path}/experiments`, run);
      expect([run, status, body.detail]).toEqual([run, 201, undefined]);
    }
    const { body } = await service.call('GET', `${path}/experiments/export`);
    for (const text of ['failed', ' >']) expect(body).toContain(text);
  });

  it('run: the example of docs/suggest.md', async () => {
    const path = await service.session();
    await service.call('PUT', `${path}/objectives`, {
      objectives: [{ name: 'yield', unit: '%', goal: 'maximize' }],
    });
    for (const variable of [
      { name: 'temperature', type: 'real', bounds: [20, 90], unit: '°C', step: 5 },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF', 'MeCN'] },
    ])
      await service.call('POST', `${path}/variables`, variable);
    for (const [temperature, solvent, output] of exampleRuns)
      await service.call('POST', `${path}/experiments`, { inputs: { temperature, solvent }, output });
    const { body } = await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', seed: 1 });
    const [{ mean, std, std_measurement, prediction_interval_95, reason }] = body.diagnostics;
    const digits = (values: Record<string, number | number[]>) =>
      JSON.stringify(values, (_, value) => (typeof value === 'number' ? Number(value.toFixed(1)) : value));
    const { row, inputs, settings } = body.recommendation;
    const page = read('docs/suggest.md').replaceAll(/(?<=\d)\.0(?=\})/g, '');
    for (const part of [
      body.suggestions[0],
      { text: reason.text },
      { text: body.stop.text },
      { row, inputs, settings: { inputs: settings.inputs } },
    ])
      expect(page.replaceAll(/\s/g, '')).toContain(JSON.stringify(part).slice(1, -1).replaceAll(/\s/g, ''));
    for (const values of [mean, std, std_measurement, prediction_interval_95])
      expect(page.replaceAll(/\s/g, '')).toContain(digits(values));
  });

  it('run: the file of docs/imports.md, its requests, and what becomes of its cells', async () => {
    const path = await service.session();
    const page = read('docs/imports.md');
    const [, file = ''] = /```\n(Versuchsreihe[\s\S]*?)```/.exec(page) ?? [];
    const { body: opened } = await service.upload(`${path}/imports`, file);
    const meanings = opened.columns.map((column: Record<string, unknown>) => [
      column.name,
      column.unit,
      column.type ?? column.meaning,
    ]);
    expect(meanings).toEqual([
      ['Versuch', null, 'id'],
      ['T', '°C', 'real'],
      ['t', 'min', 'real'],
      ['Lösungsmittel', null, 'categorical'],
      ['Ausbeute', '%', 'output'],
      ['Bemerkung', null, 'note'],
    ]);
    const kinds = opened.problems.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['censored_output', 'missing_output', 'failed_output']);
    const [, plan = ''] = /curl -X PATCH [^\n]*\n +-d '([^']*)'/.exec(page) ?? [];
    const changed = await service.call('PATCH', `${path}/imports/${opened.import_id}`, plan);
    expect([changed.status, changed.body.blocking]).toEqual([200, []]);
    const { body } = await service.call('POST', `${path}/imports/${opened.import_id}/commit`);
    expect(body).toMatchObject({
      added: 4,
      failed: 1,
      variables_added: ['temperature', 't', 'Lösungsmittel'],
    });
  });

  it('run: a lease, by the fields that docs/leases.md names', async () => {
    const path = `${await service.session()}`;
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const page = read('docs/leases.md');
    const lease = async () =>
      (await service.call('POST', `${path}/experiments/queue/lease`, { worker: 'robot 2' })).body;
    const [first, second] = [await lease(), await lease()];
    const named = (answer: object, field: string) => {
      expect(page).toContain(`\`${field}\``);
      return field.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], answer);
    };
    expect(named(first, 'item.inputs')).toEqual({ x: expect.any(Number) });
    const send = (answer: object, step: string, body: object) =>
      service.call('POST', `${path}/experiments/queue/${named(answer, 'item.id')}/${step}`, body);
    const answers = [
      await send(first, 'heartbeat', { token: named(first, 'lease.token') }),
      await send(first, 'complete', { outputs: [1], lease: named(first, 'lease.token') }),
      await send(second, 'release', { token: named(second, 'lease.token') }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(page).toContain(`\`seconds\` is ${first.lease.seconds} by default`);
  });

  it('run: the cost model of docs/cost.md', async () => {
    const path = await service.session();
    for (const variable of [
      { name: 'temperature', type: 'real', bounds: [20, 90] },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF', 'MeCN'] },
    ])
      await service.call('POST', `${path}/variables`, variable);
    const [, model = ''] = /```\n(\{"run_cost"[\s\S]*?)```/.exec(read('docs/cost.md')) ?? [];
    const { status, body } = await service.call('PUT', `${path}/cost-model`, model);
    expect([status, body.detail]).toEqual([200, undefined]);
    for (const [temperature, solvent] of [
      [40, 'THF'],
      [50, 'DMF'],
    ])
      await service.call('POST', `${path}/experiments`, { inputs: { temperature, solvent }, output: 1 });
    const { body: costs } = await service.call('GET', `${path}/cost-model`);
    // Twice 20, the prices 1 and 4, and 10 degrees at 0.5.
    expect(costs.summary).toMatchObject({ spent: 50, remaining: 950 });
  });
});
