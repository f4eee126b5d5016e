import type { CostModel, CostModelAnswer } from '../../../contract/cost.ts';
import { calls, change } from '../../api/actions.ts';
import { useDataset, useVariables } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { Empty, Heading, Panel, Stat, waiting } from '../../components/bits.tsx';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { NumberField, OptionalNumberField } from '../../components/number-field.tsx';
import { link } from '../../components/route.ts';
import { attempt, told } from '../../components/toasts.tsx';
import { useCostModel } from '../../domain/cost-axis.ts';
import { type Objective, useObjectives } from '../../domain/objectives.ts';
import { count, showIn } from '../../text/format.ts';
import { type CostFunction, fault, startingCurve } from './curve.ts';
import { CurveEditor } from './curve-editor.tsx';

const nothing: CostModel = {
  units: null,
  run_cost: 0,
  variables: {},
  changes: {},
  measurements: {},
  budget: null,
  value_per_unit: {},
};

type VariableCost = CostModel['variables'][string];
type ChangeCost = CostModel['changes'][string];
type Set = (step: Partial<CostModel>) => void;

const without = <T,>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Cost of each label of a categorical variable. */
function LabelCosts(props: {
  variable: Variable;
  values: Readonly<Record<string, number>>;
  set: (values: Record<string, number>) => void;
}) {
  return (
    <div className="fields">
      {(props.variable.categories ?? []).map((label) => (
        <NumberField
          key={label}
          label={label}
          value={props.values[label] ?? 0}
          least={0}
          onChange={(value) => props.set({ ...props.values, [label]: value })}
        />
      ))}
    </div>
  );
}

const evenChange = (labels: readonly string[], cost: number): ChangeCost => ({
  kind: 'table',
  values: Object.fromEntries(
    labels.map((from) => [
      from,
      Object.fromEntries(labels.filter((to) => to !== from).map((to) => [to, cost])),
    ]),
  ),
});

function VariablePanel(props: { variable: Variable; model: CostModel; set: Set }) {
  const { variable, model, set } = props;
  const labels = variable.categories ?? [];
  const [low = 0, high = 1] =
    variable.bounds ??
    ((variable.allowed_values
      ? [variable.allowed_values[0], variable.allowed_values.at(-1)]
      : []) as number[]);
  const running: VariableCost | undefined = model.variables[variable.name];
  const changing: ChangeCost | undefined = model.changes[variable.name];
  const setRunning = (cost: VariableCost | undefined): void =>
    set({
      variables: cost
        ? { ...model.variables, [variable.name]: cost }
        : without(model.variables, variable.name),
    });
  const setChanging = (cost: ChangeCost | undefined): void =>
    set({
      changes: cost ? { ...model.changes, [variable.name]: cost } : without(model.changes, variable.name),
    });
  const start = (): VariableCost =>
    labels.length > 0
      ? { kind: 'table', values: Object.fromEntries(labels.map((label) => [label, 0])) }
      : startingCurve('linear', low, high);
  const toggle = (what: string, on: boolean, change: () => void) => (
    <button type="button" onClick={change}>
      {on ? `Remove cost of ${what}` : `Add cost of ${what}`}
    </button>
  );
  const evenCost =
    changing?.kind === 'table' ? (Object.values(Object.values(changing.values)[0] ?? {})[0] ?? 0) : 0;
  return (
    <Panel
      title={variable.name}
      actions={
        <>
          {toggle('its value', running !== undefined, () => setRunning(running ? undefined : start()))}
          {toggle('changing it', changing !== undefined, () =>
            setChanging(
              changing
                ? undefined
                : labels.length > 0
                  ? evenChange(labels, 1)
                  : startingCurve('linear', 0, high - low),
            ),
          )}
        </>
      }
    >
      {!running && !changing && <p className="hint">Costs nothing by itself.</p>}
      {running && <h3>A run at this value</h3>}
      {running?.kind === 'table' && (
        <LabelCosts
          variable={variable}
          values={running.values}
          set={(values) => setRunning({ kind: 'table', values })}
        />
      )}
      {running && running.kind !== 'table' && (
        <CurveEditor
          title={`Cost of ${variable.name}`}
          curve={running}
          onChange={setRunning}
          low={low}
          high={high}
          xLabel={variable.name}
          xUnit={variable.unit}
          units={model.units}
        />
      )}
      {changing && <h3>Changing it between runs</h3>}
      {changing?.kind === 'table' && (
        <NumberField
          label="Cost of another category than in the run before"
          value={evenCost}
          least={0}
          onChange={(value) => setChanging(evenChange(labels, value))}
        />
      )}
      {changing && changing.kind !== 'table' && (
        <CurveEditor
          title={`Cost of changing ${variable.name}`}
          curve={changing}
          onChange={setChanging}
          low={0}
          high={high - low}
          xLabel={`Change of ${variable.name}`}
          xUnit={variable.unit}
          units={model.units}
        />
      )}
    </Panel>
  );
}

