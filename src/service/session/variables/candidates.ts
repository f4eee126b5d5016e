import { isOpen } from '../../../contract/queue/run-status.ts';
import type {
  Candidates,
  CandidatesPatch,
  CandidatesQuery,
  CandidatesRequest,
} from '../../../contract/suggestions/campaign.ts';
import type { Inputs, Scalar } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import type { CandidateList } from '../../../engine/campaign/task.ts';
import { concatenate, rowsOf } from '../../../engine/linalg/concatenate.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { decodeValue, encodeRows, isLogarithmic } from '../../../engine/space/encode.ts';
import { meets } from '../../../engine/space/linked-rows.ts';
import type { Space } from '../../../engine/space/space.ts';
import { listFaults, MOST_FAULTS, placeOf } from '../../../engine/words.ts';
import { brokenLimits } from '../../broken-limits.ts';
import { checkedColumns, type ListColumns } from '../../candidate-columns.ts';
import { ConflictError, NotFoundError, NoVariablesError, ValueError } from '../../errors.ts';
import { auditEntry, sourceOf, withAudit } from '../audit.ts';
import type { CandidateTable, Change, Environment, State } from '../state.ts';

/**
 * Variables that a run of a list has a value for.
 *
 * @throws NoVariablesError there are none
 */
export function listedVariables(state: State) {
  const variables = controllableOf(state.variables);
  if (variables.length === 0) {
    throw new NoVariablesError('the session has no controllable variables; add one before candidates');
  }
  return variables;
}

/** Column by column, which is a quarter of the size of named rows. */
function* tableOf({ columns, labels }: ListColumns, repeats: boolean): Slices<CandidateTable> {
  const listed: Scalar[][] = [];
  for (const { values, categories } of columns) {
    listed.push(
      yield* mapInSlices(
        values,
        (value): Scalar => (categories === undefined ? value : (categories[value] as string)),
      ),
    );
  }
  return {
    names: columns.map(({ name }) => name),
    columns: listed,
    ...(labels.length === 0 ? {} : { labels }),
    repeats,
  };
}

/** @throws ValueError runs of the list lie outside the safety limits; it names the first and counts the rest */
function* checkTable(
  { rules }: State,
  { names, columns }: CandidateTable,
  lines?: ArrayLike<number>,
): Slices<void> {
  if (rules.limits.length + rules.linear.length === 0) return;
  const faults: string[] = [];
  let count = 0;
  for (let i = 0; i < (columns[0]?.length ?? 0); i++) {
    const values = Object.fromEntries(names.map((name, k) => [name, columns[k]?.[i]]));
    const place = lines === undefined ? placeOf('row', i) : `line ${lines[i]}`;
    for (const broken of brokenLimits(rules, values))
      if (++count <= MOST_FAULTS) faults.push(`${place}: ${broken}`);
    if (i % 64 === 63) yield;
  }
  if (count > 0) throw new ValueError(`candidates: ${listFaults(faults, count)}`);
}

const entryType = 'candidates_changed';

/** What was said about how the file of the present list was read; the audit log keeps it. */
function warningsOf({ audit, campaign }: State): Pick<Candidates, 'warnings'> {
  if (campaign.candidates === null) return {};
  const last = audit.findLast(
    (entry) => entry.entry_type === entryType && sourceOf(entry).source === undefined,
  );
  const warnings = last?.parameters.warnings;
  return Array.isArray(warnings) && warnings.length > 0 ? { warnings: warnings.map(String) } : {};
}

/** The session with another list, or none, and the entry of the audit log about it. */
function* withList(
  state: State,
  candidates: CandidateTable | null,
  environment: Environment,
  { lines, filename, warnings = [] }: Partial<Pick<CandidateUpload, 'lines' | 'filename' | 'warnings'>> = {},
): Slices<Change<Candidates>> {
  if (candidates !== null) yield* checkTable(state, candidates, lines);
  const parameters = {
    total: candidates === null ? 0 : sizeOf(candidates),
    ...(filename === undefined ? {} : { filename }),
    warnings: [...warnings],
  };
  return yield* withTable(withAudit(state, auditEntry(entryType, parameters, environment)), candidates);
}

