import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { AuditEntry } from '../../../contract/sessions/audit.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { sourceOf } from '../audit.ts';
import { keysOf } from '../document/document-keys.ts';
import type { State } from '../state.ts';

/** Objectives of a run whose recorded result is a limit, with the side of the true value. */
export type RecordedLimits = NonNullable<RowDetail['censored']>;

const none: RecordedLimits = {};

/** The limits that a run was recorded with, as far as an entry of the audit log tells; undefined: it does not. */
function limitsIn({ entry_type: type, parameters }: AuditEntry): RecordedLimits | undefined {
  const holder =
    type === 'experiment_completed'
      ? parameters
      : type === 'experiment_corrected'
        ? parameters.before
        : type === 'experiment_removed'
          ? parameters.detail
          : undefined;
  if (!isRecord(holder)) return undefined;
  // An entry of a correction names only what it changed.
  if (holder.censored === undefined) return type === 'experiment_corrected' ? undefined : none;
  return isRecord(holder.censored) ? (holder.censored as RecordedLimits) : none;
}

/**
 * ProvenanceId of a run → its results that were limits when it was recorded. The first entry of the audit log about a run tells,
 * and the row as it is now where there is none: rows of a file have no entry of their own.
 */
export function* recordedLimits({ audit, details }: State): Slices<ReadonlyMap<string, RecordedLimits>> {
  const limits = new Map<string, RecordedLimits>();
  yield* eachInSlices(audit, (entry) => {
    const { id } = entry.parameters;
    if (typeof id !== 'string' || limits.has(id) || sourceOf(entry).source !== undefined) return;
    const found = limitsIn(entry);
    if (found !== undefined) limits.set(id, found);
  });
  yield* eachInSlices(keysOf(details), (id) => {
    const { censored } = details[id] as RowDetail;
    if (censored !== undefined && !limits.has(id)) limits.set(id, censored);
  });
  return limits;
}
