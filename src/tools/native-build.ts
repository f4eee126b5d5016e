import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAll } from './compiler.ts';

/**
 * Compiles the CPU kernels with any C++17 compiler, for this machine (build-native.ts) or another (build-platforms.ts).
 *
 * Every source of kernels/cpu that includes `simd.h` (directly or not) is compiled once per instruction set, the rest once; the
 * binary selects the best set at run time. What is up to date is not compiled again.
 */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const kernels = join(root, 'kernels');

/** Sources that exist once per program: threads, memory, the choice of instruction set; and their own flags. */
const sharedSources: ReadonlyMap<string, readonly string[]> = new Map([
  // A thread that the system does not start is an exception of `std::thread`.
  ['workspace.cc', ['-fexceptions']],
  ['registry.cc', []],
]);

export interface Compiler {
  readonly command: string;
  /** Arguments before all others. */
  readonly prefix: readonly string[];
  readonly version: string;
}

interface InstructionSet {
  readonly name: string;
  readonly flags: readonly string[];
}

export const instructionSets: Readonly<Record<string, readonly InstructionSet[]>> = {
  x64: [
    { name: 'baseline', flags: ['-march=x86-64'] },
    { name: 'avx2', flags: ['-mavx2', '-mfma'] },
    {
      name: 'avx512',
      flags: ['-mavx512f', '-mavx512dq', '-mavx512vl', '-mavx2', '-mfma', '-mprefer-vector-width=512'],
    },
  ],
};
export const plainSets: readonly InstructionSet[] = [{ name: 'baseline', flags: [] }];
/** For the test driver: one copy, as wide as this machine. */
export const nativeSet: readonly InstructionSet[] = [
  { name: 'baseline', flags: ['-march=native', '-DATHANOR_ONE_SET'] },
];

const commonFlags = [
  '-std=c++17',
  '-fPIC',
  '-fvisibility=hidden',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-math-errno',
  '-fno-trapping-math',
  '-ffp-contract=fast',
  '-pthread',
  '-Wall',
  '-Wextra',
];

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cc|h|def)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** What decides whether an object is up to date: its compiler, flags and source, and every header. */
function headersFingerprint(compiler: string, platform: string): string {
  const hash = createHash('sha256').update([compiler, platform].join('\0'));
  const headers = ['cpu', 'include'].flatMap((folder) => sourcesUnder(join(kernels, folder)));
  for (const file of headers.filter((name) => !name.endsWith('.cc'))) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export interface Target {
  /** Platform and architecture, as Node names them. */
  readonly platform: string;
  readonly output: string;
  readonly objects: string;
  readonly flags: readonly string[];
  readonly link: readonly string[];
  readonly sets: readonly InstructionSet[];
  /** The source that is compiled besides kernels/cpu. */
  readonly main: string;
}

interface Job {
  readonly source: string;
  readonly object: string;
  readonly flags: readonly string[];
  readonly key: string;
}

function planJobs(version: string, target: Target): Job[] {
  const headers = headersFingerprint(version, target.platform);
  const plan = (source: string, name: string, extra: readonly string[]): Job => {
    const flags = [...commonFlags, ...target.flags, ...extra];
    const key = createHash('sha256')
      .update([headers, ...flags].join('\0'))
      .update(readFileSync(source))
      .digest('hex');
    return { source, object: join(target.objects, `${name}.o`), flags, key };
  };
  const cpu = join(kernels, 'cpu');
  const jobs = readdirSync(cpu)
    .filter((name) => name.endsWith('.cc'))
    .sort()
    .flatMap((file) => {
      const own = sharedSources.get(file);
      if (own) {
        const alone = target.sets === nativeSet ? ['-DATHANOR_ONE_SET'] : [];
        return [plan(join(cpu, file), file, [...own, ...alone])];
      }
      return target.sets.map((set) =>
        plan(join(cpu, file), `${set.name}-${file}`, [...set.flags, `-DATHANOR_ISA=${set.name}`]),
      );
    });
  return [...jobs, plan(target.main, 'main', [`-I${nodeHeaders()}`])];
}

/** Compiles what changed since the last build and links. Returns whether anything was done. */
export async function build(compiler: Compiler, target: Target): Promise<boolean> {
  const jobs = planJobs(compiler.version, target);
  const stampOf = (job: Job) => `${job.object}.key`;
  const isCurrent = (file: string, key: string) => existsSync(file) && readFileSync(file, 'utf8') === key;
  const stale = jobs.filter((job) => !isCurrent(stampOf(job), job.key));
  const stamp = join(target.objects, 'linked.key');
  const linkKey = [...target.link, ...jobs.map((job) => job.key)].join('\n');
  if (stale.length === 0 && existsSync(target.output) && isCurrent(stamp, linkKey)) return false;
  for (const job of stale) rmSync(stampOf(job), { force: true });
  await runAll(
    compiler.command,
    stale.map((job) => [...compiler.prefix, ...job.flags, '-c', job.source, '-o', job.object]),
    Math.max(2, availableParallelism()),
  );
  for (const job of stale) writeFileSync(stampOf(job), job.key);
  const part = `${target.output}.${process.pid}`;
  const objects = jobs.map((job) => job.object);
  await runAll(
    compiler.command,
    [[...compiler.prefix, ...target.link, '-pthread', '-o', part, ...objects]],
    1,
  );
  renameSync(part, target.output); // a process that has the old file loaded keeps it
  writeFileSync(stamp, linkKey);
  return true;
}

function nodeHeaders(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('node-api-headers/package.json')), 'include');
}
