import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './build-lock.ts';
import { runAll, tryRun } from './compiler.ts';

/**
 * Builds `build/athanor_cpu.node` from kernels/ with the C++ compiler of the machine: nothing is downloaded.
 *
 * Every source of kernels/cpu that includes `simd.h` (directly or not) is compiled once per instruction set, the rest once; the binary
 * picks the best set at run time. Skipped when sources and compiler are those of the last build. Without a compiler it says so
 * in one line and ends well: the pure-TypeScript backend does the work then. Warnings are errors in the test driver only, so that the
 * next compiler's new opinion takes nobody's addon away.
 *
 * ATHANOR_SANITIZE=address,undefined builds the test driver `build/sanitize/kernel-test` instead, with those sanitizers.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const kernels = join(root, 'kernels');

/** Sources that exist once per program: threads, memory, the choice of instruction set. */
const sharedSources = ['workspace.cc', 'registry.cc'];

interface InstructionSet {
  readonly name: string;
  readonly flags: readonly string[];
}

const instructionSets: Readonly<Record<string, readonly InstructionSet[]>> = {
  x64: [
    { name: 'baseline', flags: ['-march=x86-64'] },
    { name: 'avx2', flags: ['-mavx2', '-mfma'] },
    {
      name: 'avx512',
      flags: ['-mavx512f', '-mavx512dq', '-mavx512vl', '-mavx2', '-mfma', '-mprefer-vector-width=512'],
    },
  ],
};
const plainSets: readonly InstructionSet[] = [{ name: 'baseline', flags: [] }];
/** For the test driver: one copy, as wide as this machine. */
const nativeSet: readonly InstructionSet[] = [
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

/** The first of $CXX, g++, clang++, c++ that runs, with what it says about itself. */
function findCompiler(): { command: string; version: string } | undefined {
  for (const command of [process.env.CXX, 'g++', 'clang++', 'c++']) {
    if (!command) continue;
    const said = tryRun(command, ['--version']);
    if (said !== undefined) return { command, version: said.split('\n')[0] ?? '' };
  }
  return undefined;
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cc|h|def)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** What decides whether an object is up to date: its compiler, flags and source, and every header. */
function headersFingerprint(compiler: string): string {
  const hash = createHash('sha256').update([compiler, process.arch, process.platform].join('\0'));
  const headers = ['cpu', 'include'].flatMap((folder) => sourcesUnder(join(kernels, folder)));
  for (const file of headers.filter((name) => !name.endsWith('.cc'))) hash.update(readFileSync(file));
  return hash.digest('hex');
}

interface Target {
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
  const headers = headersFingerprint(version);
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
    .flatMap((file) =>
      sharedSources.includes(file)
        ? [plan(join(cpu, file), file, target.sets === nativeSet ? ['-DATHANOR_ONE_SET'] : [])]
        : target.sets.map((set) =>
            plan(join(cpu, file), `${set.name}-${file}`, [...set.flags, `-DATHANOR_ISA=${set.name}`]),
          ),
    );
  return [...jobs, plan(target.main, 'main', [`-I${headersOf('node-api-headers')}`])];
}

/** Compiles what changed since the last build and links. Returns whether anything was done. */
async function build(compiler: string, version: string, target: Target): Promise<boolean> {
  const jobs = planJobs(version, target);
  const stampOf = (job: Job) => `${job.object}.key`;
  const isCurrent = (file: string, key: string) => existsSync(file) && readFileSync(file, 'utf8') === key;
  const stale = jobs.filter((job) => !isCurrent(stampOf(job), job.key));
  const stamp = join(target.objects, 'linked.key');
  const linkKey = [...target.link, ...jobs.map((job) => job.key)].join('\n');
  if (stale.length === 0 && existsSync(target.output) && isCurrent(stamp, linkKey)) return false;
  for (const job of stale) rmSync(stampOf(job), { force: true });
  await runAll(
    compiler,
    stale.map((job) => [...job.flags, '-c', job.source, '-o', job.object]),
    Math.max(2, availableParallelism()),
  );
  for (const job of stale) writeFileSync(stampOf(job), job.key);
  const part = `${target.output}.${process.pid}`;
  await runAll(compiler, [[...target.link, '-pthread', '-o', part, ...jobs.map((job) => job.object)]], 1);
  renameSync(part, target.output); // a process that has the old file loaded keeps it
  writeFileSync(stamp, linkKey);
  return true;
}

function headersOf(name: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${name}/package.json`)), 'include');
}

const compiler = findCompiler();
const sanitize = process.env.ATHANOR_SANITIZE;
if (!compiler) {
  console.log(
    'native addon: no C++17 compiler found (CXX, g++, clang++, c++); going on with the pure-TypeScript backend',
  );
} else {
  const folder = join(root, 'build', sanitize ? 'sanitize' : '');
  const target: Target = sanitize
    ? {
        output: join(folder, 'kernel-test'),
        objects: join(folder, 'obj'),
        flags: [
          '-O1',
          '-g',
          '-Werror',
          `-fsanitize=${sanitize}`,
          '-fno-omit-frame-pointer',
          '-fno-sanitize-recover=all',
        ],
        link: [`-fsanitize=${sanitize}`],
        sets: nativeSet,
        main: join(kernels, 'test', 'kernel-test.cc'),
      }
    : {
        output: join(folder, 'athanor_cpu.node'),
        objects: join(folder, 'obj'),
        flags: ['-O3'],
        link: process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared'],
        sets: instructionSets[process.arch] ?? plainSets,
        main: join(kernels, 'addon', 'addon.cc'),
      };
  const started = performance.now();
  try {
    mkdirSync(target.objects, { recursive: true });
    const built = await withLock(join(target.objects, 'lock'), () =>
      build(compiler.command, compiler.version, target),
    );
    const how = built ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : 'up to date';
    console.log(`native addon: ${how} (${compiler.version})`);
  } catch (error) {
    console.log(`native addon: ${(error as Error).message}`);
    console.log('native addon: the build failed; going on with the pure-TypeScript backend');
    if (sanitize) process.exitCode = 1;
  }
}
