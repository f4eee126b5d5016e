/** Bytes of the usual texts, each character of which takes three at most. */
const usual = 3 << 18;

/**
 * UTF-8 of one text after another, in the same place: memory of their own for many parts of a document makes the collector of garbage mark
 * the heap in steps of 5 to 10 ms.
 */
export class Encoder {
  #room: Buffer | undefined;

  /** The bytes of a text, until the next call. */
  bytes(text: string): Buffer {
    if (text.length * 3 > usual) return Buffer.from(text);
    if (text.length < 1 << 12) return Buffer.from(text);
    this.#room ??= Buffer.allocUnsafeSlow(usual);
    return this.#room.subarray(0, this.#room.write(text));
  }
}
