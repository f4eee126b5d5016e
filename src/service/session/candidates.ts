import type { Candidates, CandidatesQuery, CandidatesRequest } from '../../contract/campaign.ts';
import type { Inputs, Scalar } from '../../contract/common.ts';
import type { CandidateList } from '../../engine/campaign/task.ts';
import { encodeRows } from '../../engine/space/encode.ts';
import type { Space } from '../../engine/space/space.ts';
import { NotFoundError, NoVariablesError, ValueError } from '../errors.ts';
import { isObserved } from './space.ts';
import type { CandidateTable, Change, State } from './state.ts';
import { list, show } from './words.ts';

const settable = (state: State) => state.variables.filter((variable) => !isObserved(variable));

/** Column by column, which is a quarter of the size of named rows. */
function tableOf(
  state: State,
  rows: readonly Readonly<Record<string, unknown>>[],
  repeats: boolean,
): CandidateTable {
  const variables = settable(state);
  if (variables.length === 0) {
    throw new NoVariablesError('the session has no variables to set; add variables before candidates');
  }
  const names = variables.map(({ name }) => name);
  const columns = variables.map((): Scalar[] => []);
  rows.forEach((row, i) => {
    const unknown = Object.keys(row).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new ValueError(
        `candidates: row ${i + 1} has ${show(unknown)}, which is no variable to set; use ${list(names)}`,
      );
    }
    variables.forEach(({ name, type, values, min, max }, k) => {
      const value = row[name];
      const who = `candidates: row ${i + 1}, variable '${name}'`;
      if (type === 'categorical') {
        if (!values?.includes(String(value))) {
          throw new ValueError(`${who}: ${show(value)} is not declared; use one of ${list(values ?? [])}`);
        }
        columns[k]?.push(String(value));
        return;
      }
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        throw new ValueError(`${who}: expected a finite number, got ${show(value)}`);
      }
      if (min !== undefined && max !== undefined && (value < min || value > max)) {
        throw new ValueError(`${who}: ${value} is outside its bounds [${min}, ${max}]`);
      }
      columns[k]?.push(value);
    });
  });
  return { names, columns, repeats };
}

function withTable(state: State, candidates: CandidateTable | null): Change<Candidates> {
  const next = { ...state, campaign: { ...state.campaign, candidates } };
  return {
    state: next,
    answer: {
      candidates: [],
      total: candidates === null ? 0 : sizeOf(candidates),
      repeats: candidates?.repeats ?? false,
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

/** Replaces the list of runs that may be proposed. */
export const putCandidates = (state: State, { candidates, repeats }: CandidatesRequest): Change<Candidates> =>
  withTable(state, tableOf(state, candidates, repeats ?? false));

/** A file as it was read: cells as text or numbers. */
export interface CandidateFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The number that a cell spells; undefined when it spells none. */
  readonly numberOf: (cell: string | number) => number | undefined;
  readonly repeats: boolean;
}

/** The list from a file with a column for each variable that is set. */
export function uploadCandidates(
  state: State,
  { columns, rows, numberOf, repeats }: CandidateFile,
): Change<Candidates> {
  if (rows.length === 0) throw new ValueError('candidates: the file has no row below its header');
  const numeric = new Set(
    settable(state).flatMap(({ name, type }) => (type === 'categorical' ? [] : [name])),
  );
  const named = rows.map((row) =>
    Object.fromEntries(
      columns.map((name, k) => {
        const cell = row[k] ?? '';
        return [name, numeric.has(name) ? (numberOf(cell) ?? cell) : cell];
      }),
    ),
  );
  return withTable(state, tableOf(state, named, repeats));
}

export function deleteCandidates(state: State): Change<null> {
  if (state.campaign.candidates === null) throw new NotFoundError('the session has no candidates');
  return { ...withTable(state, null), answer: null };
}

export function listCandidates({ campaign }: State, { skip = 0, limit = 100 }: CandidatesQuery): Candidates {
  const { candidates } = campaign;
  if (candidates === null) throw new NotFoundError('the session has no candidates; PUT or upload some');
  const total = sizeOf(candidates);
  const rows = Array.from(
    { length: Math.max(0, Math.min(limit, total - skip)) },
    (_, i): Inputs =>
      Object.fromEntries(
        candidates.names.map((name, k) => [name, candidates.columns[k]?.[skip + i] as Scalar]),
      ),
  );
  return { candidates: rows, total, repeats: candidates.repeats };
}

/**
 * The list as the search takes it: columns of the space, observed ones at their values.
 *
 * @throws ValueError a variable was added, or its categories changed, since the list was made
 */
export function candidatesIn(state: State, space: Space, observed: Inputs): CandidateList | undefined {
  const { candidates } = state.campaign;
  if (candidates === null) return undefined;
  const missing = settable(state).find(({ name }) => !candidates.names.includes(name));
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
        : dimension.kind === 'categorical'
          ? encodeRows(
              one,
              values.map((value) => ({ [dimension.name]: value })),
            )
          : (values as readonly number[]);
    for (let i = 0; i < N; i++) points[i * d + column] = codes[i] as number;
  });
  const left = openRows(space, points);
  if (N > 0 && left.length === 0) {
    throw new ValueError(
      'candidates: every run of the list has a value that is retired or not available now',
    );
  }
  return { points: left, repeats: candidates.repeats };
}

/** The points [n, d] without those that have a category or an allowed value that may not be chosen now. */
function openRows({ dimensions }: Space, points: Float64Array): Float64Array {
  const d = dimensions.length;
  const tests = dimensions.flatMap((dimension, column) => {
    if (dimension.kind === 'categorical' && dimension.open)
      return [{ column, open: new Set(dimension.open) }];
    return [];
  });
  if (tests.length === 0) return points;
  const kept: number[] = [];
  for (let i = 0; i < points.length / d; i++) {
    if (tests.every(({ column, open }) => open.has(points[i * d + column] as number))) kept.push(i);
  }
  const left = new Float64Array(kept.length * d);
  kept.forEach((row, i) => {
    left.set(points.subarray(row * d, (row + 1) * d), i * d);
  });
  return left;
}
