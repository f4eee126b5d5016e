import type { QueueItem, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Menu } from '../../components/menu.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import type { Sign } from '../../components/sign-keys.tsx';
import { labelled, showSetting } from '../../text/format.ts';
import type { Objective } from '../results/objectives.ts';
import { type Completion, useCompletion } from './completion.tsx';
import { StepList } from './steps.tsx';
import { pasteResults } from './typed-results.ts';

/** Where a run belongs in a design: runs of one plot keep what is hard to change. */
export const plotWords = ({ Block, WholePlot, Subplot }: NonNullable<QueueItem['plot']>): string =>
  [
    ...(Block === undefined ? [] : [`block ${Block}`]),
    ...(WholePlot === undefined ? [] : [`plot ${WholePlot}${Subplot ? `.${Subplot}` : ''}`]),
  ].join(', ');

/** What is rarer than completing a run. */
export function RunMenu(props: {
  item: QueueItem;
  number: number;
  state: Completion;
  onFail: (item: QueueItem) => void;
}) {
  const { item, state } = props;
  return (
    <Menu
      label={`More for run ${props.number}`}
      sign="⋯"
      entries={[
        ...(item.status === 'pending' && state.next === 'complete'
          ? [{ label: 'Start', run: () => void state.start() }]
          : []),
        ...(state.next === 'approve' ? [] : [{ label: 'Failed…', run: () => props.onFail(item) }]),
        ...(item.status === 'pending'
          ? [{ label: 'Remove from the queue', run: () => void state.remove(), danger: true }]
          : []),
      ]}
    />
  );
}

/** A number has a key for its minus, unless it cannot be negative. */
const signsOf = (lowest: number | null | undefined): Sign[] => (lowest != null && lowest >= 0 ? [] : ['-']);

function ActualField(props: { variable: Variable; state: Completion }) {
  const { variable, state } = props;
  const common = {
    label: labelled(variable.name, variable.unit),
    value: state.actualOf(variable.name),
    onChange: (text: string) => state.setActual(variable.name, text),
    error: state.errors[variable.name],
    hint: state.warnings[variable.name],
    control: `setting ${variable.name}`,
    narrow: true,
  };
  if (!variable.categories?.length && variable.type !== 'categorical')
    return <TextField {...common} inputMode="decimal" signs={signsOf(variable.bounds?.[0])} />;
  if (!variable.categories?.length) return <TextField {...common} />;
  const chosen = variable.categories.includes(common.value);
  return (
    <SelectField
      {...common}
      options={chosen ? variable.categories : [['', 'choose'], ...variable.categories]}
    />
  );
}

function Settings({
  item,
  variables,
  warnings,
}: {
  item: QueueItem;
  variables: readonly Variable[];
  warnings: Completion['warnings'];
}) {
  return (
    <dl className="bench-values">
      {Object.entries(item.labels ?? {}).map(([name, value]) => (
        <div key={`label ${name}`}>
          <dt>{name}</dt>
          <dd>{showSetting(value)}</dd>
        </div>
      ))}
      {variables.map((variable) => (
        <div key={variable.name}>
          <dt>{variable.name}</dt>
          <dd>
            {showSetting(item.inputs[variable.name])} <small>{variable.unit}</small>
            {warnings[variable.name] && <small className="cell-error warn">{warnings[variable.name]}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const badgeWords = ({ status, lease, reason }: QueueItem): string => {
  if (status === 'running') return lease ? `Running: ${lease.worker}` : 'Running';
  return reason ?? 'Pending';
};

interface CardProps {
  id: string;
  item: QueueItem;
  number: number;
  title?: string;
  /** A run and those after it, which take the rows of a pasted block. */
  runsFrom: (item: QueueItem) => readonly QueueItem[];
  variables: readonly Variable[];
  objectives: readonly Objective[];
  onFail: (item: QueueItem) => void;
}

const CardHead = ({ item, number, title }: CardProps) => (
  <header>
    <h2>
      {title ? `${title}: ${number}` : `Run ${number}`}
      {item.plot && <small> {plotWords(item.plot)}</small>}
    </h2>
    <span className="badge">{badgeWords(item)}</span>
  </header>
);

/** Settings that may have come out different, what was observed, and the results. */
function ResultFields(props: CardProps & { state: Completion }) {
  const { id, item, runsFrom, variables, objectives, state } = props;
  const planned = variables.filter((variable) => variable.name in item.inputs);
  const observed = variables.filter((variable) => !(variable.name in item.inputs));
  const wrong = planned.some((variable) => state.errors[variable.name] !== undefined);
  const fields = (list: readonly Variable[]) =>
    list.map((variable) => <ActualField key={variable.name} variable={variable} state={state} />);
  return (
    <>
      <details className="fold" open={wrong ? true : undefined}>
        <summary>Correct a setting that differed</summary>
        <div className="fields">{fields(planned)}</div>
      </details>
      <div className="fields">
        {fields(observed)}
        {objectives.map((objective, i) => (
          <TextField
            key={objective.name}
            label={labelled(objective.label, objective.unit)}
            value={state.outputOf(objective.name)}
            onChange={(text) => state.setOutput(objective.name, text)}
            error={state.errors[objective.name]}
            control={`result ${objective.name}`}
            inputMode="decimal"
            signs={[...signsOf(objective.bounds?.low), '<', '>']}
            onPaste={(event) => pasteResults(event, id, runsFrom(item), objectives, i)}
            narrow
          />
        ))}
      </div>
    </>
  );
}

const stepLabels = { approve: 'Approve', start: 'Start', complete: 'Complete' } as const;

/** The button of the next step of a run: where runs are approved, a result comes last. */
export function StepButton({
  state,
  primary,
  submit,
  number,
}: {
  state: Completion;
  primary: boolean;
  submit?: true;
  /** Number of the run, where that is not above the button. */
  number?: number;
}) {
  const { next, steps } = state;
  const words = state.busy ? 'Recording…' : stepLabels[next];
  return (
    <button
      type={submit ? 'submit' : 'button'}
      data-control="step"
      aria-label={number === undefined ? undefined : `${words} run ${number}`}
      className={primary || next !== 'complete' ? 'primary' : ''}
      disabled={state.busy || steps.nameless}
      onClick={submit ? undefined : () => void state[next]()}
    >
      {words}
    </button>
  );
}

/**
 * One run to make: its settings in large type, fields for what comes out, and what is wrong with them beside each. Its
 * request as code is for a desk (`asCode`), not for a thumb at the bench.
 */
export function RunCard(props: CardProps & { asCode?: boolean }) {
  const { id, item, number, variables, objectives, asCode = false } = props;
  const state = useCompletion(id, item, variables, objectives);
  return (
    <article className={`bench-card ${item.status}`} aria-label={`Run ${number}`} data-item={item.id}>
      <CardHead {...props} />
      <Settings
        item={item}
        variables={variables.filter((variable) => variable.name in item.inputs)}
        warnings={state.warnings}
      />
      <PermissionFieldset>
        <Form onSubmit={state[state.next]}>
          <StepList item={item} approval={state.steps.approval} />
          {state.next === 'complete' && <ResultFields {...props} state={state} />}
          <div className="row">
            <RunMenu item={item} number={number} state={state} onFail={props.onFail} />
            {asCode && <CopyAs what={`Complete run ${number}`} call={state.call} />}
            <StepButton state={state} primary submit />
          </div>
        </Form>
      </PermissionFieldset>
    </article>
  );
}
