/** A thread that reads files, one at a time, until the server ends it. */
import { parentPort } from 'node:worker_threads';
import { serializeError } from '../../jobs/errors.ts';
import { lowerPriority } from '../../jobs/lower-priority.ts';
import { readCandidates } from './candidate-file.ts';
import { describeImport, type ImportedRows } from './describe.ts';
import type { TableMessage, TableReply, TableRequest } from './messages.ts';

/** Rows of one message: the server takes them over in about a millisecond. */
const rowsTogether = 100;

/** Rows of the last file, and how many of them were sent. */
let rows: ImportedRows = [];
let sent = 0;

const send = (reply: TableReply) => parentPort?.postMessage(reply);

async function work(request: TableRequest): Promise<void> {
  if ('settable' in request) {
    send(await readCandidates(request));
    return;
  }
  const answer = await describeImport(request);
  rows = answer.rows;
  sent = 0;
  send({ answer: { ...answer, rows: [] }, rows: rows.length });
}

function sendMore(): void {
  send({ more: rows.slice(sent, sent + rowsTogether) });
  sent += rowsTogether;
  // Nothing of a file is kept until the next one.
  if (sent >= rows.length) rows = [];
}

lowerPriority();
parentPort?.on('message', (message: TableMessage) => {
  if (message === 'more') sendMore();
  else void work(message).catch((error) => send({ error: serializeError(error) }));
});
