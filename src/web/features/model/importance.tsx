import { useMemo } from 'react';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';
import type { Hyperparameters, Prediction, Variable } from '../../api/types.ts';
import { waiting } from '../../components/bits.tsx';
import { download } from '../../components/download.ts';
import { scales } from '../../domain/model-words.ts';
import { toCsv } from '../../text/csv.ts';
import { show } from '../../text/format.ts';
import { sensitivityPlan, totalEffects } from './sensitivity.ts';

/** How much each variable moves what the model predicts, and its length scale. */
export function Importance(props: {
  id: string;
  /** Name of the objective where there are several. */
  target: string | undefined;
  label: string;
  hyperparameters: Hyperparameters;
  variables: readonly Variable[];
}) {
  const { id, target, variables } = props;
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
  const lengths = scales(props.hyperparameters.lengthscales, variables);
  const bars = totalEffects(mean, plan.base)
    .map((share, i) => {
      const { name } = variables[i] as Variable;
      return { name, share, lengthscale: lengths[name] };
    })
    .sort((a, b) => b.share - a.share);
  const save = (): void =>
    download('importance.csv', toCsv(['name', 'share', 'lengthscale'], bars), 'text/csv');
  return (
    <div>
      <div className="row">
        <h3>What moves {props.label}</h3>
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
                max={Math.max(bars[0]?.share ?? 1, 1e-9)}
                value={bar.share}
                aria-label={`Importance of ${bar.name}`}
              />
              <span>
                {Math.round(bar.share * 100)} %
                {bar.lengthscale !== undefined && (
                  <small title="Length scale, in units of the model's scaled inputs">
                    {' '}
                    ℓ {bar.lengthscale >= 1000 ? '> 1000' : show(bar.lengthscale, 3)}
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
