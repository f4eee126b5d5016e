import { type AthanorClient, answerOf, type Schemas, senderOf } from './client.ts';
import { retrying } from './retry.ts';
import { waitingForJobs } from './waiting.ts';

/** Values of the variables by name. */
export type Inputs = Readonly<Record<string, number | string>>;

/** A run to carry out. It stays in the queue of the session until its result is recorded. */
export interface Run {
  /** ID of the queue item. */
  readonly id: string;
  readonly inputs: Inputs;
  /** Why it is proposed; null if the server gave no reason. */
  readonly why: string | null;
}

/** A run that only this worker has, until its result is recorded or the lease expires. */
export interface LeasedRun extends Run {
  readonly token: string;
  /** ISO 8601: the time at which the run goes back to the queue, unless `beat` is called before. */
  readonly expiresAt: string;
}

/** Options of a lease. */
export interface LeaseOptions {
  /** Time without a heartbeat after which the run goes back to the queue; 600 s by default. */
  readonly seconds?: number;
  /** Whether a new run is proposed if none is pending; true by default. */
  readonly suggest?: boolean;
  readonly hold?: Inputs;
  readonly observed?: Inputs;
}

/** One number, or one per objective by name; null if an objective was not measured. */
export type Result = number | Readonly<Record<string, number | null>>;

/** Options of a request for runs. */
export interface AskOptions {
  /** Runs to propose together, 1 to 100. */
  readonly count?: number;
  /** Variables with fixed values. */
  readonly hold?: Inputs;
  /** Values of observed variables. */
  readonly observed?: Inputs;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Called with the progress of the request; `fraction` in [0, 1]. */
  readonly onProgress?: (fraction: number, message: string) => void;
}

/** A recorded experiment. */
type Row = Schemas['ExperimentList']['experiments'][number];

/**
 * A campaign, by asking for runs and telling their results:
 *
 * ```ts
 * const campaign = openCampaign(createAthanorClient('http://127.0.0.1:8000'), sessionId);
 * const [run] = await campaign.ask();
 * await campaign.tell(run, 71.3);
 * ```
 *
 * Every request that records something carries an idempotency key. It is sent again if the connection breaks or the server is
 * busy, for about 40 s, and then fails with an error. So a server may restart, no result is lost unnoticed, and none is recorded twice.
 */
export interface Campaign {
  readonly sessionId: string;
  /**
   * Proposes runs by `strategy: "auto"`, at least one, and adds them to the queue. The server trains the models that it needs.
   *
   * @throws Error with the message of the server, or when `signal` fires
   */
  ask(options?: AskOptions): Promise<readonly [Run, ...Run[]]>;
  /**
   * One run for one worker: the first pending run, or a new suggestion that takes all pending runs into account. No two
   * workers get the same run. `undefined`: there is none, for instance because the pending runs need approval.
   */
  lease(worker: string, options?: LeaseOptions): Promise<LeasedRun | undefined>;
  /** Reports that the worker still has the run, and extends the lease. */
  beat(run: LeasedRun): Promise<void>;
  /** Returns a run without a result; another worker may take it. */
  release(run: LeasedRun): Promise<void>;
  /**
   * Records the result of a run, even after the lease has ended. `inputs` are the actual settings, where they differ from the proposed
   * ones, and the values of observed variables, which a run has only with its result.
   */
  tell(run: Run, result: Result, inputs?: Inputs): Promise<void>;
  /**
   * Reports that a run gave no result, and why. The run is recorded as failed, and the model learns where runs fail. Use
   * `record: false` if the equipment failed, not the settings.
   */
  fail(run: Run, reason: string, options?: { readonly record?: boolean }): Promise<void>;
  /** Records an experiment that was not proposed. */
  record(inputs: Inputs, result: Result): Promise<void>;
  /** All recorded rows. */
  experiments(pageSize?: number): AsyncIterableIterator<Row>;
}

const api = '/api/v1/sessions/{session_id}' as const;

/** Seconds of a request for runs after which its progress is reported. */
const quietSeconds = 1;

/** The lease under which a run was made, where there is one. */
const tokenOf = (run: Partial<LeasedRun>): { lease?: string } =>
  run.token === undefined ? {} : { lease: run.token };

/** The session that a campaign works on. */
interface Place {
  readonly client: AthanorClient;
  readonly path: { readonly session_id: string };
}

/**
 * Opens a campaign on an existing session.
 *
 * @param client created by `createAthanorClient`
 */
export function openCampaign(client: AthanorClient, sessionId: string): Campaign {
  const place: Place = { client, path: { session_id: sessionId } };
  return {
    sessionId,
    ask: (options = {}) => ask(place, options),
    ...leasing(place),
    ...telling(place),
    experiments: (pageSize = 100) => pages(place, pageSize),
  };
}

