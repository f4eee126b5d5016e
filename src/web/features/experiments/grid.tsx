// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, since only those in view exist
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { scaledByFont } from '../../components/font-scale.ts';
import { failed } from '../../components/toasts.tsx';
import type { Column } from '../../domain/table/columns.ts';
import { type Cursor, type GridProps, type Move, useCursor, useMove } from './grid-cursor.ts';
import { onCopy, onKeyDown, onPaste } from './grid-keys.ts';
import { GridRow, headHeight, type Place, rowHeight } from './grid-row.tsx';

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Room for a number of six digits in bold type: `−0.00123456`. */
const sixDigits = 120;

/** Width of the numbers of the rows. */
const labelWidth = (): number => scaledByFont(54);

/** Pixels of a column at a font size of 14 pixels. */
function widthOf(column: Column): number {
  if (column.name === 'Reason') return 150;
  if (column.kind === 'fixed') return 90;
  const named = Math.min(
    190,
    Math.max(sixDigits, 40 + 8 * (column.name.length + (column.unit?.length ?? 0))),
  );
  const longest = Math.max(0, ...(column.variable?.categories ?? []).map((category) => category.length));
  return Math.max(named, Math.min(230, 24 + 8 * longest));
}

function Head(props: Pick<GridProps, 'columns' | 'sort' | 'onSort'> & Pick<Columns, 'shown' | 'template'>) {
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
      {props.shown.map((index) => {
        const column = props.columns[index];
        if (!column) return null;
        const sorted = props.sort.column === column.name;
        return (
          <div
            key={column.name}
            className={`grid-cell head-${column.kind}`}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={sorted ? (props.sort.descending ? 'descending' : 'ascending') : 'none'}
            style={{ gridColumn: index + 2 }}
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

/** The rows in view, and the row of the cursor: the next key may come before the page has scrolled to it. */
const useRowsInView = (holder: RefObject<HTMLDivElement | null>, count: number, cursorRow: number): Rows =>
  useVirtualizer({
    count,
    getScrollElement: () => holder.current,
    estimateSize: rowHeight,
    overscan: spare,
    // The header takes its height from the room for rows.
    scrollPaddingEnd: headHeight(),
    paddingEnd: 8,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), cursorRow])],
  });

/** Up to so many columns are always drawn, so that the browser finds their texts. */
const fewColumns = 30;

/** Columns that are drawn: those in view and that of the cursor, or all where they are few. */
function useColumnsInView(
  holder: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  cursorColumn: number,
) {
  const widths = useMemo(() => columns.map((column) => scaledByFont(widthOf(column))), [columns]);
  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => holder.current,
    estimateSize: (index) => widths[index] as number,
    overscan: 2,
    paddingStart: labelWidth(),
    // The numbers of the rows stay at the left.
    scrollPaddingStart: labelWidth(),
    rangeExtractor: (range) =>
      columns.length <= fewColumns
        ? columns.map((_, index) => index)
        : [...new Set([...defaultRangeExtractor(range), cursorColumn])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths that were measured are those of the columns before
  useLayoutEffect(() => virtual.measure(), [widths]);
  const joined = virtual
    .getVirtualItems()
    .map(({ index }) => index)
    .join(' ');
  // The same array as long as it says the same.
  const shown = useMemo(() => (joined === '' ? [] : joined.split(' ').map(Number)), [joined]);
  return {
    shown,
    reveal: (index: number): void => virtual.scrollToIndex(index),
    template: [labelWidth(), ...widths].map((pixels) => `${pixels}px`).join(' '),
    width: widths.reduce((sum, pixels) => sum + pixels, labelWidth()),
  };
}

type Columns = ReturnType<typeof useColumnsInView>;

/** What a row calls; the functions stay the same, so that a row is drawn again only when something in it changes. */
function useRowEvents(props: GridProps, cursor: Cursor, move: Move, focus: () => void) {
  const { at } = cursor;
  const onDone = useLatest((text: string | undefined, step: Place): void => {
    const written = cursor.close(text);
    if (written !== undefined) props.onWrite(at.row, at.column, [[written]]);
    move(step, false);
    focus();
  });
  const onEdit = useLatest((text: string): void => cursor.edit(text));
  const onPoint = useLatest((row: number, index: number, extend: boolean): void => {
    const column = props.columns[index];
    const isThere = at.row === row && at.column === index && !extend && cursor.editing === undefined;
    // A double tap enlarges the page on some telephones.
    if (isThere && column && column.kind !== 'fixed' && matchMedia('(pointer: coarse)').matches)
      onEdit(props.cell(row, column).text);
    else cursor.place({ row, column: index }, extend);
  });
  return { onDone, onPoint, onEdit };
}

interface BodyProps {
  grid: GridProps;
  rows: Rows;
  cursor: Cursor;
  events: ReturnType<typeof useRowEvents>;
  inView: Columns;
}

function Body({ grid, rows, cursor, events, inView }: BodyProps) {
  const { at, block, hasBlock, editing } = cursor;
  const shown = rows.getVirtualItems();
  const places = 8 * Math.ceil((shown.length + 1) / 8);
  return (
    <div className="grid-body" role="rowgroup" style={{ height: rows.getTotalSize() }}>
      {shown.map(({ index: row }) => {
        const here = row === at.row;
        const inside = hasBlock && row >= block.top && row <= block.bottom;
        return (
          <GridRow
            // Rows that leave at one end come back at the other, so that scrolling makes no new elements; the row of the
            // cursor stays the same element, so that what is being typed into it survives.
            key={here ? 'cursor' : row % places}
            row={row}
            columns={grid.columns}
            shown={inView.shown}
            template={inView.template}
            width={inView.width}
            label={grid.rowLabel(row)}
            cell={grid.cell}
            draft={row >= grid.firstDraft}
            here={here ? at.column : -1}
            editing={here ? editing : undefined}
            from={inside ? block.left : 0}
            to={inside ? block.right : -1}
            onOpen={grid.onOpen}
            {...events}
          />
        );
      })}
    </div>
  );
}

/**
 * A table like a spreadsheet's: arrow keys move, typing, Enter or a second tap edits, Shift selects, copy and paste take
 * blocks of cells. Only the rows and columns in view are in the page, so 100,000 rows scroll like a hundred.
 */
export function Grid(given: GridProps) {
  const { columns, rowCount, refusal } = given;
  const refuse = (): void => failed(new Error(refusal));
  const props = refusal === undefined ? given : { ...given, onWrite: refuse, onDeleteRows: refuse };
  const holder = useRef<HTMLDivElement>(null);
  const focus = (): void => holder.current?.focus();
  const cursor = useCursor(props);
  const { at } = cursor;
  const rows = useRowsInView(holder, rowCount, at.row);
  const inView = useColumnsInView(holder, columns, at.column);
  const reveal = ({ row, column }: Place): void => {
    rows.scrollToIndex(row);
    inView.reveal(column);
  };
  const move = useMove(props, cursor, reveal, focus);
  const events = useRowEvents(props, cursor, move, focus);
  return (
    <div
      ref={holder}
      className="grid"
      role="grid"
      aria-label="Experiments"
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-readonly={refusal !== undefined}
      aria-activedescendant={`cell-${at.row}-${at.column}`}
      tabIndex={0}
      // A button in the grid leaves the focus to the grid, which handles the keys.
      onMouseDown={(event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button')) return;
        event.preventDefault();
        focus();
      }}
      onKeyDown={(event) => onKeyDown(event, props, cursor, move)}
      onCopy={(event) => onCopy(event, props, cursor)}
      onPaste={(event) => onPaste(event, props, cursor)}
    >
      <Head columns={columns} {...inView} sort={props.sort} onSort={props.onSort} />
      <Body grid={props} {...{ rows, cursor, events, inView }} />
    </div>
  );
}
