import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The Python that has the peers installed: $ATHANOR_PEERS_PYTHON, else `python3`. */
const standard = process.env.ATHANOR_PEERS_PYTHON ?? 'python3';

/**
 * The peer's side of a benchmark: runs bench/peers/<script> on one thread and parses the JSON on its last line.
 *
 * @param needs  Python modules; when one is missing this prints a notice and gives undefined
 * @param input  handed to the script as JSON on its standard input
 * @param python the one that is asked
 */
export function runPeer<Result>(
  script: string,
  needs: readonly string[],
  input: unknown,
  threads = 1,
  python = standard,
): Result | undefined {
  const probe = spawnSync(python, ['-c', needs.map((name) => `import ${name}`).join('\n')], {
    stdio: 'ignore',
  });
  if (probe.status !== 0) {
    console.log(
      `peer skipped: ${python} has no ${needs.join(' and ')}; set ATHANOR_PEERS_PYTHON to one that has`,
    );
    return undefined;
  }
  const path = fileURLToPath(new URL(`../peers/${script}`, import.meta.url));
  const said = execFileSync(python, ['-W', 'ignore', path], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      OMP_NUM_THREADS: String(threads),
      MKL_NUM_THREADS: String(threads),
      OPENBLAS_NUM_THREADS: String(threads),
    },
  });
  return JSON.parse(said.trim().split('\n').at(-1) ?? 'null') as Result;
}
