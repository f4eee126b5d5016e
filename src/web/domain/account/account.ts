import { useSyncExternalStore } from 'react';
import type { Me } from '../../../contract/server/accounts.ts';
import { useAuthentication } from '../../api/authentication.ts';
import { callTo } from '../../api/call.ts';
import { watchAnswers } from '../../api/http.ts';
import { createListeners } from '../../api/listeners.ts';
import { useAnswer } from '../../api/queries.ts';

let signedOut = false;
const { subscribe, notify } = createListeners();

export function setSignedOut(value: boolean): void {
  if (signedOut === value) return;
  signedOut = value;
  notify();
}

// A cookie that is over shows in whatever the page asks for next.
watchAnswers((path, response) => {
  if (response.status === 401 && !path.endsWith('auth/login')) setSignedOut(true);
});

/** Whether the server wants to know who is here before it answers. */
export const useSignedOut = (): boolean => useSyncExternalStore(subscribe, () => signedOut);

/** Who is here, where the server asks. */
export function useMe(): Me | undefined {
  const mode = useAuthentication();
  return useAnswer<Me>(mode === undefined || mode === 'off' ? null : ['me'], callTo('GET', '/api/v1/me', {}))
    .data;
}
