import type { Provenance, ProvenanceList } from '../../../contract/experiments/provenance.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import type { State } from '../state.ts';
import { runRevision, runRevisions } from './history.ts';
import { type RecordedLimits, recordedLimits } from './recorded-limits.ts';

/** A record with what the audit log and the details know of its run. */
const withLog = (
  { details }: State,
  record: Provenance,
  censored: RecordedLimits | undefined,
  revision: number | undefined,
): Provenance => {
  const detail = Object.hasOwn(details, record.id) ? details[record.id] : undefined;
  return {
    ...record,
    ...(censored === undefined || Object.keys(censored).length === 0 ? {} : { censored }),
    ...(revision === undefined ? {} : { revision }),
    ...(detail === undefined ? {} : { detail }),
  };
};

/** Where all rows come from, each with its detail and with the revision that brought it where these are known. */
export function* listProvenance(state: State): Slices<ProvenanceList> {
  const revisions = yield* runRevisions(state);
  const limits = yield* recordedLimits(state);
  const records = yield* mapInSlices(state.provenance, (record) =>
    withLog(state, record, limits.get(record.id), revisions.get(record.id)),
  );
  return { records, n_records: records.length };
}

/** The provenance of one row, with its detail and revision where it has them. @throws NotFoundError there is no such record */
export function* findProvenance(state: State, id: string): Slices<Provenance> {
  const record = state.provenance.find((one) => one.id === id);
  if (record === undefined) throw new NotFoundError(`provenance record '${id}' not found`);
  const limits = yield* recordedLimits(state);
  return withLog(state, record, limits.get(id), runRevision(state, id));
}
