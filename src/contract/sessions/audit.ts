import { type Static, Type } from 'typebox';
import { JsonObject, maybe, Timestamp, titled, visibleName } from '../schema-parts.ts';

export const AuditEntry = titled('AuditEntry', {
  timestamp: Timestamp,
  entry_type: Type.String(),
  parameters: JsonObject,
  hash: Type.String({
    description: 'First 16 hex digits of SHA-256 over the parameters as JSON with sorted keys',
  }),
  notes: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditQuery = Type.Object({ entry_type: Type.Optional(Type.String()) });

export const AuditList = titled('AuditList', {
  entries: Type.Array(
    titled('AuditListEntry', {
      ...AuditEntry.properties,
      revision: Type.Optional(
        Type.Integer({
          description: 'Change of the campaign that it belongs to; absent if the campaign did not change',
        }),
      ),
    }),
  ),
  n_entries: Type.Integer(),
});
export type AuditList = Static<typeof AuditList>;

export const AuditLockRequest = Type.Object(
  {
    lock_type: Type.Enum(['data', 'model', 'acquisition']),
    notes: maybe(Type.String()),
    strategy: maybe(Type.String()),
    parameters: maybe(JsonObject),
    suggestions: maybe(Type.Array(JsonObject)),
  },
  { title: 'AuditLockRequest', examples: [{ lock_type: 'data', notes: 'frozen for the report' }] },
);
export type AuditLockRequest = Static<typeof AuditLockRequest>;

export const AuditLocked = titled('AuditLocked', {
  success: Type.Literal(true),
  entry: AuditEntry,
  message: Type.String(),
});
export type AuditLocked = Static<typeof AuditLocked>;

export const AuditEventRequest = Type.Object(
  {
    entry_type: visibleName({ maxLength: 64 }),
    parameters: Type.Optional(JsonObject),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { title: 'AuditEventRequest', examples: [{ entry_type: 'sample_lost', parameters: { vial: 7 } }] },
);
export type AuditEventRequest = Static<typeof AuditEventRequest>;

export const AuditEventRecorded = titled('AuditEventRecorded', { entry: AuditEntry });
export type AuditEventRecorded = Static<typeof AuditEventRecorded>;

export const ConfigChanges = titled('ConfigChanges', {
  changes: Type.Array(
    Type.Object({
      timestamp: Timestamp,
      component: Type.Enum(['model', 'acquisition']),
      old: JsonObject,
      new: JsonObject,
      iteration: maybe(Type.Integer()),
    }),
  ),
});
export type ConfigChanges = Static<typeof ConfigChanges>;
