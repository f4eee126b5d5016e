import { getHeapStatistics } from 'node:v8';
import type { SparseForm } from '../engine/gp/model.ts';
import { sparseFormOf } from '../engine/gp/sparse/form.ts';
import { LEARNED_FROM, NEIGHBOURS, ONE_FIT_ABOVE } from '../engine/gp/sparse/sizes.ts';
import type { TrainTask } from '../engine/gp/task.ts';
import { LimitError } from './errors.ts';
import { maxValues, type State } from './session/state.ts';

/** The limits of one server; docs/limits.md explains each. */
export interface Limits {
  /** Of one request, in bytes. */
  readonly bodyBytes: number;
  /** Of one file of a form, in bytes; of all files beyond `bodyBytes` that are in memory at once, too. */
  readonly fileBytes: number;
  /** Of one text in a JSON body, in UTF-16 code units. */
  readonly textLength: number;
  /** Levels of arrays and objects inside each other in a body. */
  readonly bodyDepth: number;
  /** Entries of one array or object in a body. */
  readonly bodyItems: number;
  /** Until the whole of a request has arrived. */
  readonly requestSeconds: number;
  /** Of one session. */
  readonly rows: number;
  readonly cells: number;
  /** Provenance records of one session: of its rows, and of rows that were replaced or deleted. */
  readonly records: number;
  readonly variables: number;
  /** Categories or allowed values of one variable. */
  readonly values: number;
  /** Linear constraints of one session; also its safety limits of sums, and those of single variables. */
  readonly constraints: number;
  readonly objectives: number;
  /** Runs in the queue of one session, finished ones included. */
  readonly queue: number;
  /** Open event sockets. */
  readonly sockets: number;
  /** Of them those of one user, with authentication. */
  readonly personSockets: number;
  /** Jobs that wait for a worker. */
  readonly waitingJobs: number;
  /** Of them those of one session, predictions counted apart. */
  readonly sessionJobs: number;
  /** What one worker keeps of models from one job to the next. */
  readonly modelBytes: number;
  /** Rows of one training of an exact model. */
  readonly trainingRows: number;
  /** Rows of one training of a sparse model. */
  readonly sparseTrainingRows: number;
  /** Delay of the event loop beyond which requests are refused. */
  readonly loopDelayMs: number;
  /** Share of the heap beyond which requests are refused, in percent. */
  readonly heapPercent: number;
  /** Work on one table file, without the time in the queue. */
  readonly tableSeconds: number;
  /** Time without a byte taken by the client after which an answer is given up. */
  readonly stallSeconds: number;
  /** Time that requests in flight get to finish when the server stops. */
  readonly graceSeconds: number;
}

interface LimitRow {
  readonly name: string;
  readonly standard: number;
  readonly low: number;
  readonly high: number;
}

