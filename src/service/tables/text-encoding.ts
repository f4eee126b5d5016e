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

type Range = readonly [number, number];
const isIn = (byte: number, [low, high]: Range): boolean => byte >= low && byte <= high;

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
  {
    encoding: 'big5',
    usual: [0xa1, 0xc6],
    second: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
];

/**
 * Japanese, Chinese or Korean text: nearly all bytes beyond ASCII come in pairs of usual characters, and most pairs follow
 * one another. In Western text such bytes stand alone.
 */
function eastAsian(bytes: Uint8Array): Encoding | undefined {
  const found = pairs.find(({ usual, second }) => {
    let found = 0;
    let together = 0;
    let rare = 0;
    let others = 0;
    let last = -2;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (byte < 0x80) continue;
      const isPair = second.some((range) => isIn(bytes[i + 1] ?? 0, range));
      if (isPair && isIn(byte, usual)) {
        found++;
        if (last === i - 2) together++;
        last = i++;
      } else if (isPair && byte > usual[1]) {
        rare++;
        i++;
      } else others++;
    }
    return together * 2 >= found && found > 8 * others + 3 * rare;
  })?.encoding;
  return found === 'gb18030' ? sameBytes(bytes) : found;
}

/** Syllables that most Korean words have. */
const korean = new Set(
  '이다는의가에을하고지로은기를대사한스시도인어리자나수정부들일해제전보아서만과것그여원장라있구주신상무으관용연공중계동안세국치화간경성선교조위비운물개소요생방설반실행결입진업당면학오속력발분회모양야적체질말문통단산유터명등현편음감금민출내심표람목외능합타바트후각재건추본품응크온율료매험번호촉압농염액량',
);

/** Which of three encodings with the same usual bytes it is: Japanese has kana, Korean has hardly anything but usual syllables. */
function sameBytes(bytes: Uint8Array): Encoding {
  const japanese = [...new TextDecoder('euc-jp').decode(bytes)];
  const characters = japanese.filter((one) => one > '\u3000').length;
  const kana = japanese.filter((one) => one >= '\u3041' && one <= '\u30fe').length;
  if (kana * 5 > characters) return 'euc-jp';
  const letters = [...new TextDecoder('euc-kr').decode(bytes)].filter((one) => one > '\u3000');
  const syllables = letters.filter((one) => one >= '가' && one <= '힣');
  const usual = syllables.filter((one) => korean.has(one));
  return syllables.length > 0.9 * letters.length && usual.length * 2 > syllables.length
    ? 'euc-kr'
    : 'gb18030';
}

/** Letters of Windows-1252 that hardly any text has: those of other encodings end up there. */
const unlikely = /[\u0081\u008d\u008f\u0090\u009dƒˆ˜ŠŽšžŸ¡¿]/;

/** Encodings that are known by their usual bytes alone. */
const likely: readonly Encoding[] = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'];

const doubt = (encoding: Encoding, text: string): string[] =>
  likely.includes(encoding) || (encoding === 'windows-1252' && unlikely.test(text))
    ? [`the text is read as ${encoding}; if its letters are wrong, choose another 'encoding'`]
    : [];

/** The encoding of text: by its byte order mark, else UTF-8 where it is that, an East Asian one, else Windows-1252. */
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
