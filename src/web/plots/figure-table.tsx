import { DataTable } from '../components/data-table.tsx';
import { count, show } from '../text/format.ts';

/** The numbers behind a drawing. */
export interface FigureNumbers {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** More rows than this are in the CSV file alone. */
const most = 500;

/** The numbers of a figure as a table, for those who cannot see or point at the drawing. */
export function FigureTable({ title, columns, rows }: FigureNumbers & { title: string }) {
  const isNumber = (name: string): boolean => rows.some((row) => /^[<>]?[-−]?\d/.test(show(row[name])));
  return (
    <>
      <DataTable
        label={title}
        tall
        rows={rows.slice(0, most)}
        columns={columns.map((name) => ({
          key: name,
          head: name,
          cell: (row: Readonly<Record<string, unknown>>) => show(row[name]),
          ...(isNumber(name) && { className: 'number' }),
        }))}
      />
      {rows.length > most && (
        <p className="hint">
          The first {most} of {count(rows.length, 'row')}. The CSV file has all of them.
        </p>
      )}
    </>
  );
}
