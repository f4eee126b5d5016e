import { ConflictError, ValueError } from '../../errors.ts';
import type { Environment, RunDetail, State, StepName, StoredQueueItem } from '../state.ts';
import { labelsOf } from '../variables/candidates.ts';

/** What is known about a queue item in addition to release 0.4.0. */
export const runOf = (state: State, id: string): RunDetail =>
  Object.hasOwn(state.runs, id) ? (state.runs[id] as RunDetail) : {};

/** The state with what is noted of runs of the queue. All notes are copied once, so runs are best noted together. */
const withRuns = (state: State, noted: readonly (readonly [string, RunDetail])[]): State =>
  noted.length === 0 ? state : { ...state, runs: { ...state.runs, ...Object.fromEntries(noted) } };

/** The state with what is noted of a run of the queue. */
export const withRun = (state: State, id: string, detail: RunDetail): State =>
  withRuns(state, [[id, detail]]);

/** What the candidate list says about the settings of items. */
export function withLabels(state: State, items: readonly StoredQueueItem[]): State {
  const runs = items.flatMap(({ id, inputs }): [string, RunDetail][] => {
    const labels = labelsOf(state, inputs);
    return labels === undefined ? [] : [[id, { labels }]];
  });
  return withRuns(state, runs);
}

/** Adds items at the end of the queue, with what the candidate list says about their settings. */
export const withItems = (state: State, items: readonly StoredQueueItem[]): State =>
  withLabels({ ...state, queue: [...state.queue, ...items] }, items);

/** Only of items that are still there. */
export function withoutRemovedItems(state: State): State {
  const ids = new Set(state.queue.map(({ id }) => id));
  const kept = Object.entries(state.runs).filter(([id]) => ids.has(id));
  return kept.length === Object.keys(state.runs).length
    ? state
    : { ...state, runs: Object.fromEntries(kept) };
}

/** Records who took a step of these runs; a session with approval requires a name. */
export function withSteps(
  state: State,
  items: readonly StoredQueueItem[],
  step: StepName,
  by: string | null | undefined,
  { now, person }: Environment,
): State {
  const who = person ?? by ?? undefined;
  if (who === undefined) {
    if (!state.rules.approval || items.length === 0) return state;
    throw new ValueError(
      'by: this session requires the name of the person for each step of a run; send it as by',
    );
  }
  const noted = items.map(({ id }): [string, RunDetail] => {
    const detail = runOf(state, id);
    return [id, { ...detail, steps: [...(detail.steps ?? []), { step, by: who, at: now }] }];
  });
  return withRuns(state, noted);
}

/** As `withSteps`, of one run. */
export const withStep = (
  state: State,
  item: StoredQueueItem,
  step: StepName,
  by: string | null | undefined,
  environment: Environment,
): State => withSteps(state, [item], step, by, environment);

/** @throws ConflictError the session requires a step before this one */
export function checkStep(state: State, { id, status }: StoredQueueItem, step: StepName): void {
  if (!state.rules.approval) return;
  const isApproved = runOf(state, id).steps?.some((one) => one.step === 'approved') === true;
  if (step === 'started' && !isApproved) {
    throw new ConflictError(`queue item '${id}' is not approved; POST …/queue/${id}/approve first`);
  }
  if (step === 'measured' && status !== 'running') {
    throw new ConflictError(
      `queue item '${id}' is ${isApproved ? 'approved and not started; start it' : 'not approved; approve and start it'} first`,
    );
  }
}

/** Whether a token is of a lease that ended before its result came. */
export const isLate = (state: State, { id }: StoredQueueItem, token: string | null | undefined): boolean =>
  token != null && runOf(state, id).earlier?.some((one) => one.token === token) === true;

/** @throws ConflictError the token is of no lease of this run */
export function checkToken(state: State, item: StoredQueueItem, token: string | null | undefined): void {
  if (token == null || isLate(state, item, token) || runOf(state, item.id).lease?.token === token) return;
  throw new ConflictError(
    `queue item '${item.id}': the token of the lease does not belong to this run; send the one of its lease, or none`,
  );
}

/** Who has, or had, the run under a token. */
export function workerOf(state: State, id: string, token: string | null | undefined): string | undefined {
  const { lease, earlier = [] } = runOf(state, id);
  return [...earlier, ...(lease === undefined ? [] : [lease])].find((one) => one.token === token)?.worker;
}

/** The runs have results: their leases end. Whoever else had them may still bring one. */
export function endLeases(state: State, ids: readonly string[], token: string | null | undefined): State {
  const noted = ids.flatMap((id): [string, RunDetail][] => {
    if (!Object.hasOwn(state.runs, id)) return [];
    const { lease, earlier = [], ...rest } = runOf(state, id);
    const others = [...earlier, ...(lease === undefined ? [] : [lease])].filter((one) => one.token !== token);
    return [[id, { ...rest, ...(others.length === 0 ? {} : { earlier: others }) }]];
  });
  return withRuns(state, noted);
}

/** As `endLeases`, of one run. */
export const settled = (state: State, id: string, token: string | null | undefined): State =>
  endLeases(state, [id], token);
