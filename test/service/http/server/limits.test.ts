import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../../../src/service/config.ts';
import { checkTraining, limitTable, standardLimits } from '../../../../src/service/limits.ts';
import { serve } from '../../../../src/service/serve.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, inlinePool, type TestApp, testApp } from '../../support/app.ts';

const limited = (environment: Record<string, string>) => testApp(undefined, undefined, environment);

const point = (x: number) => ({ inputs: { x, c: 'A' }, output: x });

async function filled(app: TestApp, rows: number): Promise<string> {
  const path = await app.session();
  await fillSession(app, path, rows);
  return path;
}

async function listening(app: TestApp): Promise<number> {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  return (app.app.server.address() as AddressInfo).port;
}

describe('limits', () => {
  it('are all documented with variable, default and status', () => {
    const text = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
    for (const { name, standard } of Object.values(limitTable)) {
      expect(text).toContain(`| \`${name}\` | ${standard.toLocaleString('en-US')} |`);
    }
    expect(() => readConfig({ LIMIT_ROWS: '0' })).toThrow('LIMIT_ROWS must be a whole number from 1');
  });

  it('of rows refuse what would go past them, in every way in, and let the rest be', async () => {
    const app = await limited({ LIMIT_ROWS: '3' });
    const path = await filled(app, 3);
    for (const answer of [
      await app.call('POST', `${path}/experiments`, point(1)),
      await app.call('POST', `${path}/experiments/batch`, { experiments: [point(1), point(2)] }),
      await app.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,1\n2,A,1\n3,A,1\n4,A,1\n'),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].type).toBe('limit');
      expect(answer.body.detail[0].msg).toMatch(/rows.*limit of 3 \(LIMIT_ROWS\); use several sessions/);
    }
    const rows = Array.from({ length: 2500 }, (_, i) => `${i % 10},A,${i}`).join('\n');
    const long = await app.upload(`${path}/experiments/upload`, `x,c,Output\n${rows}\n`);
    expect([long.status, long.body.detail[0].msg]).toEqual([
      422,
      // Reading ends where it is known, titles and remarks above the table allowed for.
      expect.stringContaining('rows of a file: 1004 or more is more than the limit of 3'),
    ]);
    expect((await app.call('GET', `${path}/experiments`)).body.total).toBe(3);
    expect((await app.call('PATCH', `${path}/metadata`, { name: 'n' })).status).toBe(200);
    await app.close();
  });

  it('of cells and variables name themselves', async () => {
    const app = await limited({ LIMIT_CELLS: '12', LIMIT_VARIABLES: '2' });
    const path = await filled(app, 1);
    const bare = await filled(app, 0);
    const file = await app.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,1\n2,A,1\n3,A,1\n4,A,1\n');
    expect(file.body.detail[0].msg).toContain('cells of a file: 15 or more is more than the limit of 12');
    const cells = await app.call('POST', `${path}/experiments/batch`, { experiments: [point(1), point(2)] });
    expect(cells.body.detail[0].msg).toContain('LIMIT_CELLS');
    const variable = { name: 'z', type: 'real', bounds: [0, 1] };
    const third = await app.call('POST', `${bare}/variables`, variable);
    expect([third.status, third.body.detail[0].msg]).toEqual([
      422,
      expect.stringContaining('LIMIT_VARIABLES'),
    ]);
    await app.close();
  });

  it('of constraints, objectives and the queue name themselves, in every way in', async () => {
    const environment = { LIMIT_CONSTRAINTS: '1', LIMIT_OBJECTIVES: '2', LIMIT_QUEUE: '2' };
    const app = await limited(environment);
    const path = await filled(app, 0);
    const messageOf = async (method: string, at: string, body: object) => {
      const answer = await app.call(method, `${path}/${at}`, body);
      return [answer.status, answer.body.detail?.[0]?.msg];
    };
    const refused = (what: string, got: number, most: number, name: string) => [
      422,
      expect.stringContaining(`${what}: ${got} is more than the limit of ${most} (${name}); `),
    ];
    const sum = { constraint_type: 'inequality', coefficients: { x: 1 }, rhs: 9 };
    expect((await app.call('POST', `${path}/constraints`, sum)).status).toBe(201);
    const constraints = refused('constraints of a session', 2, 1, 'LIMIT_CONSTRAINTS');
    expect(await messageOf('POST', 'constraints', sum)).toEqual(constraints);
    const { body: space } = await app.call('GET', `${path}/variables/export?include_constraints=true`);
    const twice = { ...space, constraints: [0, 1].map((i) => ({ ...space.constraints[0], name: `c${i}` })) };
    expect(await messageOf('POST', 'variables/load', twice)).toEqual(constraints);
    const linear = [1, 2].map((at_most) => ({ name: `s${at_most}`, coefficients: { x: 1 }, at_most }));
    expect(await messageOf('PUT', 'rules', { linear })).toEqual(
      refused('safety limits of sums', 2, 1, 'LIMIT_CONSTRAINTS'),
    );
    const objectives = ['o', 'p', 'q'].map((name) => ({ name, goal: 'maximize' }));
    expect(await messageOf('PUT', 'objectives', { objectives })).toEqual(
      refused('objectives of a session', 3, 2, 'LIMIT_OBJECTIVES'),
    );
    const items = [1, 2, 3].map((x) => ({ inputs: { x, c: 'A' } }));
    const long = refused('runs in the queue (finished ones too)', 3, 2, 'LIMIT_QUEUE');
    expect(await messageOf('POST', 'experiments/queue', { items })).toEqual(long);
    const experiments = items.map(({ inputs }) => inputs);
    expect(await messageOf('POST', 'experiments/staged/batch', { experiments })).toEqual(long);
    await app.close();
  });

  it('of lists in a body name the field, and the body by itself', async () => {
    const app = await limited({ LIMIT_BODY_ITEMS: '1000' });
    const path = await filled(app, 0);
    const inputs = Array.from({ length: 1001 }, () => ({ x: 1, c: 'A' }));
    const { status, body } = await app.call('POST', `${path}/model/predict`, { inputs });
    expect([status, body.detail[0].loc, body.detail[0].msg]).toEqual([
      422,
      ['body', 'inputs'],
      'inputs: more than 1000 entries (LIMIT_BODY_ITEMS); send several requests, or raise LIMIT_BODY_ITEMS',
    ]);
    const variables = await app.call('POST', `${path}/variables/load`, Array(1001).fill(1));
    expect(variables.body.detail[0].msg).toContain('body: more than 1000 entries');
    const records = Object.fromEntries(inputs.map((_, i) => [`k${i}`, i]));
    const event = { entry_type: 'note', parameters: records };
    const long = await app.call('POST', `${path}/audit/event`, event);
    expect([long.status, long.body.detail?.[0]?.loc]).toEqual([422, ['body', 'parameters']]);
    await app.close();
  });

  it('of fields of one object name it, before the body is read', async () => {
    const app = await limited({});
    const path = await filled(app, 0);
    const send = async (count: number, body: (fields: object) => object) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k{"${i}`, i]));
      const answer = await app.call('POST', `${path}/audit/event`, body(fields));
      return [answer.status, answer.body.detail[0].loc, answer.body.detail[0].msg];
    };
    const nested = (fields: object) => ({ entry_type: 'note', parameters: { list: [{}, fields], z: {} } });
    const refusal = 'an object has at most 20000 fields; leave out the others';
    expect(await send(20_001, nested)).toEqual([422, ['body', 'parameters', 'list', '1'], refusal]);
    expect(await send(20_001, (fields) => fields)).toEqual([422, ['body'], refusal]);
    expect(await send(20_000, nested)).toEqual([
      422,
      ['body', 'parameters'],
      expect.stringContaining('10000'),
    ]);
    await app.close();
  });

  it('of provenance records bound what repeated uploads leave', async () => {
    const app = await limited({ LIMIT_RECORDS: '8' });
    const path = await filled(app, 3);
    const table = (rows: number) => `x,c,Output\n${'1,A,1\n'.repeat(rows)}`;
    const upload = (rows: number) => app.upload(`${path}/experiments/upload`, table(rows));
    expect((await upload(4)).status).toBe(200);
    const refused = await upload(2);
    expect([refused.status, refused.body.detail[0].msg]).toEqual([
      422,
      expect.stringMatching(
        /records.*: 9 is more than the limit of 8 \(LIMIT_RECORDS\); upload the table into a new/,
      ),
    ]);
    expect((await app.call('GET', `${path}/experiments`)).body.total).toBe(4);
    expect((await app.call('DELETE', `${path}/experiments`)).status).toBe(204);
    expect((await upload(1)).status).toBe(200);
    await app.close();
  });

  it('of the values of a variable refuse longer lists, however they arise', async () => {
    const app = await limited({ LIMIT_VALUES: '3' });
    const [bare, path] = [await filled(app, 0), await filled(app, 4)];
    const refused = async (method: string, at: string, body: object) => {
      const { status, body: said } = await app.call(
        method,
        `${at === '' ? bare : path}/variables${at}`,
        body,
      );
      return [status, said.detail[0].msg];
    };
    const categories = ['a', 'b', 'c', 'd'];
    const words = (name: string, count: number) => [
      422,
      expect.stringContaining(
        `values of variable '${name}': ${count} is more than the limit of 3 (LIMIT_VALUES)`,
      ),
    ];
    const long = await refused('POST', '', { name: 'k', type: 'categorical', categories });
    expect(long).toEqual(words('k', 4));
    const numbers = { name: 'k', type: 'discrete', allowed_values: [1, 2, 3, 4, 5] };
    expect(await refused('POST', '', numbers)).toEqual(words('k', 5));
    expect(await refused('PUT', '/c', { name: 'c', type: 'categorical', categories })).toEqual(words('c', 4));
    // Each recorded number would become a category.
    expect(await refused('PATCH', '/x', { type: 'categorical' })).toEqual(words('x', 4));
    expect((await app.call('GET', `${path}/variables`)).body.count).toBe(2);
    await app.close();
  });

  it('of a training say what it would take', async () => {
    const app = await limited({ LIMIT_TRAINING_ROWS: '5' });
    const path = await filled(app, 6);
    const refused = await app.call('POST', `${path}/model/train`, {});
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].msg).toMatch(
      /6 rows.*limit of 5; they would take about .* seconds and .* GiB/,
    );
    await app.close();
  });

  it('of a training know that many rows are fitted by neighbours, but not with results that are limits', () => {
    const task = {
      n: 12_000,
      d: 6,
      outputs: [new Float64Array(12_000)],
      options: { approximation: 'exact' },
    };
    const check = (more: object) => () => checkTraining(standardLimits, { ...task, ...more } as never);
    expect(check({})).toThrow(/12000 rows .* about \d(\.\d)? minutes and 2\.1 GiB/);
    expect(check({ censored: [{ rows: [0] }] })).toThrow(/about \d+ hours and 8\.6 GiB/);
  });

  it('of a training are one for exact models and one for sparse ones', async () => {
    const app = await limited({ LIMIT_TRAINING_ROWS: '5', LIMIT_SPARSE_TRAINING_ROWS: '24' });
    const path = await filled(app, 25);
    const body = { backend: 'botorch', options: { approximation: 'vecchia' } };
    const refused = await app.call('POST', `${path}/model/train`, body);
    expect(refused.body.detail[0].msg).toMatch(/LIMIT_SPARSE_TRAINING_ROWS|25 rows.*limit of 24/);
    expect(refused.status).toBe(422);
    await app.close();
  });

  it('of a training with exact means are those of an exact model where they are requested', async () => {
    const app = await limited({ LIMIT_TRAINING_ROWS: '5' });
    const path = await filled(app, 25);
    const train = (options: Record<string, unknown>) =>
      app.call('POST', `${path}/model/train`, {
        backend: 'botorch',
        options: { approximation: 'local', ...options },
      });
    const refused = await train({ exact_mean: true });
    expect([refused.status, refused.body.detail[0].msg]).toEqual([
      422,
      expect.stringMatching(/25 rows.*limit of 5;.*without options.exact_mean/),
    ]);
    const trained = await train({});
    expect(trained.status).toBe(200);
    expect(trained.body.warnings.join()).toContain('means are those of the exact model');
    await app.close();
  });

  it('of the body refuse many bytes (413) and deep nesting (422)', async () => {
    const app = await limited({ LIMIT_BODY_BYTES: '5000' });
    const path = await filled(app, 0);
    const many = await app.call('POST', `${path}/experiments/batch`, {
      experiments: Array.from({ length: 500 }, () => point(1)),
    });
    expect([many.status, many.body.detail]).toEqual([413, expect.stringContaining('LIMIT_BODY_BYTES')]);
    const string = JSON.stringify({ a: `[[${'\\"['.repeat(500)}` });
    expect((await app.call('POST', `${path}/experiments`, string)).body.detail[0].msg).not.toContain('DEPTH');
    for (const deep of [`${'['.repeat(2000)}${']'.repeat(2000)}`, '{"a":'.repeat(900)]) {
      const refused = await app.call('POST', `${path}/experiments`, deep);
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0].msg).toContain('LIMIT_BODY_DEPTH');
    }
    const levels = '['.repeat(2000);
    for (const [text, place] of [
      [`{"output":1,"inputs":[2,{"x":${levels}`, ['body', 'inputs', '1', 'x']],
      [`{"\\x":${levels}`, ['body', '"\\x"', '0', '0']],
      [`{:${levels}`, ['body', '', '0', '0']],
      [`]]${levels}`, ['body', '0', '0', '0']],
    ] as const) {
      const { status, body } = await app.call('POST', `${path}/experiments`, text);
      expect([status, body.detail[0].loc]).toEqual([422, place]);
    }
    await app.close();
  });

  it('of a file let in what the server gave out, however long a body may be', async () => {
    const app = await limited({ LIMIT_BODY_BYTES: '5000', LIMIT_FILE_BYTES: '300000' });
    const path = await filled(app, 0);
    const lines = Array.from({ length: 100 }, (_, i) => `${i % 10},A,${i}`).join('\n');
    expect((await app.upload(`${path}/experiments/upload`, `x,c,Output\n${lines}\n`)).status).toBe(200);
    const file = JSON.stringify((await app.call('GET', `${path}/export`)).body);
    expect(file.length).toBeGreaterThan(50_000);
    const again = await app.upload('/sessions/import', file);
    const kept = await app.call('GET', `/sessions/${again.body.session_id}/experiments`);
    expect([again.status, kept.body.total]).toEqual([201, 100]);
    const table = (await app.call('GET', `${path}/experiments/export`)).body as string;
    expect(table.length).toBeGreaterThan(5000);
    expect((await app.upload(`${path}/experiments/upload`, table)).status).toBe(200);
    const long = await app.upload('/sessions/import', `${file}${' '.repeat(300_000)}`);
    expect([long.status, long.body.detail]).toEqual([413, expect.stringContaining('LIMIT_FILE_BYTES')]);
    await app.close();
  });

  it.each([
    {
      what: 'form',
      address: '/api/v1/sessions/import',
      type: 'multipart/form-data; boundary=b',
      head: '--b\r\nContent-Disposition: form-data; name="file"; filename="s.json"\r\n\r\n',
      limit: 'LIMIT_FILE_BYTES',
    },
    {
      what: 'body of JSON',
      address: '/api/v1/sessions',
      type: 'application/json',
      head: '{',
      limit: 'LIMIT_BODY_BYTES',
    },
  ])('refuse a $what that announces more before it has arrived, and keep its connection', async (sent) => {
    const { address, type, head, limit } = sent;
    const app = await limited({ [limit]: '100000' });
    const port = await listening(app);
    const socket = connect(port, '127.0.0.1');
    const announced = 30_000_000;
    socket.write(
      `POST ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${announced}\r\n\r\n${head}`,
    );
    const [refused] = await once(socket, 'data');
    expect(String(refused)).toMatch(/^HTTP\/1.1 413/);
    expect(String(refused)).toContain(limit);
    socket.write(Buffer.alloc(announced - head.length, 32));
    socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const [next] = await once(socket, 'data');
    expect(String(next)).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
    await app.close();
  });

  const sentBytes = 30_000_000;
  it.each([
    ['announced, and then closes', `Content-Length: ${sentBytes}\r\nConnection: close`],
    ['not announced, and then closes', 'Transfer-Encoding: chunked\r\nConnection: close'],
    ['not announced', 'Transfer-Encoding: chunked'],
  ])('of the body are told to a client that reads once it has sent all that it %s', async (_, headers) => {
    const app = await limited({ LIMIT_BODY_BYTES: '100000' });
    const socket = connect(await listening(app), '127.0.0.1');
    const content = Buffer.alloc(sentBytes, 'x');
    const isChunked = headers.includes('chunked');
    const body = isChunked ? `${sentBytes.toString(16)}\r\n${content}\r\n0\r\n\r\n` : content;
    socket.write(
      `POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
    );
    await new Promise<void>((sent, failed) =>
      socket.write(body, (error) => (error ? failed(error) : sent())),
    );
    const [refused] = await once(socket, 'data');
    expect(String(refused)).toMatch(/^HTTP\/1.1 413[\s\S]*LIMIT_BODY_BYTES/);
    socket.destroy();
    await app.close();
  });

  it('of a file hold for all that are being read at once, and give the room back', async () => {
    const app = await limited({ LIMIT_BODY_BYTES: '5000', LIMIT_FILE_BYTES: '100000' });
    const port = await listening(app);
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="s.json"\r\n\r\n';
    const slow = connect(port, '127.0.0.1');
    slow.write(
      'POST /api/v1/sessions/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        `Content-Length: 200000\r\n\r\n${head}${' '.repeat(60_000)}`,
    );
    const other = `${' '.repeat(60_000)}no`;
    let status: number;
    do status = (await app.upload('/sessions/import', other)).status;
    while (status === 400);
    const refused = await app.upload('/sessions/import', other);
    expect([status, refused.status, refused.body.error_type]).toEqual([503, 503, 'OverloadedError']);
    expect(refused.headers['retry-after']).toBe('2');
    expect((await app.upload('/sessions/import', 'no')).status).toBe(400);
    slow.destroy();
    do status = (await app.upload('/sessions/import', other)).status;
    while (status === 503);
    expect(status).toBe(400);
    await app.close();
  });

  it('hold for all long JSON bodies and files that are in memory at once', async () => {
    const app = await limited({ LIMIT_BODY_BYTES: '40000000', LIMIT_FILE_BYTES: '40000000' });
    const path = await filled(app, 0);
    const port = await listening(app);
    const slow = connect(port, '127.0.0.1');
    slow.write(
      `POST /api/v1${path}/experiments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        'Content-Length: 39000000\r\n\r\n',
    );
    // Then all but what the system buffers was read.
    await new Promise<void>((resolve) => slow.write(Buffer.alloc(38_000_000, ' '), () => resolve()));
    const long = `${' '.repeat(15_000_000)}no`;
    let answer = await app.call('POST', `${path}/experiments`, long);
    expect([answer.status, answer.body.error_type]).toEqual([503, 'OverloadedError']);
    expect(answer.body.detail).toContain('(LIMIT_FILE_BYTES)');
    expect((await app.upload(`${path}/experiments/upload`, long)).status).toBe(503);
    expect((await app.call('POST', `${path}/experiments`, point(1))).status).toBe(201);
    slow.destroy();
    do answer = await app.call('POST', `${path}/experiments`, long);
    while (answer.status === 503);
    expect(answer.status).toBe(422);
    await app.close();
  });

  it('of the texts of a form name the form or the field', async () => {
    const app = await limited({});
    const path = await filled(app, 0);
    const send = (fields: Record<string, string>) =>
      app.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,2\n', fields);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 'x']));
    expect((await send(many)).body.detail).toEqual([
      { loc: ['body'], msg: 'the form has more than 20 text fields', type: 'too_many' },
    ]);
    expect((await send({ target_column: 'x'.repeat(1_100_000) })).body.detail).toEqual([
      { loc: ['body', 'target_column'], msg: 'is longer than 1 MiB; send less text', type: 'too_long' },
    ]);
    await app.close();
  });

  it('of texts name the field', async () => {
    const app = await limited({ LIMIT_TEXT_LENGTH: '100' });
    const path = await filled(app, 0);
    const most = await app.call('PATCH', `${path}/metadata`, { description: 'x'.repeat(100) });
    expect([most.status, most.body.description.length]).toEqual([200, 100]);
    const text = 'x'.repeat(101);
    const long = await app.call('PATCH', `${path}/metadata`, { description: text });
    expect([long.status, long.body.detail[0].loc]).toEqual([422, ['body', 'description']]);
    expect(long.body.detail[0].msg).toContain('(LIMIT_TEXT_LENGTH); shorten it');
    const experiments = [point(1), { ...point(1), comment: text }];
    const batch = await app.call('POST', `${path}/experiments/batch`, { experiments });
    expect([batch.status, batch.body.detail[0].loc]).toEqual([422, ['body', 'experiments', '1', 'comment']]);
    expect((await app.call('GET', `${path}/experiments`)).body.total).toBe(0);
    await app.close();
  });

  it('of texts hold for files too, and a session that was exported can be imported', async () => {
    // What the server itself writes is longer than this.
    const app = await limited({ LIMIT_TEXT_LENGTH: '100' });
    const path = await filled(app, 0);
    const long = 'y'.repeat(100_000);
    const joined = await app.upload(
      `${path}/experiments/upload`,
      `x,c,Output,Comment,Status\n1,A,2,${long},${long}\n2,B,3,,\n`,
    );
    expect([joined.status, joined.body.detail]).toEqual([200, undefined]);
    const suggested = { strategy: 'auto', effort: 'fast', goal: 'maximize', seed: 1, stage: true };
    await app.call('POST', `${path}/acquisition/suggest`, suggested);
    const exported = (await app.call('GET', `${path}/export`)).body;
    const again = await app.upload('/sessions/import', JSON.stringify(exported));
    expect([again.status, again.body.detail]).toEqual([201, undefined]);

    const cell = await app.upload(`${path}/experiments/upload`, `x,c,Output,Comment\n1,A,2,${long}y\n`);
    expect([cell.status, cell.body.detail[0]]).toMatchObject([422, { type: 'limit' }]);
    expect(cell.body.detail[0].msg).toContain(
      'characters of a cell: 100001 is more than the limit of 100000',
    );
    const field = await app.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,2\n', {
      target_column: 'y'.repeat(101),
    });
    expect([field.status, field.body.detail[0].loc]).toEqual([422, ['body', 'target_column']]);

    const row = exported.experiments.data[0].ProvenanceId;
    exported.athanor.row_details[row].comment = 'y'.repeat(200_001);
    const file = await app.upload('/sessions/import', JSON.stringify(exported));
    expect([file.status, file.body.detail[0].loc]).toEqual([
      422,
      ['body', 'athanor', 'row_details', row, 'comment'],
    ]);
    expect(file.body.detail[0].msg).toContain('more than 200000 characters (LIMIT_TEXT_LENGTH)');
    await app.close();
  });

  it('refuse texts that no file of text can hold, and nothing else', async () => {
    const app = await limited({});
    const path = await filled(app, 0);
    const variable = (name: string) => ({ name, type: 'categorical', categories: ['a', 'b'] });
    for (const [name, what] of [
      ['n\0m', 'NUL'],
      ['n\ud800', 'surrogate'],
    ] as const) {
      const { status, body } = await app.call('POST', `${path}/variables`, variable(name));
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'name']]);
      expect(body.detail[0].msg).toContain(what);
      expect(body.detail[0].msg).toContain(JSON.stringify(name));
      const inputs = { inputs: { [name]: 1 }, output: 1 };
      const row = await app.call('POST', `${path}/experiments`, inputs);
      expect([row.status, row.body.detail[0].loc]).toEqual([422, ['body', 'inputs']]);
      const mapping = { column_mapping: JSON.stringify({ y: name }) };
      const upload = await app.upload(`${path}/experiments/upload`, 'x,y\n1,2\n', mapping);
      expect([upload.status, upload.body.detail[0].loc]).toEqual([422, ['body', 'column_mapping', 'y']]);
    }
    const odd = { ...variable('\u{1f600}'), description: '\u0001\u{1f600}\x7f' };
    expect((await app.call('POST', `${path}/variables`, odd)).status).toBe(201);
    await app.close();
  });

  it('of sockets turn the next one away with 503', async () => {
    const app = await limited({ LIMIT_SOCKETS: '1' });
    const port = await listening(app);
    const first = new WebSocket(`ws://127.0.0.1:${port}/ws/s`);
    await once(first, 'open');
    const second = new WebSocket(`ws://127.0.0.1:${port}/ws/s`);
    const [, response] = await once(second, 'unexpected-response');
    expect(response.statusCode).toBe(503);
    first.close();
    await app.close();
  });

  it('of time end a body that never comes', async () => {
    const app = await limited({ LIMIT_REQUEST_SECONDS: '1' });
    const port = await listening(app);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 408/);
    expect(JSON.parse(String(answer).split('\r\n\r\n')[1] ?? '')).toEqual({
      detail: 'the request did not arrive in time (LIMIT_REQUEST_SECONDS); send it again',
      error_type: 'RequestTimeout',
      status_code: 408,
    });
    socket.destroy();
    await app.close();
  });

  it('of the event loop shed requests, but not the question for health', async () => {
    const app = await limited({ LIMIT_LOOP_DELAY_MS: '10' });
    await sleep(20);
    // Holds the loop for several samples of the watch.
    let shed: Awaited<ReturnType<TestApp['call']>> | undefined;
    for (let i = 0; i < 40 && shed?.status !== 503; i++) {
      const until = performance.now() + 200;
      while (performance.now() < until);
      await sleep(1);
      shed = await app.call('GET', '/sessions').catch(() => undefined);
    }
    expect(shed?.status).toBe(503);
    expect(shed?.body.detail).toContain('LIMIT_LOOP_DELAY_MS');
    expect(shed?.headers['retry-after']).toBe('2');
    expect((await app.call('GET', '//health')).status).toBe(200);
    await app.close();
  });

  it('are watched without a file descriptor: connections may have taken all', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    const { memoryUsage } = process;
    process.memoryUsage = Object.assign(
      () => {
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      },
      { rss: memoryUsage.rss },
    );
    try {
      const app = await limited({});
      vi.advanceTimersByTime(5000);
      vi.useRealTimers();
      expect((await app.call('GET', '/sessions')).status).toBe(200);
      await app.close();
    } finally {
      process.memoryUsage = memoryUsage;
      vi.useRealTimers();
    }
  });
});

