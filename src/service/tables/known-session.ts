import type { Constraint } from '../../contract/constraints.ts';
import type { Rules } from '../../contract/rules.ts';
import type { StoredVariable } from '../../contract/variables.ts';

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
}
