import { useMemo } from 'react';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';
import type { Hyperparameters, Model, Prediction, Variable } from '../../api/types.ts';
import { download } from '../../components/download.ts';
import { waiting } from '../../components/page-parts.tsx';
import { scales } from '../../domain/models/model-words.ts';
import { csvFile } from '../../text/csv.ts';
import { show } from '../../text/format.ts';
import { sensitivityPlan, totalEffects } from './sensitivity.ts';

/** How much one variable moves an objective. */
interface Bar {
  readonly name: string;
  readonly share: number;
  /** 95 % interval, where the model has one. */
  readonly interval?: readonly [number, number] | undefined;
  readonly lengthscale?: number | undefined;
}

interface Props {
  id: string;
  /** Name of the objective where there are several. */
  target: string | undefined;
  label: string;
  hyperparameters: Hyperparameters;
  variables: readonly Variable[];
  /** What the server says about this objective; models of chosen kernels have none. */
  served: NonNullable<Model['importance']>[string] | undefined;
  /** All its results are equal. */
  flat: string | undefined;
}

const percent = (share: number): number => Math.round(share * 100);

function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const sorted = bars.toSorted((a, b) => b.share - a.share);
  const top = Math.max(1e-9, ...sorted.map(({ share, interval }) => interval?.[1] ?? share));
  const save = (): void => {
    const rows = sorted.map(({ name, share, interval, lengthscale }) => ({
      name,
      share,
      low: interval?.[0],
      high: interval?.[1],
      lengthscale,
    }));
    download('importance.csv', csvFile(['name', 'share', 'low', 'high', 'lengthscale'], rows), 'text/csv');
  };
  return (
    <div>
      <div className="row">
        <h3>What affects {label}</h3>
        <span className="spring" />
        <button type="button" className="plain" onClick={save}>
          CSV
        </button>
      </div>
      <dl className="bars">
        {sorted.map(({ name, share, interval, lengthscale }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <meter min={0} max={top} value={share} aria-label={`Importance of ${name}`} />
              <span>
                {percent(share)} %
                {interval && (
                  <small title="95 % interval">
                    {' '}
                    {percent(interval[0])} to {percent(interval[1])} %
                  </small>
                )}
                {lengthscale !== undefined && (
                  <small title="Lengthscale, in units of the model's scaled inputs">
                    {' '}
                    ℓ {lengthscale >= 1000 ? '> 1000' : show(lengthscale, 3)}
                  </small>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shares that the page works out from predictions, for models that bring none. */
function Estimated({ id, target, label, variables, hyperparameters }: Props) {
  const plan = useMemo(() => sensitivityPlan(variables), [variables]);
  const ranges = JSON.stringify(variables.map((one) => [one.name, one.bounds, one.categories]));
  const answer = useResource(keyOf(id, 'plot', 'sensitivity', ranges), async (signal) => {
    const { predictions } = await send<{ predictions: Prediction[] }>(calls.predict(id, plan.inputs), signal);
    return predictions;
  });
  const missing = waiting(answer);
  if (missing || !answer.data) return missing;
  const mean = answer.data.map(
    (one) => (target === undefined ? one : (one.objectives?.[target] ?? one)).mean,
  );
  const lengths = scales(hyperparameters.lengthscales, variables);
  const bars = totalEffects(mean, plan.base).map((share, i) => {
    const { name } = variables[i] as Variable;
    return { name, share, lengthscale: lengths[name] };
  });
  return <Bars label={label} bars={bars} />;
}

/** How much each variable moves an objective: as the model has it, with intervals, else estimated from predictions. */
export function Importance(props: Props) {
  const { served, label } = props;
  if (props.flat)
    return (
      <div>
        <h3>What affects {label}</h3>
        <p>
          {props.flat} What affects {label} is unknown until one result differs.
        </p>
      </div>
    );
  if (served === undefined) return <Estimated {...props} />;
  const bars = served.map(({ name, share, interval_95: [low = share, high = share] }) => ({
    name,
    share,
    interval: [low, high] as const,
  }));
  return <Bars label={label} bars={bars} />;
}
