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
    return eastAsian(bytes) ?? 'windows-1252';
  }
}

/** Characters of two bytes: how the first byte of usual ones, and the second byte of any, lies. */
const pairs: readonly {
  readonly encoding: Encoding;
  readonly usual: Range;
  readonly second: readonly Range[];
}[] = [
  {
    encoding: 'shift_jis',
    usual: [0x81, 0x97],
    second: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
  },
  { encoding: 'gb18030', usual: [0xa1, 0xd7], second: [[0xa1, 0xfe]] },
];

type Range = readonly [number, number];
const isIn = (byte: number, [low, high]: Range): boolean => byte >= low && byte <= high;

/**
 * Japanese or Chinese text: nearly all bytes beyond ASCII come in pairs of usual characters, and most pairs follow one
 * another. In Western text such bytes stand alone.
 */
function eastAsian(bytes: Uint8Array): Encoding | undefined {
  return pairs.find(({ usual, second }) => {
    let found = 0;
    let together = 0;
    let others = 0;
    let last = -2;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (byte < 0x80) continue;
      const next = bytes[i + 1] ?? 0;
      if (isIn(byte, usual) && second.some((range) => isIn(next, range))) {
        found++;
        if (last === i - 2) together++;
        last = i++;
      } else others++;
    }
    return together * 2 >= found && found > 8 * others;
  })?.encoding;
}

/** Letters of Windows-1252 that hardly any text has: those of other encodings end up there. */
const unlikely = /[\u0081\u008d\u008f\u0090\u009dƒˆ˜ŠŽšžŸ¡¿]/;

const doubt = (encoding: Encoding, text: string): string[] =>
  encoding === 'shift_jis' || encoding === 'gb18030' || (encoding === 'windows-1252' && unlikely.test(text))
    ? [`the text is read as ${encoding}; if its letters are wrong, choose another 'encoding'`]
    : [];

/** The encoding of text: by its byte order mark, else UTF-8 where it is that, Shift-JIS, GB 18030, else Windows-1252. */
function encodingOf(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  return marked?.[0] ?? unmarked(bytes);
}

/**
 * Bytes as text.
 *
 * @throws ValueError they are no text of the encoding that was asked for
 */
export function decodeBytes(
  bytes: Uint8Array,
  wanted?: Encoding,
): { text: string; encoding: Encoding; remarks: string[] } {
  const encoding = wanted ?? encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new Error('it holds bytes of no text');
    return { text, encoding, remarks: wanted === undefined ? doubt(encoding, text) : [] };
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
