// biome-ignore-all lint/suspicious/noArrayIndexKey: a variable may have the name of another column
import { useSyncExternalStore } from 'react';
import { count } from '../text/format.ts';
import { numberHead, TableHead } from './table-head.tsx';

/** Columns that are beside each other on a page of A4. */
const columnsOnPage = 8;
/** More rows are for a file. */
const maxRows = 1000;

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia('print').matches);

/** A column on paper. */
export interface PrintedColumn {
  readonly name: string;
  readonly unit?: string | null | undefined;
  readonly className?: 'number' | undefined;
  /** Text in a row, from 0; without it the cells are empty, for a pen. */
  readonly text?: (row: number) => string;
}

interface Props {
  columns: readonly PrintedColumn[];
  rowCount: number;
  rowLabel: (row: number) => string;
}

/** A table of runs on paper, where nothing scrolls: all its columns, some beside each other and the others below. */
export function PrintedTable({ columns, rowCount, rowLabel }: Props) {
  if (!usePrinting() || rowCount === 0) return null;
  const rows = Array.from({ length: Math.min(rowCount, maxRows) }, (_, row) => row);
  const blocks = Array.from({ length: Math.ceil(columns.length / columnsOnPage) }, (_, i) =>
    columns.slice(i * columnsOnPage, (i + 1) * columnsOnPage),
  );
  return (
    <div className="printed">
      {blocks.map((block, at) => (
        <table key={at} className="table">
          <TableHead columns={[numberHead('Run'), ...block]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <td className="number">{rowLabel(row)}</td>
                {block.map(({ className, text }, column) => (
                  <td key={column} className={text ? className : 'for-pen'}>
                    {text?.(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {rowCount > maxRows && (
        <p>
          The first {count(maxRows, 'run')} of {rowCount}.
        </p>
      )}
    </div>
  );
}
