import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { numberIn } from '../cells/cell.ts';
import type { Table } from '../table.ts';
import { aNote, type Guess } from './guessed.ts';

/** A number as a name, alone or with what is in front of wavelengths and behind times: `400`, `X900.5`, `400 nm`, `10 min`. */
const number =
  /^((?:x|nm|wl|wn|wavelength|wavenumber|abs(?:orbance)?|λ|r)?[\s_.-]*)(\d+(?:[.,]\d+)?)(\s*(?:nm|cm-1|cm⁻¹|µm|s|min|h|d)?)$/iu;

/** Fewer names that rise are no series. */
const fewest = 4;

/** Why such a column is a note. */
export const ofSeries: Guess = aNote('one of a series of readings');

/** Whether numbers rise throughout or fall throughout, and do not count columns from 0 or 1. */
function isSeries(numbers: readonly number[]): boolean {
  const steps = numbers.slice(1).map((one, i) => one - (numbers[i] as number));
  const counts = (numbers[0] === 0 || numbers[0] === 1) && steps.every((step) => step === 1);
  return !counts && (steps.every((step) => step > 0) || steps.every((step) => step < 0));
}

/** Columns (from 0) side by side whose names are numbers of one kind that rise or fall: the readings of a spectrum or of a time course. */
export function seriesIn(columns: readonly string[]): number[][] {
  const found: number[][] = [];
  const parts = columns.map((column) => number.exec(column.trim()));
  for (let start = 0, end = 0; start < columns.length; start = Math.max(end, start + 1)) {
    const [, prefix, , unit] = parts[start] ?? [];
    end = start;
    while (parts[end] && parts[end]?.[1] === prefix && parts[end]?.[3] === unit) end++;
    const numbers = parts.slice(start, end).map((part) => Number(part?.[2]?.replace(',', '.')));
    if (numbers.length >= fewest && isSeries(numbers))
      found.push(Array.from({ length: end - start }, (_, i) => start + i));
  }
  return found;
}

/** Axes of spectra. */
const axis =
  /^(?:wave ?lengths?|wave ?numbers?|wellenlängen?|wellenzahl(?:en)?|longueur d[’']onde|nombre d[’']onde|raman shift|2[ -]?theta|2θ|m\/z)(?:[^\p{L}]|$)/iu;

/** Rows that are the points of a spectrum, and no runs. */
function pointsOfSpectrum({ rows, settings }: Table, [first]: readonly ImportColumn[]): string[] {
  if (first === undefined || first.meaning !== 'input' || !axis.test(first.name)) return [];
  const values = rows.map((row) => numberIn(row[0], settings.decimal));
  return values.length >= fewest && isSeries(values)
    ? [
        `column '${first.column}' changes in one direction from row to row, as in a spectrum; if each other column is a sample, choose variables in rows`,
      ]
    : [];
}

/** Readings of spectra and time courses, which are no settings. */
export function seriesRemarks(table: Table, columns: readonly ImportColumn[]): string[] {
  const series = seriesIn(table.columns).filter((at) => columns[at[0] as number]?.why === ofSeries.why);
  return [
    ...series.map((at) => {
      const [first, last] = [at[0], at.at(-1)].map((i) => table.columns[i as number]);
      return `the names of the ${at.length} columns '${first}' to '${last}' are numbers in order, as of a spectrum or a time course; they are notes; to use one as a result, read it as an output`;
    }),
    ...pointsOfSpectrum(table, columns),
  ];
}
