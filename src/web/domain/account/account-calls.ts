import type { ApiKey, GrantRole, NewApiKey, PersonSummary } from '../../../contract/server/accounts.ts';
import { callTo, sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { queries, useAnswer } from '../../api/queries.ts';
import { setSignedOut } from './account.ts';

/** What pages of accounts ask for; apart from `account.ts`, which every page loads first. */

/** Everything that was read is of somebody else, or of nobody. */
function startAnew(): void {
  setSignedOut(false);
  queries.clear();
}

export async function signIn(key: string): Promise<void> {
  await send(callTo('POST', '/api/v1/auth/login', {}, { body: { key } }));
  startAnew();
}

export async function signOut(): Promise<void> {
  await send(callTo('POST', '/api/v1/auth/logout', {}));
  queries.clear();
  setSignedOut(true);
}

export const keysKey = ['keys'];
export const useKeys = () => useAnswer<{ items: ApiKey[] }>(keysKey, callTo('GET', '/api/v1/keys', {}));
export const newKey = (body: { name: string; scope: ApiKey['scope'] }): Promise<NewApiKey> =>
  send(callTo('POST', '/api/v1/keys', {}, { body }) as { method: 'POST'; path: string; answer?: NewApiKey });
export const revokeKey = (key_id: string): Promise<unknown> =>
  send(callTo('DELETE', '/api/v1/keys/{key_id}', { key_id }));

export const usePeople = () =>
  useAnswer<{ items: PersonSummary[] }>(['people'], callTo('GET', '/api/v1/people', {}));

export const setGrant = (id: string, person_id: string, role: GrantRole): Promise<unknown> =>
  send(sessionCall('PUT', id, 'grants/{person_id}', { body: { role } }, { person_id }));
export const takeGrant = (id: string, person_id: string): Promise<unknown> =>
  send(sessionCall('DELETE', id, 'grants/{person_id}', {}, { person_id }));
