import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSchema, schemaVersionOf } from '../../src/service/store/postgres/schema.ts';
import { type Launched, launch } from './support/launch.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';

const root = join(import.meta.dirname, '../..');

/** Stands for the release before: the last commit with schema 2. Until a release is published with a database there is no other. */
const former = 'f1666ac901fcdd715bf7e473708b87798d955438';
const hasFormer = spawnSync('git', ['cat-file', '-e', `${former}^{commit}`], { cwd: root }).status === 0;
if (!hasFormer)
  console.log(
    `skipped: the release before (${former.slice(0, 7)}) is not in the history here; clone without --depth`,
  );

const folder = mkdtempSync(join(tmpdir(), 'athanor-release-'));

/** The sources of the release before, beside the packages of this one. */
function checkOutFormer(): string {
  const place = join(folder, 'former');
  mkdirSync(place);
  const tar = execFileSync('git', ['archive', former, 'bin', 'src', 'package.json', 'CHANGELOG.md'], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', place], { input: tar });
  // With the packages of this one: those that only the release before needs are devDependencies (@fastify/helmet, @fastify/under-pressure).
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return place;
}

describe.skipIf(postgresPrograms === undefined || !hasFormer)(
  'the release before and this one on one database',
  () => {
    let postgres: TestPostgres;
    let database: string;
    let formerRoot: string;
    const launched: Launched[] = [];
    beforeAll(async () => {
      postgres = await TestPostgres.start();
      database = await postgres.database(2);
      formerRoot = checkOutFormer();
    });
    afterAll(async () => {
      for (const one of launched) one.kill('SIGKILL');
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const environment = () => ({ DATABASE_URL: database, DRAIN_SECONDS: '1' });
    const start = async (from?: string): Promise<Launched> => {
      const one = await launch('serve', environment(), from);
      launched.push(one);
      return one;
    };
    const post = (server: Launched, path: string, body: unknown, key: string) =>
      fetch(`${server.address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });

    it('serve together, upgraded and rolled back under load; finished, the release before is refused', {
      timeout: 300_000,
    }, async () => {
      const servers = [await start(formerRoot), await start(formerRoot)];
      const [first] = servers as [Launched];
      const { session_id } = (await (await post(first, '/sessions', {}, 'new')).json()) as {
        session_id: string;
      };
      const path = `/sessions/${session_id}`;
      await post(first, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1e6] }, 'x');
      const ready = new Set(servers);
      const statuses: number[] = [];
      let isOn = true;
      /** Sent again under its key to whoever serves, until there is an answer. */
      const record = async (row: unknown, key: string, turn: number): Promise<number> => {
        for (let attempt = 0; ; attempt++) {
          const target = [...ready][(turn + attempt) % ready.size] as Launched;
          const status = await post(target, `${path}/experiments`, row, key).then(
            (answer) => answer.status,
            () => 0,
          );
          if (![0, 409, 503].includes(status) || attempt === 50) return status;
          await sleep(50);
        }
      };
      const clients = Array.from({ length: 4 }, async (_, client) => {
        for (let i = 0; isOn; i++) {
          const row = { inputs: { x: client * 10_000 + i }, output: i };
          statuses.push(await record(row, `${client}-${i}`, i + client));
          await sleep(20);
        }
      });
      const replace = async (old: Launched, from?: string) => {
        const fresh = await start(from);
        ready.add(fresh);
        await sleep(300);
        ready.delete(old);
        old.kill('SIGTERM');
        expect(await old.ended).toBe(0);
        return fresh;
      };
      // The schema first, beneath the release before; then the servers, one by one.
      await migrateSchema(database);
      const one = await replace(servers[0] as Launched);
      const two = await replace(servers[1] as Launched);
      // Back again: the schema stays, since nothing of it stands in the way of the release before.
      const three = await replace(one, formerRoot);
      await sleep(300);
      const four = await replace(three);
      isOn = false;
      await Promise.all(clients);
      expect(new Set(statuses)).toEqual(new Set([201]));
      const count = async (server: Launched) =>
        (
          (await (await fetch(`${server.address}/api/v1${path}/experiments`)).json()) as {
            n_experiments: number;
          }
        ).n_experiments;
      expect(await count(two)).toBe(statuses.length);
      expect(await count(four)).toBe(statuses.length);

      // Not while the release before still serves; afterwards it can no more begin.
      const old = await start(formerRoot);
      expect(await count(old)).toBe(statuses.length);
      await expect(migrateSchema(database, { finish: true })).rejects.toThrow(
        'servers or workers of another release',
      );
      old.kill('SIGTERM');
      await old.ended;
      expect(await migrateSchema(database, { finish: true })).toHaveLength(1);
      await expect(start(formerRoot)).rejects.toThrow('use a later release');
      expect((await post(two, `${path}/experiments`, { inputs: { x: 1 }, output: 1 }, 'last')).status).toBe(
        201,
      );
      const five = await start();
      expect(await count(five)).toBe(statuses.length + 1);
      expect(await schemaVersionOf(database)).toBe(4);
      expect(
        await query(database, "select 1 from information_schema.columns where column_name = 'changed_at'"),
      ).toEqual([]);
    });
  },
);
