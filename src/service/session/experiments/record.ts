import { blockColumn, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { Provenance } from '../../../contract/experiments/provenance.ts';
import type { Attachment, RowDetail } from '../../../contract/experiments/row-details.ts';
import type { Cell, Inputs, Output, Row } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { mapInSlices, runSlices, type Slices } from '../../../engine/slices.ts';
import { brokenConstraints, brokenLimits } from '../../broken-limits.ts';
import { acquisitionParameters, auditEntry, withEntries } from '../audit.ts';
import { appended, type List } from '../document/document-list.ts';
import { beyondBounds } from '../objectives/bounds-warnings.ts';
import { withDetails } from '../rows/row-details.ts';
import { keepNames } from '../rows/row-names.ts';
import type { Environment, State } from '../state.ts';
import { checkHasVariables, checkNames, checkValue, isPlace } from '../variables/check-inputs.ts';
import { placeOf, valuesMissing } from '../words.ts';
import { remarksOf, resultsOf } from './results.ts';

/** One experiment on its way into the table. */
export interface Entry {
  readonly inputs: Inputs;
  /** Absent for a run that failed. */
  readonly output?: Output | null | undefined;
  readonly status?: 'failed' | null | undefined;
  readonly error?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly attachments?: readonly Attachment[] | null | undefined;
  readonly noise?: number | null | undefined;
  readonly iteration: number;
  readonly reason?: string | null | undefined;
  /** What was proposed, when the experiment was staged. */
  readonly suggested?: Inputs | null;
  readonly plot?: Readonly<Record<string, number>> | null;
  /** Of the queue item it completes. */
  readonly id?: string;
}

/** An entry whose every value was checked. */
export interface CheckedEntry {
  readonly entry: Entry;
  /** Objective → value; null: not measured. */
  readonly outputs: Readonly<Record<string, number | null>>;
  readonly detail: RowDetail;
  readonly warnings: readonly string[];
  /** Safety limits that the run lies outside of, in words: it happened, so it is recorded. */
  readonly outside?: readonly string[];
}

/** Entries with the same warning that have a line each. */
const mostLines = 5;

/** What a warning says, whatever its numbers: numbers in quotes are part of names. */
const kindOf = (warning: string): string =>
  warning.replace(/'[^']*'|-?\d[\d.e+-]*/gi, (part) => (part.startsWith("'") ? part : '#'));

/**
 * Warnings of entries that come together: each names its entry, counted from 1, where there are several. A warning of more than five
 * entries is one line, which counts them and names the first.
 */
export function warningsOf(what: string, checked: readonly CheckedEntry[]): string[] {
  if (checked.length === 1) return checked.flatMap(({ warnings }) => warnings);
  const all = checked.flatMap(({ warnings }, index) => warnings.map((text) => ({ index, text })));
  const kinds = Map.groupBy(all, ({ text }) => kindOf(text));
  return all.flatMap(({ index, text }) => {
    const line = `${placeOf(what, index)}: ${text}`;
    const alike = (kinds.get(kindOf(text)) ?? []).map((one) => one.index);
    if (alike.length <= mostLines) return [line];
    if (alike[0] !== index) return [];
    const next = alike.slice(1, mostLines).join(', ');
    return [`${line}. The same applies to ${alike.length - 1} more, such as those at index ${next}`];
  });
}

/** Highest iteration of a table that has a next one, −1 when it is empty; tables are never changed, so it is counted once for each. */
const highestIterations = new WeakMap<List<Row>, number>();

function highestIteration(rows: List<Row>, known = -1): number {
  let highest = known;
  for (let i = 0; i < rows.length; i++) {
    const iteration = rows.at(i)?.Iteration;
    if (typeof iteration === 'number' && iteration > highest && iteration < Number.MAX_SAFE_INTEGER)
      highest = iteration;
  }
  return highest;
}

/** Iteration of a row that does not say: the highest plus one, 0 on an empty table. */
export function nextIteration({ rows }: State): number {
  const highest = highestIterations.get(rows) ?? highestIteration(rows);
  highestIterations.set(rows, highest);
  return highest + 1;
}

/** The table with more rows at its end. */
export function withRows(state: State, more: readonly Row[]): List<Row> {
  const rows = appended(state.rows, more);
  highestIterations.set(rows, highestIteration(more, nextIteration(state) - 1));
  keepNames(state.rows, rows, [], more);
  return rows;
}

/** The table with another row at a place. */
export function withRowAt(rows: List<Row>, place: number, row: Row): List<Row> {
  const after = rows.with(place, row);
  keepNames(rows, after, [rows.at(place) as Row], [row]);
  return after;
}

/**
 * Checks a whole entry against the session.
 *
 * @param field of the request that gives the values of the variables
 * @throws NoVariablesError the session has no variables
 * @throws ValueError       naming the field and the value
 */
export function checkEntry(state: State, entry: Entry, field = 'inputs'): CheckedEntry {
  checkHasVariables(state);
  const isNeeded = (variable: StoredVariable) => entry.status !== 'failed' || !isObserved(variable);
  const given = (variable: StoredVariable) => entry.inputs[variable.name] !== undefined;
  const missing = state.variables
    .filter((variable) => isNeeded(variable) && !given(variable))
    .map(({ name }) => name);
  checkNames(state, entry.inputs, field);
  if (missing.length > 0) throw new ValueError(`${field}: ${valuesMissing(missing)}`);
  const warnings = state.variables
    .filter(given)
    .flatMap((variable) => checkValue(variable, entry.inputs[variable.name]) ?? []);
  const { noise } = entry;
  if (noise !== undefined && noise !== null && !(Number.isFinite(noise) && noise >= 0)) {
    throw new ValueError(`noise must be a finite variance of at least 0, got ${noise}`);
  }
  // Beyond, neighbouring numbers are one as a 64-bit float, such as times in nanoseconds.
  if (!Number.isSafeInteger(entry.iteration)) {
    throw new ValueError(`iteration: expected a whole number below 2^53, got ${entry.iteration}`);
  }
  const { outputs, censored } = resultsOf(state.targets, entry);
  const outside = brokenLimits(state.rules, entry.inputs);
  const unmet = brokenConstraints(state.constraints, entry.inputs);
  const detail = remarksOf(entry, censored);
  const beyond = beyondBounds(state, outputs);
  const checked = { entry, outputs, detail, warnings: [...warnings, ...outside, ...unmet, ...beyond] };
  return outside.length === 0 ? checked : { ...checked, outside };
}

/** Difference between what was proposed and what was done, per variable. */
function deltaOf(
  suggested: Readonly<Record<string, unknown>> | null,
  actual: Readonly<Record<string, unknown>>,
): Record<string, number | string> {
  const delta: Record<string, number | string> = {};
  const proposed = suggested ?? {};
  for (const [name, value] of Object.entries(actual)) {
    const before = proposed[name];
    if (before === undefined) delta[name] = 'no-suggestion';
    else if (typeof before === 'number' && typeof value === 'number') delta[name] = value - before;
    else delta[name] = String(before) === String(value) ? 'unchanged' : `${before}→${value}`;
  }
  for (const name of Object.keys(proposed)) if (!Object.hasOwn(actual, name)) delta[name] = 'dropped';
  return delta;
}

/** The inputs alone, in variable order, categories as text. */
function valuesOf(state: State, inputs: Inputs): Record<string, number | string> {
  return Object.fromEntries(
    state.variables.flatMap(({ name, type }) => {
      const value = inputs[name];
      if (value === undefined) return [];
      return [[name, type === 'categorical' ? String(value) : value]];
    }),
  );
}

/** Columns of variables without a value: of a run that failed before it was observed. */
export const emptyCells = ({ variables }: State, inputs: Inputs): Row =>
  Object.fromEntries(variables.flatMap(({ name }) => (inputs[name] === undefined ? [[name, null]] : [])));

/** Bookkeeping values given among the inputs. */
export function plotOf(state: State, entry: Pick<Entry, 'inputs' | 'plot'>): Record<string, Cell> {
  const found: Record<string, Cell> = {};
  for (const name of [...plotColumns, blockColumn]) {
    if (!isPlace(state, name)) continue;
    const value = entry.plot?.[name] ?? entry.inputs[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Where a row comes from: suggested and actual settings, strategy and time. */
export function provenanceOf(
  state: State,
  { entry, outputs }: Pick<CheckedEntry, 'entry' | 'outputs'>,
  row: Row,
  strategy: string,
  { now }: Environment,
): Provenance {
  const actual = valuesOf(state, entry.inputs);
  const suggested = entry.suggested ?? null;
  return {
    id: row.ProvenanceId as string,
    iteration: entry.iteration,
    strategy,
    acq_params: acquisitionParameters(state, entry.iteration),
    suggested: suggested === null ? null : { ...suggested },
    actual,
    delta: deltaOf(suggested, actual),
    output: outputs[state.targets[0] as string] ?? null,
    ...(state.targets.length > 1 ? { outputs } : {}),
    noise: entry.noise ?? null,
    timestamp: now,
  };
}

/** The audit entry of a recorded run; `censored` says which results are limits. */
export const completedEntry = (record: Provenance, detail: RowDetail | undefined, around: Environment) =>
  auditEntry(
    'experiment_completed',
    {
      ...record,
      ...(detail?.status === undefined ? {} : { status: detail.status }),
      ...(detail?.censored === undefined ? {} : { censored: detail.censored }),
    },
    around,
  );

/** Appends checked entries to the table, each with its provenance and audit entry. */
export function appendEntries(
  state: State,
  entries: readonly CheckedEntry[],
  environment: Environment,
): Appended {
  return runSlices(appendInSlices(state, entries, environment));
}

interface Appended {
  readonly state: State;
  readonly added: readonly Provenance[];
}

/** As `appendEntries`, for many entries. */
export function* appendInSlices(
  state: State,
  entries: readonly CheckedEntry[],
  environment: Environment,
): Slices<Appended> {
  const rows: Row[] = [];
  const added: Provenance[] = [];
  const details = new Map<string, RowDetail>();
  for (const checked of entries) {
    const { entry, outputs, detail } = checked;
    const strategy = entry.reason ?? 'Manual';
    const row: Row = {
      ...valuesOf(state, entry.inputs),
      ...emptyCells(state, entry.inputs),
      ...outputs,
      Iteration: entry.iteration,
      Reason: strategy,
      ...(entry.noise === undefined || entry.noise === null ? {} : { Noise: entry.noise }),
      ProvenanceId: entry.id ?? environment.newId(),
      ...plotOf(state, entry),
    };
    rows.push(row);
    if (Object.keys(detail).length > 0) details.set(row.ProvenanceId as string, detail);
    added.push(provenanceOf(state, checked, row, strategy, environment));
    if (rows.length % 16 === 0) yield;
  }
  const completed = yield* mapInSlices(added, (record) =>
    completedEntry(record, details.get(record.id), environment),
  );
  const flagged = entries.flatMap(({ outside }, i) =>
    outside === undefined
      ? []
      : [auditEntry('limit_exceeded', { id: rows[i]?.ProvenanceId, limits: outside }, environment)],
  );
  const audit = [...completed, ...flagged];
  return {
    state: {
      ...state,
      rows: withRows(state, rows),
      details: yield* withDetails(state.details, details),
      provenance: appended(state.provenance, added),
      audit: withEntries(state.audit, audit),
      data_revision: state.data_revision + 1,
    },
    added,
  };
}
