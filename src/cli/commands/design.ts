import type { Command } from 'commander';
import type { InitialDesign } from '../../contract/designs/design.ts';
import { withCampaign } from '../local-service.ts';
import { logLine, print, table } from '../output.ts';
import { wholeNumber } from '../values.ts';

interface Options {
  readonly method?: string;
  readonly points?: number;
  readonly seed?: number;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor design campaign.json --method concentric --points 8 --seed 1
  athanor design campaign.json --method ccd --json`;

export function registerDesign(program: Command): void {
  program
    .command('design <file>')
    .description('create an initial design for the variables of a campaign file')
    .option(
      '--method <name>',
      'design method, such as concentric, ccd, fractional_factorial (default: "lhs")',
    )
    .option('--points <count>', 'number of runs, for space-filling methods (default: 10)', wholeNumber)
    .option('--seed <number>', 'the same seed gives the same design', wholeNumber)
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action((file: string, { method, points, seed, json }: Options) =>
      withCampaign(file, process.env, async (service, path) => {
        const answer = await service.request<InitialDesign>('POST', `${path}/initial-design`, {
          method,
          n_points: points,
          random_seed: seed,
        });
        print(json, answer, () => table(answer.points));
        if (!json) for (const warning of answer.warnings) logLine(warning);
      }),
    );
}
