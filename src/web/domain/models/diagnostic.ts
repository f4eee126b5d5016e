import type { Model } from '../../../contract/models/model.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf, useAnswer, useResource } from '../../api/queries.ts';
import { useModel } from '../../api/session.ts';

type Diagnostic = 'parity' | 'qq_plot' | 'calibration';

/** Whether the model has a cross-validation of an objective, or of its only one, to be asked for; undefined while the model is unknown. */
export const isCrossValidated = (
  model: Pick<Model, 'cross_validated'> | undefined,
  target: string | undefined,
): boolean | undefined => {
  const known = model && (model.cross_validated ?? []);
  return target === undefined ? known && known.length > 0 : known?.includes(target);
};

/** Answer of one of the diagnostic plots, asked for where there is one; with several objectives, of one of them. */
export function useDiagnostic<Name extends Diagnostic>(id: string, name: Name, target: string | undefined) {
  const model = useModel(id).data;
  const query = target === undefined ? {} : { target };
  return useAnswer(
    isCrossValidated(model, target) ? keyOf(id, 'plot', name, target ?? '') : null,
    sessionCall('GET', id, `visualizations/${name}`, { query: query as never }),
  );
}

/** Cross-validated R² of each objective in order; null where it is unknown, as where there is no cross-validation. */
export function useScores(id: string, targets: readonly string[]) {
  const model = useModel(id).data;
  const scoreOf = async (target: string, signal: AbortSignal): Promise<number | null> => {
    if (!isCrossValidated(model, target)) return null;
    const call = sessionCall('GET', id, 'visualizations/parity', { query: { target } });
    return (await send(call, signal)).metrics.r2;
  };
  const known = model?.cross_validated ?? [];
  return useResource(model ? keyOf(id, 'plot', 'scores', ...targets, ...known) : null, (signal) =>
    Promise.all(targets.map((target) => scoreOf(target, signal))),
  );
}
