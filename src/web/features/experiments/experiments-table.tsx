import { useCallback, useMemo, useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import type { Call } from '../../api/call.ts';
import type { BatchRecorded, Row } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { PermissionFieldset, useRefusal } from '../../components/permission-fieldset.tsx';
import { type PrintedColumn, PrintedTable } from '../../components/printed-table.tsx';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { useRunDialog } from '../../domain/figures/use-run-dialog.tsx';
import { doneWords } from '../../domain/queue/staging.ts';
import { measuredIn, writeMeasured } from '../../domain/results/measured.ts';
import {
  type Column,
  isBlank,
  isFailed,
  readCell,
  rowErrors,
  toExperiment,
} from '../../domain/table/columns.ts';
import { addedRows, removeRows } from '../../domain/table/table-edits.ts';
import { count, showSetting } from '../../text/format.ts';
import { parseNumber, writeValue } from '../../text/numbers.ts';
import { Grid } from './grid.tsx';
import type { CellView } from './grid-row.tsx';
import { type TableProps, useTable } from './table-state.ts';

type Table = ReturnType<typeof useTable>;
type RowErrors = ReturnType<typeof rowErrors>;

/** A cell of a recorded row: a failed run has this word in place of its results. */
function recordedText(row: Row, column: Column, columns: readonly Column[]): string {
  if (column.kind !== 'target') return writeValue(row[column.name]);
  return isFailed(row, columns) ? 'failed' : writeMeasured(measuredIn(row, column.name));
}

/** What is in a cell, of a recorded row or of one being typed, and what is wrong with it. */
function useCells({ data, columns }: TableProps, table: Table, errors: readonly RowErrors[]) {
  return useCallback(
    (row: number, column: Column): CellView => {
      if (row < data.rows.length) {
        const recorded = data.rows[table.order[row] as number];
        const text = recorded ? recordedText(recorded, column, columns) : '';
        return column.variable ? { text, warning: readCell(text, column).warning } : { text };
      }
      const index = row - data.rows.length;
      const text = table.drafts[index]?.[column.name] ?? '';
      return {
        text,
        error: errors[index]?.[column.name],
        warning: text === '' ? undefined : readCell(text, column).warning,
      };
    },
    [data.rows, columns, table.order, table.drafts, errors],
  );
}

/** What was recorded, which runs of the queue are done with it, and which rows fit several of them. */
function recordedWords({ added, completed_item_ids: done, ambiguous: { length: n } }: BatchRecorded): string {
  const unclear =
    n === 0
      ? ''
      : ` ${count(n, 'row')} ${n === 1 ? 'fits' : 'fit'} runs of several blocks or plots, which are still pending: record such results in the queue.`;
  return `${count(added, 'experiment')} recorded.${doneWords(done.length)}${unclear}`;
}

/** Sends the rows that were typed; they come back when the server refuses or the reader undoes. */
async function record(props: TableProps, table: Table, request: Call<BatchRecorded>): Promise<void> {
  const kept = table.drafts;
  const giveBack = (): void => table.setDrafts((typed) => [...kept, ...typed]);
  table.forget();
  const answer = await attempt(() => change(props.id, request));
  if (!answer) return giveBack();
  const own = addedRows(props.id, answer);
  const undo = async (): Promise<void> => {
    await removeRows(props.id, await own, { restage: true });
    giveBack();
  };
  notifyStep(props.id, recordedWords(answer), undo, answer.warnings);
}

/** What may be done with the rows that are typed and not recorded. */
function NewRows({ grid, table, wrong }: { grid: TableProps; table: Table; wrong: number }) {
  const filled = table.drafts.filter((row) => !isBlank(row));
  if (filled.length === 0) return null;
  const call = () =>
    calls.recordBatch(
      grid.id,
      filled.map((row) => toExperiment(row, grid.columns)),
    );
  return (
    <>
      {wrong > 0 && <span className="note bad">{count(wrong, 'row')} to correct before recording</span>}
      <button type="button" onClick={table.forget}>
        Discard new rows
      </button>
      <CopyAs what="Record experiments" call={call} />
      <button
        type="button"
        className="primary"
        disabled={wrong > 0}
        onClick={() => void record(grid, table, call())}
      >
        Record {count(filled.length, 'row')}
      </button>
    </>
  );
}

/** A column of the table on paper. */
function onPaper(column: Column, textOf: (row: number) => string): PrintedColumn {
  const { name, unit, kind, variable } = column;
  const isText = kind === 'fixed' || variable?.type === 'categorical';
  const shown = (text: string): string => (isText ? text : showSetting(parseNumber(text) ?? text));
  return { name, unit, className: isText ? undefined : 'number', text: (row) => shown(textOf(row)) };
}

/** The table of results with the rows being typed below them. */
export function ExperimentsTable(props: TableProps) {
  const { id, data, columns } = props;
  const table = useTable(props);
  const refusal = useRefusal();
  const [toDraft, setToDraft] = useState(0);
  const [openRun, dialog] = useRunDialog(id, data.rows);
  const openRow = useCallback((row: number) => openRun(table.order[row] as number), [openRun, table.order]);
  const errors = useMemo(() => table.drafts.map((row) => rowErrors(row, columns)), [table.drafts, columns]);
  const wrong = errors.filter((row) => Object.keys(row).length > 0).length;
  const cell = useCells(props, table, errors);
  const rowLabel = (row: number): string =>
    row < data.rows.length ? String((table.order[row] as number) + 1) : '+';
  return (
    <>
      <Grid
        columns={columns}
        rowCount={data.rows.length + table.drafts.length + 1}
        firstDraft={data.rows.length}
        keyOf={table.keyOf}
        rowOf={table.rowOf}
        rowLabel={rowLabel}
        cell={cell}
        onWrite={table.write}
        onDeleteRows={table.remove}
        onOpen={openRow}
        sort={table.sort}
        onSort={table.onSort}
        toDraft={toDraft}
        refusal={refusal}
      />
      <PrintedTable
        columns={columns.map((column) => onPaper(column, (row) => cell(row, column).text))}
        rowCount={data.rows.length}
        rowLabel={rowLabel}
      />
      {dialog}
      <div className="row grid-foot">
        <PermissionFieldset>
          <button type="button" onClick={() => setToDraft(toDraft + 1)}>
            New row
          </button>
        </PermissionFieldset>
        <span className="hint">
          {count(data.rows.length, 'experiment')} recorded. Type or paste into the last row to add more. Type
          “failed” for a run without a result.
        </span>
        <span className="spring" />
        <PermissionFieldset>
          <NewRows grid={props} table={table} wrong={wrong} />
        </PermissionFieldset>
      </div>
    </>
  );
}
