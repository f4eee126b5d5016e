import { unitsMark } from '../../../contract/experiments/bookkeeping.ts';
import type { Cell, Row } from '../../../contract/values.ts';
import type { Slices } from '../../../engine/slices.ts';
import { columnsInSlices } from '../experiments/experiments.ts';
import { exportedCells, shownIn } from '../rows/row-details.ts';
import type { State } from '../state.ts';

/** How a table is exported; see the query of the export. */
export interface TableOptions {
  readonly units?: boolean;
}

/** The line of units below the names; undefined where nothing has one. */
function unitLine({ variables, targets, objective_metadata: metadata }: State, columns: readonly string[]) {
  const units = new Map([
    ...variables.map(({ name, unit }) => [name, unit] as const),
    ...targets.map((name) => [name, metadata[name]?.unit] as const),
  ]);
  if (![...units.values()].some(Boolean)) return undefined;
  return columns.map((name) => (name === 'ProvenanceId' ? unitsMark : (units.get(name) ?? null)));
}

/** A table to be written to a file. */
export interface ExportedTable {
  readonly columns: readonly string[];
  /** Number of runs. */
  readonly count: number;
  /** The line of the names, perhaps that of units, and one line per run. */
  readonly lines: (write: (cells: readonly Cell[]) => string) => Iterable<string>;
}

/** The table of a session, whatever file it is written to: its names, perhaps their units, and the runs with their details. */
export function* exportedTable(state: State, options: TableOptions): Slices<ExportedTable> {
  const columns = yield* columnsInSlices(state);
  const units = options.units ? unitLine(state, columns) : undefined;
  const withDetail = shownIn(state);
  function* lines(write: (cells: readonly Cell[]) => string): Generator<string> {
    yield write(columns);
    if (units !== undefined) yield write(units);
    for (let i = 0; i < state.rows.length; i++)
      yield write(exportedCells(state.details, withDetail(state.rows.at(i) as Row), columns));
  }
  return { columns, count: state.rows.length, lines };
}
