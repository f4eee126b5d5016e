import { useEffect, useMemo } from 'react';
import type { GrantList, Me } from '../../../contract/server/accounts.ts';
import { sessionCall } from '../../api/call.ts';
import { watchAnswers } from '../../api/http.ts';
import { invalidate, keyOf, useAnswer } from '../../api/queries.ts';
import type { Refusals } from '../../components/permission-fieldset.tsx';
import { useMe } from './account.ts';

export const grantsKey = (id: string) => keyOf(id, 'grants');

// A role may be taken away while the page is open: the next refusal tells.
watchAnswers((path, { status }) => {
  const id = /^api\/v1\/sessions\/([^/]+)\//.exec(path)?.[1];
  if (status === 403 && id !== undefined && !path.endsWith('/grants'))
    invalidate(grantsKey(decodeURIComponent(id)));
});

/** Roles of people in a session; `undefined` asks nothing. */
export const useGrants = (id: string | undefined) =>
  useAnswer<GrantList>(id === undefined ? null : grantsKey(id), sessionCall('GET', id ?? '', 'grants'));

/** What keys of a scope may not do. */
function refusalsOfScope(scope: Me['scope']): Refusals {
  if (scope === 'read') {
    const why = 'Your key can read this session but not change it. Sign in with another key.';
    return { create: 'Your key can only read. Sign in with another key.', write: why, own: why };
  }
  return scope === 'write'
    ? { own: 'Your key cannot do this. Sign in with a key that may do everything.' }
    : {};
}

/** What a role in a session does not include. */
function refusalsOfRole({ mine, items }: GrantList): Refusals {
  if (mine === null || mine === 'owner') return {};
  const owners = items.filter(({ role }) => role === 'owner').map(({ name }) => name);
  const ask = owners.length > 0 ? ` Ask ${owners.join(' or ')}` : '';
  const own = `Only owners of this session can do this.${ask && `${ask}.`}`;
  if (mine === 'operator') return { own };
  const why = `You can read this session but not change it.${ask && `${ask} for another role.`}`;
  return { write: why, own: why };
}

/** Milliseconds until a role that is not enough for everything is read again: what is off meets no refusal that would tell. */
const readAgainAfter = 30_000;

/** What the server refuses to whoever is here, in a session or outside; nothing where it asks nobody. */
export function useRefusals(session: string | undefined): Refusals {
  const me = useMe();
  const grants = useGrants(me?.person ? session : undefined).data;
  const isRefused = grants !== undefined && grants.mine !== null && grants.mine !== 'owner';
  useEffect(() => {
    if (session === undefined || !isRefused) return;
    const timer = setInterval(() => invalidate(grantsKey(session)), readAgainAfter);
    return () => clearInterval(timer);
  }, [session, isRefused]);
  return useMemo(
    () => (me?.person ? { ...(grants && refusalsOfRole(grants)), ...refusalsOfScope(me.scope) } : {}),
    [me, grants],
  );
}
