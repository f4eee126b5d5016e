import type { Slices } from '../../../engine/slices.ts';

/** Bytes checked between two points where the work may be interrupted. */
const portion = 1 << 18;

const [quote, backslash] = [0x22, 0x5c];

/** Whether arrays and objects of JSON text are nested deeper than `most` levels; text that is not JSON is left to the parser. */
export function* isTooDeep(bytes: Uint8Array, most: number): Slices<boolean> {
  let depth = 0;
  let isText = false;
  let next = portion;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= next) {
      next += portion;
      yield;
    }
    const byte = bytes[at] as number;
    if (isText) {
      if (byte === backslash) at++;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    // [ and {, then ] and }: they differ in one bit.
    else if ((byte | 0x20) === 0x7b) {
      if (++depth > most) return true;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}
