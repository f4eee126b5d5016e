import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillSession, type TestApp, testApp } from '../../support/app.ts';

let strict: TestApp;
let old: TestApp;
let address: string;

beforeAll(async () => {
  strict = await testApp();
  address = await strict.app.listen({ host: '127.0.0.1', port: 0 });
  old = await testApp(undefined, undefined, { COMPAT: 'alchemist-0.4' });
});

afterAll(async () => {
  await strict.close();
  await old.close();
});

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
};

const point = { x: 1, c: 'A' };

const cases: readonly (readonly [string, string, unknown, string, string])[] = [
  ['POST', '/model/train', { kernal: 'RBF' }, 'body.kernal', 'kernel'],
  ['POST', '/variables', { name: 'z', bounds: [0, 1], desciption: 'd' }, 'body.desciption', 'description'],
  ['POST', '/experiments', { inputs: point, output: 1, nosie: 1 }, 'body.nosie', 'noise'],
  [
    'POST',
    '/experiments/batch',
    {
      experiments: [
        { inputs: point, output: 1 },
        { inputs: point, output: 1, itration: 3 },
      ],
    },
    'body.experiments.1.itration',
    'iteration',
  ],
  [
    'POST',
    '/experiments/queue',
    { items: [{ inputs: point, resaon: 'r' }] },
    'body.items.0.resaon',
    'reason',
  ],
  ['POST', '/acquisition/suggest', { startegy: 'EI' }, 'body.startegy', 'strategy'],
  ['POST', '/acquisition/find-optimum', { gaol: 'maximize' }, 'body.gaol', 'goal'],
  ['PATCH', '/metadata', { tag: ['a'] }, 'body.tag', 'tags'],
  [
    'POST',
    '/constraints',
    { type: 'inequality', coeficients: { x: 1 }, rhs: 1 },
    'body.coeficients',
    'coefficients',
  ],
  ['PUT', '/objective-metadata', { metadata: { y: { units: '%' } } }, 'body.metadata.y.units', 'unit'],
  [
    'POST',
    '/variables/load',
    [{ name: 'z', type: 'real', bounds: [0, 1], unist: 'g' }],
    'body.0.unist',
    'unit',
  ],
  ['GET', '/experiments?limt=3', undefined, 'query.limt', 'limit'],
];

