import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../src/service/release.ts';
import { type Launched, launch } from './support/launch.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';

const root = join(import.meta.dirname, '../..');
const next = '99.0.0';

/** What a release may change: the format of sessions, the layout of jobs, the schema. */
const changes: readonly (readonly [file: string, from: string, to: string])[] = [
  ['src/service/release.ts', `release = '${release}'`, `release = '${next}'`],
  ['src/service/jobs/packed-task.ts', 'layout = 1;', 'layout = 2;'],
  ['src/service/session/format/migrations.ts', 'currentFormat: number = 3;', 'currentFormat: number = 4;'],
  ['src/service/session/format/migrations.ts', 'formerFormat: number = 2;', 'formerFormat: number = 3;'],
  [
    'src/service/session/format/migrations.ts',
    '  resultBounds,\n];',
    `  resultBounds,
  {
    name: 'seal', to: 4,
    apply: (document) => ({ ...document, athanor: { ...(document.athanor as Json), seal: 'four' } }),
    revert: (document) => {
      const { seal: _seal, ...athanor } = document.athanor as Json;
      return { ...document, athanor };
    },
  },
];`,
  ],
  [
    'src/service/session/format/document.ts',
    '      format: currentFormat,',
    "      format: currentFormat, ...{ seal: 'four' },",
  ],
  [
    'src/service/store/postgres/schema.ts',
    'finishes: true },\n];',
    `finishes: true },
  { name: 'next', sql: 'alter table session add column next int' },
  { name: 'next-finished', sql: 'alter table session drop column next', finishes: true },
];`,
  ],
];

/** The sources as a later release may have them. */
function makeNext(place: string): void {
  for (const part of ['bin', 'src', 'package.json', 'CHANGELOG.md'])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(place, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no '${from}'`);
    writeFileSync(join(place, file), text.replace(from, to));
  }
}

type Body = Record<string, unknown>;

async function send(server: Launched, path: string, body?: Body) {
  const response = await fetch(`${server.address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

describe.skipIf(postgresPrograms === undefined)('this release and the next one on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-next-'));
  let postgres: TestPostgres;
  let database: string;
  const launched: Launched[] = [];
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
    makeNext(folder);
  });
  afterAll(async () => {
    for (const one of launched) one.kill('SIGKILL');
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (kind: 'serve' | 'worker', from?: string): Promise<Launched> => {
    const one = await launch(kind, { DATABASE_URL: database, JOBS_LONG_SECONDS: '0' }, from);
    launched.push(one);
    return one;
  };
  const migrateNext = (...flags: string[]) =>
    spawnSync(process.execPath, [join(folder, 'bin/athanor.js'), 'migrate', ...flags], {
      env: { ...process.env, DATABASE_URL: database },
      encoding: 'utf8',
    });
  const stop = async (one: Launched): Promise<void> => {
    one.kill('SIGTERM');
    expect(await one.ended).toBe(0);
  };

  async function sessionOn(server: Launched): Promise<string> {
    const path = `/sessions/${(await send(server, '/sessions', {})).body.session_id}`;
    await send(server, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 100] });
    return path;
  }

  /** All that the database has of a session, as text. */
  async function stored(path: string): Promise<string> {
    const rows = await query(
      database,
      `select content as text from session_chunk where session_id = $1
      union all select coalesce(steps, '') from session_write where session_id = $1`,
      [path.split('/')[2]],
    );
    return rows.map(({ text }) => text).join('\n');
  }

  it('read and change the same sessions, each with workers of its own, until the next one is finished', {
    // Nine processes begin and end.
    timeout: 300_000,
  }, async () => {
    const [ours, ourWorker] = [await start('serve'), await start('worker')];
    const first = await sessionOn(ours);
    expect(migrateNext()).toMatchObject({ status: 0 });
    const [theirs, theirWorker] = [await start('serve', folder), await start('worker', folder)];
    const second = await sessionOn(theirs);

    // Both change both sessions in turn; what the next release writes is what this one reads.
    for (let x = 1; x <= 8; x++) {
      for (const path of [first, second]) {
        const server = x % 2 === 0 ? ours : theirs;
        const row = { inputs: { x }, output: Math.sin(x) };
        expect((await send(server, `${path}/experiments`, row)).status).toBe(201);
      }
    }
    for (const server of [ours, theirs]) {
      for (const path of [first, second])
        expect((await send(server, `${path}/experiments`)).body.n_experiments).toBe(8);
    }
    expect(await stored(second)).toContain('"format":3');
    expect(`${await stored(first)}${await stored(second)}`).not.toMatch(/"seal"|"format":4/);

    // Jobs go to workers of their own release, whoever is free; and run in their server where there is none.
    const train = async (server: Launched, path: string) => {
      const answer = await send(server, `${path}/model/train`, { backend: 'sklearn', kernel: 'RBF' });
      expect(answer.status).toBe(200);
      return (answer.body.computed_by as { version: string }).version;
    };
    const trained = () => Promise.all([train(theirs, second), train(ours, first)]);
    expect(await trained()).toEqual([next, release]);
    const jobs = await query(
      database,
      'select layout, provenance, attempts, worker from job order by layout',
    );
    expect(jobs.map(({ layout, attempts }) => [layout, attempts])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(jobs.map(({ provenance }) => JSON.parse(provenance as string).version)).toEqual([release, next]);
    expect(jobs.map(({ worker }) => Number(String(worker).split(':')[1]))).toEqual([
      ourWorker.pid,
      theirWorker.pid,
    ]);
    await stop(theirWorker);
    expect(await trained()).toEqual([next, release]);
    expect(await query(database, 'select 1 from job where layout = 2')).toHaveLength(1);
    expect(await query(database, 'select 1 from job where layout = 1')).toHaveLength(2);

    // Back to this release, on the schema of the next one.
    await stop(ours);
    const again = await start('serve');
    expect((await send(again, `${second}/experiments`, { inputs: { x: 9 }, output: 1 })).status).toBe(201);
    expect((await send(again, `${second}/model`)).body).toMatchObject({ is_trained: true });

    const refused = migrateNext('--finish');
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('servers or workers of another release are connected');
    await stop(again);
    await stop(ourWorker);
    expect(migrateNext('--finish')).toMatchObject({ status: 0 });

    // From now on the next release writes its own format, without a restart; this one begins no more.
    let x = 10;
    while (!(await stored(second)).includes('"seal":"four"')) {
      expect((await send(theirs, `${second}/experiments`, { inputs: { x }, output: 1 })).status).toBe(201);
      if (x++ === 99) throw new Error('the format is still held');
      await sleep(300);
    }
    expect(await stored(second)).toContain('"format":4');
    const other = await start('serve', folder);
    expect((await send(other, `${second}/experiments`)).body.n_experiments).toBe(x - 1);
    expect((await send(other, `${first}/experiments`)).body.n_experiments).toBe(8);
    await expect(start('serve')).rejects.toThrow('use a later release');
  });
});
