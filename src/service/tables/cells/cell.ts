import type { Side } from '../../../contract/experiments/censored.ts';
import type { TableCell } from '../table.ts';
import { isUnit } from './column-name.ts';
import { normalizedSigns } from './normalized-signs.ts';
import { withoutSuperscripts } from './superscripts.ts';

/** What a cell of a numeric column says. */
export type ParsedCell =
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly unit: string | null;
      /** Standard deviation written behind the value: `40 ± 1.2`, `40.0(12)`. */
      readonly error: number | null;
    }
  | {
      readonly kind: 'censored';
      readonly value: number;
      readonly side: Side;
      readonly unit: string | null;
    }
  /** `<LOD`: on that side of a limit that the file does not give. */
  | { readonly kind: 'unstated'; readonly side: Side }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'text' };

/** Words apart by blanks; `|` is a blank within one. */
const wordSet = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => word.replaceAll('|', ' ')));

/** Words for "there is no value": English, German, French and Spanish files, and what programs write; `*` is of Minitab, `•` of JMP. */
const missing = wordSet(
  '- -- --- – — . / ? . .. ... * • n.d. n.d nd n/d n.a. n.a na n/a #n/a #na nan null none nil missing n.b. n.b nb k.a. k.a ' +
    'n.m. nm n.r. nr undetermined #div/0! #value! #ref! #name? #num! #null! tbd pending not|determined not|measured not|detected not|available nicht|bestimmt ' +
    'nicht|gemessen non|déterminé non|mesuré non|determinato non|misurato no|determinado no|medido ej|bestämd ej|mätt ej|analyserad saknas niet|bepaald ' +
    '未測定 未测定 未検出 未检出 欠測',
);

const failed = wordSet(
  'failed fail failure error aborted crashed run|failed no|reaction fehlgeschlagen fehler abgebrochen échec',
);

/** A pattern for each decimal sign; both signs are given as patterns have them. */
const bySign = (pattern: (sign: string, other: string) => string): Readonly<Record<'.' | ',', RegExp>> => ({
  '.': new RegExp(pattern('\\.', ','), 'i'),
  ',': new RegExp(pattern(',', '\\.'), 'i'),
});

/** Blanks between groups of thousands: common, no-break, figure, thin and narrow no-break. */
const blank = ' \u00a0\u2007\u2009\u202f';

/**
 * Groups of three digits, the first of them without a leading zero, or as in India `1,25,300`. After them the decimal sign, an
 * exponent, a unit or nothing.
 */
const groups: Readonly<Record<'.' | ',', RegExp>> = {
  '.': new RegExp(
    `^(?:[1-9]\\d{0,2}(?:[,'\u2019${blank}]\\d{3})+|[1-9]\\d?(?:,\\d{2})+,\\d{3})(?=\\.|\\s*[^\\d\\s.,'\u2019]|\\s*$)`,
  ),
  ',': new RegExp(`^[1-9]\\d{0,2}(?:[.'\u2019${blank}]\\d{3})+(?=,|\\s*[^\\d\\s.,'\u2019]|\\s*$)`),
};

/** Limits of a method by name, with or without their sign. */
const below =
  /^(?:[<≤]\s*(?:lod|loq|lloq|mdl|ng|bg|nwg)|lod|loq|lloq|bdl|bld|blq|bql|n\.\s?n\.|nicht (?:nachweisbar|nachgewiesen)|(?:below|unter) (?:lod|loq|ng|bg|nwg|detection(?: limit)?))$/i;
const above = /^(?:[>≥]?\s*uloq|aloq|aql|ov(?:e?rflw|er(?:flow|range)?)|over[ -]range|[>≥]\s*(?:loq|max))$/i;

/** Signs that type setters and programs write for a minus: hyphens, en dash, minus, full width. */
const minus = /^[\u2010-\u2013\u2212\ufe63\uff0d](?=\s*[\d.,])/;

/** A number with the sign of a footnote behind it. */
const marked = /^(.*[\d%)])\s*[*†‡§]+$/;
/** A price without small change, as in `12.-`, `12,– €` and `12.--`. */
const evenPrice = /(?<=\d)[.,][-–—]{1,2}(?=$|\s*\p{Sc}$)/u;

