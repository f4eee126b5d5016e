import type { Command } from 'commander';
import type { TrainResponse } from '../../contract/models/model.ts';
import { withCampaign } from '../local-service.ts';
import { checkOutput, print, progressLine, table, writeOutput } from '../output.ts';

interface Options {
  readonly backend: string;
  readonly kernel?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor fit campaign.json
  athanor fit campaign.json --backend botorch --kernel Matern --out trained.json`;

/** The scores as a table; none where there were too few runs to validate. */
const scores = ({ metrics }: TrainResponse): string[] =>
  Object.keys(metrics).length === 0 ? [] : table([metrics]);

export function registerFit(program: Command): void {
  program
    .command('fit <file>')
    .description('train a model on a campaign file and print its cross-validated scores')
    .option('--backend <recipe>', 'modelling recipe: auto, botorch or sklearn', 'auto')
    .option('--kernel <name>', 'covariance of botorch or sklearn, such as Matern or RBF; auto infers it')
    .option('--out <file>', 'also write the campaign with its model to a file')
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action(async (file: string, { backend, kernel, out, json }: Options) => {
      await checkOutput(out);
      await withCampaign(file, process.env, async (service, path) => {
        const progress = progressLine();
        const body = { backend, kernel };
        const answer = await service
          .runJob<TrainResponse>(`${path}/model/train`, body, progress.onProgress)
          .finally(progress.end);
        print(json, answer, () => [answer.message, ...scores(answer), ...answer.warnings]);
        if (out !== undefined) await writeOutput(out, await service.download(`${path}/download`));
      });
    });
}
