import { ValueError } from '../../engine/errors.ts';
import type { Encoding } from './table.ts';

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes looked at to tell UTF-16 without a mark: every other byte of Western text is 0. */
const LOOK = 4096;

function unmarked(bytes: Uint8Array): Encoding {
  const head = bytes.subarray(0, LOOK);
  let even = 0;
  let odd = 0;
  head.forEach((byte, i) => {
    if (byte !== 0) return;
    if (i % 2 === 0) even++;
    else odd++;
  });
  if (odd > head.length / 4 && even < odd / 4) return 'utf-16le';
  if (even > head.length / 4 && odd < even / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Every byte is a character of Windows-1252, of which Latin-1 is a part.
    return 'windows-1252';
  }
}

/** The encoding of text: by its byte order mark, else UTF-8 where it is that, else Windows-1252. */
function encodingOf(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  return marked?.[0] ?? unmarked(bytes);
}

/**
 * Bytes as text.
 *
 * @throws ValueError they are no text of the encoding that was asked for
 */
export function decodeBytes(bytes: Uint8Array, wanted?: Encoding): { text: string; encoding: Encoding } {
  const encoding = wanted ?? encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new Error('it holds bytes of no text');
    return { text, encoding };
  } catch (cause) {
    throw new ValueError(
      wanted === undefined
        ? 'file: this is neither text nor XLSX nor Parquet; save the table as CSV or XLSX'
        : `encoding: the file is not ${encoding} text; leave encoding out, or choose another`,
      {
        cause,
      },
    );
  }
}