/** The limits by their variable of the environment. */
export const limitTable: Readonly<Record<keyof Limits, LimitRow>> = {
  bodyBytes: { name: 'LIMIT_BODY_BYTES', standard: 64 * 1024 * 1024, low: 1024, high: 2 ** 29 },
  fileBytes: { name: 'LIMIT_FILE_BYTES', standard: 2 ** 30, low: 1024, high: 2 ** 32 },
  textLength: { name: 'LIMIT_TEXT_LENGTH', standard: 100_000, low: 100, high: 2 ** 24 },
  bodyDepth: { name: 'LIMIT_BODY_DEPTH', standard: 100, low: 10, high: 1000 },
  bodyItems: { name: 'LIMIT_BODY_ITEMS', standard: 1_000_000, low: 1000, high: 2 ** 27 },
  requestSeconds: { name: 'LIMIT_REQUEST_SECONDS', standard: 120, low: 1, high: 3600 },
  rows: { name: 'LIMIT_ROWS', standard: 250_000, low: 1, high: 2 ** 31 },
  cells: { name: 'LIMIT_CELLS', standard: 5_000_000, low: 1, high: 2 ** 31 },
  records: { name: 'LIMIT_RECORDS', standard: 500_000, low: 1, high: 2 ** 31 },
  variables: { name: 'LIMIT_VARIABLES', standard: 1000, low: 1, high: 100_000 },
  values: { name: 'LIMIT_VALUES', standard: 10_000, low: 2, high: maxValues },
  constraints: { name: 'LIMIT_CONSTRAINTS', standard: 1000, low: 1, high: 100_000 },
  objectives: { name: 'LIMIT_OBJECTIVES', standard: 1000, low: 1, high: 100_000 },
  queue: { name: 'LIMIT_QUEUE', standard: 100_000, low: 1, high: 2 ** 31 },
  sockets: { name: 'LIMIT_SOCKETS', standard: 1000, low: 0, high: 100_000 },
  personSockets: { name: 'LIMIT_PERSON_SOCKETS', standard: 200, low: 0, high: 100_000 },
  waitingJobs: { name: 'LIMIT_WAITING_JOBS', standard: 256, low: 0, high: 100_000 },
  sessionJobs: { name: 'LIMIT_SESSION_JOBS', standard: 64, low: 0, high: 100_000 },
  // The least: as much again as the layouts that the native backend keeps.
  modelBytes: { name: 'LIMIT_MODEL_BYTES', standard: 2 ** 29, low: 2 ** 27, high: 2 ** 40 },
  trainingRows: { name: 'LIMIT_TRAINING_ROWS', standard: 10_000, low: 1, high: 2 ** 31 },
  sparseTrainingRows: { name: 'LIMIT_SPARSE_TRAINING_ROWS', standard: 250_000, low: 1, high: 2 ** 31 },
  loopDelayMs: { name: 'LIMIT_LOOP_DELAY_MS', standard: 5000, low: 10, high: 60_000 },
  heapPercent: { name: 'LIMIT_HEAP_PERCENT', standard: 90, low: 10, high: 100 },
  tableSeconds: { name: 'LIMIT_TABLE_SECONDS', standard: 300, low: 1, high: 86_400 },
  stallSeconds: { name: 'LIMIT_STALL_SECONDS', standard: 120, low: 1, high: 3600 },
  graceSeconds: { name: 'LIMIT_GRACE_SECONDS', standard: 10, low: 0, high: 3600 },
};

/** @param whole reads one variable, with its default and what is allowed */
export function readLimits(
  whole: (name: string, standard: number, low: number, high: number) => number,
): Limits {
  const entries = Object.entries(limitTable).map(([key, { name, standard, low, high }]) => [
    key,
    whole(name, standard, low, high),
  ]);
  return Object.fromEntries(entries) as unknown as Limits;
}

export const standardLimits = readLimits((_name, standard) => standard);

function refuse(
  what: string,
  got: number | string,
  limit: keyof Limits,
  most: number,
  wayOut: string,
): never {
  throw new LimitError(limitTable[limit].name, `${what}: ${got} is more than the limit of ${most}`, wayOut);
}

const tooManyRows = (limits: Limits, rows: number): never =>
  refuse('rows of a session', rows, 'rows', limits.rows, 'use several sessions');

/** Text of one cell of a table, which may hold what the server itself wrote. */
export const cellTextLength = ({ textLength }: Pick<Limits, 'textLength'>): number =>
  Math.max(textLength, limitTable.textLength.standard);

/** One text of a session file: a comment may be joined from two cells. */
export const fileTextLength = (limits: Pick<Limits, 'textLength'>): number => 2 * cellTextLength(limits);

