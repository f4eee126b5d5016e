import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './build-lock.ts';
import { findCompiler } from './compiler.ts';
import {
  build,
  type Compiler,
  instructionSets,
  kernels,
  nativeSet,
  plainSets,
  root,
  type Target,
} from './native-build.ts';

/**
 * Builds `build/athanor_cpu.node` from kernels/ with the C++ compiler of the machine: nothing is downloaded.
 *
 * Without a compiler it says so in one line and ends well: the TypeScript backend does the work then. Warnings are errors in the
 * test driver only, so that the next compiler's new warning takes nobody's addon away.
 *
 * ATHANOR_SANITIZE=address,undefined builds the test driver `build/sanitize/kernel-test` instead, with those sanitizers.
 */

const found = findCompiler();
const compiler: Compiler | undefined = found && { ...found, prefix: [] };
const sanitize = process.env.ATHANOR_SANITIZE;
if (!compiler) {
  console.log(
    'native addon: no C++17 compiler found (CXX, g++, clang++, c++); continuing with the pure-TypeScript backend',
  );
} else {
  const folder = join(root, 'build', sanitize ? 'sanitize' : '');
  const platform = `${process.arch} ${process.platform}`;
  const target: Target = sanitize
    ? {
        platform,
        output: join(folder, 'kernel-test'),
        objects: join(folder, 'obj'),
        // The driver runs for a second: what optimizing it costs is not made up.
        flags: [
          '-O0',
          '-g',
          '-Werror',
          `-fsanitize=${sanitize}`,
          '-fno-omit-frame-pointer',
          '-fno-sanitize-recover=all',
        ],
        link: [`-fsanitize=${sanitize}`],
        sets: nativeSet,
        main: join(kernels, 'test', 'kernel-test.cc'),
      }
    : {
        platform,
        output: join(folder, 'athanor_cpu.node'),
        objects: join(folder, 'obj'),
        flags: ['-O3'],
        link: process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared'],
        sets: instructionSets[process.arch] ?? plainSets,
        main: join(kernels, 'addon', 'addon.cc'),
      };
  const started = performance.now();
  try {
    mkdirSync(target.objects, { recursive: true });
    const built = await withLock(join(target.objects, 'build.lock'), () => build(compiler, target));
    const how = built ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : 'up to date';
    console.log(`native addon: ${how} (${compiler.version})`);
  } catch (error) {
    console.log(`native addon: ${(error as Error).message}`);
    console.log('native addon: the build failed; continuing with the pure-TypeScript backend');
    if (sanitize) process.exitCode = 1;
  }
}
