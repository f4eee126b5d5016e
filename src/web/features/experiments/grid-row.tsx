// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, since only those in view exist
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active cell
import { memo, useRef, useState } from 'react';
import { scaledByFont } from '../../components/font-scale.ts';
import { type Column, isFailedText } from '../../domain/table/columns.ts';
import { showSetting } from '../../text/format.ts';
import { parseNumber } from '../../text/numbers.ts';

export interface CellView {
  readonly text: string;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Height of a row in pixels. */
export const rowHeight = (): number => scaledByFont(30);
/** Height of the header, which stays at the top while the rows scroll under it. */
export const headHeight = (): number => scaledByFont(47);

function Editor(props: {
  text: string;
  label: string;
  onDone: (text: string | undefined, move: Place) => void;
}) {
  const [text, setText] = useState(props.text);
  const done = useRef(false);
  const finish = (value: string | undefined, move: Place): void => {
    if (done.current) return;
    done.current = true;
    props.onDone(value, move);
  };
  return (
    <input
      aria-label={props.label}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: the cell was opened to type into
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text, { row: 0, column: 0 })}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(text, { row: event.shiftKey ? -1 : 1, column: 0 });
        else if (event.key === 'Tab') finish(text, { row: 0, column: event.shiftKey ? -1 : 1 });
        else if (event.key === 'Escape') finish(undefined, { row: 0, column: 0 });
        else return;
        event.preventDefault();
      }}
    />
  );
}

interface RowProps {
  row: number;
  columns: readonly Column[];
  /** Which of them are drawn. */
  shown: readonly number[];
  /** Widths of the columns, and their sum in pixels. */
  template: string;
  width: number;
  label: string;
  cell: (row: number, column: Column) => CellView;
  draft: boolean;
  /** Column of the cursor, −1 when it is in another row. */
  here: number;
  editing: string | undefined;
  /** Selected columns, both ends included; none when `to` is before `from`. */
  from: number;
  to: number;
  /** Shows the run with its comment and links. */
  onOpen?: ((row: number) => void) | undefined;
  onPoint: (row: number, column: number, extend: boolean) => void;
  onEdit: (text: string) => void;
  onDone: (text: string | undefined, move: Place) => void;
}

const isNumber = (column: Column): boolean =>
  column.kind !== 'fixed' && column.variable?.type !== 'categorical';

function cellClass(column: Column, view: CellView, here: boolean, selected: boolean): string {
  const classes = ['grid-cell', `cell-${column.kind}`];
  classes.push(isNumber(column) ? 'number' : 'text');
  if (here) classes.push('here');
  if (selected) classes.push('selected');
  if (column.kind === 'target' && isFailedText(view.text)) classes.push('failed');
  if (view.error) classes.push('wrong');
  else if (view.warning) classes.push('doubtful');
  return classes.join(' ');
}

/** The number of a row; a recorded one opens its run. */
function RowLabel({ row, label, draft, onOpen }: RowProps) {
  return (
    <div className="grid-cell grid-label" role="rowheader" aria-colindex={1}>
      {onOpen && !draft ? (
        <button
          type="button"
          className="plain"
          tabIndex={-1}
          title="Values, comment and links"
          onClick={() => onOpen(row)}
        >
          {label}
        </button>
      ) : (
        label
      )}
    </div>
  );
}

function Cell({ line, column, index }: { line: RowProps; column: Column; index: number }) {
  const { row, from, to } = line;
  const view = line.cell(row, column);
  const here = index === line.here;
  const selected = index >= from && index <= to;
  const text =
    isNumber(column) && view.text !== '' && !view.error
      ? showSetting(parseNumber(view.text) ?? view.text)
      : view.text;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the grid
    <div
      id={`cell-${row}-${index}`}
      className={cellClass(column, view, here, selected)}
      role="gridcell"
      aria-colindex={index + 2}
      style={{ gridColumn: index + 2 }}
      aria-selected={selected || here}
      aria-invalid={view.error ? true : undefined}
      title={view.error ?? view.warning ?? (view.text.length > 16 ? view.text : undefined)}
      onClick={(event) => line.onPoint(row, index, event.shiftKey)}
      onDoubleClick={() => column.kind !== 'fixed' && line.onEdit(view.text)}
    >
      {here && line.editing !== undefined ? (
        <Editor text={line.editing} label={`${column.name}, row ${row + 1}`} onDone={line.onDone} />
      ) : (
        <>
          {text}
          {view.error && line.draft && <span className="cell-error">{view.error}</span>}
        </>
      )}
    </div>
  );
}

/** One row; drawn again only when something in it changes, so that scrolling draws just the rows that come in. */
export const GridRow = memo(function GridRow(props: RowProps) {
  return (
    <div
      className={props.draft ? 'grid-row draft' : 'grid-row'}
      role="row"
      aria-rowindex={props.row + 2}
      style={{
        transform: `translateY(${props.row * rowHeight()}px)`,
        gridTemplateColumns: props.template,
        width: props.width,
      }}
    >
      <RowLabel {...props} />
      {props.shown.map((index) => {
        const column = props.columns[index];
        return column && <Cell key={column.name} line={props} column={column} index={index} />;
      })}
    </div>
  );
});
