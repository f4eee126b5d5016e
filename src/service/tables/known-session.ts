import type { Inputs } from '../../contract/common.ts';
import type { Constraint } from '../../contract/constraints.ts';
import type { Rules } from '../../contract/rules.ts';
import type { StoredVariable } from '../../contract/variables.ts';

/** A run that waits in the queue, with what its candidate list says of it. */
export interface WaitingRun {
  readonly inputs: Inputs;
  readonly labels: Readonly<Record<string, string | number>>;
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
}
