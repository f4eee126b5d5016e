import { useSyncExternalStore } from 'react';
import { numberHead, TableHead } from '../../components/table-head.tsx';
import type { Column } from '../../domain/columns.ts';
import { count, showSetting } from '../../text/format.ts';
import { parseNumber } from '../../text/numbers.ts';
import type { CellView } from './grid-row.tsx';

/** Columns that stand beside each other on a page of A4. */
const columnsOnPage = 7;
/** More rows are for a file. */
const maxRows = 1000;

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia('print').matches);

interface Props {
  columns: readonly Column[];
  /** Rows that are recorded. */
  rowCount: number;
  rowLabel: (row: number) => string;
  cell: (row: number, column: Column) => CellView;
}

/** The table of runs on paper, where nothing scrolls: all its columns, some beside each other and the others below. */
export function PrintedTable({ columns, rowCount, rowLabel, cell }: Props) {
  if (!usePrinting() || rowCount === 0) return null;
  const rows = Array.from({ length: Math.min(rowCount, maxRows) }, (_, row) => row);
  const blocks = Array.from({ length: Math.ceil(columns.length / columnsOnPage) }, (_, i) =>
    columns.slice(i * columnsOnPage, (i + 1) * columnsOnPage),
  );
  const textOf = (row: number, column: Column): string => {
    const { text } = cell(row, column);
    return column.variable?.type === 'categorical' ? text : showSetting(parseNumber(text) ?? text);
  };
  return (
    <div className="printed">
      {blocks.map((block) => (
        <table key={block[0]?.name} className="table">
          <TableHead columns={[numberHead('Run'), ...block.map(({ name, unit }) => ({ name, unit }))]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <td className="number">{rowLabel(row)}</td>
                {block.map((column) => (
                  <td key={column.name}>{textOf(row, column)}</td>
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
