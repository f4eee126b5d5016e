import type { ImportColumn } from '../../contract/imports/imports.ts';
import type { Inputs } from '../../contract/values.ts';
import type { Constraint } from '../../contract/variables/constraints.ts';
import type { Rules } from '../../contract/variables/rules.ts';
import type { StoredVariable } from '../../contract/variables/variables.ts';

/** A run of the queue. */
interface QueuedRun {
  readonly id: string;
  /** Its place in the queue, from 1, finished runs included. */
  readonly number: number;
  readonly inputs: Inputs;
}

/** A run that waits in the queue, with what its candidate list says about it. */
export interface WaitingRun extends QueuedRun {
  readonly labels: Readonly<Record<string, string | number>>;
}

/** A row of the table. */
export interface RecordedRow {
  readonly inputs: Inputs;
  /** Objective → number, or a limit as text such as `>99`; absent where it was not measured. */
  readonly results: Readonly<Record<string, number | string>>;
}

/** A run of the queue that is recorded. */
export interface RecordedRun extends QueuedRun {
  /** Its place in `since`. */
  readonly row: number;
}

/** What of a session says what columns are. */
export interface KnownSession {
  readonly variables: readonly StoredVariable[];
  /** Objectives that were chosen; a new session has none yet. */
  readonly targets: readonly string[];
  /** Units that objectives have. */
  readonly units: ReadonlyMap<string, string>;
  /** Provenance IDs that rows of the session have. */
  readonly ids: readonly string[];
  /** Whether there are rows. */
  readonly hasRows: boolean;
  readonly rules: Pick<Rules, 'limits' | 'linear'>;
  readonly constraints: readonly Constraint[];
  /** Runs that wait and that no worker has, in the order of the queue. */
  readonly waiting?: readonly WaitingRun[];
  /** Runs of the queue that are recorded. */
  readonly recorded?: readonly RecordedRun[];
  /** Rows of the table from the first of these runs on, and those before it up to a number. */
  readonly since?: readonly RecordedRow[];
}

/** The unit of a variable or an objective of the session; null: it has none. */
export const sessionUnit = ({ name, meaning }: Pick<ImportColumn, 'name' | 'meaning'>, known: KnownSession) =>
  (meaning === 'input'
    ? known.variables.find((one) => one.name === name)?.unit
    : meaning === 'output'
      ? known.units.get(name)
      : null) ?? null;
