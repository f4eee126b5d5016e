/**
 * Builds the packages `@athanor/native-<platform>` and `@athanor/cuda-linux-x64` into build/packages with one cross compiler: Zig, from the
 * PyPI package `ziglang` (ATHANOR_ZIG names the Python that has it; default python3). Each holds one addon and no install script.
 *
 * What the binaries ask of a machine is checked from their symbols: glibc 2.28 at most on Linux, no libstdc++ at all. Arguments
 * name platforms; without any, all are built. A package that was not run here says so in its manifest.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildDeviceAddon } from './build-cuda.ts';
import { tryRun } from './compiler.ts';
import { build, type Compiler, instructionSets, kernels, plainSets, root } from './native-build.ts';
import { cudaPlatform, type NativePlatform, nativePlatforms } from './platforms.ts';

const python = process.env.ATHANOR_ZIG ?? 'python3';
const glibcLimit = [2, 28] as const;

function zigFor(target: string): Compiler {
  const version = tryRun(python, ['-m', 'ziglang', 'version']);
  if (version === undefined) {
    throw new Error(
      `platform packages: ${python} has no ziglang; set ATHANOR_ZIG to a Python that has it (docs/packages.md)`,
    );
  }
  return {
    command: python,
    prefix: ['-m', 'ziglang', 'c++', '-target', target],
    version: `zig ${version.trim()} ${target}`,
  };
}

/** Import library of the Node-API functions, which Windows resolves against node.exe. */
function windowsImports(folder: string): string {
  const headers = dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json'));
  const names = ['js_native_api.def', 'node_api.def']
    .map((file) => readFileSync(join(headers, 'def', file), 'utf8'))
    .flatMap((text) => text.split('\n').map((line) => line.trim()))
    .filter((line) => /^(napi|node_api)_\w+$/.test(line));
  const definition = join(folder, 'node.def');
  const library = join(folder, 'node.lib');
  writeFileSync(definition, `NAME node.exe\nEXPORTS\n${[...new Set(names)].sort().join('\n')}\n`);
  execFileSync(python, ['-m', 'ziglang', 'dlltool', '-d', definition, '-l', library, '-m', 'i386:x86-64']);
  return library;
}

function linkFlags({ os }: NativePlatform, folder: string): string[] {
  if (os === 'darwin') return ['-dynamiclib', '-undefined', 'dynamic_lookup'];
  // The import library follows the objects that need it: `-Wl` keeps the order.
  if (os === 'win32') return ['-shared', '-s', windowsImports(folder)];
  return ['-shared', '-s'];
}

/** @throws Error naming what the binary would ask of a machine beyond the promise */
export function checkSymbols(binary: Buffer, { name, os, libc }: NativePlatform): void {
  const text = binary.toString('latin1');
  if (/GLIBCXX_|libstdc\+\+\.so/.test(text)) throw new Error(`${name}: needs libstdc++ at run time`);
  if (!text.includes('napi_register_module_v1')) throw new Error(`${name}: is not a Node-API module`);
  if (os !== 'linux') return;
  const versions = [...text.matchAll(/GLIBC_(\d+)\.(\d+)/g)].map((match) => [
    Number(match[1]),
    Number(match[2]),
  ]);
  if (libc === 'musl' && versions.length > 0) throw new Error(`${name}: is linked against glibc`);
  const late = versions.find(([major, minor]) => major! > glibcLimit[0] || minor! > glibcLimit[1]);
  if (late !== undefined)
    throw new Error(`${name}: needs glibc ${late.join('.')}, ${glibcLimit.join('.')} is allowed`);
}

function manifest({ name, os, cpu, libc }: NativePlatform): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: `@athanor/native-${name}`,
    version,
    description: `CPU kernels of athanor for ${os} ${cpu}${libc === undefined ? '' : ` (${libc})`}`,
    license,
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    engines: { node: '>=22.18' },
    main: 'athanor_cpu.node',
    files: ['athanor_cpu.node'],
    preferUnplugged: true,
  };
}

/** As for a build on the machine itself; the plain x86-64 is what Zig compiles for by default. */
const setsFor = ({ cpu }: NativePlatform) =>
  (instructionSets[cpu] ?? plainSets).map(({ name, flags }) => ({
    name,
    flags: flags.filter((flag) => flag !== '-march=x86-64'),
  }));

function writePackage(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** The package as a folder that `npm pack` takes. */
export async function buildPlatform(platform: NativePlatform): Promise<string> {
  const folder = join(root, 'build/packages', `native-${platform.name}`);
  const objects = join(root, 'build/platforms', platform.name);
  const output = join(folder, 'athanor_cpu.node');
  mkdirSync(folder, { recursive: true });
  mkdirSync(objects, { recursive: true });
  await build(zigFor(platform.target), {
    platform: platform.name,
    output,
    objects,
    flags: ['-O3', ...(platform.os === 'win32' ? ['-D_USE_MATH_DEFINES'] : [])],
    link: linkFlags(platform, objects),
    sets: setsFor(platform),
    main: join(kernels, 'addon', 'addon.cc'),
  });
  checkSymbols(readFileSync(output), platform);
  writePackage(folder, manifest(platform));
  return folder;
}

/** `@athanor/cuda-linux-x64`: the kernels for every supported GPU; the driver is opened when a job asks for it. */
export async function buildCudaPackage(): Promise<string> {
  const folder = join(root, 'build/packages', cudaPlatform.name);
  const output = join(folder, 'athanor_cuda.node');
  mkdirSync(folder, { recursive: true });
  const { command, prefix } = zigFor(cudaPlatform.target);
  const missing = await buildDeviceAddon(
    [command, ...prefix, '-s', '-Wno-unused-command-line-argument'],
    output,
  );
  if (missing !== undefined) throw new Error(`${cudaPlatform.name}: ${missing}`);
  checkSymbols(readFileSync(output), cudaPlatform);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writePackage(folder, {
    name: `@athanor/${cudaPlatform.name}`,
    version,
    description: 'CUDA kernels of athanor for Linux x64; needs an NVIDIA driver, version 525 or later',
    license,
    os: [cudaPlatform.os],
    cpu: [cudaPlatform.cpu],
    libc: [cudaPlatform.libc],
    engines: { node: '>=22.18' },
    main: 'athanor_cuda.node',
    files: ['athanor_cuda.node'],
    preferUnplugged: true,
  });
  return folder;
}

/** @throws Error an argument names no platform */
export function platformsOf(args: readonly string[]): readonly NativePlatform[] {
  const all = [...nativePlatforms, cudaPlatform];
  const names = all.map(({ name }) => name);
  const unknown = args.find((arg) => !names.includes(arg));
  if (unknown !== undefined)
    throw new Error(`platform packages: '${unknown}' is no platform; use one of ${names.join(', ')}`);
  return args.length === 0 ? all : all.filter(({ name }) => args.includes(name));
}

if (import.meta.main) {
  for (const platform of platformsOf(process.argv.slice(2))) {
    const folder = await (platform === cudaPlatform ? buildCudaPackage() : buildPlatform(platform));
    console.log(`${platform.name}: ${folder}`);
  }
}