function* withTable(state: State, candidates: CandidateTable | null): Slices<Change<Candidates>> {
  const next = { ...state, campaign: { ...state.campaign, candidates } };
  return {
    state: next,
    answer: {
      candidates: [],
      total: candidates === null ? 0 : sizeOf(candidates),
      left: candidates === null ? 0 : yield* leftIn(next, candidates),
      repeats: candidates?.repeats ?? false,
      ...warningsOf(next),
    },
    events: [
      {
        type: 'variables_changed',
        data: { n_variables: state.variables.length, n_constraints: state.constraints.length },
      },
    ],
  };
}

export const sizeOf = ({ columns }: CandidateTable): number => columns[0]?.length ?? 0;

/**
 * Replaces the list of runs that may be proposed.
 *
 * @throws NoVariablesError there is no variable to set
 * @throws ValueError runs do not fit the variables, or lie outside the safety limits
 */
export function* putCandidates(
  state: State,
  { candidates, repeats }: CandidatesRequest,
  environment: Environment,
): Slices<Change<Candidates>> {
  const list = yield* checkedColumns(listedVariables(state), candidates);
  return yield* withList(state, yield* tableOf(list, repeats ?? false), environment);
}

/** A file that was read for the variables of the session at that time. */
export interface CandidateUpload extends ListColumns {
  /** Line of the sheet of each run. */
  readonly lines: ArrayLike<number> | undefined;
  readonly controllable: readonly StoredVariable[];
  readonly repeats: boolean;
  readonly filename: string;
  readonly warnings: readonly string[];
}

/**
 * The list from a file with a column for each variable that is set.
 *
 * @throws ConflictError the variables changed while the file was read
 * @throws ValueError runs lie outside the safety limits
 */
export function* uploadCandidates(
  state: State,
  upload: CandidateUpload,
  environment: Environment,
): Slices<Change<Candidates>> {
  if (JSON.stringify(controllableOf(state.variables)) !== JSON.stringify(upload.controllable)) {
    throw new ConflictError('candidates: the variables changed while the file was read; send it again');
  }
  return yield* withList(state, yield* tableOf(upload, upload.repeats), environment, upload);
}

/** Removes the list. @throws NotFoundError there is none */
export function* deleteCandidates(
  state: State,
  _request: unknown,
  environment: Environment,
): Slices<Change<null>> {
  if (state.campaign.candidates === null)
    throw new NotFoundError('the session has no candidates; there is nothing to delete');
  return { ...(yield* withList(state, null, environment)), answer: null };
}

const absent = () => new NotFoundError('the session has no candidates; PUT or upload some');

/** Sets whether a run may be proposed more than once; the list stays. @throws NotFoundError there is none */
export function* patchCandidates(state: State, { repeats }: CandidatesPatch): Slices<Change<Candidates>> {
  const { candidates } = state.campaign;
  if (candidates === null) throw absent();
  return yield* withTable(state, { ...candidates, repeats });
}

/** Different runs of the list that are not recorded, pending or failed; all rows if they may be repeated. */
function* leftIn({ rows, queue }: State, { names, columns, repeats }: CandidateTable): Slices<number> {
  const total = columns[0]?.length ?? 0;
  if (repeats) return total;
  const taken = new Set<string>();
  // A failed run is not proposed again either.
  for (const item of queue)
    if (isOpen(item) || item.status === 'failed')
      taken.add(JSON.stringify(names.map((name) => item.inputs[name])));
  yield* mapInSlices(rows, (row) => taken.add(JSON.stringify(names.map((name) => row[name]))));
  const before = taken.size;
  for (let i = 0; i < total; i++) {
    taken.add(JSON.stringify(columns.map((column) => column[i])));
    if (i % 256 === 255) yield;
  }
  return taken.size - before;
}

/** Runs of the list from `skip` (0) on, `limit` (100) at most, with their labels. @throws NotFoundError there is no list */
export function* listCandidates(
  state: State,
  { skip = 0, limit = 100 }: CandidatesQuery,
): Slices<Candidates> {
  const { candidates } = state.campaign;
  if (candidates === null) throw absent();
  const total = sizeOf(candidates);
  const rows = Array.from(
    { length: Math.max(0, Math.min(limit, total - skip)) },
    (_, i): Inputs =>
      Object.fromEntries([
        ...(candidates.labels ?? []).map(({ name, values }) => [name, values[skip + i] as Scalar] as const),
        ...candidates.names.map((name, k) => [name, candidates.columns[k]?.[skip + i] as Scalar] as const),
      ]),
  );
  return {
    candidates: rows,
    total,
    left: yield* leftIn(state, candidates),
    repeats: candidates.repeats,
    ...warningsOf(state),
  };
}

