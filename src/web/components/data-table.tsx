import type { ReactNode } from 'react';
import { Scroll } from './page-parts.tsx';
import { CellText } from './table-head.tsx';

/** A column of a table: what is above it and in each of its cells. */
export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Classes of its cells; 'number' is also that of its head. */
  readonly className?: string | undefined;
}

/** A column of numbers. */
export const numbers = <Row,>(
  key: string,
  head: ReactNode,
  cell: (row: Row, index: number) => ReactNode,
  className = 'number',
): Column<Row> => ({ key, head, cell, className });

/** A name above a column, with its unit. */
export const named = (label: string, unit: string | null | undefined): ReactNode => (
  <>
    <CellText text={label} />
    {unit && (
      <small>
        <CellText text={unit} />
      </small>
    )}
  </>
);

const Content = ({ of }: { of: ReactNode }) => (typeof of === 'string' ? <CellText text={of} /> : of);

/** A table to be read, from its columns. */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Its place by default: rows may be equal. */
  keyOf?: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  tall?: boolean;
  /**
   * What a narrow screen makes of it, its cells labelled by their keys: each row is a card of lines; or, on a phone, its
   * first cell above the others, which are beside each other.
   */
  narrow?: 'cards' | 'stacks';
}) {
  const { columns, rows, keyOf, narrow, tall = false } = props;
  return (
    <Scroll label={props.label} tall={tall}>
      <table className={narrow ? `table ${narrow}` : 'table'}>
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
          {rows.map((row, index) => (
            <tr key={keyOf?.(row) ?? index} className={props.rowClass?.(row)}>
              {columns.map(({ key, cell, className }) => (
                <td key={key} data-label={narrow ? key : undefined} className={className}>
                  <Content of={cell(row, index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
