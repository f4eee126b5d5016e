import { resultCell } from '../../../contract/experiments/censored.ts';
import type { ImportedRow, ProblemKind } from '../../../contract/imports/imports.ts';
import type { Inputs } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { keyOfSettings } from '../../settings-key.ts';
import type { KnownSession, RecordedRun, WaitingRun } from '../known-session.ts';
import type { Table } from '../table.ts';

type Run = WaitingRun | RecordedRun;

/** What a row is to the queue: the run that it is of, and what speaks against recording it. */
export interface QueueMatch {
  readonly item?: string;
  readonly problem?: { readonly kind: ProblemKind; readonly message: string };
}

const runName = /^run(?:[\s_.-]*(?:no\.?|nr\.?|number|#))?$/i;

const isRecorded = (run: Run): run is RecordedRun => 'row' in run;

/** What a row has as result of an objective, as `RecordedRow` has it. */
const resultIn = ({ outputs, censored }: ImportedRow, target: string): number | string | null =>
  resultCell(outputs[target] ?? null, censored[target]);

const hasResult = ({ failed, outputs }: ImportedRow): boolean =>
  failed || Object.values(outputs).some((value) => value !== null);

/**
 * The run of the queue that each row numbers in a column `Run`. Any table may number its runs: these are the numbers of the
 * queue only where half of the numbered rows, or more, have the settings of the run of their number.
 */
function numberedRuns(
  table: Table,
  rows: readonly ImportedRow[],
  runs: readonly Run[],
  names: readonly string[],
): Map<ImportedRow, Run> {
  const at = table.columns.findIndex((column) => runName.test(column.trim()));
  const byNumber = new Map(runs.map((run) => [run.number, run]));
  const named = rows.flatMap((row) => {
    const cell = at < 0 ? '' : (table.rows[row.row - 1]?.[at] ?? '');
    const run = cell === '' ? undefined : byNumber.get(Number(cell));
    return run === undefined ? [] : [[row, run] as const];
  });
  const key = (inputs: Inputs) => keyOfSettings(inputs, names);
  const alike = named.filter(([{ inputs }, run]) => key(inputs) === key(run.inputs));
  return new Map(2 * alike.length >= named.length ? named : []);
}

/** What the table has, to be compared with a row: each recorded row once. */
class Recorded {
  readonly #known: KnownSession;
  readonly #names: readonly string[];
  readonly #left = new Map<string, number>();

  constructor(known: KnownSession, names: readonly string[]) {
    this.#known = known;
    this.#names = names;
    for (const { inputs, results } of known.since ?? []) {
      const key = this.#keyOf(inputs, (target) => results[target]);
      this.#left.set(key, (this.#left.get(key) ?? 0) + 1);
    }
  }

  #keyOf(inputs: Inputs, resultOf: (target: string) => number | string | null | undefined): string {
    const results = this.#known.targets.map((target) => resultOf(target) ?? null);
    return keyOfSettings(inputs, this.#names) + JSON.stringify(results);
  }

  /** Whether a row has the settings and the results of a recorded one that no row before it had. */
  take(row: ImportedRow): boolean {
    const key = this.#keyOf(row.inputs, (target) => resultIn(row, target));
    const left = this.#left.get(key) ?? 0;
    this.#left.set(key, left - 1);
    const isMore = ([name, value]: [string, number | null]) =>
      value !== null && !this.#known.targets.includes(name);
    return left > 0 && !Object.entries(row.outputs).some(isMore);
  }

  /** What speaks against recording a row of a run that is recorded. */
  problemOf(row: ImportedRow, run: RecordedRun): QueueMatch {
    if (this.take(row) || !hasResult(row)) {
      const what = hasResult(row) ? 'with this result' : 'and the row has no result';
      return { problem: { kind: 'recorded_run', message: `run ${run.number} is recorded already, ${what}` } };
    }
    const { results = {} } = this.#known.since?.[run.row] ?? {};
    const was = this.#known.targets
      .map((target) => `'${target}' ${results[target] ?? 'without a result'}`)
      .join(', ');
    const message = `run ${run.number} is recorded with other values: ${was}; the row becomes another run`;
    return { problem: { kind: 'other_result', message } };
  }
}

const recordedBefore: QueueMatch = {
  problem: { kind: 'recorded_run', message: 'a run with these settings and results is recorded already' },
};

/**
 * What rows are to the runs of the queue and to recorded runs. A row that numbers a pending run completes it, also with other settings than were
 * planned; one without a result is of a run that still waits. Files come twice, or grow: what is recorded already is left out, without
 * a number where half of the rows or more are.
 *
 * @param isAppended whether the recorded rows stay
 */
export function rowsOfQueue(
  table: Table,
  rows: readonly ImportedRow[],
  known: KnownSession,
  isAppended: boolean,
): Map<ImportedRow, QueueMatch> {
  const { waiting = [], recorded = [] } = known;
  const found = new Map<ImportedRow, QueueMatch>();
  const names = controllableOf(known.variables).map(({ name }) => name);
  const numbered = numberedRuns(table, rows, [...waiting, ...(isAppended ? recorded : [])], names);
  const byKey = new Map(waiting.map((run) => [keyOfSettings(run.inputs, names), run]));
  const before = new Recorded(known, names);
  for (const row of rows) {
    const key = keyOfSettings(row.inputs, names);
    const run = numbered.get(row) ?? (hasResult(row) ? undefined : byKey.get(key));
    if (run === undefined) continue;
    if (isRecorded(run)) found.set(row, before.problemOf(row, run));
    else if (hasResult(row)) found.set(row, { item: run.id });
    else {
      const message = `the row has no result, and run ${run.number} is still pending`;
      found.set(row, { problem: { kind: 'unmade_run', message } });
    }
  }
  const others = rows.filter((row) => isAppended && !found.has(row));
  const again = others.filter((row) => before.take(row));
  if (2 * again.length >= others.length) for (const row of again) found.set(row, recordedBefore);
  return found;
}
