import { Worker } from 'node:worker_threads';
import { entryModule } from '../../../assets.ts';
import type { ImportedRow } from '../../../contract/imports/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { ListColumns } from '../../candidate-columns.ts';
import { yieldToEventLoop } from '../../event-loop.ts';
import { deserializeError } from '../../jobs/errors.ts';
import type { CandidateFile } from './candidate-file.ts';
import { cellEnd } from './cell-end.ts';
import type { ImportAnswer, ImportTask } from './describe.ts';
import type { TableMessage, TableReply, TableRequest } from './messages.ts';

/** Files that are read at the same time; others wait. */
const together = 3;
/** Large ones among them: a small file does not wait until large ones are read. */
const largeTogether = 2;
/** Bytes from which on a file is large. */
const largeBytes = 1 << 18;
/** Memory of a thread, MiB: a small archive can unpack into very much. */
const memoryLimit = 1536;
/** How long a thread without a file is kept: starting one takes some hundred times as long as reading a small file. */
const idleMs = 60_000;

const isLarge = ({ bytes }: TableRequest): boolean => bytes.length >= largeBytes;

const reading = { all: 0, large: 0 };
const waiting: { readonly large: boolean; readonly begin: () => void }[] = [];
/** Threads that were kept, and what ends each. */
const idle = new Map<Worker, NodeJS.Timeout>();

const mayBegin = (large: boolean): boolean =>
  reading.all < together && (!large || reading.large < largeTogether);

function begin(large: boolean): void {
  reading.all++;
  if (large) reading.large++;
}

async function turn(large: boolean): Promise<void> {
  if (mayBegin(large)) return begin(large);
  await new Promise<void>((resolve) => {
    waiting.push({ large, begin: resolve });
  });
}

/** Hands the place over to the first that may take it. */
function done(large: boolean): void {
  reading.all--;
  if (large) reading.large--;
  const at = waiting.findIndex((one) => mayBegin(one.large));
  const [next] = at < 0 ? [] : waiting.splice(at, 1);
  if (next === undefined) return;
  begin(next.large);
  next.begin();
}

const startThread = (): Worker =>
  new Worker(entryModule('service/tables/requests/worker.ts', 'table-worker'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
  });

/** Of a worker thread's events, only these have listeners of ours. */
function release(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
}

function takeThread(): Worker {
  const [kept] = idle.keys();
  if (kept === undefined) return startThread();
  forget(kept);
  release(kept);
  kept.ref();
  return kept;
}

function end(worker: Worker): void {
  forget(worker);
  // It may still fail on its way out.
  worker.on('error', () => {});
  void worker.terminate();
}

/** For the next file; the process may end meanwhile. */
function keepThread(worker: Worker): void {
  worker.unref();
  // One that fails without a file harms nobody: the next file gets another one.
  for (const event of ['error', 'exit']) worker.on(event, () => forget(worker));
  idle.set(worker, setTimeout(() => end(worker), idleMs).unref());
}

/**
 * Reads a file in a thread that reads nothing else meanwhile, away from requests and from trainings.
 *
 * @param seconds that it may take, without the time in the queue
 * @throws ValueError the file cannot be read, or needs too much memory or time
 */
export function readInThread(task: ImportTask, seconds: number): Promise<ImportAnswer> {
  const rows: ImportedRow[] = [];
  let answer: ImportAnswer | undefined;
  let wanted = 0;
  return inThread(task, seconds, (reply, worker, resolve) => {
    if ('columns' in reply) return;
    if ('more' in reply) rows.push(...reply.more);
    else {
      answer = reply.answer;
      wanted = reply.rows;
    }
    // Some at a time, each in an iteration of the event loop: all at once would hold up every other request.
    if (rows.length < wanted) worker.postMessage('more');
    else resolve({ ...(answer as ImportAnswer), rows });
  });
}

/** The list of a file, and the line of its sheet for each run. */
export interface ReadCandidates extends ListColumns {
  readonly lines: Uint32Array | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads a file of candidates in a thread of its own; numbers come over as arrays of bytes, not one by one.
 *
 * @param seconds as for `readInThread`
 * @throws ValueError the file cannot be read, does not fit the variables, or needs too much memory or time
 */
export const readCandidatesInThread = (file: CandidateFile, seconds: number): Promise<ReadCandidates> =>
  inThread(file, seconds, (reply, _worker, resolve) => {
    if (!('columns' in reply)) return;
    const { columns, labels, lines, warnings } = reply;
    resolve({
      columns,
      labels: labels.map(({ name, text }) => ({ name, values: text.split(cellEnd) })),
      lines,
      warnings,
    });
  });

type Reply = Exclude<TableReply, { readonly error: unknown }>;

async function inThread<Answer>(
  task: TableRequest,
  seconds: number,
  take: (reply: Reply, worker: Worker, resolve: (answer: Answer) => void) => void,
): Promise<Answer> {
  const large = isLarge(task);
  await turn(large);
  try {
    // A copy made in slices, which is moved: the copy that a message makes of its data would hold up all else.
    const bytes = await copied(task.bytes);
    return await answerOf({ ...task, bytes }, seconds, take);
  } finally {
    done(large);
  }
}

/** Bytes that are copied at once. */
const portion = 1 << 20;

/** Bytes of their own, copied in slices. */
async function copied(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += portion) {
    copy.set(bytes.subarray(at, at + portion), at);
    await yieldToEventLoop();
  }
  return copy;
}

/** A file can be made so that reading it never ends; the thread is ended with its time. */
async function answerOf<Answer>(
  task: TableRequest & { readonly bytes: Uint8Array<ArrayBuffer> },
  seconds: number,
  take: (reply: Reply, worker: Worker, resolve: (answer: Answer) => void) => void,
): Promise<Answer> {
  // What a large file needed in memory goes with its thread.
  const isKept = !isLarge(task);
  const worker = takeThread();
  let timer: NodeJS.Timeout | undefined;
  let isSound = false;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(
          new ValueError(`file: reading it takes more than ${seconds} s (LIMIT_TABLE_SECONDS); split it`),
        );
      }, 1000 * seconds);
      const answered = (answer: Answer) => {
        isSound = true;
        resolve(answer);
      };
      worker.on('message', (reply: TableReply) => {
        if (!('error' in reply)) return take(reply, worker, answered);
        isSound = true;
        reject(deserializeError(reply.error));
      });
      worker.on('error', (cause: Error) => {
        const tooMuch = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
        const limit = `file: reading it takes more than ${memoryLimit} MiB; split it`;
        reject(tooMuch ? new ValueError(limit, { cause }) : cause);
      });
      worker.on('exit', () => {
        reject(new Error('file: the thread that read it ended unexpectedly'));
      });
      worker.postMessage(task satisfies TableMessage, [task.bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    release(worker);
    if (isSound && isKept) keepThread(worker);
    else end(worker);
  }
}
