// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, since only those in view exist
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Column } from '../../domain/columns.ts';
import { parseDelimited } from '../../text/csv.ts';
import { localCells } from '../../text/numbers.ts';
import { type CellView, GridRow, headHeight, type Place, rowHeight } from './grid-row.tsx';

export interface GridProps {
  columns: readonly Column[];
  /** All rows, those to be filled in at the end included. */
  rowCount: number;
  /** From this row on rows are not recorded yet. */
  firstDraft: number;
  rowLabel: (row: number) => string;
  cell: (row: number, column: Column) => CellView;
  /** Writes a block of texts whose upper left corner is at the given cell. */
  onWrite: (row: number, column: number, block: readonly (readonly string[])[]) => void;
  onDeleteRows: (rows: readonly number[]) => void;
  onOpen?: ((row: number) => void) | undefined;
  sort: { column: string; descending: boolean };
  onSort: (column: string) => void;
  /** Counts up each time the reader wants to go to the first row not yet recorded. */
  toDraft: number;
}

function widthOf(column: Column): number {
  if (column.name === 'Reason') return 150;
  if (column.kind === 'fixed') return 90;
  return Math.min(190, Math.max(96, 40 + 8 * (column.name.length + (column.unit?.length ?? 0))));
}

/** Text of the cells from one corner to the other, as a spreadsheet takes it. */
function blockText(props: GridProps, from: Place, to: Place): string {
  const lines: string[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
    const cells: string[] = [];
    for (let c = Math.min(from.column, to.column); c <= Math.max(from.column, to.column); c++) {
      const column = props.columns[c];
      if (column) cells.push(props.cell(row, column).text);
    }
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

function Head(props: Pick<GridProps, 'columns' | 'sort' | 'onSort'> & { template: string }) {
  return (
    <div
      className="grid-row grid-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: props.template }}
    >
      <div className="grid-cell grid-label" role="columnheader" aria-colindex={1}>
        <span className="sr">Row</span>
      </div>
      {props.columns.map((column, index) => {
        const sorted = props.sort.column === column.name;
        return (
          <div
            key={column.name}
            className={`grid-cell head-${column.kind}`}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={sorted ? (props.sort.descending ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" tabIndex={-1} onClick={() => props.onSort(column.name)}>
              {column.name}
              {column.unit && <small>{column.unit}</small>}
              {sorted && <span aria-hidden="true">{props.sort.descending ? ' ↓' : ' ↑'}</span>}
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** A function that stays the same from drawing to drawing and does what the newest one does. */
function useLatest<A extends unknown[]>(work: (...values: A) => void): (...values: A) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...values: A) => latest.current(...values), []);
}

/** Rows kept above and below those in view. */
const spare = 3;

/** Moves that keys ask for, in rows and columns. */
const moves: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -15, column: 0 },
  PageDown: { row: 15, column: 0 },
  Home: { row: 0, column: -1e9 },
  End: { row: 0, column: 1e9 },
};

/**
 * A table like a spreadsheet's: arrow keys move, typing or Enter edits, Shift selects, copy and paste take
 * blocks of cells. Only the rows in view are in the page, so 100,000 rows scroll like a hundred.
 */
export function Grid(props: GridProps) {
  const { columns, rowCount } = props;
  const [cursor, setCursor] = useState<Place>({ row: props.firstDraft, column: 0 });
  const [anchor, setAnchor] = useState<Place | undefined>();
  const [editing, setEditing] = useState<string | undefined>();
  const at: Place = {
    row: Math.min(cursor.row, rowCount - 1),
    column: Math.min(cursor.column, columns.length - 1),
  };
  const from = anchor ?? at;
  const holder = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => holder.current,
    estimateSize: () => rowHeight,
    overscan: spare,
    // The header takes its height from the room for rows.
    scrollPaddingEnd: headHeight,
    paddingEnd: 8,
    // The row of the cursor is always there: the next key may come before the page has scrolled to it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), at.row])],
  });
  const shown = virtual.getVirtualItems();
  const current = columns[at.column];

  const reveal = (row: number): void => virtual.scrollToIndex(row);
  const moveBy = (step: Place, extend: boolean): void => {
    const next = {
      row: Math.max(0, Math.min(rowCount - 1, at.row + step.row)),
      column: Math.max(0, Math.min(columns.length - 1, at.column + step.column)),
    };
    setAnchor(extend ? from : undefined);
    setCursor(next);
    reveal(next.row);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish to go there moves the cursor
  useEffect(() => {
    if (props.toDraft === 0) return;
    setAnchor(undefined);
    setCursor({ row: rowCount - 1, column: 0 });
    reveal(rowCount - 1);
    holder.current?.focus();
  }, [props.toDraft]);
  const selectedRows = (): number[] => {
    const [low, high] = [Math.min(from.row, at.row), Math.max(from.row, at.row)];
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (editing !== undefined || event.target !== event.currentTarget) return;
    const control = event.ctrlKey || event.metaKey;
    const step = moves[event.key];
    if (step) {
      if (control && event.key === 'Home') moveBy({ row: -1e9, column: -1e9 }, event.shiftKey);
      else if (control && event.key === 'End') moveBy({ row: 1e9, column: 1e9 }, event.shiftKey);
      else moveBy(step, event.shiftKey);
    } else if (event.key === 'Enter' || event.key === 'F2') {
      if (current && current.kind !== 'fixed') setEditing(props.cell(at.row, current).text);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const whole = at.row < props.firstDraft || control;
      if (whole) props.onDeleteRows(selectedRows());
      else {
        const wide = Math.abs(from.column - at.column) + 1;
        const block = selectedRows().map(() => Array.from({ length: wide }, () => ''));
        props.onWrite(Math.min(from.row, at.row), Math.min(from.column, at.column), block);
      }
    } else if (event.key === 'Escape') setAnchor(undefined);
    else if (!control && !event.altKey && event.key.length === 1 && event.key !== '?') {
      if (current && current.kind !== 'fixed') setEditing(event.key);
    } else return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (editing !== undefined) return;
    event.clipboardData.setData('text/plain', blockText(props, from, at));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (editing !== undefined) return;
    event.preventDefault();
    const block = localCells(parseDelimited(event.clipboardData.getData('text/plain'), '\t'));
    if (block.length > 0) props.onWrite(Math.min(from.row, at.row), Math.min(from.column, at.column), block);
  };
  const finish = useLatest((text: string | undefined, move: Place): void => {
    setEditing(undefined);
    if (text !== undefined && current && text !== props.cell(at.row, current).text)
      props.onWrite(at.row, at.column, [[text]]);
    moveBy(move, false);
    holder.current?.focus();
  });
  const point = useLatest((row: number, column: number, extend: boolean): void => {
    setAnchor(extend ? from : undefined);
    setCursor({ row, column });
  });
  const edit = useLatest((text: string): void => setEditing(text));
  const rows = [];
  const [low, high] = [Math.min(from.column, at.column), Math.max(from.column, at.column)];
  const [template, width] = useMemo(() => {
    const widths = [54, ...columns.map(widthOf)];
    return [widths.map((pixels) => `${pixels}px`).join(' '), widths.reduce((a, b) => a + b)] as const;
  }, [columns]);
  const places = 8 * Math.ceil((shown.length + 1) / 8);
  for (const { index: row } of shown) {
    const inside =
      anchor !== undefined && row >= Math.min(from.row, at.row) && row <= Math.max(from.row, at.row);
    rows.push(
      <GridRow
        // Rows that leave at one end come back at the other, so that scrolling makes no new elements; the row of the
        // cursor stays the same element, so that what is being typed into it survives.
        key={row === at.row ? 'cursor' : row % places}
        row={row}
        columns={columns}
        template={template}
        width={width}
        label={props.rowLabel(row)}
        cell={props.cell}
        draft={row >= props.firstDraft}
        here={row === at.row ? at.column : -1}
        editing={row === at.row ? editing : undefined}
        from={inside ? low : 0}
        to={inside ? high : -1}
        onOpen={props.onOpen}
        onPoint={point}
        onEdit={edit}
        onDone={finish}
      />,
    );
  }
  return (
    <div
      ref={holder}
      className="grid"
      role="grid"
      aria-label="Experiments"
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={`cell-${at.row}-${at.column}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
    >
      <Head columns={columns} template={template} sort={props.sort} onSort={props.onSort} />
      <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {rows}
      </div>
    </div>
  );
}
