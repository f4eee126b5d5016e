/**
 * Mutation testing of the modules in groups.ts: `npm run mutation`, or `npm run mutation -- src/engine/gp/fit/priors.ts` for some, or
 * `-- src/… test/…` with the tests to run. StrykerJS changes one place of a module at a time and runs the tests that reach it; what no test
 * notices is printed. Counts, date and commit are written per module to test/mutation/results.json.
 *
 * StrykerJS is no dev dependency, as few need its 177 packages: the first run installs it into build/mutation. MUTATION_LANES=1 runs one
 * test process in place of two. The exit code is 1 when StrykerJS could not run, and says nothing about what survived.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Group, groups } from './groups.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'build/mutation');
const stryker = join(folder, 'node_modules/@stryker-mutator/core');
const version = '10.1.1';

const refuse = (message: string): never => {
  console.error(`mutation: ${message}`);
  process.exit(2);
};

const lanes = Number(process.env.MUTATION_LANES ?? 2);
if (!Number.isInteger(lanes) || lanes < 1)
  refuse(`MUTATION_LANES must be a whole number above 0, got '${process.env.MUTATION_LANES}'`);

/** What the command line asks for. */
function wanted(named: readonly string[]): readonly Group[] {
  const missing = named.find((path) => !/^(src|test)\/.*\.ts$/.test(path) || !existsSync(join(root, path)));
  if (missing !== undefined) refuse(`'${missing}' is no file of src or test`);
  const sources = named.filter((path) => path.startsWith('src/'));
  const tests = named.filter((path) => path.startsWith('test/'));
  if (tests.length > 0)
    return sources.length > 0 ? [{ sources, tests }] : refuse('tests are named, and no module of src');
  if (sources.length === 0) return groups;
  const other = sources.find((path) => !groups.some((group) => group.sources.includes(path)));
  if (other !== undefined) refuse(`'${other}' is in no group; name the tests to run, too`);
  return groups
    .map((group) => ({ ...group, sources: group.sources.filter((path) => sources.includes(path)) }))
    .filter((group) => group.sources.length > 0);
}

/** Its plugin finds the project's vitest, as build/mutation is inside the project. */
function install(): void {
  const manifest = join(stryker, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
  const options = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, stdio: 'inherit' });
}

const report = join(folder, 'report.json');

const settings = ({ sources }: Group) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // StrykerJS has an option for the tests; with it, mutants of code that runs at import are never active.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: sources,
  // Wrong messages are no wrong numbers.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: lanes,
  // A busy machine is slow, and no endless loop.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  disableTypeChecks: false,
  ignorePatterns: [
    ...['build/**', '!build/athanor_cpu.node', 'bench/results', 'bench/docs'],
    ...['dist', 'data', 'docs', 'deploy', 'kernels', '.tsbuild'],
  ],
  tempDirName: 'build/mutation/sandbox',
  cleanTempDir: 'always',
  allowConsoleColors: false,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: report },
});

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** @throws Error when StrykerJS could not run, which it has explained */
function mutate(group: Group): Report {
  rmSync(report, { force: true });
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(settings(group)));
  const { status } = spawnSync(process.execPath, [join(stryker, 'bin/stryker.js'), 'run', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: group.tests.join(',') },
  });
  if (status !== 0 || !existsSync(report)) throw new Error(`no result for ${group.sources.join(', ')}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Counts of one module; a mutant that runs for ever is found out, too. */
function counts(mutants: Report['files'][string]['mutants']) {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout', 'RuntimeError');
  const [survived, unreached] = [count('Survived'), count('NoCoverage')];
  const total = killed + survived + unreached;
  return { mutants: total, killed, survived, unreached, score: Math.round((1000 * killed) / total) / 10 };
}

const results = join(import.meta.dirname, 'results.json');

/** Of the start: the results that are written change the tree. */
const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
  cwd: root,
  encoding: 'utf8',
}).trim();

function write(found: Report): void {
  const before = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  for (const [path, { mutants }] of Object.entries(found.files)) {
    before[path] = { ...counts(mutants), date: new Date().toISOString(), commit };
    console.log(`${path}: ${JSON.stringify(before[path])}`);
  }
  const sorted = Object.fromEntries(Object.entries(before).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const lines = Object.entries(sorted).map(
    ([path, entry]) => `  ${JSON.stringify(path)}: ${JSON.stringify(entry)}`,
  );
  writeFileSync(results, `{\n${lines.join(',\n')}\n}\n`);
}

const asked = wanted(process.argv.slice(2));
install();
for (const group of asked) write(mutate(group));
