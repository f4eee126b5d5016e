/**
 * What many changes leave in the database: bytes per change and per row, before and after upkeep, and what of it is empty space.
 * `npm run bench -- rest -- 1000000`. Rows are written as if two hours old, so that every upkeep of the run finds its work; one
 * comes after each tenth, so that a tenth of the changes stands for those of the last hour.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { addExperiment } from '../src/service/session/experiments.ts';
import { addVariable } from '../src/service/session/variables.ts';
import { Sessions } from '../src/service/sessions.ts';
import { Database } from '../src/service/store/postgres/database.ts';
import { postgresStore } from '../src/service/store/postgres/store.ts';
import { tidy } from '../src/service/store/postgres/upkeep.ts';
import { query, TestPostgres } from '../test/service/support/postgres.ts';

const sessionCount = 1000;
const writers = 16;
const tables = ['session', 'session_chunk', 'session_write', 'outbox'] as const;

const nobody = { run: () => Promise.reject(new Error('no jobs here')) };

async function sizes(url: string) {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const [row] = await query(
      url,
      `select pg_total_relation_size('${table}')::float8 as bytes, (select count(*)::float8 from ${table}) as rows,
      coalesce((select n_dead_tup::float8 from pg_stat_user_tables where relname = '${table}'), 0) as dead`,
    );
    found[table] = row;
  }
  return found;
}

const bytesOf = (found: Record<string, unknown>): number =>
  Object.values(found).reduce<number>((sum, one) => sum + (one as { bytes: number }).bytes, 0);

export async function run([given]: readonly string[] = []): Promise<void> {
  const writes = Number(given ?? 1_000_000);
  const perSession = Math.ceil(writes / sessionCount);
  const load = loadavg()[0];
  const postgres = await TestPostgres.start();
  const url = await postgres.database();
  await query(url, "alter table session_write alter written_at set default now() - interval '2 hours'");
  await query(url, "alter table outbox alter told_at set default now() - interval '2 hours'");
  const store = await postgresStore({ url, connections: writers });
  const sessions = new Sessions(store, nobody as never, { info: () => {}, warn: () => {} }, { open: 2000 });
  const upkeep = await Database.open({ url });
  const ids: string[] = [];
  for (let i = 0; i < sessionCount; i++) {
    const { session_id: id } = await sessions.create((state) => ({ state, answer: null }), null);
    await sessions.edit(id, addVariable as never, { name: 'x', type: 'real', bounds: [0, 1] });
    ids.push(id);
  }
  const began = performance.now();
  const stages: unknown[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const each = Math.ceil(perSession / 10);
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let i = 0; i < each; i++) {
          for (let at = writer; at < sessionCount; at += writers) {
            const x = ((i * 7919) % 1000) / 1000;
            await sessions.edit(ids[at] as string, addExperiment, { inputs: { x }, output: Math.sin(x * i) });
          }
        }
      }),
    );
    const before = await sizes(url);
    await tidy(upkeep);
    const stage = {
      writes: (tenth + 1) * each * sessionCount,
      seconds: Math.round((performance.now() - began) / 1000),
      before: bytesOf(before),
      tables: await sizes(url),
    };
    stages.push(stage);
    console.log(JSON.stringify(stage));
  }
  await sessions.close();
  await store.close();
  await upkeep.close();
  await query(url, 'vacuum analyze');
  const vacuumed = await sizes(url);
  await query(url, 'vacuum full');
  const packed = await sizes(url);
  const [documents] = await query(
    url,
    `select (select sum(length(content)) from session_chunk)::float8 as characters,
    (select sum(pg_column_size(content)) from session_chunk)::float8 as stored`,
  );
  const result = {
    machine: cpus()[0]?.model,
    load,
    date: new Date().toISOString().slice(0, 10),
    writes: perSession * sessionCount,
    sessions: sessionCount,
    stages,
    vacuumed,
    packed,
    documents,
    bytesPerWrite: {
      asItRuns: Math.round(bytesOf(vacuumed) / (perSession * sessionCount)),
      packed: Math.round(bytesOf(packed) / (perSession * sessionCount)),
    },
  };
  writeFileSync(new URL('results/rest.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
  await postgres.stop();
}
