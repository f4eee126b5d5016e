import { useCallback, useMemo, useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { invalidate, keyOf, setOptimistic } from '../../api/queries.ts';
import {
  type Dataset,
  forgetDataset,
  loadDataset,
  useDataset,
  useDetail,
  useVariables,
} from '../../api/session.ts';
import type { Row } from '../../api/types.ts';
import { Empty, Heading, waiting } from '../../components/bits.tsx';
import { CopyAs } from '../../components/copy-as.tsx';
import { download } from '../../components/download.ts';
import { useDraft } from '../../components/draft.ts';
import { link, useQuery } from '../../components/route.ts';
import { attempt, told } from '../../components/toasts.tsx';
import {
  type Column,
  type DraftRow,
  isBlank,
  readCell,
  rowErrors,
  sortedOrder,
  tableColumns,
  toExperiment,
} from '../../domain/columns.ts';
import { measuredIn, withResult, writeMeasured } from '../../domain/measured.ts';
import { useObjectives } from '../../domain/objectives.ts';
import { useRunDialog } from '../../domain/run-dialog.tsx';
import { correctRows, replaceTable } from '../../domain/table-edits.ts';
import { csvFile } from '../../text/csv.ts';
import { count } from '../../text/format.ts';
import { writeValue } from '../../text/numbers.ts';
import { Grid } from './grid.tsx';
import type { CellView } from './grid-row.tsx';
import { ImportButton } from './import-dialog.tsx';

interface TableProps {
  id: string;
  data: Dataset;
  columns: readonly Column[];
  targets: readonly string[];
}

function useTable({ id, data, columns, targets }: TableProps) {
  const [drafts, setDrafts, forget] = useDraft<DraftRow[]>(`rows.${id}`, []);
  const [sortText, setSortText] = useQuery('sort', '');
  const descending = sortText.startsWith('-');
  const sort = { column: sortText.replace(/^-/, ''), descending };
  const order = useMemo(
    () => sortedOrder(data.rows, sort.column, descending),
    [data.rows, sort.column, descending],
  );
  const names = data.columns;

  const replace = async (rows: readonly Row[], label: string): Promise<void> => {
    const before = data.rows;
    const back = setOptimistic<Dataset>(keyOf(id, 'data'), (now) => ({ ...now, rows }));
    const done = await attempt(async () => {
      await replaceTable(id, before, rows, names, targets);
      return true;
    });
    if (done)
      told(label, async () => {
        await replaceTable(id, rows, before, names, targets).finally(() => invalidate(keyOf(id, 'data')));
      });
    else back();
    invalidate(keyOf(id));
  };

  const correct = async (changed: ReadonlyMap<number, Row>): Promise<void> => {
    const rows = data.rows.map((entry, index) => changed.get(index) ?? entry);
    const label = `${count(changed.size, 'row')} changed.`;
    const before = [...changed.keys()].map((index) => data.rows[index] as Row);
    // A table of old has rows without a name of their own, and many rows are written faster together.
    if (changed.size > 100 || before.some((row) => typeof row['ProvenanceId'] !== 'string'))
      return replace(rows, label);
    const back = setOptimistic<Dataset>(keyOf(id, 'data'), (now) => ({ ...now, rows }));
    const done = await attempt(async () => {
      await correctRows(id, [...changed.values()], before, columns);
      return true;
    });
    if (done) told(label, () => correctRows(id, before, [...changed.values()], columns));
    else back();
    forgetDataset(id);
    invalidate(keyOf(id));
  };

  const write = (row: number, column: number, block: readonly (readonly string[])[]): void => {
    const changed = new Map<number, Record<string, string | number | null>>();
    const next = [...drafts];
    for (const [i, cells] of block.entries())
      for (const [j, text] of cells.entries()) {
        const target = columns[column + j];
        if (!target || target.kind === 'fixed') continue;
        if (row + i < data.rows.length) {
          const index = order[row + i] as number;
          const before = changed.get(index) ?? { ...(data.rows[index] as Row) };
          const reading = readCell(text, target);
          if (reading.error !== undefined) {
            void attempt(() => Promise.reject(new Error(`${target.name}, “${text}”: ${reading.error}`)));
            return;
          }
          changed.set(
            index,
            target.kind === 'target'
              ? withResult(before, target.name, reading.value)
              : { ...before, [target.name]: reading.value },
          );
        } else {
          const at = row + i - data.rows.length;
          while (next.length <= at) next.push({});
          next[at] = { ...next[at], [target.name]: text };
        }
      }
    if (next.length > drafts.length || next.some((entry, index) => entry !== drafts[index])) setDrafts(next);
    if (changed.size > 0) void correct(changed);
  };
  const remove = (rows: readonly number[]): void => {
    const recorded = new Set(rows.filter((row) => row < data.rows.length).map((row) => order[row]));
    const draftRows = new Set(rows.map((row) => row - data.rows.length).filter((row) => row >= 0));
    if (draftRows.size > 0) setDrafts(drafts.filter((_, index) => !draftRows.has(index)));
    if (recorded.size > 0)
      void replace(
        data.rows.filter((_, index) => !recorded.has(index)),
        `${count(recorded.size, 'row')} removed.`,
      );
  };
  const onSort = (name: string): void => {
    if (sort.column !== name) setSortText(name);
    else setSortText(descending ? '' : `-${name}`);
  };
  return { drafts, setDrafts, forget, sort, onSort, order, write, remove };
}

function Table(props: TableProps) {
  const { id, data, columns } = props;
  const table = useTable(props);
  const [toDraft, setToDraft] = useState(0);
  const [openRun, dialog] = useRunDialog(id, data.rows);
  const openRow = useCallback((row: number) => openRun(table.order[row] as number), [openRun, table.order]);
  const filled = table.drafts.filter((row) => !isBlank(row));
  const errors = useMemo(() => table.drafts.map((row) => rowErrors(row, columns)), [table.drafts, columns]);
  const wrong = errors.filter((row) => Object.keys(row).length > 0).length;
  const cell = useCallback(
    (row: number, column: Column): CellView => {
      if (row < data.rows.length) {
        const recorded = data.rows[table.order[row] as number];
        const text =
          column.kind === 'target' && recorded
            ? writeMeasured(measuredIn(recorded, column.name))
            : writeValue(recorded?.[column.name]);
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
    [data.rows, table.order, table.drafts, errors],
  );
  const call = () =>
    calls.recordBatch(
      id,
      filled.map((row) => toExperiment(row, columns)),
    );
  const record = async (): Promise<void> => {
    const kept = table.drafts;
    const before = data.rows.length;
    const request = call();
    table.forget();
    const done = await attempt(async () => {
      await change(id, request);
      return true;
    });
    if (!done) {
      table.setDrafts((typed) => [...kept, ...typed]);
      return;
    }
    told(`${count(filled.length, 'experiment')} recorded.`, async () => {
      await undoRecord(id, before, filled.length);
      table.setDrafts((typed) => [...kept, ...typed]);
    });
  };
  return (
    <>
      <Grid
        columns={columns}
        rowCount={data.rows.length + table.drafts.length + 1}
        firstDraft={data.rows.length}
        rowLabel={(row) => (row < data.rows.length ? String((table.order[row] as number) + 1) : '+')}
        cell={cell}
        onWrite={table.write}
        onDeleteRows={table.remove}
        onOpen={openRow}
        sort={table.sort}
        onSort={table.onSort}
        toDraft={toDraft}
      />
      {dialog}
      <div className="row grid-foot">
        <button type="button" onClick={() => setToDraft(toDraft + 1)}>
          New row
        </button>
        <span className="hint">
          {count(data.rows.length, 'experiment')} recorded. Type or paste into the last row to add more.
        </span>
        <span className="spring" />
        {filled.length > 0 && (
          <>
            {wrong > 0 && <span className="note bad">{count(wrong, 'row')} to mend first</span>}
            <button type="button" onClick={table.forget}>
              Discard new rows
            </button>
            <CopyAs what="Record experiments" call={call} />
            <button type="button" className="primary" disabled={wrong > 0} onClick={() => void record()}>
              Record {count(filled.length, 'row')}
            </button>
          </>
        )}
      </div>
    </>
  );

  async function undoRecord(session: string, rowsBefore: number, added: number): Promise<void> {
    const { rows, columns: names } = await loadDataset(session);
    if (rows.length !== rowsBefore + added)
      throw new Error('Other rows were recorded since; delete the ones you mean in the table.');
    await replaceTable(session, rows, rows.slice(0, rowsBefore), names, props.targets);
    invalidate(keyOf(session));
  }
}

export function ExperimentsPage({ id }: { id: string }) {
  const variables = useVariables(id);
  const detail = useDetail(id);
  const data = useDataset(id);
  const objectives = useObjectives(id);
  const [dragging, setDragging] = useState(false);
  const [dropped, setDropped] = useState<File | undefined>();
  const missing = waiting(variables, detail, data);
  if (missing) return missing;
  const list = variables.data ?? [];
  const targets = objectives.map((objective) => objective.name);
  const units = Object.fromEntries(objectives.map((objective) => [objective.name, objective.unit]));
  const dataset = data.data ?? { rows: [], columns: [] };
  const columns = tableColumns(list, targets, dataset.columns, units);
  const saveCsv = (): void => download('experiments.csv', csvFile(dataset.columns, dataset.rows), 'text/csv');
  return (
    <section
      className={dragging ? 'dropping' : undefined}
      aria-label="Experiments"
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        setDropped(event.dataTransfer.files[0]);
      }}
    >
      <Heading
        title="Experiments"
        actions={
          <>
            <ImportButton
              id={id}
              variables={list}
              targets={targets}
              recorded={dataset.rows.length}
              dropped={dropped}
              onDone={() => setDropped(undefined)}
            />
            {dataset.rows.length > 0 && (
              <button type="button" onClick={saveCsv}>
                Save CSV
              </button>
            )}
          </>
        }
      >
        Every result the model learns from. Paste from a spreadsheet, or drop a file (CSV, XLSX, Parquet)
        anywhere on this page.
      </Heading>
      {list.length === 0 ? (
        <Empty
          title="A table needs columns"
          actions={
            <a className="button primary" href={link(id, 'variables')}>
              Define variables
            </a>
          }
        >
          <p>
            Define your variables first, or drop a file here: its columns can become the variables, with the
            ranges found in the file.
          </p>
        </Empty>
      ) : (
        <Table id={id} data={dataset} columns={columns} targets={targets} />
      )}
    </section>
  );
}
