import type { BackendChoice } from '../../engine/compute/backend-names.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import type { SerializedError } from './errors.ts';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly backend: BackendChoice;
  /** Threads that one native kernel may use, ≥ 1. */
  readonly threads: number;
  /** Whether it may open the GPU: one worker of the pool owns it. */
  readonly ownsDevice: boolean;
  /** Bytes that models, their factors and the layouts of these may take; absent: 512 MiB. */
  readonly modelMemory?: number;
  /** Module with the table of tasks; absent: `tasks.ts`. */
  readonly tasks?: string;
}

/** Main thread → worker: one job. Models are in the task by their ids. */
export interface JobMessage {
  readonly kind: 'job';
  readonly id: number;
  readonly name: string;
  readonly task: unknown;
  /** One Int32, 0 until the job is given up. */
  readonly cancel: SharedArrayBuffer;
  readonly wantsProgress: boolean;
}

/** Main thread → worker: the models that it lacks for a job. */
export interface ModelsMessage {
  readonly kind: 'models';
  /** Of the job. */
  readonly id: number;
  readonly models: ReadonlyMap<string, GpModel>;
}

/** Worker → main thread. */
export type WorkerMessage =
  | {
      readonly kind: 'ready';
      readonly backend: string;
      /** What it computes on. */
      readonly device: string;
      readonly notes: readonly string[];
    }
  /** For the log, once in the life of the pool. */
  | { readonly kind: 'note'; readonly line: string }
  | { readonly kind: 'unavailable'; readonly error: SerializedError }
  | { readonly kind: 'progress'; readonly id: number; readonly fraction: number; readonly message: string }
  /** Models of a job that the worker does not have; the job waits for them. */
  | { readonly kind: 'lacks'; readonly id: number; readonly models: readonly string[] }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  /** The GPU failed, and the worker with it: its jobs can start again elsewhere. */
  | { readonly kind: 'device-lost'; readonly reason: string }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SerializedError };
