import { CsvError, parse } from 'csv-parse/sync';
import { ValueError } from '../../../engine/errors.ts';
import { hasDecimalComma } from '../cells/cell.ts';
import { type TableLimits, TooLargeTableError } from '../table.ts';

const candidates = [',', ';', '\t', '|', '，'];

/** Characters that the separator is looked for in. */
const charactersSearched = 64 * 1024;

/** Lines besides rows: titles, names, units and remarks. */
const otherLines = 1000;

const unlimited: TableLimits = {
  rows: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
  textLength: Number.POSITIVE_INFINITY,
};

const lineOptions = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  // Files that went through several programs mix them.
  record_delimiter: ['\r\n', '\n', '\r'],
  // A quote may be behind a blank: `60, "1,4-dioxane"`.
  ltrim: true,
  skip_empty_lines: true,
  cast: (value: string, { quoting }: { readonly quoting: boolean }) => (quoting ? value : value.trim()),
};

/**
 * Text as lines of cells, each with its number in a spreadsheet: blank lines count. Quoted cells are kept as they are; blanks around others are no part of them.
 *
 * @throws ValueError         a quote that is not closed
 * @throws TooLargeTableError as soon as there is too much
 */
export function numberedLines(
  text: string,
  delimiter: string,
  most = unlimited,
): { cells: string[][]; places: number[] } {
  const places: number[] = [];
  let lines = 0;
  let cells = 0;
  try {
    const way = delimiter === ' ' ? printedLines(headOf(text)) : undefined;
    const found: string[][] = parse(way?.written(text) ?? text, {
      ...lineOptions,
      delimiter: way?.delimiter ?? delimiter,
      on_record: (record: string[], { empty_lines: blank }) => {
        places.push(lines + 1 + blank);
        if (++lines > most.rows + otherLines) throw new TooLargeTableError('rows', lines, false);
        cells += record.length;
        if (cells > most.cells) throw new TooLargeTableError('cells', cells, false);
        return record;
      },
    });
    return { cells: found, places };
  } catch (cause) {
    if (cause instanceof TooLargeTableError) throw cause;
    const isOpen = cause instanceof CsvError && cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const words = isOpen
      ? `a quote (") that begins a cell ${places.length === 0 ? 'in the first line' : `below line ${places.at(-1)}`} is never closed; close it, or remove it`
      : (cause as Error).message;
    throw new ValueError(`CSV: ${words}`, { cause });
  }
}

const parseDelimited = (text: string, delimiter: string): string[][] => numberedLines(text, delimiter).cells;

/** What Excel writes above a table: `sep=;`. */
const said = /^\ufeff?"?sep=([,;\t| ])"?\r?(?:\n|$)/i;

/** The separator that the first line of a text states, and the text below that line. */
export function statedDelimiter(text: string): { delimiter: string | undefined; text: string } {
  const found = said.exec(text);
  return { delimiter: found?.[1], text: found === null ? text : text.slice(found[0].length) };
}

/** A sign that splits fewer lines is in texts. */
const fewestSplit = 0.2;

/** How well a separator explains lines: the share of lines with the usual number of cells, and that number. Lines of one cell are titles and facts. */
function worth(lines: readonly (readonly string[])[]): { share: number; width: number } {
  const counts = new Map<number, number>();
  for (const { length } of lines) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 1, times = lines.length] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { share: times / Math.max(1, lines.length), width };
}

/** Whole lines from the start of a text. */
function headOf(text: string): string {
  if (text.length <= charactersSearched) return text;
  const end = text.lastIndexOf('\n', charactersSearched);
  return text.slice(0, end > 0 ? end : charactersSearched);
}

const printedNumber = /^[<>≤≥]?[-+−]?[\d.,]+(?:e[-+−]?\d+|d[-+]\d+)?$/i;

/** Columns of numbers that blanks separate, as programs print them; below names for all of them, or for all but those of the rows. */
function byBlanks(head: string): string | undefined {
  const { lines, share, width } = printedLines(head);
  const cells = lines.slice(1).flat();
  const numbers = cells.filter((cell) => printedNumber.test(cell)).length;
  const names = lines[lines.findIndex((line) => line.some((cell) => printedNumber.test(cell))) - 1];
  const areNamed = names === undefined || names.length <= width;
  return lines.length > 2 && width > 1 && share >= 0.75 && numbers * 2 > cells.length && areNamed
    ? ' '
    : undefined;
}

/** Lines with one blank between cells and none around them. */
const oneBlank = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/^ | $/gm, '');

/** Lines whose cells are apart by two blanks and more, as names of several words are: `Reaction time  Yield (%)`. */
const byWideBlanks = (text: string): string =>
  text.replaceAll(/ {2,}/g, '\t').replaceAll(/^[ \t]|[ \t]$/gm, '');

/** Lines whose cells are apart by blanks, but not before a bracket: `T (°C) t (min)`. */
const byBlanksOutside = (text: string): string =>
  text
    .replaceAll(/ +([([]?)/g, (_, bracket: string) => (bracket === '' ? '\t' : ` ${bracket}`))
    .replaceAll(/^\t|\t$/gm, '');

/** Ways to read columns that blanks separate, the plainest first. */
const printedWays = [
  { written: oneBlank, delimiter: ' ' },
  { written: byBlanksOutside, delimiter: '\t' },
  { written: byWideBlanks, delimiter: '\t' },
];

/** How blanks separate the columns of a text: so that most lines have the same number of cells. */
function printedLines(head: string) {
  const read = printedWays.flatMap((way) => {
    try {
      const lines: string[][] = parse(way.written(head), { ...lineOptions, delimiter: way.delimiter });
      return [{ ...way, lines, ...worth(lines) }];
    } catch {
      // A quote that is not closed is reported where all of the text is read.
      return [];
    }
  });
  const [best] = read.filter(({ width }) => width > 1).toSorted((a, b) => b.share - a.share);
  return best ?? { ...(printedWays[0] as (typeof printedWays)[number]), lines: [], share: 0, width: 1 };
}

/** The separator under which most lines have the same number of cells, and more than one; a comma where none does. */
export function findDelimiter(text: string): string {
  const head = headOf(text);
  const ranked = candidates
    .map((delimiter) => {
      try {
        return { delimiter, ...worth(parseDelimited(head, delimiter)) };
      } catch {
        // A cut quoted cell, or quotes that belong to another separator.
        return { delimiter, share: 0, width: 1 };
      }
    })
    .filter(({ width, share }) => width > 1 && share >= fewestSplit);
  // A decimal comma splits lines evenly too, but never the names above them: whole files agree on the true separator.
  ranked.sort((a, b) => b.share * Math.sqrt(b.width) - a.share * Math.sqrt(a.width));
  return (
    bySemicolon(
      head,
      ranked.map(({ delimiter }) => delimiter),
    ) ??
    ranked[0]?.delimiter ??
    byBlanks(head) ??
    ','
  );
}

/** A semicolon or tab that splits the first full line wins over commas that are in numbers. */
function bySemicolon(head: string, ranked: readonly string[]): string | undefined {
  if (ranked[0] !== ',') return undefined;
  return ranked.slice(1).find((delimiter) => {
    const lines = parseDelimited(head, delimiter);
    const { share, width } = worth(lines);
    const decimals = lines.slice(1).flat().filter(hasDecimalComma).length;
    return share > 0.5 && width > 1 && decimals > 0;
  });
}
