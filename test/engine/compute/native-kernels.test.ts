import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { skipAloud } from '../../skip-aloud.ts';
import { nativeBackends } from './native-support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Lists the symbols of an object file. */
const lister = process.env.NM ?? 'nm';
const present = nativeBackends().length > 0;

/** Builds the test driver with sanitizers; undefined (with a printed reason) where they cannot be had. */
function sanitizedDriver(): string | undefined {
  const built = spawnSync(process.execPath, [`${root}src/tools/build-native.ts`], {
    env: { ...process.env, ATHANOR_SANITIZE: 'address,undefined' },
    encoding: 'utf8',
  });
  if (built.status === 0) return `${root}build/sanitize/kernel-test`;
  const missing = /cannot find -l(asan|ubsan)|lib(asan|ubsan)/.test(built.stdout);
  if (!missing) throw new Error(built.stdout);
  console.log('sanitizer test skipped: this compiler has no address and undefined-behaviour sanitizers');
  return undefined;
}

describe.skipIf(!present)('kernels on their own', () => {
  it('stay inside their buffers, free of undefined behaviour, with the same bits on any thread count', ({
    skip,
  }) => {
    const driver = sanitizedDriver();
    if (driver === undefined) return skip();
    expect(execFileSync(driver, { encoding: 'utf8' })).toMatch(/^kernel-test: \d{3,} calls$/m);
  }, 600_000);

  it('leave no function outside their own namespace that the linker could take from a wider instruction set', ({
    skip,
  }) => {
    if (spawnSync(lister, ['--version']).status !== 0)
      return skipAloud(skip, 'symbols of the kernels need nm, which is not installed');
    const folder = `${root}build/obj`;
    expect(existsSync(folder)).toBe(true);
    for (const file of readdirSync(folder).filter((name) => /^(avx2|avx512)-.*\.o$/.test(name))) {
      const weak = execFileSync(lister, ['-C', '--defined-only', `${folder}/${file}`], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => / [WVu] /.test(line) && !/athanor::(avx2|avx512)::/.test(line));
      expect(weak, file).toEqual([]);
    }
  });

  it('ask the processor itself for its vectors: the run-time library of another compiler may not know', ({
    skip,
  }) => {
    if (spawnSync(lister, ['--version']).status !== 0)
      return skipAloud(skip, 'symbols of the kernels need nm, which is not installed');
    const wanted = execFileSync(lister, ['-u', `${root}build/obj/registry.cc.o`], { encoding: 'utf8' });
    expect(wanted).not.toMatch(/__cpu_/);
  });
});
