import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The Python that has the peers installed: $ATHANOR_PEERS_PYTHON, else `python3`. */
const python = process.env.ATHANOR_PEERS_PYTHON ?? 'python3';

/** A peer that stays up, so that its calls and ours take turns in one run. */
export class LivePeer {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout! });
  }

  /** Starts bench/peers/<script>; undefined with a notice where a module is missing. */
  static start(script: string, needs: readonly string[], threads: number): LivePeer | undefined {
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
    const count = String(threads);
    const env = {
      ...process.env,
      OMP_NUM_THREADS: count,
      MKL_NUM_THREADS: count,
      OPENBLAS_NUM_THREADS: count,
    };
    return new LivePeer(spawn(python, ['-W', 'ignore', path], { stdio: ['pipe', 'pipe', 'inherit'], env }));
  }

  /** Sends one request; the answer to it. */
  async ask<Answer>(request: unknown): Promise<Answer> {
    const answer = once(this.#lines, 'line') as Promise<[string]>;
    this.#child.stdin!.write(`${JSON.stringify(request)}\n`);
    return JSON.parse((await answer)[0]) as Answer;
  }

  stop(): void {
    this.#child.stdin!.end();
  }
}