/** A number with the other decimal sign, which cannot be groups of thousands: `40.0` and `0.125` where commas are decimal. */
const otherDecimal = bySign(
  (_, other) =>
    `^[-+−]?\\s*(?:(?:0?|\\d{4,})${other}\\d+|\\d+${other}(?:\\d{1,2}|\\d{4,}))(?:e[-+−]?\\d+)?(?:\\s*[^\\d\\s,.±]+)?(?:\\s*±.*)?$`,
);

/** The decimal sign of one number in a file with that sign. */
const signOf = (text: string, decimal: '.' | ','): '.' | ',' =>
  otherDecimal[decimal].test(text) ? (decimal === '.' ? ',' : '.') : decimal;

/** The apostrophe with which a spreadsheet marks a text; before `0042` it marks a name. */
const textMark = /^['\u2018\u2019](?=[-+−]?(?:[1-9]|0?[.,]\d|0$))/;

/** Words before a number that somebody read off or estimated. */
const about = /^(?:[~≈∼]|ca\.?(?=\s|\d)|circa\s|approx\.?(?=\s|\d)|about\s|etwa\s|env\.?\s)\s*/i;

const plain = bySign((sign) => `^(?:\\d+${sign}?\\d*|${sign}\\d+)(?:e[-+−]?\\d+)?`);

/** `1.5·10^-3`, `1.5 x 10-3`, `1.5×10⁻³` and `10⁻³`; without a sign of a power, `x 103` stays text. */
const power = /^([\d.,]+)\s*[·⋅×x*]\s*10(?:\s*\^\s*\(?([-+−]?\d+)\)?|([-+−]\d+)|([⁻⁺]?[⁰¹²³⁴-⁹]+))/i;
/** `10⁻³` and `10^-3`; `10-3` is a range or a name. */
const barePower = /^10(?=\s*\^|[⁻⁺⁰¹²³⁴-⁹])/;

/** `1.20D-03`, a number of double precision as Fortran writes it, with its decimal sign; `5d` are days, `1D-03` is a label. */
const ofFortran = /^(\d*[.,]\d*)d([-+]\d{1,3})(?!\S)/i;

/** Text with a power of ten behind its number written as an exponent. */
const asExponent = (text: string): string =>
  text
    .replace(ofFortran, '$1e$2')
    .replace(barePower, '1·10')
    .replace(power, (_, digits: string, ...exponents: (string | undefined)[]) => {
      const exponent = exponents.slice(0, 3).find((one) => one !== undefined) ?? '0';
      const flat = withoutSuperscripts(exponent);
      return `${digits}e${flat.replace(/[⁻−]/, '-').replace('⁺', '+')}`;
    });

/** `½`, alone or behind an integer: `1½`, `1 ½`. */
const fraction = /^(\d*)\s*([¼-¾⅐-⅞])/;

/** Text with a fraction at its start as a decimal number. */
const asDecimal = (text: string, decimal: '.' | ','): string =>
  text.replace(fraction, (_, whole: string, sign: string) => {
    const [over = 0, under = 1] = sign.normalize('NFKC').split('\u2044').map(Number);
    return String(Number(whole) + over / under).replace('.', decimal);
  });

/** A number at the start of text, what stands after it, and the worth of its last digit. Decimal digits only: `0x10` is a 0 with text behind it. */
function leadingNumber(
  text: string,
  decimal: '.' | ',',
): { value: number; rest: string; step: number; isApart: boolean } | undefined {
  const sign = /^[-+−]/.exec(text)?.[0] ?? '';
  const digits = asExponent(asDecimal(text.slice(sign.length).trimStart(), decimal));
  const grouped = groups[decimal].exec(digits)?.[0];
  const bare = grouped === undefined ? digits : grouped.replaceAll(/\D/g, '') + digits.slice(grouped.length);
  const found = plain[decimal].exec(bare)?.[0];
  if (found === undefined) return undefined;
  const value = Number(found.replace(',', '.').replace('−', '-'));
  if (!Number.isFinite(value)) return undefined;
  const [, fraction = '', exponent = '0'] = /^[^.,e]*[.,]?(\d*)(?:e(.*))?$/i.exec(found) ?? [];
  const step = 10 ** (Number(exponent.replace('−', '-')) - fraction.length);
  return {
    value: sign === '-' || sign === '−' ? -value : value,
    rest: bare.slice(found.length).trim(),
    step,
    isApart: /^\s/.test(bare.slice(found.length)),
  };
}

const sides: readonly (readonly [RegExp, Side])[] = [
  [/^(?:>>|>=?|≥|⩾|=>)/, 'above'],
  [/^(?:<<|<=?|≤|⩽|=<)/, 'below'],
];

/** An error behind a number, as in `40 ± 1.2 %` or, of the last digits, `40.0(12)`. */
const tolerance = /^\(?\s*(?:±|\+\/?[-−])\s*([\d.,]+(?:e[-+]?\d+)?)\s*\)?\s*/i;
const lastDigits = /^\((\d{1,3})\)\s*/;

/** What is behind a number: its error, and the rest. `82 (79)` and `82(79)` are two numbers. */
function errorIn(
  { value, rest, step, isApart }: NonNullable<ReturnType<typeof leadingNumber>>,
  decimal: '.' | ',',
): { error: number | null; rest: string } {
  const short = isApart ? null : lastDigits.exec(rest);
  if (short !== null && Number(short[1]) * step * 2 < Math.abs(value))
    return { error: Number(short[1]) * step, rest: rest.slice(short[0].length) };
  // A unit may be before the error, too: `40 % ± 1.2 %`.
  const [, unit = ''] =
    /^([^\d\s,;:<>=±~+(][^\d\s,;:<>=±~+]{0,11}?)\s*(?=\(?\s*(?:±|\+\/?[-−]))/.exec(rest) ?? [];
  const behind = rest.slice(unit.length).trimStart();
  const found = tolerance.exec(behind);
  if (found === null) return { error: null, rest };
  // The unit of the error may be before its closing bracket: `40 % (± 1.2 %)`.
  const left = behind.slice(found[0].length).replace(behind.startsWith('(') ? /\)$/ : /$^/, '');
  const digits = found[1] as string;
  const error = leadingNumber(digits, signOf(digits, decimal));
  if (error === undefined || error.rest !== '') return { error: null, rest };
  return {
    error: error.value,
    rest: unit === '' || left === unit ? left || unit : `${unit} ${left}`.trim(),
  };
}

/** What makes the digits before it the locants of a name: a hyphen and a letter, as in `1,4-dioxane` and `9H-fluorene`. */
const behindLocants = /^['′″]*(?:[-‐‑–][\p{L}([]|H[-‐‑–]\p{L}{2})/u;

/**
 * Letters, signs and powers only; digits would make it another number, a hyphen in front a name, brackets a remark. A mark without
 * a letter or the sign of a unit is none: `5-` may be −5, an open range or a charge, `45?` is doubted.
 */
const couldBeUnit = (text: string): boolean =>
  /^[^\d\s,;:<>=±~(⁺⁻⁰¹²³⁴-⁹][^\d\s,;:<>=±~]{0,11}$/.test(text) &&
  /[\p{L}\p{Sc}%‰‱°'"′″]/u.test(text) &&
  !behindLocants.test(text);

/** Digits alone, with or without decimals: most cells are, and are read ten times as fast for it. */
const bareDigits = bySign((sign) => `^-?\\d+(?:${sign}\\d+)?$`);

/**
 * Reads a cell of a numeric column.
 *
 * A unit right of the number is given back, for the caller to compare with that of the column.
 */
export function readCell(cell: TableCell, decimal: '.' | ','): ParsedCell {
  if (typeof cell === 'number') return { kind: 'number', value: cell, unit: null, error: null };
  const text = cell.trim();
  const value = bareDigits[decimal].test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return Number.isFinite(value)
    ? { kind: 'number', value, unit: null, error: null }
    : readText(normalizedSigns(text), decimal);
}

/** The number of a cell; NaN where it has none. */
export function numberIn(cell: TableCell | undefined, decimal: '.' | ','): number {
  const parsed = readCell(cell ?? '', decimal);
  return parsed.kind === 'number' ? parsed.value : Number.NaN;
}

/** Whether a cell has a text that is no number, limit or missing value. */
export const isText = (cell: TableCell | undefined): cell is string =>
  typeof cell === 'string' && cell !== '' && readCell(cell, '.').kind === 'text';

function readText(whole: string, usual: '.' | ','): ParsedCell {
  const currency = /^[$€£¥₹₽](?=\s*\d)/.exec(whole)?.[0] ?? null;
  const text = (currency === null ? whole : whole.slice(currency.length).trimStart())
    .replace(textMark, '')
    .replace(about, '')
    .replace(marked, '$1')
    .replace(evenPrice, '')
    .replace(minus, '-');
  if (text === '' || missing.has(text.toLowerCase().replaceAll(/\.\s+/g, '.'))) return { kind: 'missing' };
  if (failed.has(text.toLowerCase())) return { kind: 'failed' };
  if (below.test(text)) return { kind: 'unstated', side: 'below' };
  if (above.test(text)) return { kind: 'unstated', side: 'above' };
  const side = sides.find(([pattern]) => pattern.test(text));
  const amount = side === undefined ? text : text.replace(side[0], '').trimStart();
  const decimal = signOf(amount, usual);
  const found = leadingNumber(amount, decimal);
  if (found === undefined) return { kind: 'text' };
  const { error, rest } = errorIn(found, decimal);
  // A dash apart from the number says that it has no unit.
  if (rest !== '' && !couldBeUnit(rest) && !(/^[-–—]$/.test(rest) && found.isApart)) return { kind: 'text' };
  const unit = rest === '' ? currency : rest;
  return side === undefined
    ? { kind: 'number', value: found.value, unit, error }
    : { kind: 'censored', value: found.value, side: side[1], unit };
}

const separated = bySign(
  (sign, other) =>
    `^[<>≤≥=~≈]*\\s*[-+−–]?(\\d*|\\d{1,3}(?:[${other}'’${blank}]\\d{3})+)${sign}(\\d+)(?![\\d.,])(.*)$`,
);

/** A number with this decimal sign, alone or before a unit, an exponent or an error: not the start of a name. */
function decimalIn(cell: string, decimal: '.' | ','): { whole: string; fraction: string } | undefined {
  const [, whole, fraction, behind = ''] = separated[decimal].exec(normalizedSigns(cell.trim())) ?? [];
  if (whole === undefined || fraction === undefined) return undefined;
  const rest = behind.replace(/^e[-+−]?\d+/i, '').trim();
  return rest === '' || /^(?:\(?(?:±|\+\/?[-−])|\(\d+\)|[·⋅×x*]\s*10)/i.test(rest) || isUnit(rest)
    ? { whole, fraction }
    : undefined;
}

export const hasDecimalComma = (cell: string): boolean => decimalIn(cell, ',') !== undefined;

/** `1.000`: a number, or a thousand. */
const couldBeGroups = ({ whole, fraction }: { whole: string; fraction: string }): boolean =>
  /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;

/** What a cell says with a decimal point and with a decimal comma, where one is a thousand of the other; undefined elsewhere. */
export function twoReadings(cell: TableCell): { readonly point: number; readonly comma: number } | undefined {
  if (typeof cell !== 'string') return undefined;
  const found = decimalIn(cell, '.') ?? decimalIn(cell, ',');
  if (found === undefined || !couldBeGroups(found)) return undefined;
  const [point, comma] = [readCell(cell, '.'), readCell(cell, ',')];
  return 'value' in point && 'value' in comma ? { point: point.value, comma: comma.value } : undefined;
}

/** A number that surely has the other decimal sign than its file: `0.125` and `1.25` where commas are decimal. */
export function hasOtherSign(cell: TableCell, decimal: '.' | ','): boolean {
  const found = typeof cell === 'string' ? decimalIn(cell, decimal === '.' ? ',' : '.') : undefined;
  return found !== undefined && !couldBeGroups(found);
}

/** Several groups of thousands apart by points or commas, as `1,234,567` and `1,25,300.5`: the other sign is decimal. */
function decimalByGroups(cell: string): '.' | ',' | undefined {
  const text = normalizedSigns(cell.trim()).replace(/^[-+−–]/, '');
  if (!/[.,][^.,]*[.,]/.test(text)) return undefined;
  return (['.', ','] as const).find((sign) => {
    const grouped = groups[sign].exec(text)?.[0] ?? '';
    return grouped.split(sign === '.' ? ',' : '.').length > 2;
  });
}

/** Thousands without a sign between their groups: `3000`. A `3,000` in the same column is one, too. */
export const isPlainThousand = (cell: TableCell): boolean => /^\s*[1-9]\d{3,5}\s*$/.test(String(cell));

/** Columns (from 0) with such thousands. */
function columnsOfThousands(rows: readonly (readonly TableCell[])[]): Set<number> {
  const found = new Set<number>();
  for (const row of rows)
    for (const [at, cell] of row.entries()) if (!found.has(at) && isPlainThousand(cell)) found.add(at);
  return found;
}

/** Numbers with a decimal sign: those that have it surely, and those whose sign may separate thousands. */
function countSigns(rows: readonly (readonly TableCell[])[]) {
  const found = { ',': { sure: 0, either: 0 }, '.': { sure: 0, either: 0 } };
  const thousands = columnsOfThousands(rows);
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (typeof cell !== 'string') continue;
      const byGroups = decimalByGroups(cell);
      if (byGroups !== undefined) found[byGroups].sure++;
      else
        for (const sign of [',', '.'] as const) {
          const number = decimalIn(cell, sign);
          if (number === undefined) continue;
          if (!couldBeGroups(number)) found[sign].sure++;
          else if (thousands.has(at)) found[sign === '.' ? ',' : '.'].sure++;
          else found[sign].either++;
          break;
        }
    }
  }
  return found;
}

/** A number with one sign and three digits behind it, of at most two before: as a decimal number it is below 100. */
const shortGroup = bySign((sign) => `^\\s*[-+−–]?[1-9]\\d?${sign}\\d{3}\\s*$`);

/** Columns by the decimal sign that they suggest: of `1,148`, `2,056`, 378 and 796 the large numbers are those with a comma. */
function suggestedSigns(rows: readonly (readonly TableCell[])[]): Record<'.' | ',', number> {
  const found = { ',': 0, '.': 0 };
  const width = Math.max(0, ...rows.slice(0, 50).map((row) => row.length));
  for (let at = 0; at < width; at++) {
    const cells = rows.map((row) => String(row[at] ?? ''));
    const hundreds = new Set(cells.filter((cell) => /^\s*[1-9]\d{2}\s*$/.test(cell)));
    for (const sign of [',', '.'] as const) {
      const signed = cells.filter((cell) => decimalIn(cell, sign) !== undefined);
      const areShort = signed.every((cell) => shortGroup[sign].test(cell));
      if (hundreds.size > 1 && new Set(signed).size > 1 && areShort) found[sign === '.' ? ',' : '.']++;
    }
  }
  return found;
}

/**
 * The decimal sign of a file: the one that most numbers surely have. Where all of them could be groups of thousands, the one
 * that columns suggest, or else a comma, but not where the separator of the file is a comma too; `isSure` is false then.
 */
export function findDecimal(
  rows: readonly (readonly TableCell[])[],
  delimiter: string | null,
): { decimal: '.' | ','; isSure: boolean } {
  const { ',': commas, '.': points } = countSigns(rows);
  if (commas.sure + points.sure > 0) return { decimal: commas.sure > points.sure ? ',' : '.', isSure: true };
  const isSure = commas.either + points.either === 0;
  const suggested = suggestedSigns(rows);
  if (suggested[','] !== suggested['.'])
    return { decimal: suggested[','] > suggested['.'] ? ',' : '.', isSure: false };
  if (commas.either <= points.either) return { decimal: '.', isSure };
  return { decimal: delimiter === ',' ? '.' : ',', isSure };
}

/** Whether a cell is a number, with a comma or a point before its decimals. */
export const isNumber = (cell: TableCell): boolean =>
  readCell(cell, ',').kind === 'number' || readCell(cell, '.').kind === 'number';

/** What a spreadsheet shows where a formula has no value. */
export const formulaError = /^#(?:div\/0!|value!|ref!|name\?|num!|null!)$/i;
