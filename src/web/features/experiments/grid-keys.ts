import type { ClipboardEvent, KeyboardEvent } from 'react';
import { parseDelimited } from '../../text/csv.ts';
import { localCells } from '../../text/numbers.ts';
import type { Cursor, GridProps, Move } from './grid-cursor.ts';
import type { Place } from './grid-row.tsx';

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

/** The same with Ctrl: to the corners of the table. */
const farMoves: Record<string, Place> = {
  ...moves,
  Home: { row: -1e9, column: -1e9 },
  End: { row: 1e9, column: 1e9 },
};

/** Empties the selected cells, or takes out the selected rows where these are whole or `wholeRows` says so. */
function erase(props: GridProps, { block }: Cursor, wholeRows: boolean): void {
  const { top, bottom, left, right } = block;
  const rows = Array.from({ length: bottom - top + 1 }, (_, i) => top + i);
  const isWhole = left === 0 && right === props.columns.length - 1;
  if (wholeRows || isWhole) props.onDeleteRows(rows);
  else {
    const empty = Array.from({ length: right - left + 1 }, () => '');
    props.onWrite(
      top,
      left,
      rows.map(() => empty),
    );
  }
}

export function onKeyDown(event: KeyboardEvent, props: GridProps, cursor: Cursor, move: Move): void {
  if (cursor.editing !== undefined || event.target !== event.currentTarget) return;
  const control = event.ctrlKey || event.metaKey;
  const step = (control ? farMoves : moves)[event.key];
  const column = props.columns[cursor.at.column];
  const edit = (text: (of: NonNullable<typeof column>) => string): void => {
    if (column && column.kind !== 'fixed') cursor.edit(text(column));
  };
  if (step) move(step, event.shiftKey);
  else if (control && event.key === 'Enter' && cursor.at.row < props.firstDraft)
    props.onOpen?.(cursor.at.row);
  else if (event.key === 'Enter' || event.key === 'F2') edit((of) => props.cell(cursor.at.row, of).text);
  else if (event.key === 'Delete' || event.key === 'Backspace') erase(props, cursor, control);
  else if (event.key === 'Escape') cursor.unselect();
  else if (!control && !event.altKey && event.key.length === 1 && event.key !== '?') edit(() => event.key);
  else return;
  event.preventDefault();
}

/** Text of the selected cells, as a spreadsheet takes it. */
function blockText(props: GridProps, { top, bottom, left, right }: Cursor['block']): string {
  const lines: string[] = [];
  for (let row = top; row <= bottom; row++)
    lines.push(
      props.columns
        .slice(left, right + 1)
        .map((column) => props.cell(row, column).text)
        .join('\t'),
    );
  return lines.join('\n');
}

export function onCopy(event: ClipboardEvent, props: GridProps, cursor: Cursor): void {
  if (cursor.editing !== undefined) return;
  event.clipboardData.setData('text/plain', blockText(props, cursor.block));
  event.preventDefault();
}

export function onPaste(event: ClipboardEvent, props: GridProps, cursor: Cursor): void {
  if (cursor.editing !== undefined) return;
  event.preventDefault();
  const block = localCells(parseDelimited(event.clipboardData.getData('text/plain'), '\t'));
  if (block.length > 0) props.onWrite(cursor.block.top, cursor.block.left, block);
}
