import { plainDigits } from '../../contract/digits.ts';

/** Language and region of the user, as the browser says. */
const here = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language) || 'en';

const separators = new Map<string, string>();

/** The decimal sign: a point or a comma. */
export function decimalSign(locale = here()): string {
  let sign = separators.get(locale);
  if (sign === undefined) {
    sign = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value;
    sign = sign === ',' ? ',' : '.';
    separators.set(locale, sign);
  }
  return sign;
}

/** A number with a decimal point that is no part of a name, an address or a version. */
const pointed = /(?<![\p{L}\p{N}_.,/-])[-−]?\d+\.\d+(?:e[-+−]?\d+)?(?![\p{L}\p{N}_]|\.\d)/gu;
const quoted = /(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|“[^”]*”/gu;

/** A sentence of the server, whose numbers have a decimal point, with the decimal sign of the user; names and what is quoted stay. */
export function inRegion(text: string, names: readonly string[] = [], locale?: string): string {
  const sign = decimalSign(locale);
  if (sign === '.') return text;
  const kept = [
    ...[...text.matchAll(quoted)].map((found) => found[0]),
    ...names.filter((name) => /\d\.\d/.test(name)),
  ];
  const [part, ...others] = kept.toSorted((a, b) => b.length - a.length);
  if (part === undefined) return text.replace(pointed, (number) => number.replace('.', sign));
  return text
    .split(part)
    .map((rest) => inRegion(rest, others, locale))
    .join(part);
}

export type ParsedNumber =
  | { readonly value: number; readonly problem?: never }
  | { readonly value?: undefined; readonly problem: string };

const plainNumber = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
const grouped =
  /^[+-]?[1-9]\d{0,2}(?:([.,'\u2019 \u00a0\u2007\u2009\u202f])\d{3})(?:\1\d{3})*(?:([.,])\d+)?$/;
/** `1,25,300.5`, as in India: after the first group from the right, groups of two. */
const lakhs = /^[+-]?[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

/** A number with the signs of an English keyboard: digits of other scripts and dashes for a minus, as in files, have others. */
const plainSigns = (text: string): string =>
  plainDigits(text.trim())
    .replace(/^[\u2010-\u2013\u2212\ufe63](?=[\d.,])/, '-')
    .replace(/e[\u2010-\u2013\u2212](?=\d)/i, 'e-');

/**
 * Reads a number as people write it: with a point or a comma, with or without groups of digits. What could mean two
 * numbers, such as `1.500` where the comma is the decimal sign, is refused and not guessed.
 */
export function readNumber(text: string, locale?: string): ParsedNumber {
  const plain = plainSigns(text);
  if (plain === '') return { problem: 'missing' };
  if (lakhs.test(plain)) return { value: Number(plain.replaceAll(',', '')) };
  const groups = grouped.exec(plain);
  if (groups) {
    const [, group, decimal] = groups;
    const digits = plain.replaceAll(group as string, '');
    const sure = decimal !== undefined ? decimal !== group : !/[.,]/.test(group as string);
    if (sure || plain.split(group as string).length > 2)
      return decimal === group ? { problem: 'not a number' } : { value: Number(digits.replace(',', '.')) };
    if (group !== decimalSign(locale)) {
      const sign = decimalSign(locale);
      const short = String(Number(plain.replace(',', '.'))).replace('.', sign);
      return { problem: `may mean ${digits} or ${short}; write one of these` };
    }
  }
  if (!plainNumber.test(plain)) return { problem: 'not a number' };
  const value = Number(plain.replace(',', '.'));
  return Number.isFinite(value) ? { value } : { problem: 'too large' };
}

/** A number as people write it; undefined when it is none, or could be two. */
export const parseNumber = (text: string, locale?: string): number | undefined =>
  readNumber(text, locale).value;

/** A result with a sign in front, or without the one that it has: a minus of its number, or the side of a limit. */
export function withSign(text: string, sign: '-' | '<' | '>'): string {
  const [, side = '', minus = '', number = ''] = /^\s*([<>≤≥]?=?)\s*([-−]?)(.*)$/su.exec(text) ?? [];
  if (sign === '-') return `${side}${minus === '' ? '-' : ''}${number}`;
  return `${side === sign ? '' : sign}${minus}${number}`;
}

/**
 * A number for an input field: every digit, with the user's decimal sign, and a power of ten in place of a row of
 * zeros. `parseNumber` gives it back.
 */
export function writeNumber(value: number, locale?: string): string {
  const plain = String(value);
  const short = value.toExponential().replace('e+', 'e');
  return (plain.length > short.length + 4 ? short : plain).replace('.', decimalSign(locale));
}

/** A setting as people set it: with six significant digits, and every digit before the decimal sign. */
export function writeSetting(value: number): string {
  const whole = Math.ceil(Math.log10(Math.abs(value)));
  return writeNumber(Number(value.toPrecision(Math.min(15, Math.max(6, whole)))));
}

/** A value of an experiment for an input field. */
export const writeValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'number' ? writeNumber(value) : String(value);

/**
 * Cells of a block from a spreadsheet, with numbers in the user's own form. A block of one program has one decimal
 * sign: when any cell shows a point that can be nothing else, and none a comma, points are decimal in all cells.
 */
export function localCells(block: readonly (readonly string[])[], locale?: string): string[][] {
  const sign = decimalSign(locale);
  const other = sign === ',' ? '.' : ',';
  const cells = block.flat().map((text) => text.trim());
  const shows = (mark: string): boolean =>
    cells.some(
      (text) =>
        plainNumber.test(text) &&
        text.includes(mark) &&
        !new RegExp(`^[+-]?[1-9]\\d{0,2}\\${mark}\\d{3}$`).test(text),
    );
  if (!shows(other) || shows(sign)) return block.map((row) => [...row]);
  return block.map((row) =>
    row.map((text) => (plainNumber.test(text.trim()) ? text.trim().replace(other, sign) : text)),
  );
}
