import { useState } from 'react';
import { tableFiles } from '../../../contract/imports/table-formats.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { calls, change } from '../../api/actions.ts';
import { ApiError } from '../../api/http.ts';
import { keyOf, setOptimistic } from '../../api/queries.ts';
import type { Candidates, Inputs, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { DataTable, named } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { Bar, Panel } from '../../components/page-parts.tsx';
import { attempt, notify } from '../../components/toasts.tsx';
import { useWork } from '../../components/work.ts';
import { listWords, remarksOf, shownRuns, useCandidates } from '../../domain/variables/candidates.ts';
import { count, labelled, showSetting } from '../../text/format.ts';
import { variablesWithoutValues } from './candidate-columns.ts';

const touched = ['candidates', 'audit'];

/** Asks before what cannot be taken back. */
function Confirm(props: {
  title: string;
  text: string;
  action: string;
  onYes: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.text}</p>
      <div className="row end">
        <button type="button" data-first="" onClick={props.onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="danger"
          onClick={() => {
            props.onClose();
            props.onYes();
          }}
        >
          {props.action}
        </button>
      </div>
    </Dialog>
  );
}

/** Sends a file, and keeps what the server finds wrong with it. */
function useUpload(id: string) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const { busy, start, cancel } = useWork();
  const upload = async (file: File): Promise<void> => {
    setProblem(undefined);
    setName(file.name);
    const call = calls.uploadCandidates(id, file);
    const list = await start((signal) =>
      change<Candidates>(id, call, touched, signal).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(`${file.name}: ${error.message}`);
        return undefined;
      }),
    );
    if (!list) return;
    notify([`${count(list.total, 'run')} read from ${file.name}.`, ...remarksOf(list)].join(' '));
  };
  return { reading: busy ? name : undefined, problem, upload, cancel };
}

function FirstRuns({ list, variables }: { list: Candidates; variables: readonly Variable[] }) {
  const [first = {}] = list.candidates;
  return (
    <DataTable
      label="First runs of the candidate list"
      narrow="cards"
      rows={list.candidates}
      columns={Object.keys(first).map((name) => {
        const unit = variables.find((one) => one.name === name)?.unit;
        return {
          key: labelled(name, unit),
          head: named(name, unit),
          cell: (run: Inputs) => showSetting(run[name]),
          ...(typeof first[name] === 'number' && { className: 'number' }),
        };
      })}
    />
  );
}

/** What the list holds, and whether its runs may be repeated. */
function List({ id, list, variables }: { id: string; list: Candidates; variables: readonly Variable[] }) {
  const without = variablesWithoutValues(list, variables);
  const setRepeats = async (repeats: boolean): Promise<void> => {
    const back = setOptimistic<Candidates>(keyOf(id, 'candidates'), (now) => ({ ...now, repeats }));
    if (!(await attempt(() => change(id, calls.patchCandidates(id, { repeats }), touched)))) back();
  };
  return (
    <>
      <p>The list holds {listWords(list)}.</p>
      {remarksOf(list).map((text) => (
        <p key={text} className="note">
          {text}
        </p>
      ))}
      {without.length > 0 && (
        <p className="note warn">
          The list has no values of {without.join(', ')}, so nothing can be suggested from it. Replace or
          remove it.
        </p>
      )}
      <CheckField
        label="Runs of this list may be proposed more than once"
        checked={list.repeats}
        onChange={(on) => void setRepeats(on)}
      />
      <FirstRuns list={list} variables={variables} />
      {list.total > shownRuns && <p className="hint">The first {shownRuns} runs are shown.</p>}
    </>
  );
}

const settableWords = (settable: readonly Variable[]): string =>
  settable.map(({ name, unit }) => labelled(name, unit)).join(', ');

const replaceWords = ({ total, repeats }: Candidates, file: File): string =>
  `The ${count(total, 'run')} of the list are replaced by those of ${file.name}. This cannot be undone. ` +
  `Recorded and staged runs stay.${repeats ? ' Runs of the new list are proposed once each, until you allow repeats.' : ''}`;

/** What may be done with a list: another file in its place, or none. Both are asked about. */
function Questions(props: {
  id: string;
  list: Candidates;
  chosen: File | undefined;
  removing: boolean;
  onReplace: (file: File) => void;
  onClose: () => void;
}) {
  const { id, list, chosen, removing, onClose } = props;
  const remove = async (): Promise<void> => {
    await change(id, calls.deleteCandidates(id), touched);
    notify('Candidate list removed.');
  };
  return (
    <>
      {chosen && (
        <Confirm
          title="Replace the candidate list?"
          text={replaceWords(list, chosen)}
          action="Replace list"
          onYes={() => props.onReplace(chosen)}
          onClose={onClose}
        />
      )}
      {removing && (
        <Confirm
          title="Remove the candidate list?"
          text={`The ${count(list.total, 'run')} of the list are deleted. This cannot be undone. Suggestions may then be any settings within the ranges.`}
          action="Remove list"
          onYes={() => void attempt(remove)}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** The runs that alone may be proposed. */
export function CandidatesPanel({ id, variables }: { id: string; variables: readonly Variable[] }) {
  const { data: list, error } = useCandidates(id);
  const { reading, problem, upload, cancel } = useUpload(id);
  const [chosen, setChosen] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const settable = controllableOf(variables);
  if (settable.length === 0) return null;
  const take = (file: File): void => {
    if (list) setChosen(file);
    else void upload(file);
  };
  return (
    <Panel
      changes="write"
      title="Candidate list"
      actions={
        <>
          <CopyAs
            what="Upload candidate list"
            call={() => calls.uploadCandidates(id, new File([], 'candidates.csv'))}
          />
          {list && (
            <button type="button" className="danger" onClick={() => setRemoving(true)}>
              Remove list
            </button>
          )}
        </>
      }
    >
      <p className="hint">
        If only certain runs can be made, such as the wells of a plate, give them as a file: CSV, XLSX, ODS or
        Parquet, one run per row, one column for each of {settableWords(settable)}. The automatic strategy
        then proposes only these runs.
      </p>
      {error && <p className="note bad">{error.message}</p>}
      {list && <List {...{ id, list, variables }} />}
      <FileButton
        label={list ? 'Replace list' : 'Choose file'}
        what="File of candidates"
        accept={tableFiles}
        disabled={reading !== undefined || list === undefined}
        error={problem}
        onFile={take}
      />
      {reading !== undefined && <Bar label={`Reading ${reading}`} fraction={undefined} onCancel={cancel} />}
      {list && (
        <Questions
          {...{ id, list, chosen, removing }}
          onReplace={(file) => void upload(file)}
          onClose={() => {
            setChosen(undefined);
            setRemoving(false);
          }}
        />
      )}
    </Panel>
  );
}
