import { DataTable, named } from '../components/data-table.tsx';
import { count, labelled, show } from '../text/format.ts';

/** One column of the numbers behind a drawing, in the words of its axes. */
export interface FigureColumn {
  readonly name: string;
  readonly unit?: string | null | undefined;
  /** One per row. */
  readonly values: readonly unknown[];
}

/** More rows than this are in the CSV file alone. */
const most = 500;

const isNumeric = ({ values }: FigureColumn): boolean =>
  values.some((value) => /^[<>]?[-−]?\d/.test(show(value)));

/** The numbers of a figure as a table, for those who cannot see or point at the drawing. */
export function FigureTable({ title, columns }: { title: string; columns: readonly FigureColumn[] }) {
  const n = columns[0]?.values.length ?? 0;
  return (
    <>
      <DataTable
        label={title}
        tall
        rows={Array.from({ length: Math.min(n, most) }, (_, row) => row)}
        columns={columns.map((column) => ({
          key: labelled(column.name, column.unit),
          head: named(column.name, column.unit),
          cell: (row: number) => show(column.values[row]),
          ...(isNumeric(column) && { className: 'number' }),
        }))}
      />
      {n > most && (
        <p className="hint">
          The first {most} of {count(n, 'row')}. The CSV file has all of them.
        </p>
      )}
    </>
  );
}
