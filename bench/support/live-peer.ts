import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { hasModules, peerScript, peersPython, withThreads } from './python.ts';

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
    if (!hasModules(peersPython, needs)) return undefined;
    const child = spawn(peersPython, ['-W', 'ignore', peerScript(script)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: withThreads(threads),
    });
    return new LivePeer(child);
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
