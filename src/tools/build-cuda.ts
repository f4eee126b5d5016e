/**
 * Builds the CUDA tier: `build/athanor_cuda.node` (kernels compiled for every supported GPU, driver opened at run
 * time) and `build/athanor_cuda_emulated.node` (the same kernels on the CPU, for tests).
 *
 * Needs a C++17 compiler. The kernels are compiled by NVIDIA's run-time compiler library, which needs no GPU and no
 * toolkit; it is taken from ATHANOR_NVRTC (path of libnvrtc.so.12) or installed from PyPI into build/. What cannot be
 * built is named in one line; that is never an error, unless `--strict`. `--emulator-only` leaves the GPU out.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './build-lock.ts';
import { findCompiler } from './compiler.ts';
import { architectures, buildImages, filesBelow, hashOf, imagesFile, work } from './cuda-images.ts';

const root = join(import.meta.dirname, '../..');
const build = join(root, 'build');
const kernels = join(root, 'kernels');
const host = join(kernels, 'cuda/host');
const headers = join(root, 'node_modules/node-api-headers/include');
const run = promisify(execFile);

/** Host files without Node, below kernels/: all but the addon's glue and the two implementations of a device. */
export function hostSources(): string[] {
  const apart = ['addon.cc', 'driver.cc', 'emulated.cc'];
  return readdirSync(host)
    .filter((name) => name.endsWith('.cc') && !apart.includes(name))
    .map((name) => `cuda/host/${name}`);
}
const flags = [
  '-std=c++17',
  '-O2',
  '-fPIC',
  '-shared',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-fno-fast-math',
  '-ffp-contract=off',
];

/** Changes when any source of the CUDA tier or this script does, not with the place or the machine. */
function fingerprint(): string {
  const folders = ['cuda', 'emulator', 'include'].flatMap((name) => filesBelow(join(kernels, name)));
  return hashOf('', [...folders, import.meta.filename, join(import.meta.dirname, 'cuda-images.ts')]);
}

function upToDate(product: string, mark: string): boolean {
  const record = join(work, `${product}.mark`);
  return existsSync(join(build, product)) && existsSync(record) && readFileSync(record, 'utf8') === mark;
}

/** Builds the cases of the emulator (kernels/emulator/cases.cc) for the GPU, as a program without Node. */
export async function buildDeviceCases(output: string): Promise<boolean> {
  const compiler = findCompiler()?.command;
  if (!compiler || !existsSync(imagesFile)) return false;
  const files = [...hostSources(), 'cuda/host/driver.cc', 'emulator/cases.cc'].map((name) =>
    join(kernels, name),
  );
  const own = flags.filter((flag) => flag !== '-shared');
  await run(compiler, [...own, '-DATH_ON_DEVICE', `-I${host}`, ...files, imagesFile, '-o', output, '-ldl']);
  return true;
}

/** Links an addon of the CUDA tier. @param extra the device: the driver with the images, or the emulator */
function linkAddon(compiler: readonly string[], output: string, extra: readonly string[]): Promise<unknown> {
  const files = [...hostSources(), 'cuda/host/addon.cc'].map((name) => join(kernels, name));
  const [command, ...prefix] = compiler;
  const include = [`-I${headers}`, `-I${host}`];
  return run(command!, [...prefix, ...flags, ...include, ...files, ...extra, '-o', output, '-ldl']);
}

/**
 * The addon for GPUs, linked by another compiler than this machine's (build-platforms.ts).
 *
 * @param compiler command and the arguments before all others
 * @returns why it cannot be built here, or undefined
 */
export async function buildDeviceAddon(
  compiler: readonly string[],
  output: string,
): Promise<string | undefined> {
  const local = findCompiler()?.command;
  if (local === undefined) return 'no C++ compiler found';
  mkdirSync(work, { recursive: true });
  return withLock(join(work, 'build.lock'), async () => {
    const missing = await buildImages(local);
    if (missing === undefined) await linkAddon(compiler, output, [join(host, 'driver.cc'), imagesFile]);
    return missing;
  });
}

const emulated = 'athanor_cuda_emulated.node';

/** Whether build/athanor_cuda.node is that of the present sources. */
export const deviceAddonIsCurrent = (): boolean => upToDate('athanor_cuda.node', fingerprint());

/** Builds both products; returns what could not be built, in words. Others that build at the same time wait. */
export async function buildCuda(options: { emulatorOnly?: boolean } = {}): Promise<string[]> {
  const compiler = findCompiler()?.command;
  // Without a compiler, what was built elsewhere (pack-gpu.ts) is taken as it is.
  if (!compiler && existsSync(join(build, emulated))) return [];
  if (!compiler) return ['CUDA tier: no C++ compiler found; the GPU is not used'];
  mkdirSync(work, { recursive: true });
  return withLock(join(work, 'build.lock'), () => buildWith(compiler, options.emulatorOnly ?? false));
}

async function buildWith(compiler: string, emulatorOnly: boolean): Promise<string[]> {
  const mark = fingerprint();
  if (!upToDate(emulated, mark)) {
    const device = ['-DATH_EMULATED', join(host, 'emulated.cc'), join(kernels, 'emulator/emulation.cc')];
    await linkAddon([compiler], join(build, emulated), device);
    writeFileSync(join(work, `${emulated}.mark`), mark);
    console.log(`built build/${emulated}`);
  }
  if (emulatorOnly || upToDate('athanor_cuda.node', mark)) return [];
  if (process.platform !== 'linux') return ['CUDA tier: only Linux is supported'];
  const missing = await buildImages(compiler);
  if (missing !== undefined) return [`CUDA tier: ${missing}; the GPU is not used`];
  await linkAddon([compiler], join(build, 'athanor_cuda.node'), [join(host, 'driver.cc'), imagesFile]);
  writeFileSync(join(work, 'athanor_cuda.node.mark'), mark);
  console.log(`built build/athanor_cuda.node for ${architectures.join(', ')}`);
  return [];
}

if (import.meta.main) {
  const missing = await buildCuda({ emulatorOnly: process.argv.includes('--emulator-only') });
  for (const line of missing) console.log(line);
  if (missing.length > 0 && process.argv.includes('--strict')) process.exitCode = 1;
}
