import { stringify } from 'csv-stringify/sync';
import { formulaStart } from '../../../contract/imports/table-formats.ts';
import type { Cell } from '../../../contract/values.ts';
import type { Slices } from '../../../engine/slices.ts';
import type { State } from '../state.ts';
import { exportedQueue } from './exported-queue.ts';
import { type ExportedTable, exportedTable, type TableOptions } from './exported-table.ts';

/** Cells that must be quoted: separators, line breaks, and blanks that would be taken for none; NUL is replaced there. */
const needsQuotes = (cell: Cell): boolean =>
  typeof cell === 'string' && (/[",;\t\r\n\0]/.test(cell) || cell !== cell.trim());

/** Text that a spreadsheet would take for a formula, behind an apostrophe (OWASP, CSV injection). */
const asText = (cell: Cell): Cell =>
  typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell;

interface CsvOptions extends TableOptions {
  readonly escape_formulas?: boolean;
}

/** Lines of a table as CSV; an empty cell for null. */
function csvLines(table: ExportedTable, { escape_formulas }: CsvOptions): Iterable<string> {
  const shown = escape_formulas ? asText : (cell: Cell) => cell;
  // A name may be one that means nothing to detect by: the header is quoted like any text.
  const quoted = (cells: readonly Cell[]): string =>
    stringify([[...cells]], {
      ...{ record_delimiter: '\r\n', quoted_string: true, quoted_match: /[\r\n]/ },
      cast: { string: (text) => text.replaceAll('\0', '\uFFFD') },
    });
  // The writer of the package takes seconds for 100,000 rows; plain cells need none of it.
  const line = (cells: readonly Cell[]): string =>
    cells.some(needsQuotes)
      ? quoted(cells)
      : `${cells.map((cell) => (cell === null ? '' : String(cell))).join(',')}\r\n`;
  return table.lines((cells) => line(cells.map(shown)));
}

/** Lines of the table of a session as CSV. It uploads again as it is. */
export function* exportCsv(state: State, options: CsvOptions = {}): Slices<Iterable<string>> {
  return csvLines(yield* exportedTable(state, options), options);
}

/** Lines of the queue as CSV. */
export function* exportQueueCsv(state: State, options: CsvOptions = {}): Slices<Iterable<string>> {
  return csvLines(yield* exportedQueue(state, options), options);
}
