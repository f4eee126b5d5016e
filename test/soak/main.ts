/**
 * The long run behind docs/durability.md: `npm run soak`, or `npm run soak -- kills` for one part. Two parts run at a time, each
 * in a process of its own; SOAK_LANES=1 runs one after another. SOAK_MINUTES=5 ends each part after that time, with the
 * counts that it reached. The part `schemathesis` needs that program (ATHANOR_SCHEMATHESIS) and runs only where it is named. What was run
 * is written, part by part with its counts, date and commit, to test/soak/results.json; `kills` also every 50 rounds, with `unfinished`. The exit code is 1 when anything was lost, hung or failed.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bodyRounds } from './body-rounds.ts';
import { hostileRounds } from './hostile-rounds.ts';
import { killRounds } from './kill-rounds.ts';
import { memoryRounds } from './memory-rounds.ts';
import { metricsRounds } from './metrics-rounds.ts';
import { schemathesisRounds } from './schemathesis-rounds.ts';
import { everyFault, powerCuts, schedules } from './simulated-rounds.ts';

interface Part {
  readonly what: string;
  /** What the counts must be for the part to have passed; those it names are 0. */
  readonly zero: readonly string[];
  /** @param soFar writes down the counts of a part that takes long */
  run(isOver: () => boolean, soFar: (counts: object) => void): Promise<object>;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** A setting above 0, or the usual one. */
function setting(name: string, usual: number): number {
  const given = process.env[name];
  const value = given === undefined ? usual : Number(given);
  if (value > 0) return value;
  say(`soak: ${name} must be a number above 0, got '${given}'`);
  process.exit(2);
}

const minutes = setting('SOAK_MINUTES', Number.POSITIVE_INFINITY);
const lanes = setting('SOAK_LANES', 2);
const wantedSchedules = setting('SOAK_SCHEDULES', 5000);

/** The longest first, so that two lanes end at about the same time. */
const parts: Readonly<Record<string, Part>> = {
  hostile: {
    what: 'hostile requests to the built server, made from its OpenAPI document, and one client that behaves',
    zero: ['lost', 'unnamed_5xx', 'hangs'],
    run: (isOver) => hostileRounds(100_000, 1, isOver),
  },
  metrics: {
    what: 'scrapes of /metrics of one of two servers on a database, under requests and trainings',
    zero: ['missing', 'still'],
    run: (isOver) => metricsRounds(60, isOver),
  },
  schemathesis: {
    what: 'requests that schemathesis makes of the API document, with and without authentication',
    zero: ['server_errors', 'faults'],
    run: (isOver) => schemathesisRounds(100_000, isOver, say),
  },
  kills: {
    what: 'SIGKILL of the server under requests, on the disk of the machine',
    zero: ['lost'],
    run: (isOver, soFar) => killRounds(500, 1, isOver, { say, soFar }),
  },
  bodies: {
    what: 'good bodies of all routes with one wrong thing each, to the built server; jobs run for 10 s at most',
    zero: ['failures', 'unnamed', 'changed'],
    run: (isOver) => bodyRounds(5000, 1, isOver),
  },
  schedules: {
    what: 'random schedules against a model, on a simulated disk',
    zero: ['failures'],
    run: (isOver) => schedules(1000, wantedSchedules, 150, isOver),
  },
  faults: {
    what: 'every disk fault at every call of every request that writes',
    zero: ['lost', 'unnamed_5xx'],
    run: (isOver) => everyFault(['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'EDQUOT'], isOver),
  },
  memory: {
    what: 'sessions of 100 rows touched one after another on the built server, memory at the end',
    zero: ['over_megabytes'],
    run: (isOver) => memoryRounds(3000, 300, isOver),
  },
  'power-cuts': {
    what: 'power cuts under requests, on a simulated disk',
    zero: ['lost'],
    run: (isOver) => powerCuts(200, 1, isOver),
  },
};

/** @param tell hears what is found at the end, and before it with `unfinished` what was found so far */
async function runPart(name: string, tell: (entry: object) => void): Promise<void> {
  const { what, run } = parts[name] as Part;
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = git('rev-parse', 'HEAD');
  const started = performance.now();
  const entry = (counts: object, more: object = {}) => ({
    what,
    ...more,
    ...counts,
    seconds: Math.round((performance.now() - started) / 1000),
    date: new Date().toISOString(),
    commit,
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  });
  const unfinished = 'stopped, or still running: the rounds so far of those wanted';
  const result = await run(
    () => performance.now() - started > minutes * 60_000,
    (counts) => tell(entry(counts, { unfinished })),
  );
  tell(entry(result));
}

const file = fileURLToPath(new URL('results.json', import.meta.url));

function writeEntry(name: string, entry: object): void {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify({ ...before, [name]: entry }, null, 2)}\n`);
  renameSync(written, file);
}

/** Runs a part in a process of its own and writes down what it found; false when that is a fault. */
async function inProcess(name: string): Promise<boolean> {
  const child = fork(fileURLToPath(import.meta.url), [name], { env: { ...process.env, SOAK_PART: name } });
  let entry: Record<string, unknown> | undefined;
  child.on('message', (message) => {
    entry = message as Record<string, unknown>;
    writeEntry(name, entry);
  });
  await once(child, 'exit');
  if (entry === undefined || 'unfinished' in entry) {
    say(`${name}: ended without a result`);
    return false;
  }
  say(`${name}: ${JSON.stringify(entry)}`);
  return parts[name]?.zero.every((count) => entry?.[count] === 0) === true;
}

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    say(`soak: there is no part '${unknown}'; the parts are ${Object.keys(parts).join(', ')}`);
    process.exit(2);
  }
  const waiting = named.length > 0 ? named : Object.keys(parts).filter((name) => name !== 'schemathesis');
  let isFine = true;
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await inProcess(name))) isFine = false;
    }
  };
  await Promise.all(Array.from({ length: Math.ceil(lanes) }, lane));
  process.exitCode = isFine ? 0 : 1;
}

if (process.env.SOAK_PART === undefined) await main();
else {
  const arrived: Promise<void>[] = [];
  await runPart(process.env.SOAK_PART, (entry) => {
    arrived.push(new Promise((resolve) => process.send?.(entry, () => resolve())));
  });
  await Promise.all(arrived);
  process.exit();
}
