/** What a job asks of the machine that runs it. */
export interface JobNeeds {
  /** Of `capabilities` of a worker, each. */
  readonly needs: readonly string[];
  /** Bytes. */
  readonly memory: number;
}

/** A piece of work as bytes that only server and worker interpret. */
export interface NewJob extends JobNeeds {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  /** Layout of payload and result. */
  readonly layout: number;
  readonly payload: Uint8Array;
}

/** A job that a worker holds for some seconds at a time. */
export interface LeasedJob extends Omit<NewJob, keyof JobNeeds> {
  /** Names this lease: what comes under an earlier one is refused. */
  readonly token: number;
}

export interface WorkerIdentity {
  readonly id: string;
  readonly capabilities: readonly string[];
  readonly memory: number;
}

export type JobState = 'queued' | 'running' | 'computed' | 'done' | 'failed' | 'dead' | 'cancelled';

export interface JobView {
  readonly state: JobState;
  /** How often a worker took it. */
  readonly attempts: number;
  readonly fraction: number;
  readonly message: string;
  /** Of a job that is computed. */
  readonly result: Uint8Array | undefined;
  /** Of one that failed (as the worker worded it) or is dead. */
  readonly reason: string | undefined;
  /** Backend, device and release, as JSON. */
  readonly provenance: string | undefined;
}

export interface JobEnd {
  readonly state: 'computed' | 'failed';
  readonly result?: Uint8Array;
  readonly reason?: string;
  readonly provenance?: string;
}

/** Seconds that a worker holds a job without a heartbeat. */
export const leaseSeconds = 6;
/** Milliseconds between heartbeats. */
export const beatMs = 2000;

/** How often a job is started before it is given up. */
export const maxAttempts = 3;

/** Jobs that servers put and workers take, in a store that both reach. A job runs at least once; its effect is committed once. */
export interface JobQueue {
  /** Whether a live worker could take such a job. */
  hasWorker(needs: JobNeeds): Promise<boolean>;
  add(job: NewJob): Promise<void>;
  /** Undefined when there is no such job. */
  view(id: string): Promise<JobView | undefined>;
  /** Ends a job that has not ended; with `onlyQueued` one that nobody has begun. False where there was nothing to end. */
  cancel(id: string, onlyQueued?: boolean): Promise<boolean>;
  /** Those of these models that are not stored. */
  lackingModels(ids: readonly string[]): Promise<readonly string[]>;
  putModel(id: string, content: Uint8Array): Promise<void>;
  model(id: string): Promise<Uint8Array | undefined>;
  /** Calls back when a job was added or has ended; may be left out, so look from time to time. */
  watch(listener: () => void): () => void;

  /** The oldest job that fits, or one whose worker gave no heartbeat; after the third time it is dead instead. */
  claim(worker: WorkerIdentity): Promise<LeasedJob | undefined>;
  /** Extends the lease of a job; false if another worker holds it by now. */
  beat(job: LeasedJob, fraction: number, message: string): Promise<boolean>;
  /** False if another worker holds it by now; nothing was stored. */
  end(job: LeasedJob, outcome: JobEnd): Promise<boolean>;
  /** Lets others have a job that this worker cannot end. */
  giveBack(job: LeasedJob, reason: string): Promise<void>;
  /** Heartbeat of the worker. */
  announce(worker: WorkerIdentity): Promise<void>;
  leave(worker: WorkerIdentity): Promise<void>;
}
