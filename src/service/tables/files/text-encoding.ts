import { ValueError } from '../../../engine/errors.ts';
import type { Encoding } from '../table.ts';
import {
  decodeCodePage,
  isCodePage,
  looksCentralEuropean,
  looksCyrillic,
  looksLikeDos,
} from './code-pages.ts';

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes that show whether text is UTF-16 without a mark: every other byte of Western text is 0. */
const bytesSearched = 4096;

function unmarked(bytes: Uint8Array): Encoding {
  const head = bytes.subarray(0, bytesSearched);
  const zeros = (from: number) => head.filter((byte, i) => byte === 0 && i % 2 === from).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > head.length / 4 && even < odd / 4) return 'utf-16le';
  if (even > head.length / 4 && odd < even / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Every byte is a character of Windows-1252, of which Latin-1 is a part. Lines that end in CR alone are of a Macintosh.
    return eastAsian(bytes) ?? western(bytes);
  }
}

function western(bytes: Uint8Array): Encoding {
  if (bytes.includes(13) && !bytes.includes(10)) return 'macintosh';
  const text = decoded(bytes, 'windows-1252');
  if (unlikely.test(text) && looksLikeDos(bytes)) return 'cp850';
  if (looksCyrillic(bytes)) return 'windows-1251';
  return looksCentralEuropean(text) ? 'windows-1250' : 'windows-1252';
}

/** @throws TypeError they are no text of this encoding */
const decoded = (bytes: Uint8Array, encoding: Encoding): string =>
  isCodePage(encoding)
    ? decodeCodePage(bytes, encoding)
    : new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Characters of two bytes: how the first byte of usual ones lies, and the second byte of any. */
const pairs = [
  ['shift_jis', 0x81, 0x97, (byte: number) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f],
  ['gb18030', 0xa1, 0xd7, (byte: number) => byte >= 0xa1 && byte <= 0xfe],
  ['big5', 0xa1, 0xc6, (byte: number) => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xfe)],
] as const;

/**
 * Japanese, Chinese or Korean text: nearly all bytes beyond ASCII come in pairs of usual characters, and most pairs follow
 * one another. In Western text such bytes stand alone.
 */
function eastAsian(bytes: Uint8Array): Encoding | undefined {
  const [encoding] =
    pairs.find(([, low, high, isSecond]) => {
      let found = 0;
      let together = 0;
      let rare = 0;
      let others = 0;
      let last = -2;
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i] as number;
        if (byte < 0x80) continue;
        const isPair = isSecond(bytes[i + 1] ?? 0);
        if (isPair && byte >= low && byte <= high) {
          found++;
          if (last === i - 2) together++;
          last = i++;
        } else if (isPair && byte > high) {
          rare++;
          i++;
        } else others++;
      }
      return together * 2 >= found && found > 8 * others + 3 * rare;
    }) ?? [];
  return encoding === 'gb18030' ? sameBytes(bytes) : encoding;
}

/** Syllables that most Korean words have. */
const korean = new Set(
  '이다는의가에을하고지로은기를대사한스시도인어리자나수정부들일해제전보아서만과것그여원장라있구주신상무으관용연공중계동안세국치화간경성선교조위비운물개소요생방설반실행결입진업당면학오속력발분회모양야적체질말문통단산유터명등현편음감금민출내심표람목외능합타바트후각재건추본품응크온율료매험번호촉압농염액량',
);

/** Characters of the names of columns, as Japan and China write them. */
const kanji = new Set(
  '実験番号日付担当者試料名称温度圧力時間濃度触媒溶媒溶剤塩基酸化合物原料生成添加量比当量重量体積収率収量純度転化選択性反応速度結果備考条件変数値単位回転数撹拌攪拌加熱冷却滴下乾燥精製結晶粘度密度膜厚強度水素酸素窒素炭素硫酢硝酸銅鉄銀金白亜鉛有無良不可測定分析装置平均標準偏差合計目標',
);
const hanzi = new Set(
  '实验编号日期操作员样品名称温度压力时间浓度催化剂溶剂碱酸化合物原料产物添加量比当量重量体积收率产率产量纯度转化率选择性反应速度结果备注条件变量值单位转速搅拌加热冷却滴加干燥精制结晶粘度密度膜厚强度水氢氧氮碳气硫醋硝盐酸铜铁银金铂钯锌镍乙醇甲苯丙酮有无好坏测定分析仪器平均标准偏差合计目标',
);

