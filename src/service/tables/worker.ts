/** A thread that reads one file and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../jobs/errors.ts';
import { describeImport } from './describe.ts';
import type { TableReply, TableRequest } from './messages.ts';

async function reply(): Promise<TableReply> {
  try {
    return { answer: await describeImport(workerData as TableRequest) };
  } catch (error) {
    return { error: packError(error) };
  }
}

parentPort?.postMessage(await reply());
