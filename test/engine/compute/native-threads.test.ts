import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findCompiler } from '../../../src/tools/compiler.ts';
import { nativeBackends } from './native-support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = findCompiler()?.command;
const present = process.platform === 'linux' && compiler !== undefined && nativeBackends().length > 0;
if (!present) console.log('kernels without threads skipped: they need Linux and a C++ compiler');

/** Starts no thread once ATHANOR_TEST_NO_THREADS is set, as a system does whose limit of processes is reached. */
const noThreads = `
  #include <dlfcn.h>
  #include <errno.h>
  #include <pthread.h>
  #include <stdlib.h>
  extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*start)(void*), void* argument) {
    if (getenv("ATHANOR_TEST_NO_THREADS")) return EAGAIN;
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    return reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"))(thread, how, start, argument);
  }`;

/** Factors one matrix on one thread, then on four that cannot be started; prints whether the bits are the same. */
const factorTwice = `
  import { createNativeBackend } from '${root}src/engine/compute/native.ts';
  import { runOp } from '${root}src/engine/compute/run-op.ts';
  import { loadNativeBinding } from '${root}src/service/jobs/addon.ts';
  const n = 400;
  const A = Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? n : Math.sin((at % n) * Math.floor(at / n))));
  const factor = (threads) =>
    runOp(createNativeBackend(loadNativeBinding(), { threads }), 'cholesky', { batch: 1, n }, { A, ladder: new Float64Array(0) }).L;
  const alone = factor(1);
  process.env.ATHANOR_TEST_NO_THREADS = '1';
  console.log(Buffer.from(factor(4).buffer).equals(Buffer.from(alone.buffer)));`;

it.skipIf(!present)('kernels work on the calling thread where the system starts no more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-threads-'));
  try {
    const [source, library] = [join(folder, 'no-threads.cc'), join(folder, 'no-threads.so')];
    writeFileSync(source, noThreads);
    execFileSync(compiler!, ['-shared', '-fPIC', source, '-o', library, '-ldl'], { stdio: 'pipe' });
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', factorTwice], {
      env: { ...process.env, LD_PRELOAD: library },
      encoding: 'utf8',
    });
    expect([done.stdout.trim(), done.signal], done.stderr).toEqual(['true', null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
