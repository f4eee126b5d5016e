import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf, useList } from '../../api/queries.ts';

/** Safety limits of the session, and whether its runs are approved. */
export const useRules = (id: string) =>
  useList(keyOf(id, 'rules'), (signal) => send(sessionCall('GET', id, 'rules'), signal));
