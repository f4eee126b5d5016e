/**
 * The CUDA kernels compiled for every supported GPU by NVIDIA's run-time compiler library, which needs no GPU and no toolkit, and a
 * C++ file that embeds the images. The library is taken from ATHANOR_NVRTC (path of libnvrtc.so.12) or installed from PyPI into build/.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const kernels = join(root, 'kernels');
/** Intermediate products of the CUDA tier. */
export const work = join(root, 'build/cuda');

/** 12.9 is the last line whose images drivers from 525 on load, and the first that knows every GPU listed. */
const nvrtcPackage = 'nvidia-cuda-nvrtc-cu12==12.9.86';
export const architectures = [
  'sm_80',
  'sm_86',
  'sm_89',
  'sm_90',
  'sm_100',
  'sm_120',
  'compute_80',
  'compute_120',
];
/**
 * A search decides by comparisons of scores that symmetric designs make equal except for rounding: products and sums are
 * rounded as the reference does, or a chain now and then goes another way.
 */
const ownOptions: Readonly<Record<string, readonly string[]>> = { exchange: ['--fmad=false'] };
/** Kernel files, each compiled once per architecture. */
const sources = readdirSync(join(kernels, 'cuda'))
  .filter((name) => name.endsWith('.cu'))
  .map((name) => name.slice(0, -3));
const run = promisify(execFile);

/** Runs tasks with as many at once as there are cores. */
async function inParallel(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) await tasks[next++]!();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export function hashOf(start: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(start);
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Changes when the images of one kernel file do: the file itself, its headers, the compiler and its options. */
function imageMark(source: string): string {
  const headers = filesBelow(join(kernels, 'cuda')).filter(
    (file) => file.endsWith('.h') && !file.startsWith(join(kernels, 'cuda/host')),
  );
  const settings = JSON.stringify([nvrtcPackage, ownOptions[source] ?? []]);
  return hashOf(settings, [
    join(kernels, 'cuda', `${source}.cu`),
    ...headers,
    join(kernels, 'include/athanor/exchange.h'),
  ]);
}

/** The C++ file that embeds the images. */
export const imagesFile = join(work, 'images.cc');

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
  const marks = new Map(sources.map((source) => [source, imageMark(source)]));
  const recordOf = (path: string) => `${path}.mark`;
  const isCurrent = ({ source, path }: (typeof images)[number]) =>
    existsSync(path) &&
    existsSync(recordOf(path)) &&
    readFileSync(recordOf(path), 'utf8') === marks.get(source);
  const compile = async ({ source, architecture, path }: (typeof images)[number]) => {
    // Images of two versions must never meet, whatever happens on the way.
    rmSync(recordOf(path), { force: true });
    const file = join(kernels, 'cuda', `${source}.cu`);
    await run(tool, [nvrtc, join(kernels, 'cuda'), file, architecture, path, ...(ownOptions[source] ?? [])]);
    writeFileSync(recordOf(path), marks.get(source)!);
  };
  const stale = images.filter((image) => !isCurrent(image));
  await inParallel(stale.map((image) => () => compile(image)));
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

/** Makes `imagesFile`; a text when the images cannot be compiled here. */
export async function buildImages(compiler: string): Promise<string | undefined> {
  const nvrtc = await findNvrtc();
  if ('missing' in nvrtc) return nvrtc.missing;
  await compileKernels(compiler, nvrtc.path);
  return undefined;
}
