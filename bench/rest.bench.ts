/**
 * What many changes leave in the database: bytes per change and per row, before and after upkeep, and what of it is empty space.
 * `npm run bench -- rest -- 1000000`. Most changes are made by a loop within the database, each a transaction of its own with what
 * the statement of a server does; each hundredth one comes from a server, which folds where a journal is long. Rows are written as if two hours old, so that every upkeep of the run finds its work; one
 * comes after each tenth, so that a tenth of the changes stands for those of the last hour.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { PatchStep } from '../src/service/session/document/document-patch.ts';
import { addExperiment } from '../src/service/session/experiments/experiments.ts';
import { addVariable } from '../src/service/session/variables/variables.ts';
import { Sessions } from '../src/service/sessions.ts';
import { Database } from '../src/service/store/postgres/database.ts';
import { maintain } from '../src/service/store/postgres/maintenance.ts';
import { postgresStore } from '../src/service/store/postgres/store.ts';
import { query, TestPostgres } from '../test/service/support/postgres.ts';
import { today } from './support/report.ts';

const sessionCount = 1000;
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

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** So many changes of each session by the database itself, with numbers and IDs of their own. */
const loop = (template: string, event: string, count: number): string => `do $do$
declare one text; steps text; name text := substring(${quoted(template)} from '[0-9a-f]{8}-[0-9a-f-]{27}');
begin
  for i in 1..${count} loop
    for one in select id from session loop
      steps := replace(replace(replace(${quoted(template)}, '0.123456789', random()::text), '0.987654321', random()::text),
        name, gen_random_uuid()::text);
      with moved as (
        update session set revision = revision + 1, journal_bytes = journal_bytes + length(steps), event_seq = event_seq + 1
        where id = one returning *
      ), kept as (
        insert into session_write (session_id, revision, write_id, steps)
        select id, revision, gen_random_uuid(), steps from moved
      ) insert into outbox (session_id, seq, event) select id, event_seq, ${quoted(event)} from moved;
      commit;
    end loop;
  end loop;
end $do$`;

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
  const store = await postgresStore({ url, connections: 4 });
  let template = '';
  const kept: typeof store = {
    ...store,
    append: (id, steps, ...rest) => {
      template = JSON.stringify(steps);
      return store.append(id, steps, ...rest);
    },
  };
  const sessions = new Sessions(kept, nobody as never, { info: () => {}, warn: () => {} }, { open: 10 });
  const upkeep = await Database.open({ url });
  const ids: string[] = [];
  for (let i = 0; i < sessionCount; i++) {
    const { session_id: id } = await sessions.creation.create((state) => ({ state, answer: null }), null);
    await sessions.edit(id, addVariable as never, { name: 'x', type: 'real', bounds: [0, 1] });
    await sessions.edit(id, addExperiment, { inputs: { x: 0.123456789 }, output: 0.987654321 });
    ids.push(id);
  }
  const event = {
    type: 'experiment_added' as const,
    data: { n_experiments: 1, n_added: 1, data_revision: 1 },
  };
  const began = performance.now();
  const stages: unknown[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const each = Math.floor(perSession / 10);
    await query(url, loop(template, JSON.stringify(event), each - 1));
    const revision = 3 + tenth * each + each - 1;
    const along = { events: [event] };
    for (const id of ids) await store.append(id, JSON.parse(template) as PatchStep[], revision, along);
    const before = await sizes(url);
    await maintain(upkeep);
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
    date: today(),
    writes: perSession * sessionCount,
    sessions: sessionCount,
    stages,
    vacuumed,
    packed,
    documents,
    bytesOfSteps: template.length,
    bytesPerWrite: {
      asItRuns: Math.round(bytesOf(vacuumed) / (perSession * sessionCount)),
      packed: Math.round(bytesOf(packed) / (perSession * sessionCount)),
    },
  };
  writeFileSync(new URL('results/rest.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
  console.log(JSON.stringify(result, null, 2));
  await postgres.stop();
}
