/**
 * Builds the CUDA tier: `build/athanor_cuda.node` (kernels compiled for every supported GPU, driver opened at run
 * time) and `build/athanor_cuda_emulated.node` (the same kernels on the CPU, for tests).
 *
 * Needs a C++17 compiler. The kernels are compiled by NVIDIA's run-time compiler library, which needs no GPU and no
 * toolkit; it is taken from ATHANOR_NVRTC (path of libnvrtc.so.12) or installed from PyPI into build/. What cannot be
 * built is named in one line; that is never an error, unless `--strict`. `--emulator-only` leaves the GPU out.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './build-lock.ts';

const root = join(import.meta.dirname, '../..');
const build = join(root, 'build');
const work = join(build, 'cuda');
const kernels = join(root, 'kernels');
const host = join(kernels, 'cuda/host');
const headers = join(root, 'node_modules/node-api-headers/include');

/** 12.9 is the last line whose images drivers from 525 on load, and the first that knows every GPU listed. */
const nvrtcPackage = 'nvidia-cuda-nvrtc-cu12==12.9.86';
const architectures = ['sm_80', 'sm_86', 'sm_89', 'sm_90', 'sm_100', 'sm_120', 'compute_80', 'compute_120'];
/**
 * A search decides by comparisons of scores that symmetric designs make equal but for their rounding: products and sums are
 * rounded as the reference does, or a chain now and then goes another way.
 */
const ownOptions: Readonly<Record<string, readonly string[]>> = { exchange: ['--fmad=false'] };
/** Kernel files, each compiled once per architecture. */
const sources = readdirSync(join(kernels, 'cuda'))
  .filter((name) => name.endsWith('.cu'))
  .map((name) => name.slice(0, -3));
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

const run = promisify(execFile);

