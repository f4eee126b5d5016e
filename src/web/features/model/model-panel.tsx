import { useDataset } from '../../api/session.ts';
import type { Hyperparameters, Model, Variable } from '../../api/types.ts';
import { Panel, Scroll, Stat } from '../../components/page-parts.tsx';
import { numberHead, TableHead } from '../../components/table-head.tsx';
import { useDiagnostic } from '../../domain/models/diagnostic.ts';
import { errorBarWords, fitWords, kernelWords } from '../../domain/models/model-words.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { count, showFixed, showWithUnit, when } from '../../text/format.ts';
import { flatWords } from './flat-results.ts';
import { HyperparameterTables } from './hyperparameters.tsx';
import { Importance } from './importance.tsx';

const scoreNames = {
  r2: 'R², cross-validated',
  rmse: 'Typical error (RMSE)',
  spread: 'Errors ÷ error bars',
} as const;

/** How well the model of each objective predicts runs that it has not seen. */
function Scores(props: {
  id: string;
  objectives: readonly Objective[];
  flat: (name: string) => string | undefined;
}) {
  return (
    <Scroll label="How well each objective is predicted">
      <table className="table cards">
        <TableHead
          columns={[
            'Objective',
            ...[scoreNames.r2, scoreNames.rmse, scoreNames.spread].map((name) => numberHead(name)),
            'Assessment',
          ]}
        />
        <tbody>
          {props.objectives.map((objective) => (
            <Score
              key={objective.name}
              id={props.id}
              objective={objective}
              flat={props.flat(objective.name)}
            />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Score({ id, objective, flat }: { id: string; objective: Objective; flat: string | undefined }) {
  const parity = useDiagnostic(id, 'parity', objective.name).data;
  const errors = useDiagnostic(id, 'qq_plot', objective.name).data;
  const spread = errors?.std_z;
  if (flat)
    return (
      <tr>
        <td data-label="Objective">{objective.label}</td>
        <td className="why" colSpan={4}>
          {flat}
        </td>
      </tr>
    );
  const words = [
    parity ? fitWords(parity.metrics.r2) : '',
    errorBarWords(spread, parity?.metrics.r2, errors?.sample_quantiles.length),
  ];
  return (
    <tr>
      <td data-label="Objective">{objective.label}</td>
      <td className="number" data-label={scoreNames.r2}>
        {showFixed(parity?.metrics.r2, 3)}
      </td>
      <td className="number" data-label={scoreNames.rmse}>
        {showWithUnit(parity?.metrics.rmse, objective.unit, 3)}
      </td>
      <td className="number" data-label={scoreNames.spread}>
        {showFixed(spread, 2)}
      </td>
      <td className="why">{words.filter((text) => text !== '').join('; ')}</td>
    </tr>
  );
}

/** How well the model of the only objective predicts. */
const OneScore = ({
  metrics,
  n,
  unit,
}: {
  metrics: NonNullable<Model['metrics']>;
  n: Model['n_experiments'];
  unit: string | undefined;
}) => (
  <>
    <Stat label={scoreNames.r2} value={showFixed(metrics.cv_r2, 3)} note={fitWords(metrics.cv_r2)} />
    <Stat
      label={scoreNames.rmse}
      value={showWithUnit(metrics.cv_rmse, unit, 3)}
      note="of the prediction of a new run"
    />
    <Stat
      label={scoreNames.spread}
      value={showFixed(metrics.std_z, 2)}
      note={errorBarWords(metrics.std_z, metrics.cv_r2, n)}
    />
  </>
);

export function ModelPanel(props: {
  id: string;
  model: Model;
  variables: readonly Variable[];
  objectives: readonly Objective[];
}) {
  const { id, model, variables, objectives } = props;
  const unit = objectives[0]?.unit;
  const metrics = model.metrics ?? {};
  const hyper = model.hyperparameters ?? {};
  const rows = useDataset(id).data?.rows ?? [];
  const flat = (name: string): string | undefined => flatWords(rows, name);
  const several = (hyper as { models?: Record<string, Hyperparameters> }).models;
  return (
    <Panel title="What the model has learned" className="model">
      <dl className="stats">
        {!several && !objectives.some(({ name }) => flat(name)) && (
          <OneScore metrics={metrics} n={model.n_experiments} unit={unit} />
        )}
        <Stat
          label="Model"
          value={kernelWords(model.kernel, model.kernel_params, model.backend)}
          note={`${model.backend}, ${count(model.n_experiments ?? 0, 'experiment')}, ${when(model.trained_at)}`}
        />
      </dl>
      {several && <Scores id={id} objectives={objectives} flat={flat} />}
      {objectives.map((objective) => (
        <Importance
          key={objective.name}
          id={id}
          target={several ? objective.name : undefined}
          label={objective.label}
          hyperparameters={several?.[objective.name] ?? hyper}
          variables={variables}
          served={model.importance?.[objective.name]}
          flat={flat(objective.name)}
        />
      ))}
      {!objectives.every((objective) => flat(objective.name)) && (
        <p className="hint">
          The share of the predicted variation over the ranges that disappears if the variable is held
          constant, with a 95 % interval if the model has one. A joint effect counts for each of its
          variables.
        </p>
      )}
      <HyperparameterTables hyper={hyper} several={several} objectives={objectives} variables={variables} />
    </Panel>
  );
}