/** A table file with more rows or cells than a session may have, or more text in a cell. */
export function tooLargeTable(
  limits: Limits,
  {
    what,
    count,
    isAll,
  }: { readonly what: 'rows' | 'cells' | 'textLength'; readonly count: number; readonly isAll: boolean },
): never {
  if (what === 'textLength')
    return refuse('characters of a cell', count, what, cellTextLength(limits), 'shorten the text');
  const wayOut = what === 'rows' ? 'use several sessions' : 'leave out columns or use several sessions';
  return refuse(`${what} of a file`, isAll ? count : `${count} or more`, what, limits[what], wayOut);
}

const countOf = ({ values, allowed_values }: State['variables'][number]): number =>
  values?.length ?? allowed_values?.length ?? 0;

function checkValues(limits: Limits, before: State | undefined, after: State): void {
  const most = (before?.variables ?? []).reduce((count, one) => Math.max(count, countOf(one)), limits.values);
  const large = after.variables.find((one) => countOf(one) > most);
  if (large === undefined) return;
  const what = `values of variable '${large.name}'`;
  refuse(
    what,
    countOf(large),
    'values',
    limits.values,
    'describe them by numeric columns and a candidate list',
  );
}

/** A part of a session that is counted. */
interface CountedPart {
  readonly limit: keyof Limits;
  readonly what: string;
  readonly count: (state: State) => number;
  readonly wayOut: string;
}

const fewer = 'remove those implied by others';

const countedParts: readonly CountedPart[] = [
  {
    limit: 'variables',
    what: 'variables of a session',
    count: ({ variables }) => variables.length,
    wayOut: 'split the problem',
  },
  {
    limit: 'constraints',
    what: 'constraints of a session',
    count: ({ constraints }) => constraints.length,
    wayOut: fewer,
  },
  {
    limit: 'constraints',
    what: 'safety limits of variables',
    count: ({ rules }) => rules.limits.length,
    wayOut: fewer,
  },
  {
    limit: 'constraints',
    what: 'safety limits of sums',
    count: ({ rules }) => rules.linear.length,
    wayOut: fewer,
  },
  {
    limit: 'objectives',
    what: 'objectives of a session',
    count: ({ targets }) => targets.length,
    wayOut: 'leave out objectives that do not affect the choice of runs',
  },
  {
    limit: 'queue',
    what: 'runs in the queue (finished ones too)',
    count: ({ queue }) => queue.length,
    wayOut: 'clear the finished ones or use several sessions',
  },
  {
    limit: 'records',
    what: 'provenance records of a session (of replaced and deleted rows too)',
    count: ({ provenance }) => provenance.length,
    wayOut: 'upload the table into a new session',
  },
];

/**
 * Refuses changes that exceed the limits of a session. A session that already exceeds them (the limit was lowered) may shrink.
 *
 * @throws LimitError
 */
export function checkGrowth(limits: Limits, before: State | undefined, after: State): void {
  for (const { limit, what, count, wayOut } of countedParts) {
    const now = count(after);
    if (now > limits[limit] && now > (before === undefined ? 0 : count(before)))
      refuse(what, now, limit, limits[limit], wayOut);
  }
  if (after.variables !== before?.variables) checkValues(limits, before, after);
  const rows = after.rows.length;
  if (after.rows === before?.rows || rows <= (before?.rows.length ?? 0)) return;
  if (rows > limits.rows) tooManyRows(limits, rows);
  const cells = rows * Object.keys(after.rows.at(-1) ?? {}).length;
  if (cells > limits.cells) {
    const wayOut = 'leave out columns or use several sessions';
    refuse('cells of a session (rows times columns)', cells, 'cells', limits.cells, wayOut);
  }
}

/** Of one worker with the native backend, to the order of magnitude: small matrices and search trees; factors of large ones. */
const operationsPerSecond = { small: 5e9, large: 5e10 };
/** Likelihoods of a fit with five folds: restarts, steps of the optimizer, line searches; of a fit by neighbours. */
const evaluations = { exact: 300, neighbours: 20 };
/** What it takes to build and to search the trees, per row. */
const searchOperations = 1e5;

