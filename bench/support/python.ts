import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of an environment that `node bench/peers/setup.ts` makes from a list in bench/peers/environments. */
export const environmentOf = (name: string): string =>
  fileURLToPath(new URL(`../../build/peers/${name}`, import.meta.url));

/** The Python of an environment where it was made. */
function madePython(name: string): string | undefined {
  const path = `${environmentOf(name)}/bin/python`;
  return existsSync(path) ? path : undefined;
}

/** The Python that has the peers installed: $ATHANOR_PEERS_PYTHON, else that of `node bench/peers/setup.ts fits`, else `python3`. */
export const peersPython = process.env.ATHANOR_PEERS_PYTHON ?? madePython('fits') ?? 'python3';

/** The Python of an environment where it was made, else `peersPython`. */
export const pythonOf = (environment: string): string => madePython(environment) ?? peersPython;

/** Path of bench/peers/<name>. */
export const peerScript = (name: string): string =>
  fileURLToPath(new URL(`../peers/${name}`, import.meta.url));

/** This environment, with so many threads for the libraries that count. */
export function withThreads(threads: number) {
  const count = String(threads);
  return { ...process.env, OMP_NUM_THREADS: count, MKL_NUM_THREADS: count, OPENBLAS_NUM_THREADS: count };
}

/** Whether a Python has modules; if not, a notice says so. */
export function hasModules(python: string, needs: readonly string[]): boolean {
  const code = needs.map((name) => `import ${name}`).join('\n');
  const has = spawnSync(python, ['-c', code], { stdio: 'ignore' }).status === 0;
  if (!has) {
    console.log(
      `peer skipped: ${python} has no ${needs.join(' and ')}; node bench/peers/setup.ts makes environments that have`,
    );
  }
  return has;
}
