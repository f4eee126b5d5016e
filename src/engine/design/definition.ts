import type { RunContext } from '../run-context.ts';
import type { FeasibleRegion } from '../space/feasible-region.ts';
import type { DesignOptionName } from './options.ts';
import type { InitialDesignResult, InitialDesignTask } from './task.ts';

/** A design method: what it is for, what it reads, and how it is made. */
export interface DesignMethod {
  /** Its name on the page. */
  readonly label: string;
  /** The first choice of the page. */
  readonly usual?: true;
  /** What it is good for, in a sentence of the page. */
  readonly purpose: string;
  /** Runs without centre runs, for the docs; absent: as many as asked for. */
  readonly runs?: string;
  /** Which variables it works on, for the docs. */
  readonly needs: string;
  /** How its points come about, for the docs; a sentence without a subject. */
  readonly about?: string;
  readonly parameters: readonly DesignOptionName[];
  /** Its own options that have no effect on these variables, or beside others: each a sentence that begins with its name on the wire. */
  readonly idle?: (task: InitialDesignTask) => readonly string[];
  /** @param region absent without constraints */
  readonly run: (
    task: InitialDesignTask,
    region: FeasibleRegion | undefined,
    context: RunContext,
  ) => InitialDesignResult;
}
