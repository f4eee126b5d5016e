import { Worker } from 'node:worker_threads';
import { threadModule } from '../../assets.ts';
import { ValueError } from '../../engine/errors.ts';
import { unpackError } from '../jobs/errors.ts';
import type { ImportAnswer, ImportTask } from './describe.ts';
import type { ImportedRow } from './evaluate.ts';
import type { TableReply } from './messages.ts';

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
 * @throws ValueError the file cannot be read, or needs too much memory
 */
export async function readInThread(task: ImportTask): Promise<ImportAnswer> {
  await turn();
  try {
    return await readNow(task);
  } finally {
    done();
  }
}

function readNow(task: ImportTask): Promise<ImportAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadModule('service/tables/worker.ts', 'table-worker'), {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    const rows: ImportedRow[] = [];
    let answer: ImportAnswer | undefined;
    let wanted = 0;
    worker.on('message', (reply: TableReply) => {
      if ('error' in reply) {
        reject(unpackError(reply.error));
        return;
      }
      if ('more' in reply) rows.push(...reply.more);
      else {
        answer = reply.answer;
        wanted = reply.rows;
      }
      // Some at a time, each in a turn of its own: all at once would hold up every other request.
      if (rows.length < wanted) worker.postMessage('more');
      else resolve({ ...(answer as ImportAnswer), rows });
    });
    worker.once('error', (cause) => {
      const tooMuch = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const limit = `file: reading it takes more than ${memoryLimit} MiB; split it`;
      reject(tooMuch ? new ValueError(limit, { cause }) : cause);
    });
    worker.once('exit', () => reject(new Error('file: the thread that read it ended without an answer')));
  });
}
