import type { TableCell } from './table.ts';

/** What a cell of a numeric column says. */
export type Reading =
  | { readonly kind: 'number'; readonly value: number; readonly unit: string | null }
  | {
      readonly kind: 'censored';
      readonly value: number;
      readonly side: 'above' | 'below';
      readonly unit: string | null;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'text' };

/** Words for "there is no value": English, German, French and Spanish files, and what programs write. */
const missing = new Set(
  (
    '- – — . / ? . .. ... n.d. n.d nd n/d n.a. n.a na n/a #n/a #na nan null none nil missing n.b. n.b nb k.a. k.a ' +
    'n.m. nm n.r. nr tbd pending not|determined not|measured not|detected not|available nicht|bestimmt'
  )
    .split(' ')
    .map((word) => word.replaceAll('|', ' ')),
);

const failed = new Set([
  'failed',
  'fail',
  'failure',
  'error',
  'aborted',
  'crashed',
  'run failed',
  'no reaction',
  'fehlgeschlagen',
  'fehler',
  'abgebrochen',
  'échec',
]);

const groups: Readonly<Record<'.' | ',', RegExp>> = {
  '.': /^\d{1,3}(?:[,'\u2019 \u00a0\u202f]\d{3})+(?=\.|e|$)/i,
  ',': /^\d{1,3}(?:[.'\u2019 \u00a0\u202f]\d{3})+(?=,|e|$)/i,
};

const plain: Readonly<Record<'.' | ',', RegExp>> = {
  '.': /^(?:\d+\.?\d*|\.\d+)(?:e[-+−]?\d+)?/i,
  ',': /^(?:\d+,?\d*|,\d+)(?:e[-+−]?\d+)?/i,
};

/** A number at the start of text, and what stands after it. Decimal digits only: `0x10` is a 0 with text behind it. */
function leadingNumber(text: string, decimal: '.' | ','): { value: number; rest: string } | undefined {
  const sign = /^[-+−]/.exec(text)?.[0] ?? '';
  const digits = text.slice(sign.length).trimStart();
  const grouped = groups[decimal].exec(digits)?.[0];
  const bare = grouped === undefined ? digits : grouped.replaceAll(/\D/g, '') + digits.slice(grouped.length);
  const found = plain[decimal].exec(bare)?.[0];
  if (found === undefined) return undefined;
  const value = Number(found.replace(',', '.').replace('−', '-'));
  if (!Number.isFinite(value)) return undefined;
  return { value: sign === '-' || sign === '−' ? -value : value, rest: bare.slice(found.length).trim() };
}

const sides: readonly (readonly [RegExp, 'above' | 'below'])[] = [
  [/^(?:>=?|≥|⩾|=>|>>)/, 'above'],
  [/^(?:<=?|≤|⩽|=<|<<)/, 'below'],
];

/** An error behind a number, as in `40 ± 1.2 %`: it is no part of the value. */
const tolerance = /^\(?(?:±|\+\/[-−])\s*[\d.,]+(?:e[-+−]?\d+)?\)?\s*/i;

/** Letters, signs and powers only; digits would make it another number. */
const couldBeUnit = (text: string): boolean => /^[^\d\s,;:<>=±~]{1,12}$/.test(text);

/**
 * Reads a cell of a numeric column.
 *
 * A unit right of the number is given back, for the caller to compare with that of the column.
 */
export function readCell(cell: TableCell, decimal: '.' | ','): Reading {
  if (typeof cell === 'number') return { kind: 'number', value: cell, unit: null };
  const whole = cell.trim();
  const currency = /^[$€£¥](?=\s*\d)/.exec(whole)?.[0] ?? null;
  const text = currency === null ? whole : whole.slice(currency.length).trimStart();
  if (text === '' || missing.has(text.toLowerCase())) return { kind: 'missing' };
  if (failed.has(text.toLowerCase())) return { kind: 'failed' };
  const side = sides.find(([pattern]) => pattern.test(text));
  const found = leadingNumber(side === undefined ? text : text.replace(side[0], '').trimStart(), decimal);
  const rest = found?.rest.replace(tolerance, '') ?? '';
  if (found === undefined || (rest !== '' && !couldBeUnit(rest))) return { kind: 'text' };
  const unit = rest === '' ? currency : rest;
  return side === undefined
    ? { kind: 'number', value: found.value, unit }
    : { kind: 'censored', value: found.value, side: side[1], unit };
}

/**
 * The decimal sign of a file: a comma where numbers have one, but not where all of them could be groups of thousands
 * and the separator of the file is a comma too.
 */
export function findDecimal(rows: readonly (readonly TableCell[])[], delimiter: string | null): '.' | ',' {
  let commas = 0;
  let grouped = 0;
  let points = 0;
  for (const row of rows) {
    for (const cell of row) {
      if (typeof cell !== 'string') continue;
      if (/^[<>≤≥=]*\s*[-+−]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:e[-+]?\d+)?\s*%?$/i.test(cell)) {
        commas++;
        if (/^\D*\d{1,3},\d{3}$/.test(cell)) grouped++;
      } else if (/^[<>≤≥=]*\s*[-+−]?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+(?:e[-+]?\d+)?\s*%?$/i.test(cell))
        points++;
    }
  }
  if (commas === 0 || points >= commas) return '.';
  return grouped === commas && delimiter === ',' ? '.' : ',';
}
