import { basename } from 'node:path';
import type { Command } from 'commander';
import { withFolder } from '../folder.ts';
import { readCampaign } from '../local-service.ts';
import { print } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
}

const example = `
Example:
  athanor import campaign.json other.json --data-dir ./data

Each file becomes a new session. The folder must not be in use by a running server.`;

export function registerImport(program: Command): void {
  program
    .command('import <files...>')
    .description('put session files into a data folder as new sessions')
    .option('--data-dir <folder>', 'folder of the session files', process.env.DATA_DIR ?? './data')
    .option('--json', 'print the new IDs as JSON')
    .addHelpText('after', example)
    .action(async (files: string[], { dataDir, json }: Options) => {
      const texts = await Promise.all(files.map(readCampaign));
      await withFolder(dataDir, async (service) => {
        const made: { file: string; session_id: string }[] = [];
        for (const [i, file] of files.entries()) {
          const text = texts[i] as string;
          made.push({ file, session_id: await service.importFile(basename(file), text) });
        }
        print(json, made, () => made.map(({ file, session_id }) => `${file}: ${session_id}`));
      });
    });
}
