import type { Backend } from '../../engine/compute/backend.ts';
import { createTsBackend } from '../../engine/compute/ts/index.ts';
import type { BackendChoice } from './messages.ts';

/** Opens the backend a worker computes on; `notes` are lines for the log: what was picked and why. */
export type OpenBackend = (settings: {
  readonly backend: BackendChoice;
  readonly threads: number;
}) => Promise<{ readonly backend: Backend; readonly notes: readonly string[] }>;

export const openBackend: OpenBackend = async () => ({ backend: createTsBackend(), notes: [] });