/** Which of the experiments count: those imported may have been paid for before. */
function ChargedField(props: { id: string; model: CostModel; set: Set }) {
  const rows = useDataset(props.id).data?.rows ?? [];
  const own = rows.findIndex((row) => row['Reason'] !== 'Imported');
  const imported = own < 0 ? rows.length : own;
  const uncharged = props.model.uncharged ?? imported;
  if (rows.length === 0) return null;
  return (
    <div className="row">
      <NumberField
        label="First experiments not charged"
        value={uncharged}
        least={0}
        onChange={(value) => props.set({ uncharged: Math.round(value) })}
      />
      {imported > 0 && uncharged !== imported && (
        <button type="button" onClick={() => props.set({ uncharged: imported })}>
          Leave out the {count(imported, 'imported row')}
        </button>
      )}
    </div>
  );
}

function GeneralPanel(props: { id: string; model: CostModel; set: Set; objectives: readonly Objective[] }) {
  const { model, set, objectives } = props;
  return (
    <Panel title="Every run">
      <div className="fields">
        <TextField
          label="Currency or unit"
          value={model.units ?? ''}
          onChange={(text) => set({ units: text.trim() === '' ? null : text })}
          placeholder="EUR, h, g"
          narrow
        />
        <NumberField
          label="Fixed cost of a run"
          value={model.run_cost}
          least={0}
          onChange={(value) => set({ run_cost: value })}
        />
        {objectives.map((objective) => (
          <NumberField
            key={objective.name}
            label={`Measuring ${objective.label}`}
            value={model.measurements[objective.name] ?? 0}
            least={0}
            onChange={(value) => set({ measurements: { ...model.measurements, [objective.name]: value } })}
          />
        ))}
        <OptionalNumberField
          label="Budget"
          value={model.budget}
          least={0}
          onChange={(value) => set({ budget: value })}
          placeholder="none"
        />
      </div>
      <ChargedField id={props.id} model={model} set={set} />
    </Panel>
  );
}

function Editor(props: { id: string; answer: CostModelAnswer; variables: readonly Variable[] }) {
  const { id, answer, variables } = props;
  const objectives = useObjectives(id);
  const stored = answer.cost_model;
  const [draft, setDraft, forget] = useDraft<CostModel | null>(`costs.${id}`, null);
  const model = draft ?? stored ?? nothing;
  const set: Set = (step) => setDraft({ ...model, ...step });
  const curves = [...Object.values(model.variables), ...Object.values(model.changes)].filter(
    (entry): entry is CostFunction => entry.kind !== 'table',
  );
  const wrong = curves.some((curve) => fault(curve) !== undefined);
  const call = () => calls.putCosts(id, model);
  const save = async (): Promise<void> => {
    const done = await attempt(() => change(id, call(), ['cost-model']));
    if (!done) return;
    forget();
    told('Costs saved.', async () => {
      if (stored) await change(id, calls.putCosts(id, stored), ['cost-model']);
      else await change(id, calls.deleteCosts(id), ['cost-model']);
    });
  };
  const { summary } = answer;
  return (
    <>
      {summary && (
        <dl className="stats">
          <Stat label="Spent" value={showIn(summary.spent, summary.units)} />
          <Stat
            label="Budget"
            value={summary.budget === null ? 'none' : showIn(summary.budget, summary.units)}
          />
          <Stat
            label={(summary.remaining ?? 0) < 0 ? 'Over budget' : 'Remaining'}
            value={summary.remaining === null ? '–' : showIn(Math.abs(summary.remaining), summary.units)}
          />
        </dl>
      )}
      {summary?.warnings.map((warning) => (
        <p key={warning} className="note warn">
          {warning}
        </p>
      ))}
      <GeneralPanel id={id} model={model} set={set} objectives={objectives} />
      {variables.map((variable) => (
        <VariablePanel key={variable.name} variable={variable} model={model} set={set} />
      ))}
      <div className="row end sticky">
        {draft && (
          <button type="button" onClick={forget}>
            Discard changes
          </button>
        )}
        <CopyAs what="Save costs" call={call} />
        <button
          type="button"
          className="primary"
          disabled={draft === null || wrong}
          onClick={() => void save()}
        >
          Save costs
        </button>
      </div>
    </>
  );
}

export function CostsPage({ id }: { id: string }) {
  const costs = useCostModel(id);
  const variables = useVariables(id);
  const missing = waiting(costs, variables);
  const list = (variables.data ?? []).filter((variable) => variable.role !== 'observed');
  return (
    <>
      <Heading title="Costs">
        What a run costs, so that progress can be read against money or hours and suggestions can weigh it.
      </Heading>
      {missing ??
        (costs.data && list.length > 0 ? (
          <Editor id={id} answer={costs.data} variables={list} />
        ) : (
          <Empty
            title="Costs belong to variables"
            actions={
              <a className="button primary" href={link(id, 'variables')}>
                Define variables
              </a>
            }
          >
            <p>Say first what can be changed; then say what each value, and each change, costs.</p>
          </Empty>
        ))}
    </>
  );
}