describe('failures have names', () => {
  it.each([
    [new RangeError('Array buffer allocation failed'), 503, 'OutOfMemoryError'],
    [Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }), 503, 'OutOfMemoryError'],
    [Object.assign(new Error('lost'), { name: 'WorkerCrashedError' }), 503, 'WorkerCrashedError'],
  ])('%s', async (error, status, name) => {
    const app = await testApp(undefined, { run: () => Promise.reject(error) });
    const path = await filled(app, 6);
    const answer = await app.call('POST', `${path}/model/train`, {});
    expect([answer.status, answer.body.error_type]).toEqual([status, name]);
    await app.close();
  });

  it('a data folder that cannot be read, without its path', async () => {
    const failing = Object.assign(new Error("EIO: i/o error, scandir '/secret/place'"), {
      code: 'EIO',
      syscall: 'scandir',
    });
    const app = await testApp({ ...memoryStore(), list: () => Promise.reject(failing) });
    const answer = await app.call('GET', '/sessions');
    expect([answer.status, answer.body.error_type]).toEqual([503, 'StoreUnavailableError']);
    expect(answer.body.detail).toContain('EIO');
    expect(answer.body.detail).not.toContain('/secret');
    await app.close();
  });
});

describe('a server that is told to stop', () => {
  it('finishes what is under way', async () => {
    const store = memoryStore();
    const begun = Promise.withResolvers<void>();
    const slow = {
      ...store,
      append: async (...args: Parameters<typeof store.append>) => {
        begun.resolve();
        await sleep(300);
        return store.append(...args);
      },
    };
    const app = await testApp(slow, inlinePool);
    const port = await listening(app);
    const made = (await (
      await fetch(`http://127.0.0.1:${port}/api/v1/sessions`, { method: 'POST' })
    ).json()) as { session_id: string };
    const request = fetch(`http://127.0.0.1:${port}/api/v1/sessions/${made.session_id}/metadata`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"last"}',
    });
    await begun.promise;
    const closing = app.close();
    expect((await request).status).toBe(200);
    await closing;
  });

  it('ends what takes longer than its grace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-grace-'));
    const server = await serve(
      { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', LIMIT_GRACE_SECONDS: '1' },
      () => {},
    );
    const { port } = new URL(server.address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(
      `POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await sleep(50);
    // `once` of node:events would reject where the connection is reset, which is an end as good as any.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await server.stop();
    await closed;
    expect(socket.destroyed).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
