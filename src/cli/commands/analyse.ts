import type { Command } from 'commander';
import { analysisModels, type DesignAnalysis } from '../../contract/design-quality.ts';
import { counted } from '../../engine/words.ts';
import { withCampaign } from '../local-service.ts';
import { digits, print, table } from '../output.ts';

interface Options {
  readonly model: string;
  readonly target?: string;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor analyse campaign.json --model quadratic
  athanor analyse campaign.json --model linear --target yield --json`;

export function registerAnalyse(program: Command): void {
  program
    .command('analyse <file>')
    .description(
      'fit a linear model to the recorded runs by least squares, and with random effects of whole plots where there are any',
    )
    .option('--model <name>', analysisModels.join(', '), 'linear')
    .option('--target <name>', 'objective; the first one by default')
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action((file: string, { model, target, json }: Options) =>
      withCampaign(file, process.env, async (service, path) => {
        const answer = await service.request<DesignAnalysis>('POST', `${path}/design/analyse`, {
          model_type: model,
          target,
        });
        print(json, answer, () => [
          `${answer.target}: ${counted(answer.runs, 'run')}, R² ${digits(answer.r_squared ?? 'not defined')}`,
          ...(answer.mixed_model?.variances.map(
            ({ name, count, standard_deviation }) =>
              `${name}: ${count}, standard deviation ${digits(standard_deviation)}`,
          ) ?? []),
          ...table(
            (answer.mixed_model?.coefficients ?? answer.coefficients).map(
              ({ name, estimate, standard_error, t_value, p_value }) => ({
                term: name,
                estimate,
                'standard error': standard_error ?? '',
                t: t_value ?? '',
                p: p_value ?? '',
              }),
            ),
          ),
        ]);
      }),
    );
}
