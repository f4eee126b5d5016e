/**
 * Everything that must pass before a commit: builds what is missing, then types, lint, import rules, unused code
 * and all tests. Ends with one line, `N passed, N failed, N skipped`, which counts tests and steps alike.
 *
 * `--only tests` leaves the static checks out; anything after `--` goes to vitest.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const report = join(root, 'build/test-results.json');

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const builds: readonly Step[] = [
  { name: 'native addon', command: ['node', 'src/tools/build-native.ts'] },
  { name: 'web app', command: ['node', 'src/tools/build-web.ts'] },
  // The compiler of the CUDA kernels is a large download, which only CI makes automatically.
  {
    name: 'CUDA tier',
    command: ['node', 'src/tools/build-cuda.ts', ...(process.env.CI ? [] : ['--emulator-only'])],
  },
];

const checks: readonly Step[] = [
  { name: 'types', command: ['node', 'node_modules/typescript-native/bin/tsc', '-b'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'import rules', command: ['depcruise', 'src', '--output-type', 'err'] },
  { name: 'unused code', command: ['knip'] },
];

/** @param whole what it prints is shown in one piece at its end, as other steps run at the same time */
async function run({ name, command }: Step, whole: boolean): Promise<boolean> {
  const started = performance.now();
  const [program, ...args] = command;
  const child = spawn(program!, args, { cwd: root, stdio: whole ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  child.on('error', ({ message }) => printed.push(Buffer.from(`${message}\n`)));
  const status = await new Promise((resolve) => child.on('close', resolve));
  process.stdout.write(Buffer.concat(printed));
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

async function inTurn(steps: readonly Step[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const step of steps) results.push(await run(step, true));
  return results;
}

interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
}

async function runTests(
  extra: readonly string[],
): Promise<{ passed: number; failed: number; skipped: number }> {
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await run({ name: 'tests', command: ['vitest', 'run', ...reporters, ...extra] }, false);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  const failed = counts.numFailedTests;
  return {
    passed: counts.numPassedTests,
    // A test file that cannot be loaded fails the run without failing a test.
    failed: failed === 0 && !(ok && counts.success) ? 1 : failed,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

const split = process.argv.indexOf('--');
const options = process.argv.slice(2, split < 0 ? undefined : split);
const vitestArguments = split < 0 ? [] : process.argv.slice(split + 1);

// Neither needs what the other makes, and each leaves a core idle at times.
const lanes = [builds, options.includes('tests') ? [] : checks];
const stepResults = (await Promise.all(lanes.map(inTurn))).flat();
const tests = await runTests(vitestArguments);
const passed = tests.passed + stepResults.filter(Boolean).length;
const failed = tests.failed + stepResults.filter((ok) => !ok).length;
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
