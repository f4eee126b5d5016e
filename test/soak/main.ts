/**
 * The long run behind docs/durability.md: `npm run soak`. Counts can be lowered with SOAK_SHARE, say 0.1; what was run is
 * written with the counts, the date and the commit to test/soak/results.json.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { killRounds } from './kill-rounds.ts';
import { everyFault, powerCuts, schedules } from './simulated-rounds.ts';

const share = Number(process.env.SOAK_SHARE ?? 1);
const say = (line: string) => process.stderr.write(`${line}\n`);
const times = (count: number) => Math.max(1, Math.round(count * share));
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

async function part<Result>(name: string, run: () => Promise<Result>) {
  const started = performance.now();
  const result = await run();
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`${name}: ${JSON.stringify(result)} in ${seconds} s`);
  return { name, ...result, seconds };
}

const parts = [
  await part('every disk fault at every call of every request that writes', () =>
    everyFault(['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'EDQUOT']),
  ),
  await part('power cuts under requests, on a simulated disk', () => powerCuts(times(200), 1)),
  await part('random schedules against a model, on a simulated disk', () =>
    schedules(1000, times(2000), 150),
  ),
  await part('SIGKILL of the server under requests, on the disk of the machine', () =>
    killRounds(times(500), 1, say),
  ),
];
const results = {
  date: new Date().toISOString(),
  commit: git('rev-parse', 'HEAD'),
  changed_files: git('status', '--porcelain', '--untracked-files=no') !== '',
  node: process.version,
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  parts,
};
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
