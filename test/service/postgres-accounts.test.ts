import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Launched, launch } from './support/launch.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

const secret = randomBytes(32).toString('base64');
let postgres: TestPostgres;
let environment: Record<string, string>;
let servers: readonly [Launched, Launched];
let admin: string;

type Headers = Record<string, string>;

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

async function send(server: Launched, path: string, who: string | Headers, body?: unknown) {
  const response = await fetch(
    `${server.address}${path.startsWith('//') ? path.slice(1) : `/api/v1${path}`}`,
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(typeof who === 'string' ? bearer(who) : who),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
  const parsed: any = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  return { status: response.status, body: parsed, headers: response.headers };
}

async function member(server: Launched, name: string) {
  const { person_id } = (await send(server, '/people', admin, { name })).body;
  const { key, key_id } = (await send(server, '/keys', admin, { name: 'k', person_id })).body;
  return { person_id, key, key_id } as Record<'person_id' | 'key' | 'key_id', string>;
}

/** What another server wrote is seen after a second. */
const seen = () => new Promise((done) => setTimeout(done, 1100));

/** Opens a socket and waits until it hears the events of the session, which is after it is open; `closed` tells with which code it ended. */
async function listen(server: Launched, session: string, key: string) {
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}/ws/${session}`, {
    headers: bearer(key),
  });
  const types: string[] = [];
  socket.on('message', (text) => types.push(JSON.parse(String(text)).type));
  const closed = new Promise<number>((done) => socket.on('close', (code) => done(code)));
  await new Promise((done, failed) => socket.once('message', done).on('error', failed));
  expect(types).toEqual(['connected']);
  return { types, closed };
}

describe.skipIf(postgresPrograms === undefined)('two servers on one database that ask who is calling', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    environment = {
      DATABASE_URL: await postgres.database(),
      AUTH: 'keys',
      SECRET_KEY: secret,
      METRICS: 'on',
      RATE_LIMITS: 'seed',
    };
    const program = [
      `${import.meta.dirname}/../../bin/athanor.js`,
      'auth',
      'bootstrap',
      '--json',
      '--name',
      'Ann',
    ];
    const env = { ...process.env, ...environment };
    admin = JSON.parse(String(execFileSync(process.execPath, program, { env }))).key;
    servers = (await Promise.all([launch('serve', environment), launch('serve', environment)])) as never;
  });
  afterAll(async () => {
    for (const one of servers ?? []) one.kill('SIGKILL');
    await postgres?.stop();
  });

  it('share people, keys, grants and sign-ins', async () => {
    const [a, b] = servers;
    const [bob, carl] = [await member(a, 'Bob'), await member(b, 'Carl')];
    await seen();
    const made = await send(b, '/sessions', bob.key, { name: 'of Bob' });
    expect(made.status).toBe(201);
    const path = `/sessions/${made.body.session_id}`;
    expect((await send(a, path, bob.key)).status).toBe(200);
    expect((await send(a, path, carl.key)).status).toBe(404);
    const signedIn = await send(a, '/auth/login', {}, { key: carl.key });
    const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] as string;
    await seen();
    expect((await send(b, '/me', { cookie })).body).toMatchObject({
      person: { name: 'Carl' },
      signed_in_by: 'cookie',
    });
    await send(b, '/auth/logout', { cookie, origin: b.address }, {});
    await seen();
    expect((await send(a, '/me', { cookie })).status).toBe(401);
  });

  it('end the sockets of a revoked key on each of them, and report how late events were', async () => {
    const [a, b] = servers;
    const dora = await member(a, 'Dora');
    await seen();
    const { session_id } = (await send(a, '/sessions', dora.key, {})).body;
    const sockets = [await listen(a, session_id, dora.key), await listen(b, session_id, dora.key)] as const;
    await send(a, `/sessions/${session_id}/variables`, dora.key, { name: 'x', type: 'real', bounds: [0, 1] });
    for (const { types } of sockets) {
      await until(() => types.includes('variables_changed'));
    }
    const lag = (await send(b, '//metrics', admin)).body as string;
    expect(Number(/athanor_outbox_lag_seconds_count (\d+)/.exec(lag)?.[1])).toBeGreaterThan(0);
    const revoked = await fetch(`${a.address}/api/v1/keys/${dora.key_id}`, {
      method: 'DELETE',
      headers: bearer(admin),
    });
    expect(revoked.status).toBe(204);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1008, 1008]);
    for (const server of servers) expect((await send(server, '/me', dora.key)).status).toBe(401);
  });

  it('share the settings of the assistant, whose keys are encrypted in the database', async () => {
    const [a, b] = servers;
    const openai = { api_key: 'sk-secret-of-the-lab-1234', model: 'm' };
    expect((await send(a, '/llm/config', admin, { openai })).status).toBe(200);
    expect((await send(b, '/llm/config', admin, { ollama: { model: 'n' } })).status).toBe(200);
    for (const server of servers) {
      expect((await send(server, '/llm/config', admin)).body).toMatchObject({
        openai: { api_key: 'sk-••••1234', has_api_key: true, model: 'm' },
        ollama: { model: 'n' },
      });
    }
    const rows = await query(
      environment.DATABASE_URL as string,
      "select value from record where kind = 'assistant'",
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain('sealed1.');
    expect(JSON.stringify(rows)).not.toContain('secret-of-the-lab');
  });

  it('count requests together, and the wrong keys of an address', async () => {
    const emil = await member(servers[0], 'Emil');
    await seen();
    const ask = async (i: number, key: string) => (await send(servers[i % 2] as Launched, '/me', key)).status;
    let allowed = 0;
    while ((await ask(allowed, emil.key)) === 200) allowed++;
    expect(allowed).toBe(100);
    expect([await ask(0, emil.key), await ask(1, emil.key)]).toEqual([429, 429]);
    // Counted after its answer went out, so a few more than 100 may be looked at; fewer by those of the tests before.
    let wrong = 0;
    while ((await ask(wrong, `ath_wrong${wrong}`)) === 401) wrong++;
    expect(wrong).toBeGreaterThan(90);
    expect([await ask(0, admin), await ask(1, admin)]).toEqual([429, 429]);
  });
});
