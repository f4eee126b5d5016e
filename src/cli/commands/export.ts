import type { Command } from 'commander';
import { checkDataFolder, dataDirOption, withFolder } from '../folder.ts';
import { checkOutput, print, UsageError, writeOutput } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly format: string;
  readonly out?: string;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor export 3f0c… --data-dir ./data --out campaign.json
  athanor export 3f0c… --data-dir ./data --format csv

The folder must not be in use by a running server. A running server gives the same file at GET /api/v1/sessions/{id}/export.`;

const routes: Readonly<Record<string, string>> = {
  json: 'download',
  csv: 'experiments/export',
  xlsx: 'experiments/export?format=xlsx&units=true',
};

export function registerExport(program: Command): void {
  program
    .command('export <session>')
    .description('write a session of a data folder as a session file or as a table')
    .addOption(dataDirOption())
    .option('--format <name>', 'json: the session file; csv, xlsx: its experiments', 'json')
    .option('--out <file>', 'file to write; standard output by default')
    .option('--json', 'print a summary of the written file as JSON')
    .addHelpText('after', example)
    .action(async (id: string, { dataDir, format, out, json }: Options) => {
      const route = Object.hasOwn(routes, format) ? routes[format] : undefined;
      if (route === undefined) throw new UsageError(`--format must be json, csv or xlsx, got '${format}'`);
      if (json && out === undefined && format !== 'json')
        throw new UsageError('--json needs --out: standard output is the table itself');
      await checkOutput(out);
      checkDataFolder(dataDir);
      return withFolder(dataDir, async (service) => {
        const bytes = await service.download(`/sessions/${encodeURIComponent(id)}/${route}`);
        if (out === undefined) {
          process.stdout.write(bytes);
          return;
        }
        await writeOutput(out, bytes);
        print(json, { session_id: id, format, file: out, bytes: bytes.length }, () => [
          `session ${id} was written to ${out}`,
        ]);
      });
    });
}
