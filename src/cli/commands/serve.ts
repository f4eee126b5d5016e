import type { Command } from 'commander';
import { serve } from '../../service/serve.ts';
import { say } from '../output.ts';

interface Options {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly backend?: string;
}

const example = `
Example:
  athanor serve --port 8000 --data-dir ./data

Options override the environment variables HOST, PORT, DATA_DIR and ATHANOR_BACKEND. All other settings are
environment variables, see the README.`;

export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('start the server and the web application')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on')
    .option('--data-dir <folder>', 'folder of the session files')
    .option('--backend <name>', 'auto, cuda, native, tfjs or ts')
    .addHelpText('after', example)
    .action(async ({ host, port, dataDir, backend }: Options) => {
      const server = await serve(
        {
          ...process.env,
          ...(host === undefined ? {} : { HOST: host }),
          ...(port === undefined ? {} : { PORT: port }),
          ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
          ...(backend === undefined ? {} : { ATHANOR_BACKEND: backend }),
        },
        say,
      );
      say(`Athanor listens on ${server.address}; API docs at ${server.address}/api/docs`);
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      });
      await server.stop();
    });
}
