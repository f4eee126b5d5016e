import type { ReactNode } from 'react';
import { Scroll } from './bits.tsx';

/** A column of a table: what stands above it and in each of its cells. */
export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Classes of its cells; 'number' is also that of its head. */
  readonly className?: string;
}

/** A column of numbers. */
export const numbers = <Row,>(
  key: string,
  head: ReactNode,
  cell: (row: Row) => ReactNode,
  className = 'number',
): Column<Row> => ({ key, head, cell, className });

/** A table to be read, from its columns. */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
}) {
  const { columns, rows, keyOf } = props;
  return (
    <Scroll label={props.label}>
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ key, head, className }) => (
              <th key={key} className={className?.startsWith('number') ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={props.rowClass?.(row)}>
              {columns.map(({ key, cell, className }) => (
                <td key={key} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
