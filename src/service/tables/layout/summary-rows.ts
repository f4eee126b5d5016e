import { isNumber, isText, readCell } from '../cells/cell.ts';
import { isUnit } from '../cells/column-name.ts';
import { names } from '../cells/column-words.ts';
import type { TableCell } from '../table.ts';
import { filled } from './find-header.ts';

type Row = readonly TableCell[];

/** What people write next to sums and means. */
const words =
  /^(?:(?:grand )?totals?|sums?|subtotal|mean|average|avg\.?|median|std\.?|stdev\w*|(?:std|st)\.? ?dev\.?|(?:standard|relative(?: standard)?) deviation|rel\.? ?(?:std|st)\.? ?dev\.?|s\.?d\.?|s\.?e\.?m\.?|%? ?r\.?s\.?d\.?(?: ?\[?%\]?)?|%? ?cv(?: ?%)?|variance|min\.?|max\.?|minimum|maximum|count|range|summe|gesamt|mittel|mittelwert|durchschnitt|stabw\.?|(?:std|st)\.?[- ]?abw\.?|standardabw(?:\.|eichung)|anzahl|somme|moyenne|m[ée]diane|[ée]cart-type|suma|media|promedio|medelvärde|summa|x̄|ø|σ|Σ|n\s*=\s*\d+)(?:\s*\(.*\))?\s*:?$/iu;

/** Means of replicates, in whichever column counts them. */
const means =
  /^(?:mean|average|avg\.?|median|std\.?|(?:std|st)\.? ?dev\.?|s\.?d\.?|% ?r\.?s\.?d\.?|mittelwert|moyenne|media|promedio)$/i;

/** Ends of ranges, which people write above their runs. */
const ends =
  /^(?:low(?:er|est)?|high(?:est)?|upper|min\.?|max\.?|minimum|maximum)(?: (?:limits?|bounds?|levels?|values?))?\s*:?$/i;

/** The values that results must keep, below them. */
const specified =
  /^(?:targets?|goals?|ziel(?:werte?)?|sollwerte?|spec(?:ification)?s?\.?|acceptance (?:criteri(?:on|a)|limits?)|spezifikation(?:en)?|grenzwerte?|spécifications?|especificaci(?:ón|ones))\s*:?$/iu;

/** What a report prints at the end of each page. */
const page = /^(?:page|seite|página|pagina|pág\.?|p\.)\s*\d+(?:\s*(?:of|von|de|di|sur|\/)\s*\d+)?$/iu;

/** Words of a summary only where others stand around them. */
const weak = /^(?:n|(?:95 ?% ?)?ci)\s*:?$/i;

const firstOf = (row: Row): string => {
  const first = row.find((cell) => cell !== '');
  return typeof first === 'string' ? first.trim() : '';
};

const isSummary = (row: Row): boolean => words.test(firstOf(row)) || specified.test(firstOf(row));

/** The end of a page, alone in its row. */
const isPage = (row: Row): boolean =>
  page.test(firstOf(row)) && row.filter((cell) => cell !== '').length === 1;

