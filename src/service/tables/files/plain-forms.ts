import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { findDelimiter, numberedLines } from './delimited.ts';

/** Characters at the start of a text that its form is recognized by. */
const charactersSearched = 64 * 1024;

const comment = /^[ \t]*[%#]+[ \t]+(?=[^\s,;|])/;
const startsWithNumber = /^\s*["']?[-+−]?[.,]?\d/;

/** Whether the names above the first line of numbers are as many as the numbers. */
function areNames(text: string): boolean {
  const head = text.slice(0, charactersSearched);
  const [names = [], first = []] = numberedLines(head, findDelimiter(head)).cells;
  return names.length > 1 && names.length === first.length;
}

/**
 * A text whose names are in the last line of a comment above the numbers, with these names and without what precedes them:
 * `# T p yield` (NumPy), `% T (K)   p (Pa)` (COMSOL). Lines stay where they are.
 */
function withNamesOfComment(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !comment.test(line));
  const names = lines[end - 1]?.replace(comment, '');
  if (names === undefined || !/\p{L}/u.test(names) || !startsWithNumber.test(lines[end] as string))
    return text;
  // `% MeOH,pH` is a share, and no comment.
  if (end === 1 && /^\s*%.*[,;|\t]/.test(text)) return text;
  const read = [...Array.from({ length: end - 1 }, () => ''), names, ...lines.slice(end)].join('\n');
  return areNames(read) ? read : text;
}

/** A text each of whose lines is one quoted cell with separators in it, as spreadsheets write a line that stood in one cell. */
function withoutOuterQuotes(text: string): string {
  const isWhole = (line: string) => line === '' || /^"(?:[^"]|"")*"$/.test(line);
  if (!text.startsWith('"') || !isWhole(/^[^\r\n]*/.exec(text)?.[0] ?? '')) return text;
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  if (!lines.every(isWhole)) return text;
  const read = lines.map((line) => line.slice(1, -1).replaceAll('""', '"')).join('\n');
  return areNames(read) ? read : text;
}

/** A quote alone between separators, in a line that it leaves open: the cell above again. */
const loneQuote = /(^|[,;\t|])( *)"( *)(?=[,;\t|])/g;

function withDittos(text: string): string {
  if (!/(?:^|[,;\t|]) *" *[,;\t|]/m.test(text)) return text;
  let isOpen = false;
  return text.replaceAll(/^.*$/gm, (line) => {
    const isOdd = (one: string) => one.split('"').length % 2 === 0;
    const read = !isOpen && isOdd(line) ? line.replaceAll(loneQuote, '$1$2〃$3') : line;
    if (isOdd(read)) isOpen = !isOpen;
    return read;
  });
}

/** Lines (from 0) above the names where the file says how many they are: LabVIEW, EC-Lab and Gamry. 0: it does not. */
function statedLines(lines: readonly string[]): number {
  const below = (line: RegExp, from: number) => lines.findIndex((one, i) => i >= from && line.test(one)) + 1;
  if (/^LabVIEW Measurement/.test(lines[0] ?? '')) {
    const mark = /^\*{3}End_of_Header\*{3}/;
    const first = below(mark, 0);
    return below(mark, first) || first;
  }
  if (/^EXPLAIN\b/.test(lines[0] ?? '')) return below(/^\w*CURVE\d*\tTABLE\b/, 0);
  const [, count = '1'] =
    /^Nb header lines\s*:\s*(\d+)/.exec(
      lines.slice(0, 3).find((line) => line.startsWith('Nb header')) ?? '',
    ) ?? [];
  return Number(count) - 1;
}

/**
 * A text without its stated header. Lines stay where they are.
 *
 * @throws ValueError nothing is below the header
 */
function withoutStatedHeader(text: string): string {
  if (!/^(?:LabVIEW Measurement|EXPLAIN\b|EC-Lab ASCII FILE)/.test(text)) return text;
  const lines = text.split('\n');
  const count = statedLines(lines);
  if (!lines.slice(count).some((line) => line.trim() !== ''))
    throw new ValueError(
      `file: its header ends in line ${count}, and no table stands below it; the file has ${counted(lines.length, 'line')}`,
    );
  return [...Array.from({ length: count }, () => ''), ...lines.slice(count)].join('\n');
}

/** A text as a table is usually written. */
export const plainForm = (given: string): string => {
  const text = withoutStatedHeader(given);
  return withDittos(withoutOuterQuotes(comment.test(text) ? withNamesOfComment(text) : text));
};
