import type { Command } from 'commander';
import type { SuggestResponse } from '../../contract/suggestions/acquisition.ts';
import { withCampaign } from '../local-service.ts';
import { checkOutput, logLine, print, progressLine, table, writeOutput } from '../output.ts';
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

campaign.json is a session file, as exported on the Settings page or by GET /api/v1/sessions/{id}/export. No server is needed.`;

/** Why each run is proposed, and what more runs promise. */
function reasonsOf({ diagnostics, stop }: SuggestResponse): string[] {
  const reasons = diagnostics.flatMap(({ reason }, i) =>
    reason === undefined ? [] : [`${i + 1}. ${reason.text}`],
  );
  return [...(reasons.length === 0 ? [] : ['', ...reasons]), ...(stop === undefined ? [] : ['', stop.text])];
}

export function registerSuggest(program: Command): void {
  program
    .command('suggest <file>')
    .description('propose the next runs of a campaign file')
    .option('-n, --number <count>', 'number of runs to propose', wholeNumber, 1)
    .option('--strategy <name>', 'acquisition strategy', 'auto')
    .option('--seed <number>', 'the same seed gives the same answer', wholeNumber)
    .option('--out <file>', 'also write the campaign with its new model and suggestions to a file')
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action(async (file: string, { number, strategy, seed, out, json }: Options) => {
      await checkOutput(out);
      await withCampaign(file, process.env, async (service, path) => {
        const progress = progressLine();
        const body = { strategy, n_suggestions: number, seed };
        const answer = await service
          .runJob<SuggestResponse>(`${path}/acquisition/suggest`, body, progress.onProgress)
          .finally(progress.end);
        print(json, answer, () => [...table(answer.suggestions), ...reasonsOf(answer)]);
        const parts = [answer, ...answer.diagnostics];
        if (!json) for (const { warnings = [] } of parts) for (const warning of warnings) logLine(warning);
        if (out !== undefined) await writeOutput(out, await service.download(`${path}/download`));
      });
    });
}
