import { Tabs } from 'radix-ui';
import { Suspense, useMemo, useState } from 'react';
import { useDataset, useModel, useVariables } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { Heading, Panel, Warnings, waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { NeedsResults } from '../../domain/guidance/needs-results.tsx';
import { useTrainingWarnings } from '../../domain/models/background-training.ts';
import { bestRun } from '../../domain/results/best-run.ts';
import { type Objective, useGoals, useObjectives } from '../../domain/results/objectives.ts';
import { namesInSentences } from '../../domain/variables/names-in-sentences.ts';
import { pointOf } from '../../domain/variables/point.ts';
import { labelled, sentence, showWithUnit } from '../../text/format.ts';
import { inRegion, writeValue } from '../../text/numbers.ts';
import { ModelPanel } from './model-panel.tsx';
import { TrainPanel } from './train-panel.tsx';

/** Pictures are loaded once there is a model. */
const Slices = lazyPart(() => import('./slices.tsx').then((part) => ({ default: part.Slices })));
const Contour = lazyPart(() => import('./contour.tsx').then((part) => ({ default: part.Contour })));
const Diagnostics = lazyPart(() =>
  import('./diagnostics.tsx').then((part) => ({ default: part.Diagnostics })),
);

const tabs = [
  ['slices', 'Profiler'],
  ['contour', 'Contour & surface'],
  ['parity', 'Parity'],
  ['qq', 'Q–Q'],
  ['calibration', 'Calibration'],
] as const;

function PointFields(props: {
  variables: readonly Variable[];
  point: Readonly<Record<string, string | number>>;
  typed: Readonly<Record<string, string>>;
  set: (typed: Record<string, string>) => void;
}) {
  return (
    <details className="fold">
      <summary>
        Through:{' '}
        {props.variables
          .map((variable) => `${variable.name} ${showWithUnit(props.point[variable.name], variable.unit)}`)
          .join(', ')}
      </summary>
      <div className="fields">
        {props.variables.map((variable) => {
          const label = labelled(variable.name, variable.unit);
          const value = props.typed[variable.name] ?? writeValue(props.point[variable.name]);
          const change = (text: string): void => props.set({ ...props.typed, [variable.name]: text });
          return variable.categories?.length ? (
            <SelectField
              key={variable.name}
              label={label}
              value={value}
              onChange={change}
              options={variable.categories}
            />
          ) : (
            <TextField key={variable.name} label={label} value={value} onChange={change} />
          );
        })}
      </div>
      <div className="row">
        <button type="button" onClick={() => props.set({})}>
          Back to the best experiment
        </button>
      </div>
    </details>
  );
}

interface PicturesProps {
  id: string;
  objectives: readonly Objective[];
  variables: readonly Variable[];
}

/** The point that pictures go through: the best row of an objective, or what was typed over it. */
function usePoint({ id, objectives, variables }: PicturesProps, objective: Objective) {
  const goals = useGoals(id, objectives);
  const rows = useDataset(id).data?.rows ?? [];
  const [typed, setTyped] = useState<Record<string, string>>({});
  const goal = goals[objectives.indexOf(objective)] ?? 'maximize';
  const best = bestRun(rows, objective, goal, objectives);
  const start = best === undefined ? undefined : rows[best];
  const point = useMemo(() => pointOf(variables, start, typed), [variables, start, typed]);
  return { rows, point, typed, setTyped };
}

/** The picture of a tab. */
function Picture(props: PicturesProps & ReturnType<typeof usePoint> & { tab: string; objective: Objective }) {
  const { id, objectives, variables, objective, tab, rows, point, typed, setTyped } = props;
  return (
    <Suspense fallback={<p className="loading">Loading…</p>}>
      {(tab === 'slices' || tab === 'contour') && (
        <PointFields variables={variables} point={point} typed={typed} set={setTyped} />
      )}
      {tab === 'slices' && (
        <Slices
          {...{ id, objectives, variables, rows, point }}
          onMove={(values) =>
            setTyped((now) => ({
              ...now,
              ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writeValue(value)])),
            }))
          }
        />
      )}
      {tab === 'contour' && <Contour {...{ id, objective, variables, rows, point }} />}
      {(tab === 'parity' || tab === 'qq' || tab === 'calibration') && (
        <Diagnostics id={id} objective={objective} several={objectives.length > 1} kind={tab} />
      )}
    </Suspense>
  );
}

function Pictures(props: PicturesProps) {
  const { objectives } = props;
  const [tab, setTab] = useQuery('plot', 'slices');
  const [target, setTarget] = useQuery('target', objectives[0]?.name ?? '');
  const objective = objectives.find((one) => one.name === target) ?? (objectives[0] as Objective);
  const through = usePoint(props, objective);
  return (
    <Panel
      title="Plots of the model"
      actions={
        objectives.length > 1 && (
          <SelectField
            label="Objective"
            value={objective.name}
            onChange={setTarget}
            options={objectives.map((one) => [one.name, one.label] as const)}
            narrow
          />
        )
      }
    >
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List className="tabs" aria-label="Pictures">
          {tabs.map(([name, label]) => (
            <Tabs.Trigger key={name} value={name}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={tab}>
          <Picture {...props} {...through} tab={tab} objective={objective} />
        </Tabs.Content>
      </Tabs.Root>
    </Panel>
  );
}

/** What the server remarked on the training. */
const Said = ({ texts, names }: { texts: readonly string[]; names: readonly string[] }) =>
  texts.length > 0 && (
    <ul className="note lead" aria-label="Remarks on the training">
      {texts.map((text) => (
        <li key={text}>{inRegion(sentence(text), names)}</li>
      ))}
    </ul>
  );

export function ModelPage({ id }: { id: string }) {
  const model = useModel(id);
  const data = useDataset(id);
  const variables = useVariables(id);
  const objectives = useObjectives(id);
  const said = useTrainingWarnings(id, model.data);
  const missing = waiting(model, data, variables);
  if (missing || !model.data) return missing;
  const rows = data.data?.rows.length ?? 0;
  return (
    <>
      <Heading title="Model">
        What the experiments so far predict about new ones, and how uncertain that is.
      </Heading>
      {rows === 0 ? (
        <NeedsResults id={id}>
          A model needs results. Five experiments are enough for a first model. Three times the number of
          variables is better.
        </NeedsResults>
      ) : (
        <TrainPanel id={id} model={model.data} rows={rows} />
      )}
      <Warnings texts={model.data.warnings} />
      <Said texts={said} names={namesInSentences(variables.data ?? [])} />
      {model.data.trained && (
        <>
          <ModelPanel id={id} model={model.data} variables={variables.data ?? []} objectives={objectives} />
          <Pictures id={id} objectives={objectives} variables={variables.data ?? []} />
        </>
      )}
    </>
  );
}