const shareOf = (letters: readonly string[], usual: ReadonlySet<string>): number =>
  letters.filter((one) => usual.has(one)).length / Math.max(1, letters.length);

const lettersIn = (bytes: Uint8Array, encoding: Encoding): string[] =>
  [...new TextDecoder(encoding).decode(bytes)].filter((one) => one > '\u3000');

/** Which of three encodings with the same usual bytes it is: Japanese has kana or its usual characters, Korean has hardly anything but usual syllables. */
function sameBytes(bytes: Uint8Array): Encoding {
  const japanese = lettersIn(bytes, 'euc-jp');
  const kana = japanese.filter((one) => one >= '\u3041' && one <= '\u30fe').length;
  if (kana * 5 > japanese.length) return 'euc-jp';
  const letters = lettersIn(bytes, 'euc-kr');
  const syllables = letters.filter((one) => one >= '가' && one <= '힣');
  if (syllables.length > 0.9 * letters.length && shareOf(syllables, korean) > 0.5) return 'euc-kr';
  return shareOf(japanese, kanji) > shareOf(lettersIn(bytes, 'gb18030'), hanzi) ? 'euc-jp' : 'gb18030';
}

/** Letters of Windows-1252 that hardly any text has: those of other encodings end up there. */
const unlikely = /[\u0081\u008d\u008f\u0090\u009dƒˆ˜ŠŽšžŸ¡¿]|[À-ÿ]{4}|øC|\p{L}[„”…†‡‰‹›€‚™]\p{L}/u;

/** Encodings that are known by their usual bytes, or by the ends of lines, alone. */
const likely: ReadonlySet<string> = new Set(
  'macintosh cp850 windows-1250 windows-1251 shift_jis euc-jp gb18030 big5 euc-kr'.split(' '),
);

/** Letters that two bytes of UTF-8 become where they are read as Windows-1252: `Â°`, `Ã¶`. */
const twice = /[Â-Ï][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/u;

/** Bytes beyond Latin-1 in Windows-1252, by their characters. */
const bytesOf1252: ReadonlyMap<string, number> = new Map(
  Array.from(
    { length: 32 },
    (_, i) => [decoded(new Uint8Array([128 + i]), 'windows-1252'), 128 + i] as const,
  ),
);

/** The text that was UTF-8, read as Windows-1252 and written as UTF-8 again; undefined for any other. */
function onceEncoded(text: string): string | undefined {
  if (!twice.test(text)) return undefined;
  const bytes = Array.from(text, (letter) => bytesOf1252.get(letter) ?? letter.codePointAt(0) ?? 256);
  if (bytes.some((byte) => byte > 255)) return undefined;
  try {
    return decoded(new Uint8Array(bytes), 'utf-8');
  } catch {
    return undefined;
  }
}

const doubt = (encoding: Encoding, text: string): string[] =>
  likely.has(encoding) || (encoding === 'windows-1252' && unlikely.test(text))
    ? [`the text is read as ${encoding}; if its letters are wrong, choose another encoding`]
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
    const text = decoded(bytes, encoding);
    if (text.includes('\0')) throw new Error('it contains bytes that are not text');
    const once = wanted === undefined && encoding === 'utf-8' ? onceEncoded(text) : undefined;
    if (once !== undefined)
      return {
        text: once,
        encoding,
        remarks: [
          `letters that were encoded twice ('${twice.exec(text)?.[0]}') are read as originally written`,
        ],
      };
    return { text, encoding, remarks: wanted === undefined ? doubt(encoding, text) : [] };
  } catch (cause) {
    throw new ValueError(
      wanted === undefined
        ? 'file: this is neither text nor XLSX, ODS or Parquet; save the table as CSV or XLSX'
        : `encoding: the file is not ${encoding} text; leave encoding out, or choose another`,
      { cause },
    );
  }
}
