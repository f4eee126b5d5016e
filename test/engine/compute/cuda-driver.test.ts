import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { deviceAddonIsCurrent } from '../../../src/tools/build-cuda.ts';
import { findCompiler } from '../../../src/tools/compiler.ts';

/** The addon as it ships, its images and its driver calls, on a fake of libcuda.so.1 (kernels/emulator/fake-driver.cc). */
const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const addon = path('build/athanor_cuda.node');
const compiler = findCompiler()?.command;
const able = compiler !== undefined && deviceAddonIsCurrent();
if (!able)
  console.log('driver calls on a fake driver skipped: they need a C++ compiler and `npm run build:cuda`');
const folder = path('build/cuda/fake-driver');

/** Squares two numbers on the GPU, twice; prints what came of it as JSON. */
const script = `
import { createRequire } from 'node:module';
import { createCudaBackend } from ${JSON.stringify(path('src/engine/compute/cuda.ts'))};
const output = [];
const binding = createRequire(import.meta.url)(${JSON.stringify(addon)});
try {
  const device = createCudaBackend(binding, 'cuda');
  output.push([device.device, ...binding.properties()]);
  const slots = [0, 1].map(() => device.alloc(2));
  device.write(slots[0], Float64Array.of(3, 4));
  for (let turn = 0; turn < 2; turn++) {
    const into = new Float64Array(2);
    try {
      device.run([{ op: 'unary', dims: Int32Array.of(2, 4), inputs: [slots[0]], outputs: [slots[1]] }]);
      device.read(slots[1], into);
      output.push([...into]);
    } catch (error) {
      output.push(error.name + ': ' + error.message);
    }
  }
} catch (error) {
  output.push(error.message);
}
console.log(JSON.stringify(output));
`;

function output(env: Readonly<Record<string, string>>): unknown[] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env, LD_LIBRARY_PATH: folder },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as unknown[];
}

describe.skipIf(!able)('the driver, by a fake', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    const files = ['emulator/fake-driver.cc', 'cuda/host/emulated.cc', 'emulator/emulation.cc'];
    execFileSync(compiler!, [
      ...['-std=c++17', '-O1', '-fPIC', '-shared', '-ffp-contract=off'],
      ...files.map((file) => path(`kernels/${file}`)),
      ...['-o', `${folder}/libcuda.so.1`],
    ]);
  });

  it.each([
    [80, 'its own image'],
    [86, 'its own image'],
    [87, 'that of 8.6'],
    [89, 'its own image'],
    [90, 'its own image'],
    [100, 'its own image'],
    [103, 'that of 10.0'],
    [110, 'PTX for 8.0'],
    [120, 'its own image'],
    [121, 'that of 12.0'],
    [130, 'PTX for 12.0'],
  ])('gives a GPU of capability %i %s, with every kernel in it', (capability) => {
    expect(output({ FAKE_GPU_CAPABILITY: String(capability) })).toEqual([
      ['fake GPU', capability, 4, 1000, 12090],
      [9, 16],
      [9, 16],
    ]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no GPU', { FAKE_GPU_COUNT: '0' }, 'cuInit: no CUDA-capable device is detected (100)'],
    [
      'an old GPU',
      { FAKE_GPU_CAPABILITY: '75' },
      'no kernels for fake GPU, compute capability 7.5; GPUs from 8.0 on are supported',
    ],
    [
      'a GPU newer than the kernels with a driver older than their PTX',
      { FAKE_GPU_CAPABILITY: '130', FAKE_GPU_PTX: '8.7' },
      'dense as PTX for 120: fake GPU error (222); PTX needs driver 575 or later; Unsupported .version',
    ],
  ])('says why it cannot start: %s', (_name, env, reason) => {
    expect(output(env)).toEqual([reason]);
  });

  it('tries a launch again when memory was short, with what lay idle given back', () => {
    expect(output({ FAKE_GPU_FAULT: 'elementwise_unary=2' }).slice(1)).toEqual([
      [9, 16],
      [9, 16],
    ]);
  });

  it('distinguishes a refused launch from a lost GPU, and names the last kernel', () => {
    expect(output({ FAKE_GPU_FAULT: 'elementwise_unary=1' })[1]).toBe(
      'Error: unary: elementwise_unary: fake GPU error (1) (dims 2, 4)',
    );
    const lost = 'fake GPU error (700); the last kernel that was launched is elementwise_unary';
    expect(output({ FAKE_GPU_FAULT: 'elementwise_unary=700' }).slice(1)).toEqual([
      `DeviceLostError: cuMemcpyDtoH: ${lost}`,
      `DeviceLostError: unary: elementwise_unary: ${lost}`,
    ]);
  });
});
