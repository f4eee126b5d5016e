import type { ImportSettings } from '../../contract/imports/import-settings.ts';
import type { Import } from '../../contract/imports/imports.ts';
import type { TableFormat } from '../../contract/imports/table-formats.ts';
import type { ExportedVariable } from '../../contract/variables/variable-sheet.ts';

/** A cell as the file has it: text as written, or a number where the format knows numbers. Empty: ''. */
export type TableCell = string | number;

export type Encoding = NonNullable<ImportSettings['encoding']>;

/** How a file is to be read; what is left out is found out from the file. */
export type TableSettings = Readonly<Omit<ImportSettings, 'stacked' | 'repeats' | 'waiting_runs'>>;

/** What is read of a file at most. */
export interface TableLimits {
  readonly rows: number;
  /** Rows times columns. */
  readonly cells: number;
  /** Of one cell, in UTF-16 code units. */
  readonly textLength: number;
}

/** The file has more than is read. Recognized by its name, as it crosses a thread border. */
export class TooLargeTableError extends Error {
  override name = 'TooLargeTableError';
  readonly what: keyof TableLimits;
  readonly count: number;
  /** Reading ended there: there may be more. */
  readonly isAll: boolean;

  constructor(what: keyof TableLimits, count: number, isAll: boolean) {
    super(`${count} ${what}`);
    this.what = what;
    this.count = count;
    this.isAll = isAll;
  }
}

/** Lines of a file before anybody said which of them are names. */
export interface Lines {
  readonly format: TableFormat;
  readonly lines: readonly (readonly TableCell[])[];
  /** Where each of them is in the sheet, from 1; empty where the format has no lines. */
  readonly places: readonly number[];
  readonly encoding: Encoding | null;
  readonly delimiter: string | null;
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Units that the format of cells shows, by column: `%`. */
  readonly units?: ReadonlyMap<number, string>;
  /** What was not read, or read in another way, in words. */
  readonly remarks?: readonly string[];
  /** Variables by their names, where the file says what they are. */
  readonly variables?: ReadonlyMap<string, ExportedVariable>;
}

/** A table: named columns, and rows that are as long as there are columns. */
export interface Table {
  /** As the file spells them; unnamed ones `Column 3`, repeated ones `x (2)`. */
  readonly columns: readonly string[];
  /** Names that are above more than one column. */
  readonly repeated: readonly string[];
  /** Per column, from a line of units below the names. */
  readonly units: readonly (string | null)[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Line of the sheet of each row, from 1; none where rows are columns, or the format has no lines. */
  readonly lines: readonly number[] | undefined;
  /** Rows (from 0) with more cells than there are columns, and those cells. */
  readonly tooLong: ReadonlyMap<number, readonly TableCell[]>;
  /** Rows (from 0) at the end that sum the table up: `Total`, `Mean`. */
  readonly summary: ReadonlySet<number>;
  /** Columns (from 0) that stood in the file as one result per row, or as results of a plate. */
  readonly results: ReadonlySet<number>;
  /** Columns (from 0) whose cells come from several rows of the file. */
  readonly joined: ReadonlySet<number>;
  /** Nothing in the file tells its decimal sign, and nobody said it: `1.200` is a number or a thousand. */
  readonly isDecimalOpen: boolean;
  /** How the file was read. */
  readonly settings: Readonly<Import['settings']>;
  /** What was done to names and lines, in words. */
  readonly remarks: readonly string[];
  /** Variables by their names, where the file says what they are. */
  readonly variables?: ReadonlyMap<string, ExportedVariable>;
}

/** The rows that are runs. */
export const rowsOfRuns = ({ rows, summary }: Pick<Table, 'rows' | 'summary'>): Table['rows'] =>
  rows.filter((_, i) => !summary.has(i));

/** Rows in which some cells have the value above them; rows that are apart neither take nor give one. */
export function filledFromAbove(
  rows: Table['rows'],
  isGap: (cell: TableCell, column: number) => boolean,
  isApart: (row: number) => boolean = () => false,
): Table['rows'] {
  let above: readonly TableCell[] = [];
  return rows.map((row, i) => {
    if (isApart(i)) return row;
    above = row.map((cell, at) => (isGap(cell, at) ? (above[at] ?? cell) : cell));
    return above;
  });
}

/** What a table says about its rows where they become others: by new row the old one. */
export function rowsFrom(
  table: Table,
  from: readonly number[],
): Pick<Table, 'lines' | 'tooLong' | 'summary'> {
  const places = (has: { has: (i: number) => boolean }) => from.flatMap((i, k) => (has.has(i) ? [k] : []));
  return {
    lines: table.lines && from.map((i) => table.lines?.[i] as number),
    tooLong: new Map(
      places(table.tooLong).map((k) => [k, table.tooLong.get(from[k] as number) as readonly TableCell[]]),
    ),
    summary: new Set(places(table.summary)),
  };
}
