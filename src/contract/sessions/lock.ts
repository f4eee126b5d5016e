import { type Static, Type } from 'typebox';
import { maybe, nullable, Timestamp, visibleName } from '../schema-parts.ts';

export const Lock = Type.Object(
  {
    locked: Type.Boolean(),
    locked_by: nullable(Type.String()),
    locked_at: nullable(Timestamp),
    lock_token: nullable(Type.String({ description: 'Shown once, to the client that took the lock' })),
    enforced: Type.Boolean({ description: 'Changes need the token while the lock is held' }),
  },
  {
    title: 'Lock',
    examples: [
      {
        locked: true,
        locked_by: 'Ann',
        locked_at: '2026-11-21T12:00:00.000Z',
        lock_token: '0b0c2f4e-5d0f-4f3c-9f57-1f1f7f0a2b11',
        enforced: false,
      },
    ],
  },
);
export type Lock = Static<typeof Lock>;

export const LockRequest = Type.Object(
  {
    locked_by: visibleName(),
    client_id: maybe(Type.String()),
    force: Type.Optional(Type.Boolean({ description: 'Take over a lock that another person holds' })),
  },
  { title: 'LockRequest', examples: [{ locked_by: 'Ann' }] },
);
export type LockRequest = Static<typeof LockRequest>;

export const LockPolicy = Type.Object(
  { enforce_lock: Type.Boolean() },
  { title: 'LockPolicy', examples: [{ enforce_lock: true }] },
);
export type LockPolicy = Static<typeof LockPolicy>;

export const UnlockQuery = Type.Object({
  lock_token: Type.Optional(Type.String({ description: 'If absent, the lock is removed by force' })),
});
