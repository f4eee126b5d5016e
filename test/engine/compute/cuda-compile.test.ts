import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CudaBinding } from '../../../src/engine/compute/cuda.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const addon = path('build/athanor_cuda.node');
// The compiler is a download of some 90 MB, which a plain `npm test` does not make.
const wanted = Boolean(
  process.env.CI || process.env.ATHANOR_NVRTC || existsSync(path('build/cuda/toolchain')),
);
if (!wanted)
  console.log(
    'compiling the CUDA kernels skipped: set ATHANOR_NVRTC, or CI=1 to fetch the compiler from PyPI',
  );
const missing = wanted ? await buildCuda() : [];
for (const line of missing) console.log(`compiling the CUDA kernels skipped: ${line}`);

describe.skipIf(!wanted || missing.length > 0)('kernels for every GPU', () => {
  it('are compiled for each architecture and embedded, with PTX for later ones', () => {
    const images = readFileSync(path('build/cuda/images.cc'), 'utf8');
    const list = readFileSync(path('kernels/cuda/host/kernels.def'), 'utf8');
    const kernels = Array.from(list.matchAll(/^KERNEL\([\w-]+, (\w+)\)$/gm), ([, name]) => name);
    expect(kernels.length).toBeGreaterThan(20);
    for (const source of ['dense', 'elementwise', 'exchange', 'likelihood', 'monte-carlo', 'posterior']) {
      for (const architecture of [80, 86, 89, 90, 100, 120]) {
        expect(images).toContain(`{"${source}", ${architecture}, false,`);
      }
      for (const architecture of [80, 120]) expect(images).toContain(`{"${source}", ${architecture}, true,`);
    }
    const binary = readFileSync(addon);
    for (const kernel of kernels) expect(binary.includes(`.visible .entry ${kernel}(`)).toBe(true);
  });

  it('keep their numbers in registers: no kernel spills, and blocks of 512 threads fit a processor', () => {
    const logs = readdirSync(path('build/cuda')).filter((name) => /\.sm_\d+\.log$/.test(name));
    const sources = readdirSync(path('kernels/cuda')).filter((name) => name.endsWith('.cu'));
    expect(logs.length).toBe(6 * sources.length);
    let seen = 0;
    for (const log of logs) {
      const text = readFileSync(path(`build/cuda/${log}`), 'utf8');
      const spills = text.match(/\d+ bytes spill (stores|loads)/g) ?? [];
      expect(spills.length, log).toBeGreaterThan(0);
      expect(
        spills.filter((line) => !line.startsWith('0 ')),
        log,
      ).toEqual([]);
      for (const [, kernel, registers] of text.matchAll(
        /Compiling entry function '(\w+)'[\s\S]*?Used (\d+) registers/g,
      )) {
        seen++;
        // 65536 registers of a processor, handed out to warps in units of 8 a thread.
        const threads = kernel.endsWith('_wide') ? 512 : 256;
        expect(threads * 8 * Math.ceil(Number(registers) / 8), `${kernel}, ${log}`).toBeLessThanOrEqual(
          65536,
        );
      }
    }
    expect(seen).toBeGreaterThan(150);
  });

  it('without a GPU or driver the addon loads and says why it cannot open one', () => {
    const binding = createRequire(import.meta.url)(addon) as CudaBinding;
    if (existsSync('/dev/nvidiactl')) expect(binding.open(0)).not.toBe('');
    else expect(() => binding.open(0)).toThrow(/libcuda\.so\.1 not found|no device|cuInit/);
  });
});
