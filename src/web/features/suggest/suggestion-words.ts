import { type StrategyChoice, strategyChoices } from '../../../contract/families.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Model, Variable } from '../../api/types.ts';

/**
 * Knowledge ratio in words: the variance that the data leave at a point, as a share of the variance without data. The
 * words follow the deviation, as that is what is shown beside them: 0.06 is a quarter of it, 0.25 half.
 */
export function knowledgeWords(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined) return '';
  if (ratio < 0.06) return 'well known region: refines the best results';
  if (ratio < 0.25) return 'fairly well known: near measured runs';
  if (ratio < 0.56) return 'partly known: may be better, and adds information';
  if (ratio <= 0.9) return 'little known: mostly adds information';
  return 'unknown: far from all runs';
}

/** Sentences at the end of a reason that are about the model, and not about the run. */
const aboutModel = /(?<=\. )(?:Results of '|The model uses the logarithm of ').*$/s;

/** What the reasons of several runs have in common: all, or what they say about the model at their end; else an empty text. */
export function sharedWords([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return '';
  const end = others.every((text) => text === first) ? first : (aboutModel.exec(first)?.[0] ?? '');
  return others.every((text) => text.endsWith(end)) ? end : '';
}

const auto: StrategyChoice = {
  name: 'auto',
  label: 'Automatic',
  purpose:
    'Fits the models it needs, weighs expected results against what is still unknown, and gives reasons.',
  batch: true,
  recipes: ['sklearn', 'botorch'],
  objectives: 'one',
  usual: [],
  weighsCosts: true,
  parameters: { sklearn: [], botorch: [] },
};

export const isAutomatic = (strategy: string): boolean => strategy === auto.name;

/** Whether the suggestions are of other variables than the campaign has now: renamed, removed or added ones. */
export function areOfOthers(
  suggestions: readonly Readonly<Record<string, unknown>>[],
  variables: readonly Pick<Variable, 'name' | 'role' | 'type'>[],
): boolean {
  const [first] = suggestions;
  if (first === undefined) return false;
  return (
    variables.some((one) => !isObserved(one) && !(one.name in first)) ||
    Object.keys(first).some((name) => !variables.some((one) => one.name === name))
  );
}

/** Why a run of a strategy is made, as it is recorded. */
export const reasonWords = (strategy: string): string => (isAutomatic(strategy) ? 'Suggested' : strategy);

/** A strategy with the parameters that it reads from the model at hand. */
export interface Offered extends Omit<StrategyChoice, 'parameters'> {
  readonly parameters: readonly string[];
}

/**
 * Strategies that can be used: the automatic one first; the others need a trained model and fit its kind, the usual
 * choice first.
 */
export function strategiesFor(
  model: Pick<Model, 'trained' | 'backend'>,
  objectives: number,
): readonly [Offered, ...Offered[]] {
  const recipe = model.backend === 'sklearn' ? 'sklearn' : 'botorch';
  const kind = objectives > 1 ? 'several' : 'one';
  const offered = (choice: StrategyChoice): Offered => ({
    ...choice,
    parameters: choice.parameters[recipe],
  });
  if (!model.trained) return [offered(auto)];
  const isUsual = ({ usual }: StrategyChoice) => Number(usual.includes(recipe));
  const fitting = strategyChoices
    .filter((choice) => choice.recipes.includes(recipe) && choice.objectives === kind)
    .toSorted((a, b) => isUsual(b) - isUsual(a));
  return [offered(auto), ...fitting.map(offered)];
}

/** Most runs that one request may ask of a strategy. */
export const maxRuns = ({ name, batch }: Offered): number => (name === 'auto' ? 100 : batch ? 10 : 1);
