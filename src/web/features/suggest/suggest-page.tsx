import { useRef, useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { useLive } from '../../api/live.ts';
import { useDataset, useDetail, useModel, useVariables } from '../../api/session.ts';
import type { Inputs, Model, SuggestRequest, SuggestResponse, Variable } from '../../api/types.ts';
import { Bar, Empty, Heading, Panel, waiting } from '../../components/bits.tsx';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { attempt } from '../../components/toasts.tsx';
import { useCostModel } from '../../domain/cost-axis.ts';
import { GoalLine } from '../../domain/goal-line.tsx';
import { type Objective, useGoals, useObjectives } from '../../domain/objectives.ts';
import { middle } from '../../domain/point.ts';
import { parseNumber, writeValue } from '../../text/numbers.ts';
import { type Answer, Suggestions } from './suggestions.tsx';
import { strategiesFor } from './words.ts';

interface Form {
  readonly strategy: string;
  readonly number: string;
  readonly xi: string;
  readonly beta: string;
  readonly seed: string;
  readonly pending: boolean;
  /** Weigh what is expected against what a run costs. */
  readonly costAware?: boolean;
  /** Values held, by controllable variable. */
  readonly hold: Record<string, string>;
  /** Values seen, by observed variable. */
  readonly observed: Record<string, string>;
}

const standard: Form = {
  strategy: '',
  number: '3',
  xi: '',
  beta: '',
  seed: '',
  pending: true,
  hold: {},
  observed: {},
};

function valuesOf(typed: Readonly<Record<string, string>>, variables: readonly Variable[]): Inputs {
  const values: Inputs = {};
  for (const variable of variables) {
    const text = typed[variable.name];
    if (text === undefined || text.trim() === '') continue;
    values[variable.name] = variable.type === 'categorical' ? text : (parseNumber(text) ?? text);
  }
  return values;
}

/** Strategies that can weigh gain against cost. */
const costAware = new Set(['EI', 'LogEI', 'qEI']);

/** The form as a request; what is left empty is left to the server. */
export function suggestRequest(form: Form, strategy: string, variables: readonly Variable[]): SuggestRequest {
  const request: SuggestRequest = { strategy, n_suggestions: Math.round(parseNumber(form.number) ?? 1) };
  const xi = parseNumber(form.xi);
  const beta = parseNumber(form.beta);
  const seed = parseNumber(form.seed);
  if (xi !== undefined) request.xi = xi;
  if (beta !== undefined) request.beta = beta;
  if (seed !== undefined) request.seed = Math.round(seed);
  if (form.pending) request.pending = true;
  if (form.costAware && costAware.has(strategy)) request.options = { cost_aware: true };
  const hold = valuesOf(form.hold, variables);
  const observed = valuesOf(form.observed, variables);
  if (Object.keys(hold).length > 0) request.hold = hold;
  if (Object.keys(observed).length > 0) request.observed = observed;
  return request;
}

function ValueInput(props: {
  variable: Variable;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}) {
  const { variable, error } = props;
  const label = variable.unit ? `${variable.name} (${variable.unit})` : variable.name;
  if (variable.categories?.length)
    return (
      <SelectField
        label={label}
        value={props.value}
        onChange={props.onChange}
        options={
          variable.categories.includes(props.value)
            ? variable.categories
            : [['', 'choose'], ...variable.categories]
        }
        error={error}
        narrow
      />
    );
  return (
    <TextField
      label={label}
      value={props.value}
      onChange={props.onChange}
      error={error}
      inputMode="decimal"
      narrow
    />
  );
}

function HoldFields(props: {
  form: Form;
  set: (step: Partial<Form>) => void;
  variables: readonly Variable[];
}) {
  const { form, set } = props;
  const controllable = props.variables.filter((variable) => variable.role !== 'observed');
  const toggle = (variable: Variable, on: boolean): void => {
    const hold = { ...form.hold };
    if (on) hold[variable.name] = writeValue(middle(variable));
    else delete hold[variable.name];
    set({ hold });
  };
  return (
    <div className="hold">
      {controllable.map((variable) => (
        <div key={variable.name} className="hold-row">
          <CheckField
            label={`Hold ${variable.name}`}
            checked={variable.name in form.hold}
            onChange={(on) => toggle(variable, on)}
          />
          {variable.name in form.hold && (
            <ValueInput
              variable={variable}
              value={form.hold[variable.name] ?? ''}
              onChange={(text) => set({ hold: { ...form.hold, [variable.name]: text } })}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const isObserved = (variable: Variable): boolean =>
  variable.role === 'observed' || variable.type === 'context';

const currentWords = ({ name, unit }: Variable): string =>
  `Enter the current ${name}${unit ? ` (${unit})` : ''}`;

interface FormProps {
  form: Form;
  set: (step: Partial<Form>) => void;
  strategy: string;
  model: Model;
  objectives: readonly Objective[];
  variables: readonly Variable[];
  /** Observed variables that lack their value. */
  unknown: readonly Variable[];
  hasCosts: boolean;
}

function FormFields(props: FormProps) {
  const { form, set, strategy, model, objectives, variables, unknown, hasCosts } = props;
  const offered = strategiesFor(model, objectives.length);
  const chosen = offered.find((entry) => entry.name === strategy);
  const observed = variables.filter(isObserved);
  const held = Object.keys(form.hold).length;
  return (
    <>
      <div className="fields">
        <SelectField
          label="Strategy"
          value={strategy}
          onChange={(value) => set({ strategy: value })}
          options={offered.map((entry) => [entry.name, entry.label] as const)}
          hint={chosen?.purpose}
        />
        <TextField
          label="How many"
          value={chosen?.batch === false ? '1' : form.number}
          onChange={(number) => set({ number })}
          inputMode="numeric"
          hint={
            chosen?.batch === false
              ? 'This strategy gives one run at a time.'
              : `Runs to make in parallel, 1 to ${strategy === 'auto' ? 100 : 10}.`
          }
          narrow
        />
        {observed.map((variable) => (
          <ValueInput
            key={variable.name}
            variable={variable}
            value={form.observed[variable.name] ?? ''}
            error={unknown.includes(variable) ? currentWords(variable) : undefined}
            onChange={(text) => set({ observed: { ...form.observed, [variable.name]: text } })}
          />
        ))}
      </div>
      <details className="fold">
        <summary>Hold variables{held > 0 ? ` (${held} held)` : ''}</summary>
        <p className="hint">A held variable stays at your value; the others are chosen around it.</p>
        <HoldFields form={form} set={set} variables={variables} />
      </details>
      <details className="fold">
        <summary>More options</summary>
        <div className="fields">
          <TextField
            label="ξ (xi)"
            value={form.xi}
            onChange={(xi) => set({ xi })}
            hint="Smallest improvement worth a run."
            narrow
          />
          <TextField
            label="β (beta)"
            value={form.beta}
            onChange={(beta) => set({ beta })}
            hint="Weight of uncertainty in UCB."
            narrow
          />
          <TextField
            label="Seed"
            value={form.seed}
            onChange={(seed) => set({ seed })}
            hint="The same seed gives the same answer."
            narrow
          />
        </div>
        <CheckField
          label="Count staged runs as taken, so that new ones go elsewhere"
          checked={form.pending}
          onChange={(pending) => set({ pending })}
        />
        {hasCosts && costAware.has(strategy) && (
          <CheckField
            label="Weigh the gain against what a run costs"
            checked={form.costAware ?? false}
            onChange={(on) => set({ costAware: on })}
          />
        )}
      </details>
    </>
  );
}

function Asking(props: { id: string; model: Model; variables: readonly Variable[] }) {
  const { id, model, variables } = props;
  const objectives = useObjectives(id);
  const detail = useDetail(id);
  const goals = useGoals(id, objectives);
  const [form, setForm] = useDraft<Form>(`suggest.${id}`, standard);
  const [answer, setAnswer, forget] = useDraft<Answer | null>(`suggested.${id}`, null);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const stop = useRef<AbortController | undefined>(undefined);
  const live = useLive();
  const costs = useCostModel(id);
  const offered = strategiesFor(model, objectives.length);
  const strategy = offered.find((entry) => entry.name === form.strategy) ?? offered[0];
  const name = strategy?.name ?? 'auto';
  const call = () =>
    calls.suggest(
      id,
      suggestRequest(strategy?.batch === false ? { ...form, number: '1' } : form, name, variables),
    );
  const rows = useDataset(id).data?.rows ?? [];
  // The automatic strategy takes the last recorded value; the others need one.
  const unknown = variables.filter(
    (variable) =>
      isObserved(variable) &&
      (form.observed[variable.name] ?? '').trim() === '' &&
      !(name === 'auto' && rows.some((row) => row[variable.name] != null)),
  );
  const ask = async (): Promise<void> => {
    setTried(true);
    if (unknown.length > 0) return;
    const control = new AbortController();
    stop.current = control;
    setBusy(true);
    const observed = valuesOf(form.observed, variables);
    const got = await attempt(() => change<SuggestResponse>(id, call(), ['state', 'audit'], control.signal));
    setBusy(false);
    if (got) setAnswer({ ...got, observed });
  };
  return (
    <>
      <Panel
        title="What to look for"
        actions={
          <>
            <CopyAs what="Suggest" call={call} />
            <button type="button" className="primary" disabled={busy} onClick={() => void ask()}>
              Suggest experiments
            </button>
          </>
        }
      >
        <GoalLine id={id} objectives={objectives} goals={goals} />
        <FormFields
          form={form}
          set={(step) => setForm((now) => ({ ...now, ...step }))}
          strategy={name}
          model={model}
          objectives={objectives}
          variables={variables}
          unknown={tried ? unknown : []}
          hasCosts={costs.data?.cost_model !== null && costs.data !== undefined}
        />
        {busy && (
          <Bar
            label="Searching for the best next runs"
            fraction={live.progress.find((entry) => entry.fraction !== undefined)?.fraction}
            onCancel={() => stop.current?.abort()}
          />
        )}
      </Panel>
      {answer && (
        <Suggestions
          id={id}
          answer={answer}
          variables={variables}
          objectives={objectives}
          goal={goals[0] ?? 'maximize'}
          outdated={detail.data !== undefined && detail.data.data_revision !== answer.data_revision}
          onClear={forget}
        />
      )}
    </>
  );
}

export function SuggestPage({ id }: { id: string }) {
  const model = useModel(id);
  const variables = useVariables(id);
  const missing = waiting(model, variables);
  if (missing || !model.data) return missing;
  return (
    <>
      <Heading title="Suggest">The model proposes the runs that should help most, and says why.</Heading>
      {(variables.data ?? []).length > 0 ? (
        <Asking id={id} model={model.data} variables={variables.data ?? []} />
      ) : (
        <Empty
          title="Suggestions need variables"
          actions={
            <a className="button primary" href={link(id, 'variables')}>
              Define variables
            </a>
          }
        >
          <p>Say first what can be changed and within which limits.</p>
        </Empty>
      )}
    </>
  );
}
