import { isOpen } from '../../../contract/queue/run-status.ts';
import type {
  Comparison,
  HistoryList,
  HistoryQuery,
  PastCampaign,
} from '../../../contract/sessions/history.ts';
import type { Slices } from '../../../engine/slices.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { columnsInSlices } from '../experiments/experiments.ts';
import { checkDocument } from '../format/document-check.ts';
import type { HistoryRecord } from '../history-record.ts';
import { objectiveList } from '../objectives/objectives.ts';
import { shownIn } from '../rows/row-details.ts';
import type { Environment, State } from '../state.ts';
import { answerSpelling } from '../variables/variable-spelling.ts';
import { differences, summary } from './compare.ts';
import { oldestKept, pastState, revisionOf } from './history.ts';

/** Differences of a comparison per part; the others are counted. */
const maxListed = 200;

/** A page of the changes of the campaign, newest first. */
export function historyList(state: State, { skip = 0, limit = 100 }: HistoryQuery): HistoryList {
  const { history } = state;
  const oldest = oldestKept(state);
  const end = Math.max(0, history.length - skip);
  const some = history.slice(Math.max(0, end - limit), end).reverse();
  return {
    revisions: some.map(({ revision, time, who, what, audit }) => ({
      revision,
      time,
      who: who ?? null,
      what: [...what],
      n_audit_entries: audit,
      readable: revision >= oldest,
    })),
    total: history.length,
    current: revisionOf(state),
    oldest_readable: oldest,
  };
}

/** A past state that is a session: a history that was read from a file is not taken at its word. */
function* checkedPast(state: State, revision: number): Slices<State> {
  const past = yield* pastState(state, revision);
  yield* checkDocument(past);
  return past;
}

/**
 * The campaign as it was after a change, with a page of its experiments.
 *
 * @throws NotFoundError there is no such revision
 * @throws ValueError it is no longer stored, because too much has changed since
 */
export function* pastView(
  state: State,
  { revision, skip = 0, limit = 100 }: HistoryQuery & { readonly revision: number },
): Slices<PastCampaign> {
  const past = yield* checkedPast(state, revision);
  const record: HistoryRecord | undefined = past.history.at(-1);
  const columns = yield* columnsInSlices(past);
  const rows = past.rows.slice(skip, skip + limit).map(shownIn(past));
  return {
    revision,
    time: record?.time ?? null,
    what: [...(record?.what ?? [])],
    variables: past.variables.map(answerSpelling),
    constraints: [...past.constraints],
    ...objectiveList(past),
    experiments: rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
    ),
    n_experiments: past.rows.length,
    n_waiting: past.queue.filter(isOpen).length,
  };
}

/** What changed between two revisions; `to` is the last one by default. @throws as `pastView` */
export function* comparison(
  state: State,
  { from, to }: { readonly from: number; readonly to?: number | undefined },
): Slices<Comparison> {
  const last = to ?? revisionOf(state);
  const before = yield* checkedPast(state, from);
  const after = yield* checkedPast(state, last);
  const found = yield* differences(before, after, maxListed);
  return { from, to: last, differences: found, summary: summary(found) };
}

/** A new session that begins as the campaign was after a change; where it comes from is in its audit log. */
export function* branchOf(
  state: State,
  { revision, name }: { readonly revision: number; readonly name?: string | null | undefined },
  id: string,
  environment: Environment,
): Slices<State> {
  const past = yield* checkedPast(state, revision);
  const { now } = environment;
  const source = { session_id: state.id, name: state.metadata.name, revision };
  const branch: State = {
    ...past,
    id,
    metadata: {
      ...past.metadata,
      name: name ?? `${state.metadata.name} (from revision ${revision})`,
      created_at: now,
      last_modified: now,
    },
    last_accessed: now,
    lock: null,
    enforce_lock: false,
    replies: [],
  };
  return withAudit(branch, auditEntry('branched', { source, n_experiments: past.rows.length }, environment));
}