/** One text alone in its row, marked as a footnote or of several words. */
const isFootnote = (row: Row): boolean => {
  const [only, ...more] = row.filter((cell) => cell !== '');
  return (
    row.length > 1 &&
    more.length === 0 &&
    typeof only === 'string' &&
    /^[*†‡#¹²³]|\p{L}.*\s+\S|\S\s.*\p{L}/u.test(only)
  );
};

/** A mean that is named behind its numbers, as in a column of remarks. */
const isNamedBehind = (row: Row): boolean =>
  row[0] === '' && row.some((cell) => typeof cell === 'string' && means.test(cell.trim()));

/** Rows at the end of a table: the first of them is no doubtful one. */
function lastRows(rows: readonly Row[]): number[] {
  const numeric = columnsOfNumbers(rows);
  const isNoRun = (row: Row) =>
    isSummary(row) ||
    row.includes(':') ||
    isFootnote(row) ||
    isNamedBehind(row) ||
    weak.test(firstOf(row)) ||
    (firstOf(row).endsWith(':') && !numeric.some((at) => isNumber(row[at] ?? ''))) ||
    (row.length > 1 && filled(row) === 1 && numeric.some((at) => isOther(row[at] ?? '')));
  // A word alone above a footnote is one, too: `ULTRA`, the name of an instrument.
  const isWord = (row: Row) => row.length > 2 && filled(row) === 1 && isText(row[0]);
  const isLast = (row: Row, isBelow: boolean) => isNoRun(row) || (isBelow && isWord(row));
  let start = rows.length;
  while (start > 1 && isLast(rows[start - 1] as Row, start < rows.length)) start--;
  while (start < rows.length && weak.test(firstOf(rows[start] as Row))) start++;
  return rows.flatMap((_, i) => (i >= start ? [i] : []));
}

/** Rows that the first ones are compared with. */
const rowsCompared = 50;

/** What is behind the number of a cell, if it is one. */
const behindNumber = (cell: TableCell | undefined): string | null => {
  const parsed = readCell(cell ?? '', '.');
  return parsed.kind === 'number' ? parsed.unit : null;
};

/** `450 nm`, an amount with its unit. */
const hasUnit = (cell: TableCell | undefined): boolean => isUnit(behindNumber(cell) ?? '');

/** A text, even if it begins with digits: `200609_OD.mth`. */
const isOther = (cell: TableCell): boolean => isText(cell) || !isUnit(behindNumber(cell) ?? '%');

/** Whether a row has gaps and otherwise amounts with units: how a reading was taken. */
const saysAmounts = (row: Row): boolean =>
  row.includes('') && row.every((cell) => cell === '' || hasUnit(cell));

/** Whether texts over numbers are one text, as `DATA` is: others may stand over texts then, if they are new. */
function saysMore(row: Row, runs: readonly Row[]): boolean {
  const over = row.flatMap((cell, at) => (runs.every((run) => isNumber(run[at] ?? '')) ? [cell] : []));
  const isNew = (cell: TableCell, at: number) => isText(cell) && runs.every((run) => run[at] !== cell);
  return over.length > 1 && new Set(over.slice(-2)).size === 1 && row.every(isNew);
}

/**
 * Lines right below the names that say more of the columns: only texts, each where the runs have a number or nothing. `TYPE` over
 * an index and `DATA` over numbers (Summit), a line of comments (Origin).
 */
function firstRows(all: readonly Row[]): number[] {
  const rows = all.slice(0, lastRows(all)[0]);
  const hasNumber = (row: Row) => row.some((cell) => isNumber(cell)) && !saysAmounts(row);
  const end = rows.findIndex(hasNumber);
  const runs = rows.slice(end, end + rowsCompared);
  const isOver = (cell: TableCell, at: number) =>
    (hasUnit(cell) ? !runs.some((run) => hasUnit(run[at])) : isText(cell) && !names.temperature.test(cell)) &&
    runs.every((run) => (run[at] ?? '') === '' || isNumber(run[at] ?? ''));
  const isNoRun = (row: Row) =>
    row.some((cell, at) => isOver(cell, at)) && row.every((cell, at) => cell === '' || isOver(cell, at));
  const isLike = (row: Row) => isNoRun(row) || saysMore(row, runs);
  return end > 0 && runs.length > 1 && rows.slice(0, end).every(isLike)
    ? Array.from({ length: end }, (_, i) => i)
    : [];
}

/** Columns (from 0) that hold numbers in most rows. */
const columnsOfNumbers = (rows: readonly Row[]): number[] =>
  (rows[0] ?? []).flatMap((_, at) =>
    rows.filter((row) => isNumber(row[at] ?? '')).length * 2 > rows.length ? [at] : [],
  );

/** Whether a row contains a single text, of several words or with a colon behind it. */
const isTitle = (row: Row): boolean => {
  const [only, ...more] = row.filter((cell) => cell !== '');
  return (
    row.length > 2 && more.length === 0 && typeof only === 'string' && /\p{L}\S*(?:\s+\S|:$)/u.test(only)
  );
};

/** Titles between runs, as `Catalyst: Pd(OAc)2` above those with this catalyst: a run with numbers follows. */
export const titles = (rows: readonly Row[]): number[] =>
  rows.flatMap((row, i) => {
    const below = rows[i + 1] ?? [];
    return isTitle(row) && below.filter((cell) => isNumber(cell)).length > 1 ? [i] : [];
  });

/** Columns (from 0) that hold texts in every row. */
const columnsOfTexts = (rows: readonly Row[]): number[] =>
  (rows[0] ?? []).flatMap((_, at) => (rows.every((row) => isText(row[at])) ? [at] : []));

/**
 * Rows below the last blank line that have no number where runs have some: a legend (`A | DMF`), signatures. A run that is still to be
 * made has a text wherever the others have, one of which is above it, too.
 */
function rowsBelowGap(rows: readonly Row[], lines: readonly number[] | undefined): number[] {
  const gap = lines?.findLastIndex((line, i) => i > 0 && line - (lines[i - 1] as number) > 1) ?? -1;
  if (gap < 2) return [];
  const above = rows.slice(0, gap);
  const numeric = columnsOfNumbers(above);
  const texts = columnsOfTexts(above);
  // The first column may have the letters that a legend explains.
  const known = texts.slice(1).map((at) => ({ at, values: new Set(above.map((row) => row[at])) }));
  // `Target | | | >96` below numbered runs: it has no settings.
  const cellsOf = (row: Row) => row.filter((cell) => cell !== '').length;
  const usual = Math.min(...above.map(cellsOf));
  const isNumbered = above.every((row) => /\d/.test(String(row[0])));
  const isAside = (row: Row) => isNumbered && /^\D+$/.test(String(row[0])) && cellsOf(row) * 2 < usual;
  const isRun = (row: Row) =>
    !isAside(row) &&
    (numeric.some((at) => isNumber(row[at] ?? '')) ||
      (texts.every((at) => isText(row[at])) && known.some(({ at, values }) => values.has(row[at]))));
  return numeric.length > 1 && !rows.slice(gap).some(isRun) ? rows.slice(gap).map((_, i) => gap + i) : [];
}

/** Whether runs have numbers, or names with a number, in a column. */
const countsRuns = (rows: readonly Row[], column: number, summed: ReadonlySet<number>): boolean => {
  const cells = rows.flatMap((row, i) => (summed.has(i) || row[column] === '' ? [] : [row[column]]));
  return cells.length > 1 && cells.every((cell) => /\d/.test(String(cell)));
};

/** Where a row says that it is no run: in its first cell, or as a mean in another. -1: it does not. */
function placeOf(row: Row, i: number): number {
  const first = row.findIndex((cell) => cell !== '');
  if ((i > 0 && isSummary(row)) || ends.test(firstOf(row)) || specified.test(firstOf(row))) return first;
  return row.findIndex((cell) => typeof cell === 'string' && means.test(cell.trim()));
}

/** Rows that sum up those above them, as `Mean` below runs 1 and 2; a text among categories is no sum. */
function innerRows(rows: readonly Row[]): number[] {
  const at = rows.flatMap((row, i) => (placeOf(row, i) < 0 ? [] : [i]));
  const byColumn = Map.groupBy(at, (i) => placeOf(rows[i] as Row, i));
  const summed = new Set(at);
  return [...byColumn].flatMap(([column, own]) => (countsRuns(rows, column, summed) ? own : []));
}

/**
 * Rows (from 0) that are no runs: their first cell names a total or a mean, they are a footnote or a legend at the end, a title
 * between runs, or lines below the names that say more of the columns.
 *
 * @param lines where each row is in the sheet; undefined: blank lines are unknown
 */
export const summaryRows = (rows: readonly Row[], lines: readonly number[] | undefined): Set<number> =>
  new Set([
    ...lastRows(rows),
    ...innerRows(rows),
    ...firstRows(rows),
    ...titles(rows),
    ...rowsBelowGap(rows, lines),
    ...rows.flatMap((row, i) => (isPage(row) ? [i] : [])),
  ]);
