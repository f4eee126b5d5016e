import type { Backend } from './compute/backend.ts';

/** What a long piece of engine work is given besides its task. */
export interface RunContext {
  /** Where the numbers are worked on. */
  readonly backend: Backend;
  /** Called now and then; `fraction` in [0, 1], `message` in words a user reads. */
  progress?(fraction: number, message: string): void;
  /** What the log should say; each message is logged once. */
  note?(line: string): void;
  /** Looked at between steps; once true the work throws `CancelledError`. */
  cancelled?(): boolean;
}
