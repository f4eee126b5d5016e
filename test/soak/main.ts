/**
 * The long run behind docs/durability.md: `npm run soak`, or `npm run soak -- kills` for one part. SOAK_MINUTES=5 ends each
 * part after that time, with the counts that it reached. What was run is written, part by part with its counts, date and
 * commit, to test/soak/results.json.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { killRounds } from './kill-rounds.ts';
import { everyFault, powerCuts, schedules } from './simulated-rounds.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? Number.POSITIVE_INFINITY);
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Whether the time of a part is over, counted from now. */
function deadline(): () => boolean {
  const end = performance.now() + minutes * 60_000;
  return () => performance.now() > end;
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const parts: Readonly<Record<string, { readonly what: string; run(): Promise<object> }>> = {
  faults: {
    what: 'every disk fault at every call of every request that writes',
    run: () => everyFault(['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'EDQUOT'], deadline()),
  },
  'power-cuts': {
    what: 'power cuts under requests, on a simulated disk',
    run: () => powerCuts(200, 1, deadline()),
  },
  schedules: {
    what: 'random schedules against a model, on a simulated disk',
    run: () => schedules(1000, 2000, 150, deadline()),
  },
  kills: {
    what: 'SIGKILL of the server under requests, on the disk of the machine',
    run: () => killRounds(500, 1, deadline(), say),
  },
};

const file = new URL('results.json', import.meta.url);
const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  say(`soak: there is no part '${unknown}'; the parts are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const { what, run } = parts[name] as (typeof parts)[string];
  const commit = git('rev-parse', 'HEAD');
  const started = performance.now();
  const result = await run();
  const entry = {
    what,
    ...result,
    seconds: Math.round((performance.now() - started) / 1000),
    date: new Date().toISOString(),
    commit,
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  };
  say(`${name}: ${JSON.stringify(entry)}`);
  // Read again: another part may have been run beside this one.
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, [name]: entry }, null, 2)}\n`);
}
