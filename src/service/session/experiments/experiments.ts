import { bookkeeping, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import type {
  DataSummary,
  ExperimentCreated,
  ExperimentList,
  ExperimentRequest,
  ListExperimentsQuery,
  TargetStats,
} from '../../../contract/experiments/experiments.ts';
import type { Provenance } from '../../../contract/experiments/provenance.ts';
import type { Cell, Inputs, Row } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import {
  eachInSlices,
  filterInSlices,
  runSlices,
  type Slices,
  sortInSlices,
} from '../../../engine/slices.ts';
import type { List } from '../document/document-list.ts';
import { detailedInSlices, detailNames, shownIn, sideOf } from '../rows/row-details.ts';
import { rowNames } from '../rows/row-names.ts';
import type { Change, Environment, State } from '../state.ts';
import { namesToUse } from '../words.ts';
import { appendEntries, checkEntry, nextIteration } from './record.ts';
import { type CellKind, rowFilter } from './row-filter.ts';

/** Parts of a record answer that training fills in afterwards. */
export const notTrained = { model_trained: false, training_metrics: null };

/** Says that rows were recorded. */
export const experimentAdded = (state: State, count: number) => ({
  type: 'experiment_added' as const,
  data: { n_experiments: state.rows.length, n_added: count, data_revision: state.data_revision },
});

/**
 * Records one run at the end of the table.
 *
 * @throws NoVariablesError, ValueError settings or results do not fit the session; see `checkEntry`
 */
export function addExperiment(
  state: State,
  request: ExperimentRequest,
  environment: Environment,
): Change<ExperimentCreated> {
  const iteration = request.iteration ?? nextIteration(state);
  const checked = checkEntry(state, { ...request, iteration });
  const result = appendEntries(state, [checked], environment);
  const record = result.added[0] as Provenance;
  const count = result.state.rows.length;
  return {
    state: result.state,
    answer: {
      experiment_id: count - 1,
      inputs: record.actual as Inputs,
      output: request.output ?? null,
      added_at: record.timestamp,
      iteration,
      provenance_id: record.id,
      message: 'experiment recorded',
      n_experiments: count,
      warnings: [...checked.warnings],
      ...notTrained,
    },
    events: [experimentAdded(result.state, 1)],
  };
}

/** Columns of the table: variables, objectives, bookkeeping, then what an upload brought along. */
export const columnsOf = (state: State): string[] => runSlices(columnsInSlices(state));

/** As `columnsOf`, for a long table. */
export function* columnsInSlices(state: State): Slices<string[]> {
  const present = new Set([...(yield* rowNames(state.rows)), ...(yield* detailNames(state))]);
  const optional = new Set<string>(['Noise', ...plotColumns]);
  const known = [
    ...state.variables.map((variable) => variable.name).filter((name) => present.has(name)),
    ...state.targets,
    ...bookkeeping.filter((name) => present.has(name) || !optional.has(name)),
  ];
  return [...known, ...[...present].filter((name) => !known.includes(name))];
}

function compareCells(a: Cell | undefined, b: Cell | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

const isEmpty = (cell: Cell | undefined): boolean => cell === null || cell === undefined;

/** Empty cells last in both orders. */
function inOrder(column: string, descending: boolean) {
  const sign = descending ? -1 : 1;
  return (x: Row, y: Row): number => {
    const a = x[column];
    const b = y[column];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return sign * compareCells(a, b);
  };
}

const texts: readonly string[] = ['Reason', 'ProvenanceId'];

function cellKind({ variables, targets, rows }: State): (column: string) => CellKind | undefined {
  return (column) => {
    const variable = variables.find(({ name }) => name === column);
    if (variable?.type === 'categorical')
      return {
        declared: variable.values ?? [],
        isRecorded: (category) => rows.some((row) => row[column] === category),
      };
    if (variable !== undefined) return 'number';
    if (targets.includes(column)) return 'number';
    return bookkeeping.includes(column) ? (texts.includes(column) ? 'text' : 'number') : undefined;
  };
}

/**
 * A page of the recorded rows: those that `filter` chooses, in the order of `sort_by`, from `skip` (0) on, `limit` (100) at most.
 *
 * @throws ValueError `sort_by` or `filter` names no column, or asks what no cell of its column can be
 */
export function* listExperiments(state: State, query: ListExperimentsQuery): Slices<ExperimentList> {
  const { skip = 0, limit = 100 } = query;
  const columns = yield* columnsInSlices(state);
  // What is known about rows is looked up for all of them only where they are chosen or ordered by it.
  const isChosen = query.filter !== undefined || query.sort_by !== undefined;
  let rows: List<Row> = isChosen ? yield* detailedInSlices(state) : state.rows;
  if (query.filter !== undefined)
    rows = yield* filterInSlices(rows, rowFilter(query.filter, columns, cellKind(state)));
  if (query.sort_by !== undefined) {
    if (!columns.includes(query.sort_by)) {
      throw new ValueError(
        `sort_by: '${query.sort_by}' is not a column; ${namesToUse(columns, query.sort_by)}`,
      );
    }
    rows = yield* sortInSlices(rows.slice(), inOrder(query.sort_by, query.order === 'desc'));
  }
  const isBackwards = query.sort_by === undefined && query.order === 'desc';
  const end = Math.max(0, rows.length - skip);
  const some = isBackwards
    ? rows.slice(Math.max(0, end - limit), end).toReversed()
    : rows.slice(skip, skip + limit);
  const page = (isChosen ? some : some.map(shownIn(state))).map((row) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  );
  return {
    experiments: page,
    items: page,
    total: rows.length,
    skip,
    limit,
    target_column: state.targets[0] ?? 'Output',
    target_columns: [...state.targets],
    n_experiments: state.rows.length,
  };
}

/** Removes every row; objectives, queue and provenance stay. */
export function clearExperiments(state: State): Change<null> {
  const next = {
    ...state,
    rows: [],
    details: {},
    queue: state.queue.map((item) => ({ ...item, dataset_ref: null })),
    data_revision: state.data_revision + 1,
  };
  return {
    state: next,
    answer: null,
    events: [{ type: 'experiments_cleared', data: { n_experiments: 0, data_revision: next.data_revision } }],
  };
}

/**
 * Calls with each measured value of an objective, not with limits; without a list of them: lists of megabytes in each request are garbage that takes
 * long to give back.
 */
function* eachMeasured({ rows, details }: State, name: string, take: (value: number) => void): Slices<void> {
  yield* eachInSlices(rows, (row) => {
    const { [name]: value } = row;
    if (typeof value === 'number' && sideOf(details, row, name) === undefined) take(value);
  });
}

/** Numbers of the first objective, in its unit; `std` has n − 1 degrees of freedom. Null without measured values. */
function* targetStats(state: State): Slices<TargetStats | null> {
  const { targets } = state;
  const target = targets[0] as string;
  let [count, sum, squares] = [0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  yield* eachMeasured(state, target, (value) => {
    count++;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  });
  if (count === 0) return null;
  const mean = sum / count;
  yield* eachMeasured(state, target, (value) => {
    squares += (value - mean) ** 2;
  });
  return { min, max, mean, std: count < 2 ? null : Math.sqrt(squares / (count - 1)) };
}

/** The table in numbers. */
export function* summarize(state: State): Slices<DataSummary> {
  if (state.rows.length === 0) return { n_experiments: 0, has_data: false };
  return {
    n_experiments: state.rows.length,
    has_data: true,
    has_noise: state.rows.every((row) => typeof row.Noise === 'number'),
    target_stats: yield* targetStats(state),
    feature_names: state.variables.map((variable) => variable.name),
  };
}
