import { useState } from 'react';
import { preferred } from '../../../contract/objectives/goals.ts';
import { calls, change } from '../../api/actions.ts';
import type { ObjectiveList, ObjectivesRequest } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useFollowingDraft } from '../../components/follow.ts';
import { Discard, Form } from '../../components/form.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { Term } from '../../components/term.tsx';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { type Declared, useDeclared } from '../../domain/results/objectives.ts';
import { writeNumber } from '../../text/numbers.ts';
import {
  anotherDraft,
  type DraftErrors,
  draftOf,
  type ObjectiveDraft,
  readObjectives,
} from './objective-draft.ts';

const goals = [
  ['maximize', 'maximize'],
  ['minimize', 'minimize'],
  ['target', 'target value'],
  ['at_least', 'minimum acceptable value'],
  ['at_most', 'maximum acceptable value'],
] as const;

const touched = ['objectives', 'detail', 'data', 'state', 'model', 'audit', 'plot'];

interface FieldsProps {
  /** Its place in the list. */
  item: string;
  draft: ObjectiveDraft;
  errors: DraftErrors;
  set: (step: Partial<ObjectiveDraft>) => void;
  known: Declared | undefined;
  joined: boolean;
  onRemove: (() => void) | undefined;
}

/** One number of an objective, as it is typed. */
function NumberText(
  props: FieldsProps & {
    field: keyof ObjectiveDraft;
    label: string;
    placeholder?: string;
    hint?: string;
  },
) {
  const { field } = props;
  return (
    <TextField
      label={props.label}
      value={props.draft[field]}
      onChange={(text) => props.set({ [field]: text })}
      error={props.errors[field]}
      placeholder={props.placeholder ?? ''}
      hint={props.hint}
      narrow
    />
  );
}

/** Where desirability begins and ends; the ends in force are in the empty fields. */
function DesirabilityFields(props: FieldsProps) {
  const { goal } = props.draft;
  const now = props.known?.desirability_now;
  const shown = (end: number | undefined) =>
    end === undefined ? '' : writeNumber(Number(end.toPrecision(3)));
  return (
    <details className="fold">
      <summary>Desirability</summary>
      <div className="fields">
        <NumberText
          {...props}
          field="low"
          label={preferred[goal] === 'smaller' ? 'Ideal up to' : 'Unacceptable up to'}
          placeholder={shown(now?.low)}
        />
        <NumberText
          {...props}
          field="high"
          label={preferred[goal] === 'larger' ? 'Ideal from' : 'Unacceptable from'}
          placeholder={shown(now?.high)}
        />
        <NumberText
          {...props}
          field="curve"
          label="Exponent"
          hint="1: linear; above 1: values near the best end count more"
        />
      </div>
      <p className="hint">Empty: taken from the results so far.</p>
    </details>
  );
}

/** Between which values results can lie; what is assumed is in the empty fields. */
function BoundsFields(props: FieldsProps) {
  const now = props.known?.bounds_now;
  const shown = (end: number | null | undefined) => (end == null ? 'none' : writeNumber(end));
  return (
    <details className="fold">
      <summary>
        Possible results: {now ? `${shown(now.low)} to ${shown(now.high)}` : 'any'}
        {now?.assumed && ' (assumed)'}
      </summary>
      <div className="fields">
        <NumberText {...props} field="lowest" label="Lowest possible" placeholder={shown(now?.low)} />
        <NumberText {...props} field="highest" label="Highest possible" placeholder={shown(now?.high)} />
      </div>
      <p className="hint">
        Predictions stay between them.{' '}
        {now?.assumed
          ? `0 to 100 is assumed, because ${now.assumed} and all results fit. Write none for no bound.`
          : 'Both empty: 0 to 100 for results in per cent, as long as all of them fit.'}
      </p>
    </details>
  );
}

const Remove = (props: { name: string; recorded: boolean; onClick: () => void }) => (
  <button
    type="button"
    className="plain"
    aria-label={`Remove objective ${props.name}`}
    disabled={props.recorded}
    title={props.recorded ? 'It has recorded values' : undefined}
    onClick={props.onClick}
  >
    Remove
  </button>
);

function ObjectiveFields(props: FieldsProps) {
  const { item, draft, errors, set, known, joined, onRemove } = props;
  const recorded = (known?.n_values ?? 0) > 0;
  return (
    <fieldset className="objective" aria-label={`Objective ${draft.name}`} data-item={item}>
      <div className="fields">
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => (recorded ? undefined : set({ name }))}
          error={errors.name}
          hint={recorded ? `${known?.n_values} recorded` : undefined}
        />
        <TextField label="Unit" value={draft.unit} onChange={(unit) => set({ unit })} narrow />
        <SelectField
          label="Goal"
          value={draft.goal}
          onChange={(goal) => set({ goal: goal as ObjectiveDraft['goal'] })}
          options={goals}
          narrow
        />
        {draft.goal === 'target' && <NumberText {...props} field="target" label="Target" />}
        <NumberText {...props} field="atLeast" label="Minimum acceptable" placeholder="no limit" />
        <NumberText {...props} field="atMost" label="Maximum acceptable" placeholder="no limit" />
        {joined && <NumberText {...props} field="importance" label="Importance" />}
        {onRemove && <Remove name={draft.name} recorded={recorded} onClick={onRemove} />}
      </div>
      <BoundsFields {...props} />
      {(joined || draft.goal === 'target') && <DesirabilityFields {...props} />}
    </fieldset>
  );
}

