import { useMemo } from 'react';
import { invalidate, keyOf, setOptimistic } from '../../api/queries.ts';
import { type Dataset, forgetDataset } from '../../api/session.ts';
import type { Row } from '../../api/types.ts';
import { useDraft } from '../../components/draft.ts';
import { useQuery } from '../../components/route.ts';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { type Column, type DraftRow, sortedOrder, withText } from '../../domain/table/columns.ts';
import {
  correctRows,
  dropRows,
  namesOf,
  oneByOne,
  replaceTable,
  restoreRows,
} from '../../domain/table/table-edits.ts';
import { count } from '../../text/format.ts';

export interface TableProps {
  id: string;
  data: Dataset;
  columns: readonly Column[];
  targets: readonly string[];
}

/** Shows rows as if the server had them already, sends them, and goes back when it refuses. `work` gives the server's remarks. */
async function sendRows(
  id: string,
  rows: readonly Row[],
  work: () => Promise<readonly string[]>,
  onDone: (remarks: readonly string[]) => void,
): Promise<void> {
  const back = setOptimistic<Dataset>(keyOf(id, 'data'), (now) => ({ ...now, rows }));
  const remarks = await attempt(work);
  if (remarks) onDone(remarks);
  else back();
}

/** Sends the whole table with other rows. */
async function replace(props: TableProps, rows: readonly Row[], label: string): Promise<void> {
  const { id, data, targets } = props;
  const { rows: before, columns: names } = data;
  await sendRows(
    id,
    rows,
    () => replaceTable(id, before, rows, names, targets),
    (remarks) => {
      const undo = async (): Promise<void> => {
        await replaceTable(id, rows, before, names, targets).finally(() => invalidate(keyOf(id, 'data')));
      };
      notifyStep(id, label, undo, remarks);
    },
  );
  invalidate(keyOf(id));
}

/** Takes rows out of the table, by their index. */
async function takeOut(props: TableProps, gone: ReadonlySet<number>): Promise<void> {
  const { id, data, targets } = props;
  const rows = data.rows.filter((_, index) => !gone.has(index));
  const names = namesOf(data.rows, gone);
  const giveBack = async (): Promise<void> => {
    if (names) return restoreRows(id, names);
    await replaceTable(id, rows, data.rows, data.columns, targets).finally(() =>
      invalidate(keyOf(id, 'data')),
    );
  };
  await sendRows(
    id,
    rows,
    async () => {
      await dropRows(id, data, gone, targets);
      return [];
    },
    () => notifyStep(id, `${count(gone.size, 'row')} removed.`, giveBack),
  );
}

/** Sends the rows that changed, by their index in the table. */
async function correct(props: TableProps, changed: ReadonlyMap<number, Row>): Promise<void> {
  const { id, data, columns } = props;
  const rows = data.rows.map((entry, index) => changed.get(index) ?? entry);
  const label = `${count(changed.size, 'row')} changed.`;
  const before = [...changed.keys()].map((index) => data.rows[index] as Row);
  // A table of old has rows without a name of their own, and many rows are written faster together.
  if (changed.size > oneByOne || before.some((row) => typeof row['ProvenanceId'] !== 'string'))
    return replace(props, rows, label);
  const after = [...changed.values()];
  await sendRows(
    id,
    rows,
    () => correctRows(id, after, before, columns),
    (remarks) => {
      const undo = async (): Promise<void> => {
        await correctRows(id, before, after, columns);
      };
      notifyStep(id, label, undo, remarks);
    },
  );
  forgetDataset(id);
  invalidate(keyOf(id));
}

interface Edits {
  /** Recorded rows that change, by their index. */
  readonly changed: Map<number, Row>;
  /** All rows that are not recorded yet. */
  readonly drafts: DraftRow[];
}

/**
 * What a block of texts changes when it is written with its upper left corner at a cell.
 *
 * @throws Error naming the column and the text of a recorded row that cannot be read
 */
function editsOf(
  { data, columns }: TableProps,
  order: readonly number[],
  typed: readonly DraftRow[],
  corner: { row: number; column: number },
  block: readonly (readonly string[])[],
): Edits {
  const changed = new Map<number, Row>();
  const drafts = [...typed];
  const recorded = data.rows.length;
  for (const [i, cells] of block.entries())
    for (const [j, text] of cells.entries()) {
      const row = corner.row + i;
      const target = columns[corner.column + j];
      if (!target || target.kind === 'fixed') continue;
      if (row < recorded) {
        const index = order[row] as number;
        const before = changed.get(index) ?? (data.rows[index] as Row);
        const after = withText(before, target, text, columns);
        if (after !== before) changed.set(index, after);
      } else {
        while (drafts.length <= row - recorded) drafts.push({});
        drafts[row - recorded] = { ...drafts[row - recorded], [target.name]: text };
      }
    }
  return { changed, drafts };
}

/** Column of the order, and whether the largest comes first; both live in the address. */
function useSort() {
  const [text, setText] = useQuery('sort', '');
  const descending = text.startsWith('-');
  const column = text.replace(/^-/, '');
  const onSort = (name: string): void => {
    if (column !== name) setText(name);
    else setText(descending ? '' : `-${name}`);
  };
  return { sort: { column, descending }, onSort };
}

/** Names of rows that stay the same wherever they stand: recorded ones by their run, new ones by their number. */
function rowKeys(rows: readonly Row[], order: readonly number[]) {
  const runAt = (row: number): unknown => rows[order[row] as number]?.['ProvenanceId'];
  return {
    keyOf: (row: number): string =>
      row < rows.length ? `run ${runAt(row) ?? row}` : `new ${row - rows.length}`,
    rowOf: (key: string): number | undefined => {
      const [kind, name = ''] = key.split(' ', 2);
      if (kind === 'new') return rows.length + Number(name);
      const row = order.findIndex((_, i) => `run ${runAt(i) ?? i}` === key);
      return row < 0 ? undefined : row;
    },
  };
}

/** Rows recorded and typed, in the order shown, and what may be done to them. */
export function useTable(props: TableProps) {
  const { id, data } = props;
  const [drafts, setDrafts, forget] = useDraft<DraftRow[]>(`rows.${id}`, []);
  const { sort, onSort } = useSort();
  const order = useMemo(
    () => sortedOrder(data.rows, sort.column, sort.descending),
    [data.rows, sort.column, sort.descending],
  );
  const write = (row: number, column: number, block: readonly (readonly string[])[]): void =>
    void attempt(async () => {
      const edits = editsOf(props, order, drafts, { row, column }, block);
      if (edits.drafts.some((entry, index) => entry !== drafts[index])) setDrafts(edits.drafts);
      if (edits.changed.size > 0) await correct(props, edits.changed);
    });
  const remove = (rows: readonly number[]): void => {
    const recorded = new Set(rows.filter((row) => row < data.rows.length).map((row) => order[row] as number));
    const draftRows = new Set(rows.map((row) => row - data.rows.length).filter((row) => row >= 0));
    if (draftRows.size > 0) setDrafts(drafts.filter((_, index) => !draftRows.has(index)));
    if (recorded.size > 0) void takeOut(props, recorded);
  };
  return { drafts, setDrafts, forget, sort, onSort, order, write, remove, ...rowKeys(data.rows, order) };
}
