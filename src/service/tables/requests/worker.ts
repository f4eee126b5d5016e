/** A thread that reads one file and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../jobs/errors.ts';
import { giveWay } from '../../jobs/give-way.ts';
import { readCandidates } from './candidate-file.ts';
import { describeImport } from './describe.ts';
import type { TableReply, TableRequest } from './messages.ts';

/** Rows of one message: the server takes them over in about a millisecond. */
const rowsTogether = 100;

const send = (reply: TableReply) => parentPort?.postMessage(reply);

async function work(request: TableRequest): Promise<void> {
  if ('settable' in request) {
    send(await readCandidates(request));
    return;
  }
  const answer = await describeImport(request);
  const { rows } = answer;
  let sent = 0;
  if (rows.length > 0) {
    parentPort?.on('message', () => {
      send({ more: rows.slice(sent, sent + rowsTogether) });
      sent += rowsTogether;
      if (sent >= rows.length) parentPort?.close();
    });
  }
  send({ answer: { ...answer, rows: [] }, rows: rows.length });
}

giveWay();
await work(workerData as TableRequest).catch((error) => send({ error: packError(error) }));
