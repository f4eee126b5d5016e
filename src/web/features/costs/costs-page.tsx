import type { CostModel, CostModelAnswer, CostModelPatch } from '../../../contract/costs/cost.ts';
import { calls, change } from '../../api/actions.ts';
import { useDataset, useVariables } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { Discard } from '../../components/form.tsx';
import { NumberField, OptionalNumberField } from '../../components/number-field.tsx';
import { Empty, Heading, Panel, Stat, Warnings, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { useCostModel } from '../../domain/figures/cost-axis.ts';
import { useRenamedDrafts } from '../../domain/queue/renamed-drafts.ts';
import { type Objective, useObjectives } from '../../domain/results/objectives.ts';
import { rangeOf } from '../../domain/variables/variable-range.ts';
import { count, labelled, showWithUnit } from '../../text/format.ts';
import { costChanges, noCosts, withChanges } from './cost-changes.ts';
import { type CostFunction, curveProblem, startingCurve } from './curve.ts';
import { CurveEditor } from './curve-editor.tsx';

type VariableCost = CostModel['variables'][string];
type ChangeCost = CostModel['changes'][string];
type Set = (step: Partial<CostModel>) => void;

const without = <T,>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Cost of each label of a categorical variable. */
function LabelCosts(props: {
  variable: Variable;
  units: string | null | undefined;
  values: Readonly<Record<string, number>>;
  set: (values: Record<string, number>) => void;
}) {
  return (
    <div className="fields">
      {(props.variable.categories ?? []).map((label) => (
        <NumberField
          key={label}
          label={labelled(label, props.units)}
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

interface VariableProps {
  variable: Variable;
  model: CostModel;
  set: Set;
}

/** Ends of the range that a curve is drawn over. */
const drawnOver = (variable: Variable): readonly [number, number] => rangeOf(variable) ?? [0, 1];

const Toggle = (props: { variable: string; what: string; on: boolean; onClick: () => void }) => {
  const words = `${props.on ? 'Remove' : 'Add'} cost of ${props.what}`;
  return (
    <button type="button" aria-label={`${words}: ${props.variable}`} onClick={props.onClick}>
      {words}
    </button>
  );
};

/** What a run costs at each value of the variable. */
function ValueCost({ variable, model, cost, set }: VariableProps & { cost: VariableCost }) {
  const [low, high] = drawnOver(variable);
  const change = (next: VariableCost): void =>
    set({ variables: { ...model.variables, [variable.name]: next } });
  return (
    <>
      <h3>A run at this value</h3>
      {cost.kind === 'table' ? (
        <LabelCosts
          variable={variable}
          units={model.units}
          values={cost.values}
          set={(values) => change({ kind: 'table', values })}
        />
      ) : (
        <CurveEditor
          title={`Cost of ${variable.name}`}
          curve={cost}
          onChange={change}
          low={low}
          high={high}
          xLabel={variable.name}
          xUnit={variable.unit}
          units={model.units}
        />
      )}
    </>
  );
}

/** What it costs to change the variable from one run to the next. */
function StepCost({ variable, model, cost, set }: VariableProps & { cost: ChangeCost }) {
  const [low, high] = drawnOver(variable);
  const change = (next: ChangeCost): void => set({ changes: { ...model.changes, [variable.name]: next } });
  return (
    <>
      <h3>Change between runs</h3>
      {cost.kind === 'table' ? (
        <NumberField
          label={labelled('Cost of a change of category', model.units)}
          value={Object.values(Object.values(cost.values)[0] ?? {})[0] ?? 0}
          least={0}
          onChange={(value) => change(evenChange(variable.categories ?? [], value))}
        />
      ) : (
        <CurveEditor
          title={`Cost of changing ${variable.name}`}
          curve={cost}
          onChange={change}
          low={0}
          high={high - low}
          xLabel={`Change of ${variable.name}`}
          xUnit={variable.unit}
          units={model.units}
        />
      )}
    </>
  );
}

function VariablePanel(props: VariableProps) {
  const { variable, model, set } = props;
  const { name, categories } = variable;
  const labels = categories ?? [];
  const [low, high] = drawnOver(variable);
  const value: VariableCost | undefined = model.variables[name];
  const step: ChangeCost | undefined = model.changes[name];
  const firstValue = (): VariableCost =>
    labels.length > 0
      ? { kind: 'table', values: Object.fromEntries(labels.map((label) => [label, 0])) }
      : startingCurve('linear', low, high);
  const firstStep = (): ChangeCost =>
    labels.length > 0 ? evenChange(labels, 1) : startingCurve('linear', 0, high - low);
  const toggleValue = (): void =>
    set({
      variables: value ? without(model.variables, name) : { ...model.variables, [name]: firstValue() },
    });
  const toggleStep = (): void =>
    set({ changes: step ? without(model.changes, name) : { ...model.changes, [name]: firstStep() } });
  return (
    <Panel
      changes="write"
      title={name}
      actions={
        <>
          <Toggle variable={name} what="its value" on={value !== undefined} onClick={toggleValue} />
          <Toggle variable={name} what="changing it" on={step !== undefined} onClick={toggleStep} />
        </>
      }
    >
      {!value && !step && <p className="hint">No extra cost.</p>}
      {value && <ValueCost {...props} cost={value} />}
      {step && <StepCost {...props} cost={step} />}
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
        label="Experiments to exclude, counted from the first"
        value={uncharged}
        least={0}
        onChange={(value) => props.set({ uncharged: Math.round(value) })}
      />
      {imported > 0 && uncharged !== imported && (
        <button type="button" onClick={() => props.set({ uncharged: imported })}>
          Exclude the {count(imported, 'imported row')}
        </button>
      )}
    </div>
  );
}

function GeneralPanel(props: { id: string; model: CostModel; set: Set; objectives: readonly Objective[] }) {
  const { model, set, objectives } = props;
  return (
    <Panel changes="write" title="Every run">
      <div className="fields long-labels">
        <TextField
          label="Currency or unit"
          value={model.units ?? ''}
          onChange={(text) => set({ units: text.trim() === '' ? null : text })}
          placeholder="EUR, h, g"
          narrow
        />
        <NumberField
          label={labelled('Fixed cost of a run', model.units)}
          value={model.run_cost}
          least={0}
          onChange={(value) => set({ run_cost: value })}
        />
        {objectives.map((objective) => (
          <NumberField
            key={objective.name}
            label={labelled(`Measuring ${objective.label}`, model.units)}
            value={model.measurements[objective.name] ?? 0}
            least={0}
            onChange={(value) => set({ measurements: { ...model.measurements, [objective.name]: value } })}
          />
        ))}
        <OptionalNumberField
          label={labelled('Budget', model.units)}
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

/** What is spent of the budget, and what the server warns of. */
function Spending({ summary }: { summary: NonNullable<CostModelAnswer['summary']> }) {
  const { budget, remaining, units } = summary;
  return (
    <>
      <dl className="stats">
        <Stat label="Spent" value={showWithUnit(summary.spent, units)} />
        <Stat label="Budget" value={budget === null ? 'none' : showWithUnit(budget, units)} />
        <Stat
          label={(remaining ?? 0) < 0 ? 'Over budget' : 'Remaining'}
          value={remaining === null ? '–' : showWithUnit(Math.abs(remaining), units)}
        />
      </dl>
      <Warnings texts={summary.warnings} />
    </>
  );
}

/** Whether every curve of the model can be read. */
function isRight({ variables, changes }: CostModel): boolean {
  const curves = [...Object.values(variables), ...Object.values(changes)].filter(
    (entry): entry is CostFunction => entry.kind !== 'table',
  );
  return curves.every((curve) => curveProblem(curve) === undefined);
}

function Editor(props: { id: string; answer: CostModelAnswer; variables: readonly Variable[] }) {
  const { id, answer, variables } = props;
  const objectives = useObjectives(id);
  const stored = answer.cost_model;
  // Only what was changed here: what others enter meanwhile shows, and stays.
  const [changes, setChanges, forget] = useDraft<CostModelPatch>(`cost-changes.${id}`, {});
  const before = stored ?? noCosts;
  const model = withChanges(before, changes);
  const isChanged = Object.keys(changes).length > 0;
  const set: Set = (step) => setChanges(costChanges(before, { ...model, ...step }));
  const call = () => calls.patchCosts(id, changes);
  const save = async (): Promise<void> => {
    const done = await attempt(() => change(id, call(), ['cost-model']));
    if (!done) return;
    forget();
    const back = costChanges(model, before);
    notifyStep(id, 'Costs saved.', async () => {
      await change(id, stored ? calls.patchCosts(id, back) : calls.deleteCosts(id), ['cost-model']);
    });
  };
  return (
    <>
      {answer.summary && <Spending summary={answer.summary} />}
      <GeneralPanel id={id} model={model} set={set} objectives={objectives} />
      {variables.map((variable) => (
        <VariablePanel key={variable.name} variable={variable} model={model} set={set} />
      ))}
      <div className="row end sticky">
        <PermissionFieldset>
          <Discard isChanged={isChanged} onClick={forget} />
          <CopyAs what="Save costs" call={call} />
          <button
            type="button"
            className="primary"
            disabled={!isChanged || !isRight(model)}
            onClick={() => void save()}
          >
            Save costs
          </button>
        </PermissionFieldset>
      </div>
    </>
  );
}

export function CostsPage({ id }: { id: string }) {
  const costs = useCostModel(id);
  const variables = useVariables(id);
  useRenamedDrafts(id, variables.data);
  const missing = waiting(costs, variables);
  const list = (variables.data ?? []).filter((variable) => variable.role !== 'observed');
  return (
    <>
      <Heading title="Costs">
        What a run costs. Progress can be plotted against cost, and suggestions can take cost into account.
      </Heading>
      {missing ??
        (costs.data && list.length > 0 ? (
          <Editor id={id} answer={costs.data} variables={list} />
        ) : (
          <Empty
            title="Costs need variables"
            actions={
              <a className="button primary" href={link(id, 'variables')}>
                Define variables
              </a>
            }
          >
            <p>First define what you can change, then the cost of each value and each change.</p>
          </Empty>
        ))}
    </>
  );
}
