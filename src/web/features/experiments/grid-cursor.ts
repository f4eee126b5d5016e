import { useEffect, useState } from 'react';
import type { Column } from '../../domain/columns.ts';
import type { CellView, Place } from './grid-row.tsx';

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

/** Cells from one corner to the other, both included. */
interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const blockOf = (from: Place, to: Place): Block => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

/** Where the cursor stands, what is selected, and what is being typed into the cell. */
export function useCursor({ firstDraft, rowCount, columns }: GridProps) {
  const [cursor, setCursor] = useState<Place>({ row: firstDraft, column: 0 });
  const [anchor, setAnchor] = useState<Place | undefined>();
  const [editing, setEditing] = useState<string | undefined>();
  const at: Place = {
    row: Math.min(cursor.row, rowCount - 1),
    column: Math.min(cursor.column, columns.length - 1),
  };
  const from = anchor ?? at;
  return {
    at,
    /** What is selected; the cell of the cursor alone when nothing is. */
    block: blockOf(from, at),
    hasBlock: anchor !== undefined,
    editing,
    setEditing,
    /** Puts the cursor somewhere; `extend` selects up to there. */
    place: (to: Place, extend: boolean): void => {
      setAnchor(extend ? from : undefined);
      setCursor(to);
    },
    unselect: (): void => setAnchor(undefined),
  };
}

export type Cursor = ReturnType<typeof useCursor>;

/** Moves the cursor by rows and columns, within the table; `extend` selects what is passed. */
export type Move = (step: Place, extend: boolean) => void;

export function useMove(
  props: GridProps,
  cursor: Cursor,
  reveal: (row: number) => void,
  focus: () => void,
): Move {
  const { columns, rowCount } = props;
  const go = (to: Place, extend: boolean): void => {
    cursor.place(to, extend);
    reveal(to.row);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish to go there moves the cursor
  useEffect(() => {
    if (props.toDraft === 0) return;
    go({ row: rowCount - 1, column: 0 }, false);
    focus();
  }, [props.toDraft]);
  return (step, extend) =>
    go(
      {
        row: Math.max(0, Math.min(rowCount - 1, cursor.at.row + step.row)),
        column: Math.max(0, Math.min(columns.length - 1, cursor.at.column + step.column)),
      },
      extend,
    );
}
