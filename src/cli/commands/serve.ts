import type { Command } from 'commander';
import { backendChoices } from '../../service/config.ts';
import { serve } from '../../service/serve.ts';
import { exitCodes, ignoreOutputErrors, logLine, printError, printLine } from '../output.ts';
import { stopSignal } from '../signals.ts';
import { settingsOf, someText } from '../values.ts';

interface Options {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly backend?: string;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor serve --port 8000 --data-dir ./data
  athanor serve --port 0 --json

Options override the environment variables HOST, PORT, DATA_DIR and ATHANOR_BACKEND. All other settings are
environment variables, described in the README.
Port 0 selects a free port. With --json, one line on standard output contains the address; the lines of the log are JSON too.`;

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('start the server and the web application')
    .option('--host <address>', 'address to listen on', someText)
    .option('--port <number>', 'port to listen on', someText)
    .option('--data-dir <folder>', 'folder of the session files', someText)
    .option('--backend <name>', backendChoices.join(', '), someText)
    .option('--json', 'print the address as a line of JSON')
    .addHelpText('after', example)
    .action(async ({ host, port, dataDir, backend, json }: Options) => {
      const environment = {
        ...process.env,
        ...(host === undefined ? {} : { HOST: host }),
        ...(port === undefined ? {} : { PORT: port }),
        ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
        ...(backend === undefined ? {} : { ATHANOR_BACKEND: backend }),
      };
      settingsOf(environment);
      ignoreOutputErrors();
      const server = await serve(environment, logLine);
      const { address } = server;
      const stopped = stopSignal();
      if (json) printLine({ address, docs: `${address}/api/docs`, pid: process.pid });
      logLine(`Athanor listens on ${address}; API docs at ${address}/api/docs`);
      await stopped;
      const code = await server.stop().then(() => exitCodes.done, printError);
      // Work whose client is gone, such as the reading of a large table, would keep the process alive until it ends.
      process.exit(code);
    });
}
