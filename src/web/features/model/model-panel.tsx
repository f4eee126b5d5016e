import type { Hyperparameters, Model, Variable } from '../../api/types.ts';
import { Panel, Stat } from '../../components/bits.tsx';
import { toCsv } from '../../components/csv.ts';
import { download } from '../../components/download.ts';
import { count, show, when } from '../../components/format.ts';
import { errorBarWords, fitWords, importance } from './words.ts';

function Importance(props: {
  hyperparameters: Hyperparameters;
  variables: readonly Variable[];
  title: string;
}) {
  const bars = importance(props.hyperparameters.lengthscales, props.variables);
  if (!bars)
    return props.hyperparameters.lengthscales ? (
      <p className="hint">
        {props.title}: length scales{' '}
        {props.hyperparameters.lengthscales.map((value) => show(value, 3)).join(', ')}
      </p>
    ) : null;
  const save = (): void =>
    download('importance.csv', toCsv(['name', 'lengthscale', 'share'], bars), 'text/csv');
  return (
    <div>
      <div className="row">
        <h3>{props.title}</h3>
        <span className="spring" />
        <button type="button" className="plain" onClick={save}>
          CSV
        </button>
      </div>
      <dl className="bars">
        {bars.map((bar) => (
          <div key={bar.name}>
            <dt>{bar.name}</dt>
            <dd>
              <meter
                min={0}
                max={bars[0]?.share ?? 1}
                value={bar.share}
                aria-label={`Importance of ${bar.name}`}
              />
              <span title="Share; length scale in model units">
                {Math.round(bar.share * 100)} % <small>ℓ {show(bar.lengthscale, 3)}</small>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">A short length scale means that the output changes quickly with this variable.</p>
    </div>
  );
}

export function ModelPanel(props: {
  model: Model;
  variables: readonly Variable[];
  unit: string | undefined;
}) {
  const { model, variables } = props;
  const metrics = model.metrics ?? {};
  const hyper = model.hyperparameters ?? {};
  const several = (hyper as { models?: Record<string, Hyperparameters> }).models;
  return (
    <Panel title="What the model has learned" className="model">
      {several && (
        <p className="hint">
          {count(Object.keys(several).length, 'objective')}, one model each. How well each predicts is shown
          under Parity, below.
        </p>
      )}
      <dl className="stats">
        {!several && (
          <>
            <Stat label="R², cross-validated" value={show(metrics.cv_r2, 3)} note={fitWords(metrics.cv_r2)} />
            <Stat
              label="RMSE"
              value={`${show(metrics.cv_rmse, 3)} ${props.unit ?? ''}`}
              note="typical error of a prediction"
            />
            <Stat label="Spread of z" value={show(metrics.std_z, 3)} note={errorBarWords(metrics.std_z)} />
          </>
        )}
        <Stat
          label="Model"
          value={`${model.kernel ?? ''}`}
          note={`${model.backend}, ${model.n_experiments ?? '?'} experiments, ${when(model.trained_at)}`}
        />
      </dl>
      {several ? (
        Object.entries(several).map(([name, one]) => (
          <Importance
            key={name}
            hyperparameters={one}
            variables={variables}
            title={`What matters for ${name}`}
          />
        ))
      ) : (
        <Importance hyperparameters={hyper} variables={variables} title="What matters" />
      )}
      <details className="fold">
        <summary>All hyperparameters</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{JSON.stringify(model.hyperparameters, null, 2)}</pre>
      </details>
    </Panel>
  );
}
