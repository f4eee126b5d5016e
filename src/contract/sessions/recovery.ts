import { type Static, Type } from 'typebox';
import { Timestamp, titled } from '../schema-parts.ts';

export const BackupDeleted = titled('BackupDeleted', { message: Type.String(), deleted: Type.Boolean() });
export type BackupDeleted = Static<typeof BackupDeleted>;

export const BackupTaken = titled('BackupTaken', {
  message: Type.String(),
  taken: Type.Boolean({ description: 'false: there were no changes since the last save' }),
});
export type BackupTaken = Static<typeof BackupTaken>;

export const Recovery = titled('Recovery', {
  session_id: Type.String(),
  session_name: Type.String(),
  backup_time: Timestamp,
  n_variables: Type.Integer(),
  n_experiments: Type.Integer(),
  model_trained: Type.Boolean(),
});
export type Recovery = Static<typeof Recovery>;

export const RecoveryList = titled('RecoveryList', {
  recoveries: Type.Array(Recovery),
  count: Type.Integer(),
});
export type RecoveryList = Static<typeof RecoveryList>;

export const CleanupQuery = Type.Object({
  max_age_hours: Type.Optional(Type.Number({ minimum: 0, default: 24 })),
});
