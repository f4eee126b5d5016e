import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { DeviceLostError } from '../../engine/compute/cuda.ts';
import { createLockstep, type Lockstep } from '../../engine/compute/lockstep.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import { limitModelMemory } from '../../engine/gp/posterior/memory.ts';
import type { TrainTask } from '../../engine/gp/task.ts';
import type { RunContext } from '../../engine/run-context.ts';
import { serializeError } from './errors.ts';
import { lowerPriority } from './lower-priority.ts';
import type { JobMessage, ModelsMessage, WorkerMessage, WorkerSettings } from './messages.ts';
import { holdModels, keepModels, missingModels, withKeptModels } from './model-memory.ts';
import type { OpenBackend } from './open-backend.ts';
import { throttledProgress } from './progress.ts';
import type { Stepwise, Tasks } from './tasks.ts';
import { transferables } from './transferables.ts';

/**
 * The body of a worker thread: opens the backend, then runs the jobs that arrive. The pool sends the next one when the
 * last has ended, except for those that are advanced together.
 */

const port = parentPort;
if (port === null) throw new Error('worker.ts runs as a worker thread, see pool.ts');
const settings = workerData as WorkerSettings;
// The server keeps compiled sources (see main.ts); a thread has to ask for them itself. It starts in a fifth of the time.
if (process.env.NODE_COMPILE_CACHE !== undefined) enableCompileCache();
const { tasks, stepwise, openBackend } =
  settings.tasks === undefined
    ? await import('./tasks.ts')
    : ((await import(settings.tasks)) as {
        tasks: Tasks;
        stepwise?: Stepwise;
        openBackend: OpenBackend;
      });

lowerPriority();

const send = (message: WorkerMessage, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);

async function open(): Promise<RunContext['backend']> {
  try {
    const { backend, notes } = openBackend(settings, (line) => send({ kind: 'note', line }));
    limitModelMemory(backend, settings.modelMemory);
    send({ kind: 'ready', backend: backend.name, device: backend.device ?? 'CPU', notes });
    return backend;
  } catch (cause) {
    send({ kind: 'unavailable', error: serializeError(cause) });
    throw cause;
  }
}

const opening = open();
opening.catch(() => {}); // reported above, and again by each job

function contextOf(message: JobMessage, backend: RunContext['backend']): RunContext {
  const flag = new Int32Array(message.cancel);
  const progress = throttledProgress((fraction, text) =>
    send({ kind: 'progress', id: message.id, fraction, message: text }),
  );
  return {
    backend,
    note: (line) => send({ kind: 'note', line }),
    cancelled: () => Atomics.load(flag, 0) !== 0,
    ...(message.wantsProgress ? { progress } : {}),
  };
}

/** A model that stays in the memory of this worker is copied, everything else moves. Its id, a hash, is made while the answer is on its way. */
function answer(id: number, result: unknown): void {
  holdModels(result);
  send({ kind: 'done', id, result }, transferables(result));
  keepModels(result);
}
const refuse = (id: number, thrown: unknown) =>
  send(
    thrown instanceof DeviceLostError
      ? { kind: 'device-lost', reason: thrown.message }
      : { kind: 'failed', id, error: serializeError(thrown) },
  );

/** Asking the loader of modules again takes as long as a message to this thread. */
let training: ReturnType<Stepwise['train']> | undefined;
const loaded = new Map<string, Awaited<ReturnType<Tasks[keyof Tasks]>>>();

/** @throws Error there is no such task */
async function load(name: string): Promise<Awaited<ReturnType<Tasks[keyof Tasks]>>> {
  if (!Object.hasOwn(tasks, name)) throw new Error(`jobs: no task is called '${name}'`);
  const task = await tasks[name as keyof Tasks]();
  loaded.set(name, task);
  return task;
}

let lockstep: Lockstep | undefined;
let advancing = false;

/** Messages (another job that joins) are looked for once in this many ms. */
const listenEveryMs = 2;

async function advance(together: Lockstep): Promise<void> {
  if (advancing) return;
  advancing = true;
  let listened = performance.now();
  while (together.size > 0) {
    together.round();
    if (performance.now() - listened < listenEveryMs) continue;
    await new Promise(setImmediate);
    listened = performance.now();
  }
  advancing = false;
}

async function join(message: JobMessage, { steps, noted }: Awaited<ReturnType<Stepwise['train']>>) {
  const { id } = message;
  const backend = await opening;
  lockstep ??= createLockstep(backend);
  lockstep.add(steps(message.task as TrainTask, contextOf(message, backend)), {
    done: (result, notes) => answer(id, noted(result, notes)),
    failed: (thrown) => refuse(id, thrown),
  });
  await advance(lockstep);
}

/** Jobs that wait for models, by their ids. */
const waiting = new Map<number, (models: ReadonlyMap<string, GpModel>) => void>();

/** The task of a job with its models, those that this worker lacks asked for. */
async function completed({ id, task }: JobMessage): Promise<unknown> {
  const missing = missingModels(task);
  if (missing.length === 0) return withKeptModels(task, new Map());
  const received = await new Promise<ReadonlyMap<string, GpModel>>((resolve) => {
    waiting.set(id, resolve);
    send({ kind: 'lacks', id, models: missing });
  });
  return withKeptModels(task, received);
}

function receive({ id, models }: ModelsMessage): void {
  waiting.get(id)?.(models);
  waiting.delete(id);
}

async function work(message: JobMessage): Promise<void> {
  const { id } = message;
  try {
    if (stepwise && message.name === 'train') {
      training ??= stepwise.train();
      await join(message, await training);
      return;
    }
    const run = loaded.get(message.name) ?? (await load(message.name));
    const given = await completed(message);
    const result = await run(given as never, contextOf(message, await opening));
    answer(id, result);
  } catch (thrown) {
    refuse(id, thrown);
  }
}

port.on('message', (message: JobMessage | ModelsMessage) => {
  if (message.kind === 'models') receive(message);
  else void work(message);
});
