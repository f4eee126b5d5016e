import type { Command } from 'commander';
import type { SuggestResponse } from '../../contract/acquisition.ts';
import { withCampaign } from '../local-service.ts';
import { print, progressLine, say, table, writeOutput } from '../output.ts';
import { wholeNumber } from '../values.ts';

interface Options {
  readonly number: number;
  readonly strategy: string;
  readonly seed?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor suggest campaign.json
  athanor suggest campaign.json --number 4 --seed 1 --json

campaign.json is a session file, as the web application and GET /sessions/{id}/export write it. No server is needed.`;

export function registerSuggest(program: Command): void {
  program
    .command('suggest <file>')
    .description('propose the next runs of a campaign file')
    .option('-n, --number <count>', 'runs to propose', wholeNumber, 1)
    .option('--strategy <name>', 'acquisition strategy', 'auto')
    .option('--seed <number>', 'same seed, same answer', wholeNumber)
    .option('--out <file>', 'write the campaign with its new model and suggestions')
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action((file: string, { number, strategy, seed, out, json }: Options) =>
      withCampaign(file, process.env, async (service, path) => {
        const progress = progressLine();
        const body = { strategy, n_suggestions: number, seed };
        const answer = await service
          .runJob<SuggestResponse>(`${path}/acquisition/suggest`, body, progress.onProgress)
          .finally(progress.end);
        print(json, answer, () => table(answer.suggestions));
        const parts = [answer, ...answer.diagnostics];
        if (!json) for (const { warnings = [] } of parts) for (const warning of warnings) say(warning);
        if (out !== undefined) await writeOutput(out, await service.download(`${path}/download`));
      }),
    );
}
