import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failed } from '../../components/toasts.tsx';
import type { Column } from '../../domain/table/columns.ts';
import type { CellView, Place } from './grid-row.tsx';

export interface GridProps {
  columns: readonly Column[];
  /** All rows, those to be filled in at the end included. */
  rowCount: number;
  /** From this row on rows are not recorded yet. */
  firstDraft: number;
  /** What a row is called wherever it stands: others add and remove rows, and the order changes. */
  keyOf: (row: number) => string;
  /** Position of the row of a key; undefined: it is gone. */
  rowOf: (key: string) => number | undefined;
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
  /** Why nothing in it can be changed here. */
  refusal?: string | undefined;
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

/** A cell of a row, which may come to stand elsewhere. */
interface Mark extends Place {
  readonly key: string;
}

/** Cells that stay with their rows. */
function useMarks({ firstDraft, rowCount, columns, keyOf, rowOf }: GridProps) {
  const mark = (place: Place): Mark => ({ ...place, key: keyOf(place.row) });
  const [cursor, setCursor] = useState<Mark>(() => mark({ row: firstDraft, column: 0 }));
  const [anchor, setAnchor] = useState<Mark | undefined>();
  const rowNow = ({ row, key }: Mark) => (row < rowCount && keyOf(row) === key ? row : rowOf(key));
  const placeNow = (one: Mark): Place => ({
    row: Math.min(rowNow(one) ?? one.row, rowCount - 1),
    column: Math.min(one.column, columns.length - 1),
  });
  const at = placeNow(cursor);
  const isGone = rowNow(cursor) === undefined;
  useEffect(() => {
    if (isGone) setCursor(mark(at));
  });
  return {
    at,
    isGone,
    from: anchor && placeNow(anchor),
    setCursor: (place: Place): void => setCursor(mark(place)),
    setAnchor: (place: Place | undefined): void => setAnchor(place && mark(place)),
  };
}

/** The position of the cursor, what is selected, and what is being typed into the cell. */
export function useCursor(props: GridProps) {
  const { at, isGone, from: anchor, setCursor, setAnchor } = useMarks(props);
  const [editing, setEditing] = useState<string | undefined>();
  /** What stood in the cell when typing began. */
  const before = useRef('');
  const textNow = (): string => {
    const column = props.columns[at.column];
    return column === undefined ? '' : props.cell(at.row, column).text;
  };
  useEffect(() => {
    if (!isGone || editing === undefined) return;
    setEditing(undefined);
    failed(new Error('Someone else removed the run that you were editing. Nothing was changed.'));
  }, [isGone, editing]);
  const from = anchor ?? at;
  return {
    at,
    /** What is selected; the cell of the cursor alone when nothing is. */
    block: blockOf(from, at),
    hasBlock: anchor !== undefined,
    editing,
    /** Opens the cell of the cursor to type into it. */
    edit: (text: string): void => {
      if (props.refusal !== undefined) failed(new Error(props.refusal));
      else {
        before.current = textNow();
        setEditing(text);
      }
    },
    /** Closes it. @returns what to write; undefined: nothing, as the text stayed or somebody else changed the cell */
    close: (text: string | undefined): string | undefined => {
      setEditing(undefined);
      const now = textNow();
      if (text === undefined || text === before.current || text === now) return undefined;
      if (now === before.current) return text;
      failed(
        new Error(
          `Someone else changed this cell to ${now || 'empty'} in the meantime. Type ${text || 'your change'} again to replace it.`,
        ),
      );
      return undefined;
    },
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
  reveal: (to: Place) => void,
  focus: () => void,
): Move {
  const { columns, rowCount } = props;
  const go = (to: Place, extend: boolean): void => {
    cursor.place(to, extend);
    reveal(to);
  };
  // A key may come at once, and is for the cell that the cursor goes to: it must be there by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish to go there moves the cursor
  useLayoutEffect(() => {
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
