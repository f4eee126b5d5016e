import { BackendUnavailableError, InfeasibleRegionError } from '../../../src/engine/errors.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';

/** What a test asks a worker to do; stands in for the engine's tasks under their names. */
export interface Order {
  readonly sleepMs?: number;
  readonly untilCancelled?: boolean;
  readonly deaf?: boolean;
  readonly fail?: 'infeasible' | 'unknown-class' | 'thrown-string' | 'cannot-clone';
  readonly crash?: boolean;
  readonly progress?: number;
  readonly payload?: unknown;
  /** Rows, suggestions and models: how long the job takes by its size. */
  readonly n?: number;
  readonly count?: number;
  readonly models?: readonly { readonly n: number }[];
}

export interface Answer {
  readonly thread: number;
  readonly payload: unknown;
  readonly backend: string;
}

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

class OddError extends Error {
  override name = 'OddError';
  readonly terms = ['a*b', 'a^2'];
  readonly trouble = () => 1;
}

const failures: Record<NonNullable<Order['fail']>, () => unknown> = {
  infeasible: () => {
    throw new InfeasibleRegionError('region: constraint c1 leaves nothing');
  },
  'unknown-class': () => {
    throw new OddError('odd');
  },
  'thrown-string': () => {
    throw 'just text';
  },
  'cannot-clone': () => ({ f: () => 1 }),
};

async function obey(order: Order, context: RunContext): Promise<unknown> {
  if (order.crash) process.exit(7);
  if (order.fail) return failures[order.fail]();
  for (let i = 1; i <= (order.progress ?? 0); i++) context.progress?.(i / order.progress!, `step ${i}`);
  if (order.sleepMs) sleep(order.sleepMs);
  while (order.untilCancelled && !context.cancelled?.()) sleep(5);
  while (order.deaf) sleep(5);
  const { threadId } = await import('node:worker_threads');
  return { thread: threadId, payload: order.payload, backend: context.backend.name } satisfies Answer;
}

const run = () => Promise.resolve(obey);
export const tasks = { train: run, predict: run, suggest: run };

export function openBackend(settings: { backend: string }): unknown {
  if (settings.backend === 'cuda')
    throw new BackendUnavailableError("backend 'cuda' was requested and could not load");
  return { backend: { name: 'ts' }, notes: ['backend ts'] };
}
