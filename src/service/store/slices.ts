import { sliceDeadline, yieldToEventLoop } from '../event-loop.ts';

/** Lets other work run between the pieces of a long one. */
export class Slices {
  readonly #watch: (() => void) | undefined;

  /** @param watch is called before each pause for other work */
  constructor(watch?: () => void) {
    this.#watch = watch;
    sliceDeadline();
  }

  /** To be called after each piece of some milliseconds or less. */
  async pause(): Promise<void> {
    if (performance.now() < sliceDeadline()) return;
    this.#watch?.();
    await yieldToEventLoop();
    sliceDeadline();
  }

  /** Carries out work that can be interrupted wherever it yields. */
  async run<T>(work: Generator<undefined, T, undefined>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.pause();
    }
  }
}

/** Bytes that are copied at once. */
const portion = 1 << 20;

/** The bytes as one, copied in slices: tens of megabytes at once would hold up every other request. */
export async function joined(chunks: readonly Uint8Array[]): Promise<Buffer> {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined)
    return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  const slices = new Slices();
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let copied = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
    copied += chunk.length;
    if (copied < portion) continue;
    copied = 0;
    await slices.pause();
  }
  return whole;
}
