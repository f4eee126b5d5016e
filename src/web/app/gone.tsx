import type { ReactNode } from 'react';
import { ApiError } from '../api/http.ts';
import { invalidate, keyOf } from '../api/queries.ts';
import { useDetail } from '../api/session.ts';
import { Heading } from '../components/page-parts.tsx';
import { useMe } from '../domain/account/account.ts';

/** Whether a session can be read: `missing` was never there for whoever is here, `gone` was on screen before. */
export function usePresence(id: string): 'there' | 'missing' | 'gone' {
  const { data, error } = useDetail(id);
  if (!(error instanceof ApiError) || error.status !== 404) return 'there';
  return data === undefined ? 'missing' : 'gone';
}

/** Said above a page of a session that was there and is not any more. */
export function Gone(props: { id: string }) {
  const presence = usePresence(props.id);
  const hasRoles = useMe()?.person != null;
  if (presence !== 'gone') return null;
  return (
    <p className="note bad" role="alert">
      Someone deleted this session{hasRoles && ' or ended your access to it'}. What you see is the last state
      of this page; nothing more can be saved.
    </p>
  );
}

function Missing(props: { id: string }) {
  const hasRoles = useMe()?.person != null;
  return (
    <>
      <Heading title="There is no such session here">
        It was deleted, or its address is incomplete
        {hasRoles && ', or it is not shared with you; its owners can share it under Settings'}.
      </Heading>
      <div className="row">
        <a className="button primary" href="#/sessions">
          All sessions
        </a>
        <button type="button" onClick={() => invalidate(keyOf(props.id))}>
          Try again
        </button>
      </div>
    </>
  );
}

/** A page of a session, or what to do if the session is not there. */
export function Existing(props: { id: string; children: ReactNode }) {
  return usePresence(props.id) === 'missing' ? <Missing id={props.id} /> : props.children;
}
