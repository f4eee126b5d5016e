import { decimalSign, writeSetting } from './numbers.ts';

/** Stands for a number that there is not. */
const missing = '–';

/** A number for reading: four significant digits, no needless zeros, a true minus sign, the user's decimal sign. */
export function show(value: unknown, digits = 4): string {
  if (value === null || value === undefined) return missing;
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return missing;
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4
      ? value
          .toExponential(digits - 1)
          .replace(/\.?0+e/, 'e')
          .replace('e+', 'e')
      : String(Number(value.toPrecision(Math.max(digits, size >= 1000 ? Math.ceil(Math.log10(size)) : 0))));
  return forReading(text);
}

/** A setting of a run, or a value of the table: wherever it is read, with the digits of its field. */
export function showSetting(value: unknown, unit?: string | null): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return showWithUnit(value, unit);
  const text = writeSetting(value).replaceAll('-', '−');
  return unit ? `${text} ${unit}` : text;
}

/** A number that is known roughly: rounded to significant digits, large numbers too (`1300`). */
export const showSignificant = (value: unknown, digits = 3): string =>
  show(typeof value === 'number' ? Number(value.toPrecision(digits)) : value);

/** Digits beyond which a 64-bit float tells no more. */
const maxDigits = 15;

/** How the numbers of one scale are shown: with as many significant digits as distinguish them, and no fewer than `least`. */
export function distinctFormatter(values: readonly number[], least = 4): (value: unknown) => string {
  const n = new Set(values).size;
  const isClear = (digits: number): boolean => new Set(values.map((value) => show(value, digits))).size === n;
  let digits = least;
  while (digits < maxDigits && !isClear(digits)) digits++;
  return (value) => show(value, digits);
}

const forReading = (text: string): string => text.replaceAll('-', '−').replace('.', decimalSign());

/** Place of the last digit that an error of this size leaves: the second digit of the error. */
const lastPlace = (error: number): number => Math.floor(Math.log10(error)) - 1;

/**
 * An estimate with as many digits as its error deserves: to the second digit of the error, `87.3` for an error of
 * 2.14. Without a usable error four digits.
 */
export function showToError(value: unknown, error: number | null | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || !error || !Number.isFinite(error) || error < 0)
    return show(value);
  const place = lastPlace(error);
  const size = Math.abs(value);
  if (size >= 1e6 || (size < 1e-4 && place < -6))
    return show(value, Math.max(1, Math.min(9, Math.floor(Math.log10(size || error)) - place + 1)));
  const rounded = place > 0 ? Math.round(value / 10 ** place) * 10 ** place : value;
  return forReading(rounded.toFixed(Math.min(12, Math.max(0, -place))).replace(/^-(0(\.0*)?)$/, '$1'));
}

/** Below this share of the value its error is that of a model that passes through the results: six digits are enough. */
const negligible = 1e-5;

function estimateText(value: number | null | undefined, error: number | null | undefined): string {
  if (typeof error !== 'number' || !Number.isFinite(error) || error <= 0) return show(value);
  if (error < negligible * Math.abs(value ?? 0)) return `${show(value, 6)} ± ${show(error, 2)}`;
  return `${showToError(value, error)} ± ${showToError(error, error)}`;
}

/** `87.3 ± 2.1`, with a unit `87.3 ± 2.1 %`. */
export function showEstimate(
  value: number | null | undefined,
  error: number | null | undefined,
  unit?: string | null,
): string {
  const text = estimateText(value, error);
  return unit ? `${text} ${unit}` : text;
}

/** A figure of a table of statistics, with the same number of decimals in every row: `2.00`. */
export const showFixed = (value: number | null | undefined, decimals: number): string =>
  typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= 1e6
    ? show(value)
    : forReading(value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1'));

/** A number with its unit; a dash alone where there is none. */
export function showWithUnit(value: unknown, unit: string | null | undefined, digits?: number): string {
  const text = show(value, digits);
  return unit && text !== missing ? `${text} ${unit}` : text;
}

/** Date and time in the reader's own form; the text itself when it is no date. */
export function when(text: string | null | undefined): string {
  if (!text) return '–';
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? text
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A round of runs: people count from 1, the field `iteration` from 0. */
export const showRoundNumber = (iteration: unknown): string =>
  typeof iteration === 'number' ? String(iteration + 1) : '–';

/** `1 run`, `2 runs`. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;

/** Words of the server as a sentence: a capital letter at their start, and a full stop. */
export const sentence = (words: string): string =>
  words.replace(/^./, (first) => first.toUpperCase()).replace(/[^.!?]$/, '$&.');

/** What is behind a name to show its unit; nothing where the name ends with it. */
export const unitBehind = (name: string, unit: string | null | undefined): string =>
  unit && !name.endsWith(`(${unit})`) ? ` (${unit})` : '';

/** A name with its unit, as axes and fields show it. */
export const labelled = (name: string, unit: string | null | undefined): string =>
  name + unitBehind(name, unit);