/** Whether two values are one setting; those of log scales went through the logarithm and back. */
const isSame = (a: Scalar | undefined, b: Scalar | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= 1e-9 * Math.abs(a) : a === b;

/** The other columns of the list for a run; undefined where nothing does. */
export function labelsOf({ campaign: { candidates } }: State, inputs: Inputs): Inputs | undefined {
  const { names = [], columns = [], labels = [] } = candidates ?? {};
  if (labels.length === 0) return undefined;
  const at = columns[0]?.findIndex((_, i) => names.every((name, k) => isSame(columns[k]?.[i], inputs[name])));
  if (at === undefined || at < 0) return undefined;
  return Object.fromEntries(labels.map(({ name, values }) => [name, values[at] as Scalar]));
}

/**
 * The list as the search takes it: columns of the space, observed ones at their values.
 *
 * @throws ValueError a variable was added, or its categories changed, since the list was made
 */
export function candidatesIn(state: State, space: Space, observed: Inputs): CandidateList | undefined {
  const { candidates } = state.campaign;
  if (candidates === null) return undefined;
  const missing = controllableOf(state.variables).find(({ name }) => !candidates.names.includes(name));
  if (missing !== undefined) {
    throw new ValueError(
      `candidates: variable '${missing.name}' is not in the list; replace the list or delete it`,
    );
  }
  const d = space.dimensions.length;
  const N = sizeOf(candidates);
  const points = new Float64Array(N * d);
  space.dimensions.forEach((dimension, column) => {
    const k = candidates.names.indexOf(dimension.name);
    const values = k < 0 ? undefined : candidates.columns[k];
    const one = { dimensions: [dimension], constraints: [] };
    const codes =
      values === undefined
        ? new Float64Array(N).fill(encodeRows(one, [observed])[0] as number)
        : dimension.kind === 'categorical' || isLogarithmic(dimension)
          ? encodeRows(
              one,
              values.map((value) => ({ [dimension.name]: value })),
            )
          : (values as readonly number[]);
    for (let i = 0; i < N; i++) points[i * d + column] = codes[i] as number;
  });
  const left = openRows(state, space, points);
  if (N > 0 && left.length === 0) {
    throw new ValueError(
      'candidates: every run of the list has a value that is retired, not available now, or outside the safety limits or a constraint; send runs that can be made, or change what excludes them',
    );
  }
  const given = space.dimensions.flatMap(({ name }, k) => (candidates.names.includes(name) ? [k] : []));
  return { points: left, repeats: candidates.repeats, given };
}

/** Of runs that people made: sums of rounded shares meet an equality. */
const roundedTolerance = { absolute: 1e-6, relative: 1e-3 };

/** The points [n, d] that may be chosen now: every value is open, and within the safety limits and constraints. */
function openRows({ rules }: State, space: Space, points: Float64Array): Float64Array {
  const { dimensions, constraints } = space;
  const d = dimensions.length;
  const isLimited = rules.limits.length + rules.linear.length > 0;
  const isOpenAll = dimensions.every((one) => one.kind !== 'categorical' || one.open === undefined);
  if (!isLimited && isOpenAll && constraints.length === 0) return points;
  const mayBe = (point: Float64Array): boolean => {
    const isOpen =
      dimensions.every(
        (one, k) => one.kind !== 'categorical' || one.open?.includes(point[k] as number) !== false,
      ) && constraints.every((constraint) => meets(space, constraint, point, roundedTolerance));
    if (!isOpen || !isLimited) return isOpen;
    const values = Object.fromEntries(
      dimensions.map((one, k) => [one.name, decodeValue(one, point[k] as number)]),
    );
    return brokenLimits(rules, values).length === 0;
  };
  return concatenate(rowsOf(points, d).filter(mayBe));
}
