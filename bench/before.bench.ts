import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './support/averages.ts';
import { Report, type Row } from './support/report.ts';
import type { Order, Outcome } from './support/side.ts';

/** The commit that recorded the answers of test/replay, before anything moved. */
const BEFORE = 'be690d0';
const PAIRS = 31;
/** Calls before those that are timed, in microseconds: V8 compiles, buffers grow. */
const WARM_UP = 2e6;
/** One sample is worth this long, in microseconds. */
const SAMPLE = 2e4;

const root = join(import.meta.dirname, '..');

/** The sources of a commit below build/, with its addon, this tree's packages; made once. */
function checkout(commit: string): string {
  const folder = join(root, 'build', `before-${commit}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['src/tools/build-native.ts'], { cwd: folder, stdio: 'inherit' });
  }
  return folder;
}

/** A side, started, and the names of its calls. */
async function start(folder: string, backend: string): Promise<{ child: ChildProcess; names: string[] }> {
  const child = fork(join(import.meta.dirname, 'support/side.ts'), [folder, backend]);
  const [names] = await once(child, 'message');
  return { child, names };
}

async function ask(child: ChildProcess, order: Order): Promise<Outcome> {
  child.send(order);
  const [outcome] = await once(child, 'message');
  return outcome;
}

/** Warms a call up; gives how many of it are a sample. */
async function warm(child: ChildProcess, name: string): Promise<number> {
  let spent = 0;
  let micros = 0;
  for (let calls = 1; spent < WARM_UP || calls < 8; calls *= 2) {
    ({ micros } = await ask(child, { name, calls }));
    spent += micros * calls;
  }
  return Math.max(1, Math.round(SAMPLE / micros));
}

async function pair(before: ChildProcess, after: ChildProcess, name: string): Promise<Row> {
  const calls = Math.max(await warm(before, name), await warm(after, name));
  const ratios: number[] = [];
  const times: number[] = [];
  let same = true;
  for (let i = 0; i < PAIRS; i++) {
    const order = i % 2 === 0 ? [before, after] : [after, before];
    const one = await ask(order[0] as ChildProcess, { name, calls });
    const two = await ask(order[1] as ChildProcess, { name, calls });
    const [old, now] = i % 2 === 0 ? [one, two] : [two, one];
    ratios.push(now.micros / old.micros);
    times.push(old.micros);
    same &&= Object.is(old.value, now.value);
  }
  ratios.sort((a, b) => a - b);
  return {
    call: name,
    'before, ms': median(times) / 1e3,
    'after / before': median(ratios),
    'lower quartile': ratios[PAIRS >> 2] ?? Number.NaN,
    'upper quartile': ratios[(3 * PAIRS) >> 2] ?? Number.NaN,
    answer: same ? 'same' : 'other',
  };
}

/**
 * `npm run bench -- before [-- commit=be690d0 only=suggest backends=native,ts]`: the calls of the benches fit, suggest and design with the
 * sources of a commit and with these, two processes in turn, processor time, one thread. Ratios below 1 are faster now.
 */
export async function run(args: readonly string[]): Promise<void> {
  const option = (name: string, otherwise: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise;
  const commit = option('commit', BEFORE);
  const folder = checkout(commit);
  const report = new Report('before');
  report.note(`before: ${commit}; ${PAIRS} pairs in turn, medians and quartiles of the ratios`);
  for (const backend of option('backends', 'native,ts').split(',')) {
    const [before, after] = [await start(folder, backend), await start(root, backend)];
    const rows: Row[] = [];
    for (const name of after.names.filter((one) => one.startsWith(option('only', '')))) {
      rows.push(await pair(before.child, after.child, name));
    }
    before.child.disconnect();
    after.child.disconnect();
    report.table(backend, rows);
  }
  report.write();
}
