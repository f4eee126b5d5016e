import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostSources } from '../../../src/tools/build-cuda.ts';
import { findCompiler } from '../../../src/tools/compiler.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = findCompiler()?.command;
if (!compiler) console.log('sanitizer run of the CUDA emulator skipped: no C++ compiler');

/** Builds the case driver and gives what it prints when run with each of the arguments. */
function printed(name: string, flags: readonly string[], orders: readonly string[]): string[] {
  const output = `${root}build/cuda/${name}`;
  mkdirSync(`${root}build/cuda`, { recursive: true });
  const sources = [...hostSources(), 'cuda/host/emulated.cc', 'emulator/emulation.cc', 'emulator/cases.cc'];
  const files = sources.map((file) => `${root}kernels/${file}`);
  execFileSync(compiler!, ['-std=c++17', '-O0', '-ffp-contract=off', ...flags, ...files, '-o', output], {
    stdio: 'pipe',
  });
  return orders.map((order) => {
    const { status, stdout, stderr } = spawnSync(output, [order], { encoding: 'utf8' });
    // The sanitizer says at once that it does not know fibers well; anything else is a finding.
    const said = stderr.split('\n').filter((line) => line && !line.includes('makecontext/swapcontext'));
    expect(said).toEqual([]);
    expect(status, stdout).toBe(0);
    return stdout;
  });
}

describe.skipIf(!compiler)('CUDA emulator under sanitizers', () => {
  it('prints the same numbers as the plain build, and nothing else, in whatever order threads run', () => {
    const [plain, reversed] = printed('cases', [], ['in order', 'reversed']);
    expect(plain!.split('\n').length).toBeGreaterThan(80);
    expect(reversed).toBe(plain);
    const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    expect(printed('cases-sanitized', sanitizers, ['in order'])).toEqual([plain]);
  }, 600_000);
});
