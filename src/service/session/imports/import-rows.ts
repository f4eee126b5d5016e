import type { Provenance } from '../../../contract/experiments/provenance.ts';
import type { RowDetail } from '../../../contract/experiments/row-details.ts';
import type {
  ImportColumn,
  ImportCommitted,
  ImportedRow,
  ImportMode,
} from '../../../contract/imports/imports.ts';
import type { AuditEntry } from '../../../contract/sessions/audit.ts';
import type { Cell, Row } from '../../../contract/values.ts';
import type { StoredVariable, VariableRequest } from '../../../contract/variables/variables.ts';
import { eachInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { counted } from '../../../engine/words.ts';
import { auditEntry, withEntries } from '../audit.ts';
import { appended, shareable } from '../document/document-list.ts';
import {
  completedEntry,
  type Entry,
  emptyCells,
  nextIteration,
  plotOf,
  provenanceOf,
  withRows,
} from '../experiments/record.ts';
import { rowsBeyondBounds } from '../objectives/bounds-warnings.ts';
import { referenceWords } from '../objectives/objectives.ts';
import { matchedRuns, withMatchedRuns } from '../queue/matched-runs.ts';
import { placedIn, queueUpdated } from '../queue/queue.ts';
import { finishedRuns, type RowToRemove, removedEntries } from '../removal/removed-rows.ts';
import { attachmentsIn } from '../rows/attachment-cell.ts';
import { detailsOfRows, withDetails } from '../rows/row-details.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { present, storedSpelling } from '../variables/variable-spelling.ts';
import { checkJoin } from '../variables/variables.ts';
import { list } from '../words.ts';

export interface FileRows {
  readonly filename: string;
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly ImportedRow[];
  readonly skipped: number;
  readonly newCategories: Readonly<Record<string, readonly string[]>>;
  readonly mode: ImportMode;
  /** Reason of rows that give none. */
  readonly reason: string;
  /** An entry of the audit log for every row, as uploads have always written; else one for the file. */
  readonly auditRows: boolean;
}

/** Rows between two places where other requests may come in. */
const sliceRows = 16;

function variableOf(column: ImportColumn): StoredVariable {
  const { name, type, bounds, categories, allowed_values, role } = column;
  const { unit, step, scale, changes, description } = column;
  const stated = Object.entries({ unit, step, scale, changes, description }).filter(
    ([, one]) => one !== null,
  );
  const request = {
    name,
    type: type ?? 'real',
    ...(type === 'categorical' ? { categories } : type === 'discrete' ? { allowed_values } : { bounds }),
    ...Object.fromEntries(stated),
    ...(role === 'observed' ? { role } : {}),
  } as VariableRequest;
  return storedSpelling(request);
}

/** The session with the variables, categories and objectives that the file brings, and without rows it replaces. */
function prepared(state: State, file: FileRows): { state: State; added: StoredVariable[] } {
  const base: State = file.mode === 'replace' ? { ...state, rows: [], details: {} } : state;
  const fresh = file.columns.filter(({ meaning, exists }) => meaning === 'input' && !exists);
  const outputs = file.columns.filter(({ meaning }) => meaning === 'output').map(({ name }) => name);
  const isOpen = base.rows.length === 0 && base.campaign.goals === null;
  const targets = isOpen ? outputs : [...new Set([...base.targets, ...outputs])];
  const joined = { ...base, targets, campaign: campaignWith(base, targets) };
  const added = fresh.map(variableOf);
  for (const variable of added) checkJoin(joined, variable);
  const variables = state.variables.map((variable) => {
    const more = Object.hasOwn(file.newCategories, variable.name) && file.newCategories[variable.name];
    return !more ? variable : { ...variable, values: [...(variable.values ?? []), ...more] };
  });
  return { state: { ...withUnits(joined, file), variables: [...variables, ...added] }, added };
}

/** Declared goals stay those of their objectives; objectives that join them are maximized until a goal is declared, and have no reference point. */
function campaignWith({ campaign, targets: before }: State, targets: readonly string[]): State['campaign'] {
  const { goals } = campaign;
  if (targets.length === before.length || goals?.length !== before.length) return campaign;
  const more = targets.slice(before.length).map(() => 'maximize' as const);
  return { ...campaign, goals: [...goals, ...more], ref_point: null };
}

/** Objectives whose goal is assumed, in addition to declared ones, in words. */
function assumedGoals(before: State, { campaign, targets }: State): string[] {
  if (before.campaign.goals === null || campaign.goals === before.campaign.goals) return [];
  return targets
    .slice(before.targets.length)
    .map((name) => `objective '${name}': no goal is declared, so it is maximized until one is`);
}

/** Units of objectives that have none yet. */
function withUnits(state: State, { columns }: FileRows): State {
  const metadata = { ...state.objective_metadata };
  for (const { meaning, name, unit } of columns) {
    if (meaning !== 'output' || unit === null || present(metadata[name]?.unit)) continue;
    metadata[name] = { ...metadata[name], unit };
  }
  return { ...state, objective_metadata: metadata };
}

/** Cells of an exported table that are details and no columns of their own. */
function detailOfRow({ failed, censored, extras }: ImportedRow): {
  detail: RowDetail;
  rest: Record<string, Cell>;
} {
  const { Status: status, Comment: comment, Censored: _sides, Attachments: links, ...others } = extras;
  const said = typeof status === 'string' ? /^failed(?:: (.*))?$/is.exec(status) : null;
  const isFailed = failed || said !== null;
  // Another word for a failure, such as `aborted`, is what is known about it.
  const error = said === null && failed && typeof status === 'string' ? status : said?.[1];
  const attachments = typeof links === 'string' ? attachmentsIn(links) : [];
  const detail: RowDetail = {
    ...(isFailed ? { status: 'failed' as const } : {}),
    ...(error === undefined ? {} : { error }),
    ...(Object.keys(censored).length === 0 || isFailed ? {} : { censored: { ...censored } }),
    ...(typeof comment === 'string' && comment !== '' ? { comment } : {}),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  const keepsStatus = present(status) && !isFailed;
  return { detail, rest: keepsStatus ? { ...others, Status: status } : others };
}

interface RowSource {
  readonly one: ImportedRow;
  /** The staged run that the row completes. */
  readonly run: StoredQueueItem | undefined;
  /** The iteration of rows that state none. */
  readonly shared: number;
}

/** A row of the table with its details and its provenance. */
function recorded(state: State, file: FileRows, { one, run, shared }: RowSource, environment: Environment) {
  const { detail, rest } = detailOfRow(one);
  const iteration = one.iteration ?? shared;
  const reason = one.reason ?? run?.reason ?? file.reason;
  const plot = run === undefined ? {} : plotOf(state, run);
  const isFailed = detail.status === 'failed';
  const outputs = Object.fromEntries(
    state.targets.map((target) => [target, isFailed ? null : (one.outputs[target] ?? null)]),
  );
  const row: Row = {
    ...one.inputs,
    ...emptyCells(state, one.inputs),
    ...outputs,
    Iteration: iteration,
    Reason: reason,
    ...(one.noise === null ? {} : { Noise: one.noise }),
    ProvenanceId: one.provenanceId ?? run?.id ?? environment.newId(),
    ...plot,
    ...rest,
  };
  const entry = { inputs: one.inputs, noise: one.noise, iteration, suggested: run?.inputs ?? null };
  const provenance = () => provenanceOf(state, { entry, outputs }, row, reason, environment);
  return { row, detail, provenance };
}

/** What a row says about the run that it completes. */
function entryOfRow({ targets }: State, row: ImportedRow): Entry {
  const { inputs, outputs, failed, noise, iteration, reason } = row;
  const values = targets.map((target) => outputs[target] ?? null);
  const output = failed ? null : values.length === 1 ? (values[0] ?? null) : values;
  return { inputs, output, status: failed ? 'failed' : null, noise, reason, iteration: iteration ?? 0 };
}

function* auditOf(
  file: FileRows,
  state: State,
  records: readonly Provenance[],
  details: ReadonlyMap<string, RowDetail>,
  environment: Environment,
): Slices<AuditEntry[]> {
  if (file.auditRows) {
    return yield* mapInSlices(records, (record) =>
      completedEntry(record, details.get(record.id), environment),
    );
  }
  const parameters = {
    filename: file.filename,
    mode: file.mode,
    n_added: file.rows.length,
    n_skipped: file.skipped,
    targets: state.targets,
    variables_added: file.columns
      .filter(({ meaning, exists }) => meaning === 'input' && !exists)
      .map(({ name }) => name),
  };
  return [auditEntry('experiments_imported', parameters, environment)];
}

/** Entries for the rows whose place a file takes, by which they can be put back; an upload writes none, as in release 0.4.0. */
function* replacedOf(state: State, file: FileRows, environment: Environment): Slices<AuditEntry[]> {
  if (file.auditRows || file.mode !== 'replace') return [];
  const named: RowToRemove[] = [];
  let place = 0;
  yield* eachInSlices(state.rows, (row) => {
    if (typeof row.ProvenanceId === 'string') named.push({ id: row.ProvenanceId, place, row });
    place++;
  });
  const why = `Replaced by ${file.filename}`;
  const removed = yield* removedEntries(state, named, finishedRuns(state), environment, why);
  return yield* mapInSlices(removed, ({ entry }) => entry);
}

/**
 * Puts the runs of a file into the session, with the variables and objectives they bring: all of them or, when anything
 * is refused, none.
 *
 * @throws ValueError a new variable breaks a rule
 */
export function* importRows(
  state: State,
  file: FileRows,
  environment: Environment,
): Slices<Change<ImportCommitted>> {
  const { state: base, added } = prepared(state, file);
  const kept = new Set<string>();
  yield* mapInSlices(state.provenance, ({ id }) => kept.add(id));
  const shared = file.mode === 'replace' ? 0 : nextIteration(base);
  const isMade = ({ failed, outputs }: ImportedRow): boolean =>
    failed || base.targets.some((target) => outputs[target] != null);
  const runs = yield* matchedRuns(base, file.rows, isMade);
  const rows: Row[] = [];
  const records: Provenance[] = [];
  const details = new Map<string, RowDetail>();
  for (const [i, one] of file.rows.entries()) {
    const { row, detail, provenance } = recorded(base, file, { one, run: runs.get(i), shared }, environment);
    const id = row.ProvenanceId as string;
    rows.push(row);
    if (Object.keys(detail).length > 0) details.set(id, detail);
    if (!kept.has(id)) records.push(provenance());
    if (i % sliceRows === sliceRows - 1) yield;
  }
  const table = file.mode === 'replace' ? shareable(rows) : withRows(base, rows);
  yield;
  const replaced = yield* replacedOf(state, file, environment);
  const audit = replaced.concat(yield* auditOf(file, base, records, details, environment));
  const recordedState: State = {
    ...base,
    rows: table,
    queue: file.mode === 'replace' ? yield* placedIn(state.queue, rows) : state.queue,
    details: yield* withDetails(yield* detailsOfRows(base.details, base.rows), details),
    provenance: appended(state.provenance, records),
    audit: withEntries(state.audit, audit),
    data_revision: state.data_revision + 1,
  };
  const first = recordedState.rows.length - rows.length;
  const entryAt = (row: number): Entry => entryOfRow(base, file.rows[row] as ImportedRow);
  const done = withMatchedRuns(recordedState, runs, entryAt, first, environment);
  const { state: next, ids } = yield* done;
  const failed = [...details.values()].filter(({ status }) => status === 'failed').length;
  return {
    state: next,
    answer: answerOf(file, next, added, {
      failed,
      completed_item_ids: ids,
      warnings: [
        ...assumedGoals(state, next),
        ...referenceWords(state, next),
        ...rowsBeyondBounds(next, rows),
      ],
    }),
    events: [...eventsOf(next, rows.length, added.length), ...(ids.length === 0 ? [] : [queueUpdated(next)])],
  };
}

function eventsOf(state: State, count: number, addedVariables: number) {
  const added = {
    type: 'experiment_added' as const,
    data: { n_experiments: state.rows.length, n_added: count, data_revision: state.data_revision },
  };
  const changed = {
    type: 'variables_changed' as const,
    data: { n_variables: state.variables.length, n_constraints: state.constraints.length },
  };
  return addedVariables > 0 ? [changed, added] : [added];
}

function answerOf(
  file: FileRows,
  state: State,
  variables: readonly StoredVariable[],
  outcome: Pick<ImportCommitted, 'failed' | 'completed_item_ids' | 'warnings'>,
): ImportCommitted {
  const count = file.rows.length;
  return {
    added: count,
    skipped: file.skipped,
    ...outcome,
    total_experiments: state.rows.length,
    target_columns: [...state.targets],
    variables_added: variables.map(({ name }) => name),
    message: `${counted(count, 'experiment')} loaded, objective ${list(state.targets)}`,
  };
}
