import type { Provenance, ProvenanceList } from '../../../contract/provenance.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import type { State } from '../state.ts';
import { runRevision, runRevisions } from './history.ts';

/** Where all rows come from, each with the revision that brought it where that is known. */
export function* listProvenance(state: State): Slices<ProvenanceList> {
  const revisions = yield* runRevisions(state);
  const records = yield* mapInSlices(state.provenance, (record) => {
    const revision = revisions.get(record.id);
    return revision === undefined ? record : { ...record, revision };
  });
  return { records, n_records: records.length };
}

/** The provenance of one row, with its detail and revision where it has them. @throws NotFoundError there is no such record */
export function findProvenance(state: State, id: string): Provenance {
  const record = state.provenance.find((one) => one.id === id);
  if (record === undefined) throw new NotFoundError(`provenance record '${id}' not found`);
  const detail = Object.hasOwn(state.details, id) ? state.details[id] : undefined;
  const revision = runRevision(state, id);
  return {
    ...record,
    ...(revision === undefined ? {} : { revision }),
    ...(detail === undefined ? {} : { detail }),
  };
}
