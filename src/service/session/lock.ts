import type { Lock, LockRequest } from '../../contract/lock.ts';
import { ConflictError, ForbiddenError } from '../errors.ts';
import type { Change, State, Surroundings } from './state.ts';

/** The lock as everybody may see it. */
export function lockView({ lock }: State): Lock {
  if (lock === null) return { locked: false, locked_by: null, locked_at: null, lock_token: null };
  return { locked: true, locked_by: lock.locked_by, locked_at: lock.locked_at, lock_token: null };
}

const told = (state: State) => {
  const { lock_token: _token, ...data } = lockView(state);
  return [{ type: 'lock_status_changed' as const, data }];
};

/** The holder, known by `client_id` or else by name, may take its lock again; others need `force`. */
export function takeLock(
  state: State,
  { locked_by, client_id = null, force = false }: LockRequest,
  { now, newId }: Surroundings,
): Change<Lock> {
  const held = state.lock;
  const same = held !== null && (held.client_id ?? held.locked_by) === (client_id ?? locked_by);
  if (held !== null && !same && !force) {
    throw new ConflictError(
      `the session is locked by '${held.locked_by}' since ${held.locked_at}; wait for them, or send force: true`,
    );
  }
  const lock = { locked: true, locked_by, client_id, locked_at: now, lock_token: newId() };
  const next = { ...state, lock };
  return { state: next, answer: { ...lockView(next), lock_token: lock.lock_token }, events: told(next) };
}

/** With a token it must be the right one; without one the lock is forced open. */
export function releaseLock(state: State, token: string | undefined): Change<Lock> {
  if (token !== undefined && token !== state.lock?.lock_token) {
    throw new ForbiddenError('the lock_token is not that of the lock; leave it out to force the lock open');
  }
  const next = { ...state, lock: null };
  return { state: next, answer: lockView(next), events: told(next) };
}
