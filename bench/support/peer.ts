import { execFileSync } from 'node:child_process';
import { hasModules, peerScript, peersPython, withThreads } from './python.ts';

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
  python = peersPython,
): Result | undefined {
  if (!hasModules(python, needs)) return undefined;
  const said = execFileSync(python, ['-W', 'ignore', peerScript(script)], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: withThreads(threads),
  });
  return JSON.parse(said.trim().split('\n').at(-1) ?? 'null') as Result;
}
