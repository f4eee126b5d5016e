import { sessionCall } from '../api/call.ts';
import { keyOf, useAnswer } from '../api/queries.ts';

type Diagnostic = 'parity' | 'qq_plot' | 'calibration';

/** Answer of one of the diagnostic plots; with several objectives, of one of them. */
export function useDiagnostic<Name extends Diagnostic>(id: string, name: Name, target: string | undefined) {
  const query = target === undefined ? {} : { target };
  return useAnswer(
    keyOf(id, 'plot', name, target ?? ''),
    sessionCall('GET', id, `visualizations/${name}`, { query: query as never }),
  );
}