/** Name of a C++ compiler that answers, CXX first. */
export function findCompiler(): string | undefined {
  const candidates = [process.env.CXX, 'g++', 'clang++', 'c++'].filter((name) => name !== undefined);
  return candidates.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** Runs tasks with as many at once as there are cores. */
async function inParallel(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) await tasks[next++]!();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(start: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(start);
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Changes when any source of the CUDA tier or this script does, not with the place or the machine. */
function fingerprint(): string {
  const folders = ['cuda', 'emulator', 'include'].flatMap((name) => filesBelow(join(kernels, name)));
  return hashOf('', [...folders, import.meta.filename]);
}

/** Changes when what runs on a GPU does: minutes of compiling that a change of the host side does not need. */
function imagesFingerprint(): string {
  const own = filesBelow(join(kernels, 'cuda')).filter((file) => !file.startsWith(host));
  const shared = join(kernels, 'include/athanor/exchange.h');
  return hashOf(JSON.stringify([nvrtcPackage, architectures, ownOptions]), [...own, shared]);
}

function upToDate(product: string, mark: string): boolean {
  const record = join(work, `${product}.mark`);
  return existsSync(join(build, product)) && existsSync(record) && readFileSync(record, 'utf8') === mark;
}

/** Writes the file that embeds the images of the kernels. */
const imagesFile = join(work, 'images.cc');

/** Builds the cases of the emulator (kernels/emulator/cases.cc) for the GPU, as a program without Node. */
export async function buildDeviceCases(output: string): Promise<boolean> {
  const compiler = findCompiler();
  if (!compiler || !existsSync(imagesFile)) return false;
  const files = [...hostSources(), 'cuda/host/driver.cc', 'emulator/cases.cc'].map((name) =>
    join(kernels, name),
  );
  const own = flags.filter((flag) => flag !== '-shared');
  await run(compiler, [
    ...own,
    '-DATH_CARD',

    `-I${host}`,
    ...files,
    imagesFile,
    '-o',
    output,
    '-ldl',
  ]);
  return true;
}

async function link(
  compiler: string,
  product: string,
  extra: readonly string[],
  mark: string,
): Promise<void> {
  const files = [...hostSources(), 'cuda/host/addon.cc'].map((name) => join(kernels, name));
  await run(compiler, [
    ...flags,
    `-I${headers}`,
    `-I${host}`,
    ...files,
    ...extra,
    '-o',
    join(build, product),
    '-ldl',
  ]);
  writeFileSync(join(work, `${product}.mark`), mark);
}

/** Path of libnvrtc, installing it from PyPI when it is not given; a text when there is none. */
async function findNvrtc(): Promise<{ path: string } | { missing: string }> {
  const given = process.env.ATHANOR_NVRTC;
  if (given)
    return existsSync(given)
      ? { path: given }
      : { missing: `ATHANOR_NVRTC is ${given}, which does not exist` };
  const environment = join(work, 'toolchain');
  const locate = () =>
    existsSync(environment)
      ? filesBelow(environment).find((file) => basename(file) === 'libnvrtc.so.12')
      : undefined;
  let path = locate();
  if (path) return { path };
  try {
    await run('python3', ['-m', 'venv', environment]);
    await run(join(environment, 'bin/pip'), [
      'install',
      '--quiet',
      '--no-deps',
      '--disable-pip-version-check',
      nvrtcPackage,
    ]);
  } catch (error) {
    return {
      missing: `python3 with pip could not install ${nvrtcPackage} (${(error as Error).message.split('\n')[0]})`,
    };
  }
  path = locate();
  return path ? { path } : { missing: `${nvrtcPackage} holds no libnvrtc.so.12` };
}

/** Compiles every kernel file for every architecture and writes the assembler file that embeds the images. */
async function compileKernels(compiler: string, nvrtc: string): Promise<void> {
  const tool = join(work, 'compile');
  await run(compiler, ['-std=c++17', '-O1', join(kernels, 'cuda/compile.cc'), '-o', tool, '-ldl']);
  const images = sources.flatMap((source) =>
    architectures.map((architecture) => ({
      source,
      architecture,
      path: join(work, `${source}.${architecture}`),
    })),
  );
  const mark = imagesFingerprint();
  const record = join(work, 'images.mark');
  const known = existsSync(record) && readFileSync(record, 'utf8') === mark;
  // Images of two versions must never meet, whatever happens on the way.
  if (!known) rmSync(record, { force: true });
  await inParallel(
    (known ? images.filter(({ path }) => !existsSync(path)) : images).map(
      ({ source, architecture, path }) =>
        () =>
          run(tool, [
            nvrtc,
            join(kernels, 'cuda'),
            join(kernels, 'cuda', `${source}.cu`),
            architecture,
            path,
            ...(ownOptions[source] ?? []),
          ]),
    ),
  );
  writeFileSync(record, mark);
  const blocks = images.map(
    (
      { path },
      i,
    ) => `asm(".section .rodata\\n.balign 64\\nathanor_image_${i}:\\n.incbin \\"${path}\\"\\n.byte 0\\n.previous");
extern "C" const char athanor_image_${i}[] __attribute__((visibility("hidden")));`,
  );
  const rows = images.map(
    ({ source, architecture }, i) =>
      `{"${source}", ${architecture.split('_')[1]}, ${architecture.startsWith('compute')}, athanor_image_${i}},`,
  );
  const text = `#include "images.h"
${blocks.join('\n')}
namespace athanor_cuda {
const KernelImage kernel_images[] = {
${rows.join('\n')}
};
const size_t kernel_image_count = ${images.length};
const char* const kernel_sources[] = {${sources.map((name) => `"${name}"`).join(', ')}};
const size_t kernel_source_count = ${sources.length};
}
`;
  writeFileSync(imagesFile, text);
}

const emulated = 'athanor_cuda_emulated.node';

/** Whether build/athanor_cuda.node is that of the present sources. */
export const cardAddonIsCurrent = (): boolean => upToDate('athanor_cuda.node', fingerprint());

/** Builds both products; returns what could not be built, in words. Others that build at the same time wait. */
export async function buildCuda(options: { emulatorOnly?: boolean } = {}): Promise<string[]> {
  const compiler = findCompiler();
  // Without a compiler, what was built elsewhere (pack-gpu.ts) is taken as it is.
  if (!compiler && existsSync(join(build, emulated))) return [];
  if (!compiler) return ['CUDA tier: no C++ compiler found; the GPU is not used'];
  mkdirSync(work, { recursive: true });
  return withLock(join(work, 'lock'), () => buildWith(compiler, options.emulatorOnly ?? false));
}

async function buildWith(compiler: string, emulatorOnly: boolean): Promise<string[]> {
  const mark = fingerprint();
  if (!upToDate(emulated, mark)) {
    await link(
      compiler,
      emulated,
      ['-DATH_EMULATED', join(host, 'emulated.cc'), join(kernels, 'emulator/emulation.cc')],
      mark,
    );
    console.log(`built build/${emulated}`);
  }
  if (emulatorOnly || upToDate('athanor_cuda.node', mark)) return [];
  if (process.platform !== 'linux') return ['CUDA tier: only Linux is supported'];
  const nvrtc = await findNvrtc();
  if ('missing' in nvrtc) return [`CUDA tier: ${nvrtc.missing}; the GPU is not used`];
  await compileKernels(compiler, nvrtc.path);
  await link(compiler, 'athanor_cuda.node', [join(host, 'driver.cc'), imagesFile], mark);
  console.log(`built build/athanor_cuda.node for ${architectures.join(', ')}`);
  return [];
}

if (import.meta.main) {
  const missing = await buildCuda({ emulatorOnly: process.argv.includes('--emulator-only') });
  for (const line of missing) console.log(line);
  if (missing.length > 0 && process.argv.includes('--strict')) process.exitCode = 1;
}
