import { sessionCall } from '../api/call.ts';
import { send } from '../api/http.ts';
import { keyOf, useAnswer, useResource } from '../api/queries.ts';

type Diagnostic = 'parity' | 'qq_plot' | 'calibration';

/** Answer of one of the diagnostic plots; with several objectives, of one of them. */
export function useDiagnostic<Name extends Diagnostic>(id: string, name: Name, target: string | undefined) {
  const query = target === undefined ? {} : { target };
  return useAnswer(
    keyOf(id, 'plot', name, target ?? ''),
    sessionCall('GET', id, `visualizations/${name}`, { query: query as never }),
  );
}

/** Cross-validated R² of each objective in order; null where it is unknown. */
export const useScores = (id: string, targets: readonly string[]) =>
  useResource(keyOf(id, 'plot', 'scores', ...targets), (signal) =>
    Promise.all(
      targets.map(
        async (target) =>
          (await send(sessionCall('GET', id, 'visualizations/parity', { query: { target } }), signal)).metrics
            .r2,
      ),
    ),
  );