async function suggest(
  { client, path }: Place,
  { count = 1, hold, observed, seed, signal, onProgress }: AskOptions,
): Promise<Schemas['SuggestResponse']> {
  const body = {
    strategy: 'auto',
    n_suggestions: count,
    ...(hold === undefined ? {} : { hold }),
    ...(observed === undefined ? {} : { observed }),
    ...(seed === undefined ? {} : { seed }),
  };
  const options = { waitSeconds: quietSeconds, ...(onProgress === undefined ? {} : { onProgress }) };
  const answer = await client.POST(`${api}/acquisition/suggest`, {
    params: { path },
    body,
    fetch: waitingForJobs(senderOf(client), options),
    ...(signal === undefined ? {} : { signal }),
  });
  return answerOf(answer);
}

async function ask(place: Place, options: AskOptions): Promise<readonly [Run, ...Run[]]> {
  const { client, path } = place;
  const { suggestions, diagnostics } = await suggest(place, options);
  const why = suggestions.map((_, i) => diagnostics?.[i]?.reason?.text ?? null);
  const items = suggestions.map((inputs, i) => ({ inputs, reason: why[i] ?? null }));
  const queued = await retrying((headers) =>
    client.POST(`${api}/experiments/queue`, { params: { path }, headers, body: { items } }),
  );
  const added = queued.items.slice(-suggestions.length);
  const [first, ...others] = added.map(({ id, inputs }, i) => ({ id, inputs, why: why[i] ?? null }));
  if (first === undefined) throw new Error('the server proposed no run');
  return [first, ...others];
}

function leasing({ client, path }: Place): Pick<Campaign, 'lease' | 'beat' | 'release'> {
  const itemOf = ({ id }: Run) => ({ path: { ...path, item_id: id } });
  return {
    async lease(worker, options = {}) {
      const body = { worker, ...options };
      const { item, lease } = await retrying((headers) =>
        client.POST(`${api}/experiments/queue/lease`, { params: { path }, headers, body }),
      );
      if (item === null || lease === null) return undefined;
      const { token, expires_at: expiresAt } = lease;
      return { id: item.id, inputs: item.inputs, why: item.reason, token, expiresAt };
    },
    async beat(run) {
      const sent = { params: itemOf(run), body: { token: run.token } };
      answerOf(await client.POST(`${api}/experiments/queue/{item_id}/heartbeat`, sent));
    },
    async release(run) {
      const sent = { params: itemOf(run), body: { token: run.token } };
      answerOf(await client.POST(`${api}/experiments/queue/{item_id}/release`, sent));
    },
  };
}

/** @throws RangeError no number: JSON has none but null for it, which says that the objective was not measured */
function checkFinite(result: Result): void {
  for (const [name, value] of typeof result === 'number' ? [['', result]] : Object.entries(result)) {
    if (typeof value !== 'number' || Number.isFinite(value)) continue;
    throw new RangeError(
      `result${name === '' ? '' : ` '${name}'`} is ${value}; give a finite number, null for an objective that was not measured, or call fail`,
    );
  }
}

function telling({ client, path }: Place): Pick<Campaign, 'tell' | 'fail' | 'record'> {
  return {
    async tell({ id, ...run }, result, inputs) {
      const params = { path: { ...path, item_id: id } };
      checkFinite(result);
      const outputs = typeof result === 'number' ? [result] : { ...result };
      const used = inputs === undefined ? {} : { actual_inputs: inputs };
      const body = { outputs, ...tokenOf(run), ...used };
      await retrying((headers) =>
        client.POST(`${api}/experiments/queue/{item_id}/complete`, { params, headers, body }),
      );
    },
    async fail({ id, ...run }, reason, { record = true } = {}) {
      const params = { path: { ...path, item_id: id } };
      const body = { error: reason, record, ...tokenOf(run) };
      await retrying((headers) =>
        client.POST(`${api}/experiments/queue/{item_id}/fail`, { params, headers, body }),
      );
    },
    async record(inputs, result) {
      checkFinite(result);
      const output = typeof result === 'number' ? result : { ...result };
      await retrying((headers) =>
        client.POST(`${api}/experiments`, { params: { path }, headers, body: { inputs, output } }),
      );
    },
  };
}

async function* pages({ client, path }: Place, pageSize: number): AsyncGenerator<Row> {
  for (let skip = 0; ; ) {
    const query = { skip, limit: pageSize };
    const page = answerOf(await client.GET(`${api}/experiments`, { params: { path, query } }));
    yield* page.experiments;
    skip += page.experiments.length;
    if (page.experiments.length === 0 || skip >= page.total) return;
  }
}