type Drafts = readonly ObjectiveDraft[];

/** Objectives and how they are joined, as they are typed; the server's come in where nothing was typed. */
function useObjectiveDrafts(id: string, list: ObjectiveList) {
  const stored = { drafts: list.objectives.map(draftOf) as Drafts, join: list.join };
  const following = useFollowingDraft(`objectives.${id}`, stored);
  const { drafts, join } = following.form;
  const setDrafts = (step: (now: Drafts) => Drafts): void =>
    following.set((now) => ({ ...now, drafts: step(now.drafts) }));
  const setJoin = (next: ObjectiveList['join']): void => following.set((now) => ({ ...now, join: next }));
  return { ...following, drafts, setDrafts, join, setJoin, ...readObjectives(drafts, join) };
}

const byDesirability = ['desirability', 'desirability: one compromise'] as const;

function JoinField({ join, setJoin, special }: ReturnType<typeof useObjectiveDrafts>) {
  return (
    <SelectField
      label="Combine them by"
      value={special ? 'desirability' : join}
      onChange={(value) => setJoin(value === 'desirability' ? 'desirability' : 'pareto')}
      options={special ? [byDesirability] : [['pareto', 'Pareto front: compromises'], byDesirability]}
      hint={special ? 'A goal that is a target or a limit needs desirability.' : undefined}
    />
  );
}

/** Sends the objectives, with a way back. @returns whether the server took them */
async function save(id: string, request: ObjectivesRequest, list: ObjectiveList): Promise<boolean> {
  const before = readObjectives(list.objectives.map(draftOf), list.join).request;
  const done = await attempt(() => change(id, calls.putObjectives(id, request), touched));
  if (!done) return false;
  const undo = async (): Promise<void> => {
    await change(id, calls.putObjectives(id, before), touched);
  };
  notifyStep(id, 'Objectives saved.', undo, done.warnings);
  return true;
}

/** The field of the name of the objective that was added. */
const nameOfLast = (form: HTMLFormElement | null): HTMLInputElement | null =>
  form?.querySelector('fieldset.objective:last-of-type input') ?? null;

function Editor({ id, list }: { id: string; list: ObjectiveList }) {
  const typed = useObjectiveDrafts(id, list);
  const { drafts, setDrafts, request, errors } = typed;
  const [tried, setTried] = useState(false);
  const joined = drafts.length > 1 && (typed.special || typed.join === 'desirability');
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!typed.ok || !(await save(id, request, list))) return;
    typed.onSaved();
    setTried(false);
  };
  return (
    <Form onSubmit={submit}>
      {drafts.map((draft, k) => (
        <ObjectiveFields
          // biome-ignore lint/suspicious/noArrayIndexKey: names are being typed
          key={k}
          item={`objective ${k}`}
          draft={draft}
          errors={tried ? (errors[k] ?? {}) : {}}
          known={list.objectives.find((one) => one.name === draft.name)}
          joined={joined}
          set={(step) => setDrafts((now) => now.map((one, i) => (i === k ? { ...one, ...step } : one)))}
          onRemove={drafts.length > 1 ? () => setDrafts((now) => now.filter((_, i) => i !== k)) : undefined}
        />
      ))}
      {drafts.length > 1 && <JoinField {...typed} />}
      <div className="row">
        <button
          type="button"
          onClick={({ currentTarget: { form } }) => {
            setDrafts((now) => [...now, anotherDraft(now)]);
            requestAnimationFrame(() => nameOfLast(form)?.select());
          }}
        >
          Add objective
        </button>
        <span className="spring" />
        <Discard isChanged={typed.isChanged} onClick={typed.discard} />
        <CopyAs what="Objectives" call={() => calls.putObjectives(id, request)} />
        <button type="submit" className="primary">
          Save objectives
        </button>
      </div>
    </Form>
  );
}

/** What the campaign is for: declared here, before any data or later, and asked nowhere else. */
export function ObjectivesPanel({ id }: { id: string }) {
  const list = useDeclared(id).data;
  if (!list) return null;
  return (
    <Panel changes="write" title="Objectives">
      <p className="hint">
        What is measured, and its goal. Suggestions, recommendations and figures use it.{' '}
        {list.objectives.length > 1 && (
          <>
            Several objectives are combined by their <Term name="Pareto-optimal">Pareto front</Term> or by{' '}
            <Term name="desirability">desirability</Term>.
          </>
        )}
      </p>
      <Editor id={id} list={list} />
    </Panel>
  );
}
