import { Worker } from 'node:worker_threads';
import { entryModule } from '../../../assets.ts';
import type { ImportedRow } from '../../../contract/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { ListColumns } from '../../candidate-columns.ts';
import { unpackError } from '../../jobs/errors.ts';
import { nextTurn } from '../../turns.ts';
import type { CandidateFile } from './candidate-file.ts';
import { cellEnd } from './cell-end.ts';
import type { ImportAnswer, ImportTask } from './describe.ts';
import type { TableReply, TableRequest } from './messages.ts';

/** Files that are read at the same time; others wait. */
const together = 2;
/** Memory of a thread, MiB: a small archive can unpack into very much. */
const memoryLimit = 1536;

let reading = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (reading < together) {
    reading++;
    return;
  }
  // The one that ends hands its place over.
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
}

function done(): void {
  const next = waiting.shift();
  if (next === undefined) reading--;
  else next();
}

/**
 * Reads a file in a thread of its own, away from requests and from trainings.
 *
 * @param seconds that it may take once its turn has come
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
    // Some at a time, each in a turn of its own: all at once would hold up every other request.
    if (rows.length < wanted) worker.postMessage('more');
    else resolve({ ...(answer as ImportAnswer), rows });
  });
}

/** The list of a file, and the line of its sheet in which each run stands. */
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
  await turn();
  try {
    // A copy made in slices, which is moved: the copy that a new thread makes of its data would hold up all else.
    const bytes = await copied(task.bytes);
    return await answerOf({ ...task, bytes }, seconds, take);
  } finally {
    done();
  }
}

/** Bytes that are copied at once. */
const portion = 1 << 20;

/** Bytes of their own, copied in slices. */
async function copied(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += portion) {
    copy.set(bytes.subarray(at, at + portion), at);
    await nextTurn();
  }
  return copy;
}

/** A file can be made so that reading it never ends; the thread is ended with its time. */
function answerOf<Answer>(
  task: TableRequest,
  seconds: number,
  take: (reply: Reply, worker: Worker, resolve: (answer: Answer) => void) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entryModule('service/tables/requests/worker.ts', 'table-worker'), {
      workerData: task,
      transferList: [task.bytes.buffer as ArrayBuffer],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    const timer = setTimeout(() => {
      reject(new ValueError(`file: reading it takes more than ${seconds} s (LIMIT_TABLE_SECONDS); split it`));
      void worker.terminate();
    }, 1000 * seconds);
    worker.on('message', (reply: TableReply) => {
      if ('error' in reply) reject(unpackError(reply.error));
      else take(reply, worker, resolve);
    });
    worker.once('error', (cause) => {
      const tooMuch = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const limit = `file: reading it takes more than ${memoryLimit} MiB; split it`;
      reject(tooMuch ? new ValueError(limit, { cause }) : cause);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('file: the thread that read it ended without an answer'));
    });
  });
}
