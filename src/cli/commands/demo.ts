import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createAthanorClient } from '../../client/client.ts';
import { describeStory, runStory } from '../../demo/story.ts';
import { serve } from '../../service/serve.ts';
import { ownEnvironment } from '../local-service.ts';
import { logLine, print } from '../output.ts';
import { stopSignal } from '../signals.ts';

const example = `
Example:
  athanor demo

Starts a server on a temporary folder, records published yields of a Suzuki coupling, trains a model and proposes four runs.`;

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('run a campaign on published data, in a temporary folder')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example)
    .action(async ({ json }: { json?: boolean }) => {
      const stopped = stopSignal();
      const folder = await mkdtemp(join(tmpdir(), 'athanor-demo-'));
      try {
        const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'silent' };
        const server = await serve({ ...ownEnvironment(process.env), ...own }, logLine);
        const running = runStory(createAthanorClient(server.address));
        const story = await Promise.race([running, stopped]).finally(() => server.stop());
        if (story === undefined) throw new Error('the demonstration was stopped');
        print(json, story, () => [describeStory(story)]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
}
