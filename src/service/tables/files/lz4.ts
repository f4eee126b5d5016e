import { ValueError } from '../../../engine/errors.ts';

const broken = (): ValueError => new ValueError('an LZ4 block is damaged');

/** A length that continues in further bytes where its four bits are full. */
function lengthAt(input: Uint8Array, at: number, bits: number): [length: number, next: number] {
  let length = bits;
  let next = at;
  if (bits < 15) return [length, next];
  for (;;) {
    const byte = input[next++];
    if (byte === undefined) throw broken();
    length += byte;
    if (byte < 255) return [length, next];
  }
}

/**
 * One block of LZ4: literals and copies of what was written before, in turn. Source: the LZ4 block format description.
 *
 * @param size bytes of the result  @throws ValueError the block says other than `size` bytes
 */
export function lz4Block(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  let from = 0;
  let to = 0;
  while (from < input.length) {
    const token = input[from++] as number;
    const [literals, start] = lengthAt(input, from, token >> 4);
    if (start + literals > input.length || to + literals > size) throw broken();
    output.set(input.subarray(start, start + literals), to);
    from = start + literals;
    to += literals;
    if (from >= input.length) break; // the last sequence is literals alone
    const back = (input[from] as number) | ((input[from + 1] ?? 0) << 8);
    const [copied, next] = lengthAt(input, from + 2, token & 15);
    if (back === 0 || back > to || to + copied + 4 > size) throw broken();
    from = next;
    // Byte by byte: a copy may overlap what it writes.
    for (const end = to + copied + 4; to < end; to++) output[to] = output[to - back] as number;
  }
  if (to !== size) throw broken();
  return output;
}

/** Blocks as Hadoop frames them: lengths of result and block, big-endian, before each; undefined where they do not add up. */
function framed(input: Uint8Array, size: number): Uint8Array | undefined {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const output = new Uint8Array(size);
  let from = 0;
  let to = 0;
  while (from + 8 <= input.length) {
    const [unpacked, packed] = [view.getUint32(from), view.getUint32(from + 4)];
    from += 8;
    if (from + packed > input.length || to + unpacked > size) return undefined;
    output.set(lz4Block(input.subarray(from, from + packed), unpacked), to);
    from += packed;
    to += unpacked;
  }
  return from === input.length && to === size ? output : undefined;
}

/** Parquet's older codec `LZ4`: framed as Hadoop does, or, by some programs, a bare block. */
export const lz4Framed = (input: Uint8Array, size: number): Uint8Array =>
  framed(input, size) ?? lz4Block(input, size);
