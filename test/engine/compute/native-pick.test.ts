import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import type { NativeBinding } from '../../../src/engine/compute/binding.ts';
import { createNativeBackend } from '../../../src/engine/compute/native.ts';
import { opNames } from '../../../src/engine/compute/ops.ts';
import { pickBackend } from '../../../src/engine/compute/pick.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { BackendUnavailableError, ValueError } from '../../../src/engine/errors.ts';
import { loadNativeBinding } from '../../../src/service/jobs/addon.ts';
import { skipAloud } from '../../skip-aloud.ts';

/** A binding that knows its ops and runs none. */
const binding: NativeBinding = {
  opNames: () => [...opNames],
  instructionSets: () => ['baseline', 'avx2'],
  run: () => 4,
};

function pick(
  wanted: Parameters<typeof pickBackend>[0],
  offers: { native?: () => NativeBinding; cuda?: () => Backend },
) {
  const log: string[] = [];
  const backend = pickBackend(wanted, {
    ...offers,
    threads: 2,
    now: () => performance.now(),
    log: (line) => log.push(line),
  });
  return { name: backend.name, log };
}

const missing = () => {
  throw new Error('no such file');
};

describe('pickBackend', () => {
  it('auto takes native where it loads and says what it runs', () => {
    expect(pick('auto', { native: () => binding })).toEqual({
      name: 'native',
      log: ['backend native: avx2, 2 threads'],
    });
  });

  it('auto steps down to ts and says why', () => {
    const { name, log } = pick('auto', { native: missing });
    expect(name).toBe('ts');
    expect(log).toContain('backend native: not used (no such file)');
  });

  it('leaves out an addon that was built from other sources, and says what it lacks', () => {
    const old = { ...binding, opNames: () => opNames.filter((name) => name !== 'exchange') };
    const reason = 'built from other sources: it lacks exchange; build it again';
    const { name, log } = pick('auto', { native: () => old });
    expect(name).toBe('ts');
    expect(log).toContain(`backend native: not used (${reason})`);
    expect(() => pick('native', { native: () => old })).toThrow(reason);
  });

  it('refuses a backend requested that cannot load, and says how to go on', () => {
    const attempt = () => pick('native', { native: missing });
    expect(attempt).toThrow(BackendUnavailableError);
    expect(attempt).toThrow(
      "backend 'native' was requested and could not load (no such file); set ATHANOR_BACKEND=auto",
    );
    expect(() => pick('cuda', {})).toThrow(
      "backend 'cuda' was requested and could not load (this process has no CUDA addon)",
    );
  });

  it('ts never looks for an addon', () => {
    expect(pick('ts', { native: missing })).toEqual({ name: 'ts', log: [] });
  });
});

describe('createNativeBackend', () => {
  const backend = createNativeBackend(binding, { threads: 1 });

  it('names the step that failed and why', () => {
    const step = { op: 'matmul', dims: Int32Array.of(1, 2), inputs: [], outputs: [] } as const;
    expect(() => backend.run([step])).toThrow('step 0 (matmul): out of memory, got dims [1, 2]');
  });

  it.each([0, -1, 1.5, 1025, Number.NaN])('refuses %s threads', (threads) => {
    expect(() => createNativeBackend(binding, { threads })).toThrow(
      new ValueError(`native: expected threads from 1 to 1024, a whole number, got ${threads}`),
    );
  });

  it('refuses slots that are freed, foreign or too short', () => {
    const slot = backend.alloc(2);
    expect(() => backend.write(slot, new Float64Array(3))).toThrow(
      'write: expected at most 2 numbers, got 3',
    );
    expect(() => backend.read(slot, new Float64Array(3))).toThrow('read: expected at most 2 numbers, got 3');
    backend.free(slot);
    expect(() => backend.free(slot)).toThrow('expected a slot of this backend that is not freed yet');
    expect(() => createNativeBackend(binding, { threads: 1, instructionSet: 'sse9' })).toThrow(
      'native: expected one of baseline, avx2, got sse9',
    );
  });

  it('agrees with ts on what its slots hold', () => {
    for (const each of [backend, createTsBackend()]) {
      const slot = each.alloc(3);
      each.write(slot, Float64Array.of(1, 2, 3));
      const part = new Float64Array(2);
      each.read(slot, part);
      expect([...part]).toEqual([1, 2]);
    }
  });
});

describe('build-native', () => {
  const tool = fileURLToPath(new URL('../../../src/tools/build-native.ts', import.meta.url));

  it('says in one line what goes on without a compiler, and ends well', () => {
    const nothing = mkdtempSync(join(tmpdir(), 'no-compiler-'));
    const { status, stdout } = spawnSync(process.execPath, [tool], {
      env: { PATH: nothing },
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toBe(
      'native addon: no C++17 compiler found (CXX, g++, clang++, c++); continuing with the pure-TypeScript backend\n',
    );
  });

  it('does nothing the second time', ({ skip }) => {
    const first = spawnSync(process.execPath, [tool], { encoding: 'utf8' });
    if (first.stdout.includes('no C++17 compiler'))
      return skipAloud(skip, 'building the native addon twice needs a compiler');
    const second = spawnSync(process.execPath, [tool], { encoding: 'utf8' });
    expect(second.stdout).toMatch(/^native addon: up to date/);
  });

  it('a file that is not there is an error that names it', () => {
    expect(() => loadNativeBinding('/nowhere/athanor_cpu.node')).toThrow('/nowhere/athanor_cpu.node');
  });
});