/**
 * Matrices of all rows that the process grows by, as measured: exact means of 6,000 and 8,000 rows 1.5 to 1.7, exact models fitted by
 * neighbours 2.0 to 2.1, by the exact likelihood (2,500 rows) 5.2, with limits 7.9.
 */
const matrices = { means: 1.6, neighbours: 2, exact: 5, limits: 8 };

/** The part of a task that determines its size. */
type SizedTask = Pick<TrainTask, 'n' | 'd' | 'outputs' | 'options' | 'censored'>;

/** What a training of this size takes, to the order of magnitude. */
function estimate({ n, d, outputs, censored }: SizedTask, form: SparseForm | undefined): Estimate {
  // As engine/compute/cost-model.ts counts the likelihoods.
  const byNeighbours = (neighbours: number): number => {
    const one = neighbours ** 2 * (20 + 2 * d) * 3 + neighbours ** 3 / 3;
    const learned = Math.min(n, LEARNED_FROM.sparse);
    return (learned * one * evaluations.neighbours + n * searchOperations) / operationsPerSecond.small;
  };
  if (form) {
    // A table of neighbours, rows and two search trees.
    const some =
      Math.min(n, LEARNED_FROM.sparse) * form.neighbours + n * (4 * (d + 2) + 2 * (form.inducing ?? 0));
    // The factor that exact means take.
    const [factor, numbers] = form.exactMean ? [n ** 3 / 3, some + matrices.means * n * n] : [0, some];
    const seconds = byNeighbours(form.neighbours) + factor / operationsPerSecond.large;
    return { seconds: seconds * outputs.length, gibibytes: (8 * numbers) / 2 ** 30 };
  }
  const one = n * n * (40 + 4 * d) + 2 * n ** 3;
  const hasLimits = censored?.some((limits) => limits) === true;
  const isFittedByNeighbours = n > ONE_FIT_ABOVE.fitted && !hasLimits;
  const seconds = isFittedByNeighbours
    ? byNeighbours(NEIGHBOURS.exact) + one / operationsPerSecond.large
    : (one * evaluations.exact) / operationsPerSecond.small;
  const way = hasLimits ? 'limits' : isFittedByNeighbours ? 'neighbours' : 'exact';
  return { seconds: seconds * outputs.length, gibibytes: (8 * matrices[way] * n * n) / 2 ** 30 };
}

interface Estimate {
  readonly seconds: number;
  readonly gibibytes: number;
}

const rounded = (value: number): string => (value < 10 ? value.toPrecision(2) : value.toFixed(0));

function duration(seconds: number): string {
  if (seconds < 60) return `${rounded(seconds)} seconds`;
  return seconds < 3600 ? `${rounded(seconds / 60)} minutes` : `${rounded(seconds / 3600)} hours`;
}

/** @throws LimitError with the time and memory that it would take */
export function checkTraining(limits: Limits, task: SizedTask): void {
  const form = sparseFormOf(task);
  // Exact means take a factor of all rows; by default they are for few.
  const isFactored = form === undefined || (form.exactMean === true && task.options?.exact_mean === true);
  const limit = isFactored ? 'trainingRows' : 'sparseTrainingRows';
  if (!(task.n > limits[limit])) return;
  const { seconds, gibibytes } = estimate(task, form);
  throw new LimitError(
    limitTable[limit].name,
    `training: ${task.n} rows are more than the limit of ${limits[limit]}; they would take about ` +
      `${duration(seconds)} and ${rounded(gibibytes)} GiB`,
    form
      ? `train a session with fewer rows${isFactored ? ', or without options.exact_mean' : ''}`
      : "train a session with fewer rows, or leave options.approximation at 'auto' for a sparse model",
  );
}

/** Bytes of the heap past which requests are turned away. */
export const heapLimit = ({ heapPercent }: Limits): number =>
  (getHeapStatistics().heap_size_limit * heapPercent) / 100;
