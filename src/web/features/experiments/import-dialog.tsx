import { useRef, useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import { forgetDataset, loadDataset } from '../../api/session.ts';
import type { Import, ImportCommitted, ImportPatch, Row, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { DataTable, named } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { doneWords, stageAgain } from '../../domain/queue/staging.ts';
import { addedRows, namesOf, removeRows, replaceTable, restoreRows } from '../../domain/table/table-edits.ts';
import { count, sentence, showSetting } from '../../text/format.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportConstants } from './import-constants.tsx';
import { expected, firstReasons, recordedUnit } from './import-expected.ts';
import { ImportProblems } from './import-problems.tsx';
import { ImportReading } from './import-reading.tsx';
import { ImportWaiting } from './import-waiting.tsx';
import { ListOffer } from './list-offer.tsx';

export interface ImportProps {
  id: string;
  variables: readonly Variable[];
  /** Objectives of the session. */
  targets: readonly string[];
  /** How many experiments it has. */
  recorded: number;
}

type Patch = (patch: ImportPatch) => void;

const undecided = 'select[aria-invalid]';

/** Preview of the first rows to be recorded. */
function Preview({ state }: { state: Import }) {
  const rows = state.preview.slice(0, 5);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'ProvenanceId');
  if (rows.length === 0) return null;
  return (
    <details className="fold">
      <summary>Preview of the first rows to be recorded</summary>
      <DataTable
        label="First rows to be recorded"
        rows={rows}
        columns={names.map((name) => ({
          key: name,
          head: named(name, recordedUnit(state.columns, name)),
          cell: (row: Row) => showSetting(row[name]),
          ...(rows.some((row) => typeof row[name] === 'number') && { className: 'number' }),
        }))}
      />
    </details>
  );
}

/**
 * Takes an import back by one request: its rows, and the variables that the file brought. The runs that it completed are pending again,
 * and rows whose place it took come back; what others recorded meanwhile stays.
 *
 * @param replaced rows whose place it took; undefined where some have no name
 */
async function takeBack(
  { id, targets }: ImportProps,
  own: readonly string[],
  before: readonly Row[],
  replaced: readonly string[] | undefined,
  { variables_added: names, completed_item_ids: done }: ImportCommitted,
): Promise<void> {
  const more = names.length === 0 ? {} : { without_variables: names };
  if (before.length === 0) await removeRows(id, own, { restage: true, ...more });
  else if (replaced) await restoreRows(id, replaced, { in_place_of: [...own], ...more });
  else {
    if (done.length > 0) await stageAgain(id, done);
    const { rows } = await loadDataset(id);
    const columns = [...new Set([...before, ...rows].flatMap((row) => Object.keys(row)))];
    await replaceTable(id, rows, before, columns, targets);
    for (const name of names) await change(id, calls.deleteVariable(id, name), []);
    invalidate(keyOf(id));
  }
}

async function commit(props: ImportProps, state: Import): Promise<boolean> {
  const { id } = props;
  const done = await attempt(async () => {
    const before = (await loadDataset(id)).rows;
    return { before, answer: await change(id, calls.commitImport(id, state.import_id)) };
  });
  if (!done) return false;
  const { before, answer } = done;
  forgetDataset(id);
  invalidate(keyOf(id));
  const failed = answer.failed > 0 ? `, ${answer.failed} of them failed` : '';
  const queue = doneWords(answer.completed_item_ids.length);
  // Rows that others recorded since the file was read stay, unless somebody chose to replace them.
  const replaced = answer.total_experiments > answer.added ? [] : before;
  const own = addedRows(id, answer);
  notifyStep(
    id,
    `${count(answer.added, 'experiment')} imported from ${state.filename}${failed}.${queue}`,
    async () => takeBack(props, await own, replaced, namesOf(replaced, replaced.keys()), answer),
    answer.warnings,
  );
  return true;
}

/** Where the rows go. */
const Mode = ({ state, onPatch }: { state: Import; onPatch: Patch }) => (
  <fieldset className="segments">
    <legend className="sr">Where the rows go</legend>
    {(
      [
        ['append', 'Add to the table'],
        ['replace', 'Replace the table'],
      ] as const
    ).map(([mode, words]) => (
      <button key={mode} type="button" aria-pressed={state.mode === mode} onClick={() => onPatch({ mode })}>
        {words}
      </button>
    ))}
  </fieldset>
);

/** Sends decisions one after another, so that an answer never comes over a later one; each is shown at once. */
function usePatches(id: string, opened: Import) {
  const [read, setRead] = useState(opened);
  const [waiting, setWaiting] = useState<readonly ImportPatch[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const patch: Patch = (part) => {
    setWaiting((parts) => [...parts, part]);
    last.current = last.current
      .then(() => send(calls.patchImport(id, opened.import_id, part)))
      .then((state) => {
        setProblem(undefined);
        setRead(state);
      })
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setWaiting(([_, ...later]) => later));
  };
  return { state: waiting.reduce(expected, read), waits: waiting.length > 0, problem, patch };
}

/** Why nothing can be imported yet. */
const Reasons = ({ texts }: { texts: readonly string[] }) =>
  firstReasons(texts).map((text) => (
    <p key={text} className="note bad" role="alert">
      {sentence(text)}
    </p>
  ));

/** A button that goes to the first choice that is still to be made, which may be far above or below. */
function ToDecision({ state }: { state: Import }) {
  const button = useRef<HTMLButtonElement>(null);
  const isAsked = state.problem_counts.some(({ choice }) => choice === 'ask');
  if (!isAsked && state.ambiguous_number === null) return null;
  const go = (): void => {
    const choices = button.current?.closest('[role=dialog]')?.querySelectorAll<HTMLElement>(undecided);
    choices?.[0]?.focus();
  };
  return (
    <button ref={button} type="button" onClick={go}>
      Decide
    </button>
  );
}

interface DialogProps extends ImportProps {
  /** Absent where the page was loaded again meanwhile. */
  file: File | undefined;
  opened: Import;
  onClose: () => void;
}

/** What would be imported from a file, with what a user decides about it. */
export function ImportDialog(props: DialogProps) {
  const { id, recorded, file } = props;
  const { state, waits, problem, patch } = usePatches(id, props.opened);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    void send(calls.dropImport(id, state.import_id)).catch(() => undefined);
    props.onClose();
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    const done = await commit(props, state);
    setBusy(false);
    if (done) props.onClose();
  };
  return (
    <Dialog title={`Import ${state.filename}`} onClose={close} wide>
      <p className="hint">
        {count(state.n_rows, 'row')} in the file, {state.n_recorded} to be recorded
        {state.n_failed > 0 ? `, ${state.n_failed} of them as failed runs` : ''}. Nothing is recorded until
        you confirm.
      </p>
      <ImportReading state={state} onPatch={patch} />
      {state.remarks.map((remark) => (
        <p key={remark} className="note">
          {sentence(remark)}
        </p>
      ))}
      {file && recorded === 0 && <ListOffer {...props} file={file} state={state} onDone={close} />}
      <ImportColumns
        columns={state.columns}
        names={[...props.variables.map((one) => one.name), ...props.targets]}
        onChange={(column) => patch({ columns: [column] })}
      />
      <ImportWaiting state={state} variables={props.variables} onPatch={patch} />
      <ImportConstants state={state} variables={props.variables} onPatch={patch} />
      <ImportProblems state={state} onPatch={patch} />
      <Preview state={state} />
      {recorded > 0 && <Mode state={state} onPatch={patch} />}
      <div className="foot">
        <Reasons texts={[...(problem === undefined ? [] : [problem]), ...state.blocking]} />
        <div className="row end">
          <ToDecision state={state} />
          <CopyAs what="Import" call={() => calls.commitImport(id, state.import_id)} />
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button
            type="button"
            className="primary"
            disabled={busy || waits || state.blocking.length > 0 || state.n_recorded === 0}
            onClick={() => void run()}
          >
            {state.mode === 'replace' && recorded > 0 ? 'Replace with' : 'Import'}{' '}
            {count(state.n_recorded, 'row')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
