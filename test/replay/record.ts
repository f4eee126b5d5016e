/**
 * Records the answers of rows anew, on every backend of this machine:
 *
 *     node test/replay/record.ts --why 'reason of the change' 'suggest/EI/*' fit/rows/one
 *
 * A name may end in `*`. Rows without a record are added without being named. Every use leaves a line in
 * recorded/altered.json with the rows whose answers are now others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { presentBackends } from '../engine/compute/backends.ts';
import { differences } from './recording.ts';
import {
  type Alteration,
  alterationsFile,
  answerOf,
  type BackendName,
  fileOf,
  readRecording,
} from './replay.ts';
import { rows } from './rows/all.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { why: { type: 'string' }, commit: { type: 'string' } },
});

const named = (name: string) =>
  positionals.some((wanted) =>
    wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted,
  );

/** Backends of one kind differ by instruction set; the last is the best. */
const backends = new Map(
  presentBackends.map(([name, backend]) => [name.split(' ')[0] as BackendName, backend]),
);

const altered = new Set<string>();
for (const [name, backend] of backends) {
  const before = readRecording(name);
  const kept = new Map(Object.entries(before.rows));
  for (const row of rows) {
    const known = kept.get(row.name);
    if (known !== undefined && !named(row.name)) continue;
    const answer = await answerOf(row, backend);
    const changed =
      known === undefined ||
      Object.keys(answer).some((path) => !(path in known)) ||
      differences(known, answer).length > 0;
    if (!changed) continue;
    if (known !== undefined) altered.add(row.name);
    kept.set(row.name, answer);
  }
  const lines = rows.flatMap(({ name: row }) =>
    kept.has(row) ? [`${JSON.stringify(row)}:${JSON.stringify(kept.get(row))}`] : [],
  );
  const head = JSON.stringify({ node: process.version, commit: values.commit ?? before.commit }).slice(0, -1);
  writeFileSync(fileOf(name), `${head},"rows":{\n${lines.join(',\n')}\n}}\n`);
  console.log(`${name}: ${lines.length} rows`);
}
if (altered.size > 0) {
  if (values.why === undefined)
    throw new Error('say why with --why; the recording is written, the reason is not');
  const list = JSON.parse(readFileSync(alterationsFile, 'utf8')) as Alteration[];
  list.push({ date: new Date().toISOString().slice(0, 10), why: values.why, rows: [...altered] });
  writeFileSync(alterationsFile, `${JSON.stringify(list, undefined, 1)}\n`);
}
console.log(`altered: ${[...altered].join(', ') || 'none'}`);
