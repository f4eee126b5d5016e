import { channel } from 'node:diagnostics_channel';

/** What the server tells whoever measures it; while nobody listens it costs nothing. No session or person is named. */
export interface JobMeasure {
  readonly job: string;
  /** From asking for a worker to the answer. */
  readonly seconds: number;
  readonly outcome: 'done' | 'failed' | 'cancelled';
}

export interface StoreMeasure {
  readonly operation: string;
  readonly seconds: number;
  readonly outcome: 'done' | 'failed';
}

/** An event that was published here. */
export interface OutboxMeasure {
  /** From its writing, by whichever server, to its telling. */
  readonly seconds: number;
}

/** Leases that ended without a result. */
export interface LeaseMeasure {
  /** Of a run, whose worker in the lab fell silent; of a job, whose worker did or gave it back. */
  readonly kind: 'run' | 'job';
  readonly lapsed: number;
}

export const jobChannel = channel('athanor.job');
export const storeChannel = channel('athanor.store');
/** Another server committed first; the change is made again. */
export const conflictChannel = channel('athanor.commit-conflict');

export const outboxChannel = channel('athanor.outbox');
export const leaseChannel = channel('athanor.lease');

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;
