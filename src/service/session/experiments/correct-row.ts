import type { RowPatch, RowPatched } from '../../../contract/experiments/experiments.ts';
import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import type { Row } from '../../../contract/values.ts';
import type { Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import type { List } from '../document/document-list.ts';
import { detailOf, shownIn, withDetails } from '../rows/row-details.ts';
import type { Change, Environment, State } from '../state.ts';
import { columnsInSlices } from './experiments.ts';
import { checkEntry, withRowAt } from './record.ts';
import { checkFailure, noResults, outputsOf, remarksOf } from './results.ts';

/** The outputs and limits of a row after a patch: objectives that it leaves out keep theirs, unless the run failed. */
function resultsAfter(state: State, row: Row, before: RowDetail, patch: RowPatch) {
  const own = Object.fromEntries(
    state.targets.map((target) => [target, typeof row[target] === 'number' ? row[target] : null]),
  );
  const status = patch.status === undefined ? (before.status ?? null) : patch.status;
  if (patch.output === undefined) {
    const kept = { outputs: own, censored: before.censored ?? {} };
    return { ...(status === 'failed' ? noResults(state.targets) : kept), status };
  }
  const { outputs, censored } = outputsOf(state.targets, patch.output, true);
  const kept = Object.entries(before.censored ?? {}).filter(([name]) => !Object.hasOwn(outputs, name));
  checkFailure(patch.status, { outputs });
  // A result makes a good run of a failed one.
  return {
    outputs: { ...own, ...outputs },
    censored: { ...Object.fromEntries(kept), ...censored },
    status: patch.status ?? null,
  };
}

function checked(state: State, row: Row, before: RowDetail, patch: RowPatch) {
  const { outputs, censored, status } = resultsAfter(state, row, before, patch);
  const names = state.variables.map(({ name }) => name);
  const own = Object.fromEntries(
    names.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])),
  );
  const pick = <T>(given: T | null | undefined, kept: T | undefined) => (given === undefined ? kept : given);
  const error = pick(patch.error, before.error);
  const remarks = {
    status,
    error: status === 'failed' ? error : (patch.error ?? null),
    comment: pick(patch.comment, before.comment),
    attachments: pick(patch.attachments, before.attachments),
  };
  const noise = pick(patch.noise, typeof row.Noise === 'number' ? row.Noise : undefined);
  const iteration = patch.iteration ?? (row.Iteration as number);
  const inputs = { ...own, ...patch.inputs } as Record<string, number | string>;
  // Numbers and limits are checked already; what is left are the settings and the noise.
  const { warnings } = checkEntry(state, { inputs, output: outputs, status, noise, iteration });
  const { Noise: _noise, ...rest } = row;
  const next: Row = {
    ...rest,
    ...Object.fromEntries(
      names.flatMap((name) => (name in inputs ? [[name, inputs[name] as string | number]] : [])),
    ),
    ...outputs,
    Iteration: iteration,
    Reason: patch.reason ?? row.Reason ?? null,
    ...(noise === null || noise === undefined ? {} : { Noise: noise }),
  };
  return { next, detail: remarksOf(remarks, censored), warnings };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What differs, before and after, by name. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { names: string[]; before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  );
  const of = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { names, before: of(before), after: of(after) };
}

/** Rows that are examined between two places where the work may be interrupted. */
const itemsPerScan = 4096;

/** Position of the row with this ProvenanceId; -1: there is none. */
function* placeOf(rows: List<Row>, id: string): Slices<number> {
  for (let i = 0; i < rows.length; i++) {
    if (rows.at(i)?.ProvenanceId === id) return i;
    if (i % itemsPerScan === itemsPerScan - 1) yield;
  }
  return -1;
}

/**
 * Corrects or comments one row. The audit log keeps what it was and what it is; its provenance record stays, as it says
 * what was recorded at the time.
 *
 * @throws NotFoundError no row has this ProvenanceId
 * @throws ValueError    as for a new experiment
 */
export function* correctRow(
  state: State,
  { id, ...patch }: RowPatch & { readonly id: string },
  environment: Environment,
): Slices<Change<RowPatched>> {
  const position = yield* placeOf(state.rows, id);
  const row = position < 0 ? undefined : state.rows.at(position);
  if (row === undefined) throw new NotFoundError(`no experiment has the ProvenanceId '${id}'`);
  const before = detailOf(state.details, row) ?? {};
  const { next, detail, warnings } = checked(state, row, before, patch);
  const data = differences(row, next);
  const all = differences({ ...row, ...before }, { ...next, ...detail });
  const isData =
    data.names.length > 0 || !same([before.status, before.censored], [detail.status, detail.censored]);
  const parameters = { id, row: position, before: all.before, after: all.after };
  const entry = auditEntry('experiment_corrected', parameters, environment, patch.why ?? '');
  const corrected: State = {
    ...state,
    rows: data.names.length > 0 ? withRowAt(state.rows, position, next) : state.rows,
    details: same(before, detail)
      ? state.details
      : yield* withDetails(state.details, new Map([[id, detail]])),
    data_revision: state.data_revision + (isData ? 1 : 0),
  };
  const after = all.names.length === 0 ? state : withAudit(corrected, entry);
  const shown = shownIn(after)(after.rows.at(position) ?? next);
  const columns = yield* columnsInSlices(after);
  const answer: RowPatched = {
    row: Object.fromEntries(columns.map((column) => [column, shown[column] ?? null])),
    experiment_id: position,
    changed: all.names,
    warnings: [...warnings],
    data_revision: after.data_revision,
  };
  const event = {
    type: 'experiment_changed' as const,
    data: { id, row: position, data_revision: after.data_revision },
  };
  return { state: after, answer, events: all.names.length === 0 ? [] : [event] };
}
