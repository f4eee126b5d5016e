import { sessionCall } from '../../api/call.ts';
import { ApiError, send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';

/** Asks for one run anywhere; the words of the server where there is none. */
async function load(id: string, signal: AbortSignal): Promise<string | null> {
  const body = { method: 'concentric' as const, n_points: 1 };
  try {
    await send(sessionCall('POST', id, 'initial-design', { body }), signal);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.errorType === 'InfeasibleRegionError') return error.message;
    throw error;
  }
}

/** What leaves no run possible: asked for again whenever a variable or a constraint has changed. */
export const useContradiction = (id: string, constraints: number) =>
  useResource(constraints > 0 ? keyOf(id, 'constraints', 'contradiction') : null, (signal) =>
    load(id, signal),
  );