describe('unknown fields', () => {
  it('are refused by name, with the nearest known one', async () => {
    for (const [method, path, body, where, meant] of cases) {
      const session = await strict.session();
      await fillSession(strict, session, 5);
      const before = (await strict.call('GET', `${session}/export`)).body;
      const answer = await strict.call(method, session + path, body);
      expect([path, answer.status]).toEqual([path, 422]);
      const told = answer.body.detail.find((entry: { loc: string[] }) => entry.loc.join('.') === where);
      expect(told, `${path}: ${JSON.stringify(answer.body)}`).toMatchObject({ type: 'extra_forbidden' });
      expect(told.msg).toContain(`did you mean '${meant}'`);
      expect((await strict.call('GET', `${session}/export`)).body).toEqual(before);
    }
  });

  it('a run that could not be recorded for an unknown name is not staged', async () => {
    const session = await strict.session();
    await fillSession(strict, session, 0);
    const misspelt = { ...point, X: 2 };
    for (const [path, body] of [
      ['queue', { items: [{ inputs: point }, { inputs: misspelt }] }],
      ['staged', { inputs: misspelt }],
      ['staged/batch', { experiments: [point, misspelt] }],
    ] as const) {
      const answer = await strict.call('POST', `${session}/experiments/${path}`, body);
      const detail = expect.stringContaining(
        "inputs: 'X' is not a variable; did you mean 'x'? the variables are 'x', 'c'",
      );
      expect([path, answer.status, answer.body.detail]).toEqual([path, 400, detail]);
    }
    expect((await strict.call('GET', `${session}/experiments/queue`)).body.items).toEqual([]);
    const plotted = { ...point, WholePlot: 1, RunOrder: 1, Reason: 'DoE', _reason: 'DoE' };
    const staged = await strict.call('POST', `${session}/experiments/staged/batch`, {
      experiments: [plotted],
    });
    expect(staged.status).toBe(200);
  });

  it('in forms are refused, and so are parts that occur twice or are files', async () => {
    const session = await strict.session();
    await fillSession(strict, session, 0);
    const typed = await strict.upload(`${session}/candidates/upload`, 'x,c\n1,A\n', { repeat: 'true' });
    expect([typed.status, typed.body.detail[0].msg]).toEqual([
      422,
      "field is unknown here; did you mean 'repeats'?",
    ]);
    const part = (name: string, content: string, file = '; filename="f.json"') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    const send = (...parts: string[]) =>
      strict.call('POST', '/sessions/import', `${parts.join('')}--b--\r\n`, {
        'content-type': 'multipart/form-data; boundary=b',
      });
    expect((await send(part('file', '{}'))).status).toBe(201);
    for (const [second, loc, type] of [
      [part('file', '{}'), 'file', 'key_doubled'],
      [part('data', '{}'), 'data', 'type'],
      [part('data', '{}', ''), 'data', 'extra_forbidden'],
    ] as const) {
      const { status, body } = await send(part('file', '{}'), second);
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', loc], type }]]);
    }
  });

  it('in the query are refused by routes that read nothing from it, and nothing is done', async () => {
    const session = await strict.session();
    await fillSession(strict, session, 3);
    for (const [method, path, body] of [
      ['DELETE', '/experiments?filter={"x":1}', undefined],
      ['POST', '/experiments/queue?auto_train=true', { items: [] }],
      ['GET', '/state?skip=1', undefined],
    ] as const) {
      const answer = await strict.call(method, session + path, body);
      expect([path, answer.status, answer.body.detail?.[0]]).toMatchObject([
        path,
        422,
        { loc: ['query', expect.any(String)], type: 'extra_forbidden' },
      ]);
    }
    expect((await strict.call('GET', `${session}/experiments`)).body.total).toBe(3);
    expect((await strict.app.inject('/health?probe=1')).statusCode).toBe(200);
    expect((await old.call('GET', `${await old.session()}/state?skip=1`)).status).toBe(200);
  });

  it.each([
    ['sinse=3', 'sinse', "field is unknown here; did you mean 'since'?"],
    ['since=abc', 'since', 'must be an integer, got "abc"'],
    ['since=-1', 'since', 'must be >= 0, got -1'],
    ['since=9007199254740993', 'since', 'must be <= 9007199254740991, got 9007199254740992'],
  ])('of the socket are refused before it opens: %s', async (query, field, msg) => {
    const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const asked = get(`${address}/ws/a?${query}`, { headers: upgrade, agent: false }, async (answer) => {
        resolve([answer.statusCode, Buffer.concat(await answer.toArray()).toString()]);
      });
      asked.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error('the socket was opened'));
      });
      asked.on('error', reject);
    });
    expect([status, JSON.parse(body).detail[0]]).toMatchObject([422, { loc: ['query', field], msg }]);
  });

  it('a name that is like none is refused without a guess', async () => {
    const answer = await strict.call('POST', '/sessions', { wholly_different: 1 });
    expect(answer.body.detail[0].msg).toBe('field is unknown here; leave it out');
    const nested = await strict.call('POST', '/sessions', { metdata: { name: 'n' } });
    expect(nested.body.detail[0].msg).toContain("did you mean 'metadata'");
  });

  it('maps keep any key', async () => {
    const session = await strict.session();
    const stored = await strict.call('POST', `${session}/audit/event`, {
      entry_type: 'note',
      parameters: { anything: { goes: 1 } },
    });
    expect(stored.status).toBeLessThan(300);
  });

  it('are named up to a hundred, and the others counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`k${i}`, i]));
    const { status, body } = await strict.call('POST', '/sessions', many);
    expect([status, body.detail.length]).toEqual([422, 101]);
    expect(body.detail[0].loc).toEqual(['body', 'k0']);
    expect(body.detail[100]).toEqual({
      loc: ['body'],
      msg: '150 more fields are unknown here; leave them out',
      type: 'extra_forbidden',
    });
  });

  it('are ignored where release 0.4.0 is spoken', async () => {
    const made = await old.call('POST', '/sessions', { name: 'n', metdata: 1 });
    expect(made.status).toBeLessThan(300);
    const session = `/sessions/${made.body.session_id}`;
    const variable = await old.call('POST', `${session}/variables`, {
      name: 'x',
      type: 'real',
      min: 0,
      max: 1,
      log_scale: true,
    });
    expect(variable.status).toBeLessThan(300);
  });
});
