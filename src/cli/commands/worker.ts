import type { Command } from 'commander';
import { backendChoices } from '../../service/config.ts';
import { createPool } from '../../service/jobs/pool.ts';
import { openPostgres } from '../../service/store/postgres/store.ts';
import { JobWorker } from '../../service/worker.ts';
import { ignoreOutputErrors, logLine, printLine, UsageError } from '../output.ts';
import { stopSignal } from '../signals.ts';
import { settingsOf, someText } from '../values.ts';

const example = `
Example:
  DATABASE_URL=postgres://athanor@db/athanor athanor worker --jobs 1 --backend cuda

Carries out the long jobs of the servers that use this database. After SIGTERM the worker finishes its jobs within
LIMIT_GRACE_SECONDS; other workers take the remaining jobs. With --json, one line on standard output names the worker
when it is ready.`;

export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('carry out long jobs for the servers on a database (DATABASE_URL)')
    .option('--jobs <number>', 'number of jobs at the same time', '1')
    .option('--backend <name>', backendChoices.join(', '), someText)
    .option('--json', 'print the name of the worker as a line of JSON')
    .addHelpText('after', example)
    .action(async ({ jobs, backend, json }: { jobs: string; backend?: string; json?: boolean }) => {
      const config = settingsOf({
        ...process.env,
        ...(backend === undefined ? {} : { ATHANOR_BACKEND: backend }),
      });
      if (!/^[1-9]\d?$/.test(jobs))
        throw new UsageError(`--jobs must be a whole number from 1 to 99, got '${jobs}'`);
      if (config.database === undefined)
        throw new UsageError('worker: set DATABASE_URL to the database of the servers');
      ignoreOutputErrors();
      const pool = createPool({
        backend: config.backend,
        log: logLine,
        workers: Number(jobs),
        modelMemory: config.limits.modelBytes,
        ...(config.threads === undefined ? {} : { threads: config.threads }),
      });
      await pool.start();
      const store = await openPostgres({ ...config.database, connections: Number(jobs) + 2, log: logLine });
      if (store.jobs === undefined) throw new Error('worker: the store has no queue');
      const worker = new JobWorker(store.jobs, pool, { jobs: Number(jobs), log: logLine });
      worker.start();
      const stopped = stopSignal();
      if (json) printLine({ worker: worker.id, jobs: Number(jobs), pid: process.pid });
      logLine(`Athanor worker ${worker.id} takes jobs`);
      await stopped;
      await worker.stop(config.limits.graceSeconds * 1000);
      await store.close();
      await pool.close();
    });
}
