import type { Command } from 'commander';
import { analysisModels, type DesignAnalysis } from '../../contract/designs/design-quality.ts';
import { counted } from '../../engine/words.ts';
import { withCampaign } from '../local-service.ts';
import { digits, logLine, print, table } from '../output.ts';
import { decimalNumber } from '../values.ts';

interface Options {
  readonly model?: string;
  readonly effects?: readonly string[];
  readonly target?: string;
  readonly block?: string;
  readonly confidence?: number;
  readonly lambda?: number;
  readonly json?: boolean;
}

const example = `
Examples:
  athanor analyse campaign.json --model quadratic
  athanor analyse campaign.json --model recommended --lambda 0
  athanor analyse campaign.json --model linear --target yield --json
  athanor analyse campaign.json --effects temperature time 'temperature*time'`;

export function registerAnalyse(program: Command): void {
  program
    .command('analyse <file>')
    .description(
      'fit a linear model to the recorded runs by least squares, and with random effects of whole plots if there are any',
    )
    .option('--model <name>', `${analysisModels.join(', ')} (default: "linear")`)
    .option(
      '--effects <terms...>',
      "terms of the model instead of --model, such as temperature 'temperature*time' 'time**2'",
    )
    .option('--target <name>', 'objective; the first one by default')
    .option('--block <column>', 'column with the blocks of the runs, such as days')
    .option(
      '--confidence <level>',
      'confidence level of intervals, between 0 and 1; 0.95 by default',
      decimalNumber,
    )
    .option(
      '--lambda <number>',
      'Box–Cox transformation of the results, -2 to 2: 0.5 square root, 0 logarithm, -1 reciprocal; none by default',
      decimalNumber,
    )
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', example)
    .action((file: string, { model, effects, target, block, confidence, lambda, json }: Options) =>
      withCampaign(file, process.env, async (service, path) => {
        const answer = await service.request<DesignAnalysis>('POST', `${path}/design/analyse`, {
          model_type: model ?? (effects === undefined ? 'linear' : undefined),
          effects,
          target,
          block,
          confidence,
          box_cox_lambda: lambda,
        });
        print(json, answer, () => [
          `${answer.target}: ${counted(answer.runs, 'run')}, R² ${digits(answer.r_squared ?? 'not defined')}`,
          ...(answer.transformation
            ? [`results transformed by Box and Cox's λ = ${digits(answer.transformation.lambda)}`]
            : []),
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
        if (!json) for (const warning of answer.warnings) logLine(warning);
      }),
    );
}
