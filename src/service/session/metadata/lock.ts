import type { Lock, LockPolicy, LockRequest } from '../../../contract/sessions/lock.ts';
import { ConflictError, ForbiddenError, LockedError } from '../../errors.ts';
import type { Change, Environment, LockInfo, State } from '../state.ts';

/** The lock as everybody may see it. */
export function lockView({ lock, enforce_lock: enforced }: State): Lock {
  const none = { locked: false, locked_by: null, locked_at: null, lock_token: null, enforced };
  return lock === null
    ? none
    : { ...none, locked: true, locked_by: lock.locked_by, locked_at: lock.locked_at };
}

const lockEvents = (state: State) => {
  const { lock_token: _token, ...data } = lockView(state);
  return [{ type: 'lock_status_changed' as const, data }];
};

const locked = ({ locked_by, locked_at }: LockInfo): LockedError =>
  new LockedError(
    `the session is locked by '${locked_by}' (since ${locked_at}), and its lock is enforced; send the token of the lock as X-Lock-Token, or wait until it is released`,
  );

/** Whether a lock is taken again by its holder, known by `client_id` or else by name. A name, which everybody sees, tells no holder of a lock that is enforced. */
function isHolder({ lock, enforce_lock }: State, { locked_by, client_id }: LockRequest): boolean {
  if (lock === null) return false;
  if (enforce_lock) return lock.client_id !== null && lock.client_id === client_id;
  return (lock.client_id ?? lock.locked_by) === (client_id ?? locked_by);
}

/**
 * The holder may take its lock again; others need `force`.
 *
 * @throws ConflictError somebody else holds it
 * @throws LockedError somebody else holds it, and the session enforces its lock
 */
export function takeLock(state: State, request: LockRequest, { now, newId }: Environment): Change<Lock> {
  const { locked_by, client_id = null, force = false } = request;
  const held = state.lock;
  const same = isHolder(state, request);
  if (held !== null && !same && state.enforce_lock) throw locked(held);
  if (held !== null && !same && !force) {
    throw new ConflictError(
      `the session is locked by '${held.locked_by}' (since ${held.locked_at}); wait until it is released, or send force: true`,
    );
  }
  const lock = { locked: true, locked_by, client_id, locked_at: now, lock_token: newId() };
  const next = { ...state, lock };
  return {
    state: next,
    answer: { ...lockView(next), lock_token: lock.lock_token },
    events: lockEvents(next),
  };
}

/**
 * With a token it must be the right one; without one the lock is forced open.
 *
 * @throws ForbiddenError the token is another one
 * @throws LockedError there is no token, and the session enforces its lock
 */
export function releaseLock(state: State, token: string | undefined): Change<Lock> {
  if (token !== undefined && token !== state.lock?.lock_token) {
    throw new ForbiddenError('the lock_token does not match the lock; leave it out to force the lock open');
  }
  if (token === undefined && state.enforce_lock && state.lock !== null) throw locked(state.lock);
  const next = { ...state, lock: null };
  return { state: next, answer: lockView(next), events: lockEvents(next) };
}

/** Whether the lock is advice, or changes need its token. */
export function setLockPolicy(state: State, { enforce_lock }: LockPolicy): Change<Lock> {
  const next = { ...state, enforce_lock };
  return { state: next, answer: lockView(next), events: lockEvents(next) };
}

/** @throws LockedError the session enforces its lock and the token is not that of the lock */
export function checkLock({ lock, enforce_lock }: State, token: string | undefined): void {
  if (lock === null || !enforce_lock || token === lock.lock_token) return;
  throw locked(lock);
}
