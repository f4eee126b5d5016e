import { stringify } from 'csv-stringify/sync';
import { unitsMark } from '../../contract/bookkeeping.ts';
import type { Cell, Row } from '../../contract/common.ts';
import type { Slices } from '../../engine/slices.ts';
import { columnsInSlices } from './experiments.ts';
import { exportedCells, shownIn } from './row-details.ts';
import type { State } from './state.ts';

/** Cells that must be quoted: separators, line breaks, and blanks that would be taken for none; NUL is replaced there. */
const needsQuotes = (cell: Cell): boolean =>
  typeof cell === 'string' && (/[",;\t\r\n\0]/.test(cell) || cell !== cell.trim());

/** Text that a spreadsheet would take for a formula. A leading apostrophe makes it text again (OWASP, CSV injection). */
const asText = (cell: Cell): Cell =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;

/** The line of units below the names; undefined where nothing has one. */
function unitLine({ variables, targets, objective_metadata: metadata }: State, columns: readonly string[]) {
  const units = new Map([
    ...variables.map(({ name, unit }) => [name, unit] as const),
    ...targets.map((name) => [name, metadata[name]?.unit] as const),
  ]);
  if (![...units.values()].some(Boolean)) return undefined;
  return columns.map((name) => (name === 'ProvenanceId' ? unitsMark : (units.get(name) ?? null)));
}

/** How a table is written; see the query of the export. */
interface CsvOptions {
  readonly escape_formulas?: boolean;
  readonly units?: boolean;
}

/** Lines of the table as CSV; an empty cell for null. It uploads again as it is. */
export function* exportCsv(state: State, options: CsvOptions = {}): Slices<Iterable<string>> {
  const columns = yield* columnsInSlices(state);
  const units = options.units ? unitLine(state, columns) : undefined;
  const shown = options.escape_formulas ? asText : (cell: Cell) => cell;
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
  const withDetail = shownIn(state);
  function* lines(): Generator<string> {
    yield line(columns.map(shown));
    if (units !== undefined) yield line(units.map(shown));
    for (let i = 0; i < state.rows.length; i++) {
      yield line(exportedCells(state.details, withDetail(state.rows.at(i) as Row), columns).map(shown));
    }
  }
  return lines();
}
