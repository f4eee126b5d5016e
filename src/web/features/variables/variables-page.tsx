import { useCallback, useEffect, useRef, useState } from 'react';
import { asRequest, calls, change } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { sendForFile } from '../../api/http.ts';
import { keyOf, setOptimistic } from '../../api/queries.ts';
import {
  forgetDataset,
  loadDataset,
  useConstraints,
  useDetail,
  useQueue,
  useVariables,
} from '../../api/session.ts';
import type { Constraint, Variable, VariableChanged, VariablePatch } from '../../api/types.ts';
import { download } from '../../components/download.ts';
import { FileButton, jsonFiles } from '../../components/file-button.tsx';
import { Heading, Panel, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { actionsHead, TableHead } from '../../components/table-head.tsx';
import { attempt, notify, notifyStep } from '../../components/toasts.tsx';
import { firstRuns, NextStep } from '../../domain/guidance/next-step-card.tsx';
import { count } from '../../text/format.ts';
import { CandidatesPanel } from './candidates-panel.tsx';
import { ConstraintsPanel } from './constraints-panel.tsx';
import { changedByRenaming, changedByVariables, NewVariable } from './new-variable.tsx';
import { ObjectivesPanel } from './objectives-panel.tsx';
import { loadSpace } from './space-file.ts';
import { VariableDialog } from './variable-dialog.tsx';
import { patchOf, readDraft, toDraft, type VariableDraft } from './variable-draft.ts';
import { VariableRow } from './variable-row.tsx';

/** Puts the whole space back as it was: the way to take back a deletion without moving the variable to the end. */
const restore =
  (id: string, variables: readonly Variable[], constraints: readonly Constraint[]) => async () => {
    await change(id, calls.loadSpace(id, variables.map(asRequest), constraints), changedByVariables);
  };

function FileActions(props: { id: string; restore: () => Promise<void> }) {
  const { id } = props;
  const save = async (): Promise<void> => {
    const query = { include_constraints: true };
    download('variables.json', await sendForFile(sessionCall('GET', id, 'variables/export', { query })));
  };
  const load = async (file: File): Promise<void> => {
    await loadSpace(file, (body) =>
      change(id, sessionCall('POST', id, 'variables/load', { body }), changedByVariables),
    );
    notifyStep(id, `Variables loaded from ${file.name}.`, props.restore);
  };
  return (
    <>
      <PermissionFieldset>
        <FileButton
          label="Load JSON"
          what="Variables file"
          accept={jsonFiles}
          onFile={(file) => void attempt(() => load(file))}
        />
      </PermissionFieldset>
      <button type="button" onClick={() => void attempt(save)}>
        Save JSON
      </button>
    </>
  );
}

/** Without a list of its own, a variable that becomes categorical has the recorded values as its categories. */
function withRecorded(patch: VariablePatch): VariablePatch {
  if (patch.type !== 'categorical' || (patch.categories?.length ?? 0) > 0) return patch;
  const { categories: _categories, retired: _retired, unavailable: _unavailable, ...rest } = patch;
  return rest;
}

/** The draft with the categories that were taken out although recorded runs have them: these are retired. */
async function withRecordedKept(id: string, old: Variable, draft: VariableDraft) {
  const gone =
    draft.type === 'categorical' ? (old.categories ?? []).filter((one) => !draft.values.includes(one)) : [];
  const rows = gone.length === 0 ? [] : (await loadDataset(id)).rows;
  const kept = gone.filter((one) => rows.some((row) => row[old.name] === one));
  if (kept.length === 0) return { draft, kept };
  const stay = (old.categories ?? []).filter((one) => draft.values.includes(one) || kept.includes(one));
  const values = [...new Set([...stay, ...draft.values])];
  return { draft: { ...draft, values, retired: [...new Set([...draft.retired, ...kept])] }, kept };
}

const retiredWords = (kept: readonly string[]): string[] =>
  kept.map((one) => `“${one}” is used in recorded runs, so it is retired: it is no longer proposed.`);

/** Sends what changed of a variable, with a way back. @returns whether the server took it */
async function saveVariable(id: string, old: Variable, typed: VariableDraft, why: string): Promise<boolean> {
  const found = await attempt(() => withRecordedKept(id, old, typed));
  if (!found) return false;
  const { draft, kept } = found;
  const before = readDraft(toDraft(old)).request;
  const { request } = readDraft(draft);
  const patch = withRecorded(patchOf(before, request));
  const retyped = patch.type !== undefined;
  if (Object.keys(patch).length === 0) {
    if (kept.length > 0) notify(retiredWords(kept).join(' '));
    return kept.length === 0;
  }
  const back = setOptimistic<Variable[]>(keyOf(id, 'variables'), (now) =>
    now.map((entry) => (entry.name === old.name ? ({ ...entry, ...request } as Variable) : entry)),
  );
  const done = await attempt(() =>
    change<VariableChanged>(id, calls.patchVariable(id, old.name, { ...patch, ...(why && { why }) }), [
      ...changedByVariables,
      ...(patch.name === undefined && !retyped ? [] : changedByRenaming),
    ]),
  );
  if (patch.name !== undefined || retyped) forgetDataset(id);
  if (!done) back();
  else
    notifyStep(
      id,
      `Variable “${request.name}” changed.`,
      async () => {
        await change(id, calls.patchVariable(id, request.name, patchOf(request, before)));
        forgetDataset(id);
      },
      [...retiredWords(kept), ...done.notes],
    );
  return done !== undefined;
}

interface Space {
  readonly id: string;
  readonly variables: readonly Variable[];
  readonly constraints: readonly Constraint[];
}

/** Deletes a variable with the constraints that name it, with a way back. */
async function removeVariable({ id, variables, constraints }: Space, name: string): Promise<void> {
  const back = setOptimistic<Variable[]>(keyOf(id, 'variables'), (now) =>
    now.filter((one) => one.name !== name),
  );
  const lost = constraints.filter((entry) => name in entry.coefficients).length;
  const done = await attempt(async () => {
    await change(id, calls.deleteVariable(id, name), changedByVariables);
    return true;
  });
  if (!done) back();
  else
    notifyStep(
      id,
      `Variable “${name}” deleted${lost > 0 ? ` with ${count(lost, 'constraint')}` : ''}.`,
      restore(id, variables, constraints),
    );
}

const heads = [
  'Name',
  'Type',
  'Range and step, or values',
  'Unit',
  'Role',
  { name: 'Change', title: 'Factors that are hard to change between runs make split-plot designs' },
  actionsHead,
];

/** What a row does; the functions stay, so that the other rows need not be drawn again. */
function useRowActions({ id, variables, constraints }: Space) {
  const latest = useRef({ id, variables, constraints });
  useEffect(() => {
    latest.current = { id, variables, constraints };
  }, [id, variables, constraints]);
  return {
    onSave: useCallback((old: Variable, draft: VariableDraft) => saveVariable(id, old, draft, ''), [id]),
    onDelete: useCallback((variable: Variable) => void removeVariable(latest.current, variable.name), []),
  };
}

function VariableTable(props: Space & { rows: number; onEdit: (variable: Variable) => void }) {
  const { id, variables } = props;
  const actions = useRowActions(props);
  return (
    <Panel changes="write" title={count(variables.length, 'variable')}>
      {variables.length === 0 && (
        <p className="hint">
          Fill in the first row: a name, a range and a unit are enough. Or drop a CSV or Excel file on{' '}
          <a href={link(id, 'experiments')}>Experiments</a> and let its columns become variables; one without
          results can become the list of runs to choose from.
        </p>
      )}
      <div className="table-scroll">
        <table className="table editable cards">
          <TableHead columns={heads} />
          <tbody>
            {variables.map((variable) => (
              <VariableRow
                key={variable.name}
                variable={variable}
                recorded={props.rows > 0}
                onEdit={props.onEdit}
                {...actions}
              />
            ))}
            <NewVariable id={id} rows={props.rows} taken={variables.map(({ name }) => name)} />
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

export function VariablesPage({ id }: { id: string }) {
  const variables = useVariables(id);
  const constraints = useConstraints(id);
  const detail = useDetail(id);
  const queue = useQueue(id);
  const [edited, setEdited] = useState<Variable>();
  const missing = waiting(variables, constraints);
  if (missing) return missing;
  const space: Space = { id, variables: variables.data ?? [], constraints: constraints.data ?? [] };
  const rows = detail.data?.experiments.count ?? 0;
  const isStart = space.variables.length > 0 && rows === 0 && queue.data?.items.length === 0;
  return (
    <>
      <Heading
        title="Variables"
        actions={<FileActions id={id} restore={restore(id, space.variables, space.constraints)} />}
      >
        The settings of an experiment and its goals. Edit values in place; a row is saved when you leave it.
        Every change can be undone.
      </Heading>
      <VariableTable {...space} rows={rows} onEdit={setEdited} />
      {edited && (
        <VariableDialog
          variable={edited}
          rows={rows}
          gone={!space.variables.some(({ name }) => name === edited.name)}
          onSave={(draft, why) => saveVariable(id, edited, draft, why)}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ObjectivesPanel id={id} />
      <ConstraintsPanel {...space} />
      <CandidatesPanel id={id} variables={space.variables} />
      {isStart && <NextStep id={id} step={firstRuns} />}
    </>
  );
}
