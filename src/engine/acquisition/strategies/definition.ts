import type { Recipe } from '../../gp/recipes/recipe.ts';
import type { Parameter } from '../../parameter.ts';
import type { Problem } from '../problem.ts';

/** Result of a strategy: points of the region, its value there, and the name of the strategy that proposed them if it is another one. */
export interface Proposal {
  readonly points: readonly Float64Array[];
  readonly value: number;
  readonly strategy?: string;
}

export type RunStrategy = (problem: Problem) => Proposal;

/** Parameters that have an effect, by their names on the wire. */
type ParametersByName = Readonly<Partial<Record<'xi' | 'kappa' | 'beta', Parameter>>>;

/** A member of the family: who may use it, for what, with which parameters, and how it proposes. */
export interface Strategy {
  /** What it looks for, in a sentence of the page. */
  readonly purpose: string;
  /** The value that is maximized, for the docs. */
  readonly value: string;
  /** Its name on the page; absent: the page does not offer it. */
  readonly label?: string;
  /** Recipes for which it is the first choice of the page. */
  readonly usual?: readonly Recipe[];
  /** Other spellings, lower case. */
  readonly aliases?: readonly string[];
  /** Recipes that know it. */
  readonly recipes: readonly Recipe[];
  /** Whether it proposes more than one point at a time. */
  readonly batch: boolean;
  readonly objectives: 'one' | 'several';
  /** By recipe; others are ignored. */
  readonly parameters: { readonly sklearn?: ParametersByName; readonly botorch?: ParametersByName };
  /** Whether variables may be held. */
  readonly fixed: boolean;
  /** Whether gains can be weighed against costs (`cost_aware`). */
  readonly weighsCosts?: true;
  /** Whether it takes the posterior of a sparse model as it is; others take the exact one of the rows around the best. */
  readonly sparse?: true;
  /** Whether it averages over samples of the posterior (`mc_samples`). */
  readonly samples?: true;
  /** Whether it can search with what the noise hides discounted (`options.noisy`); joined by desirability it cannot. */
  readonly discountsNoise?: true;
  readonly run: RunStrategy;
  /** How it proposes where the outputs of any number of objectives are joined by desirability; absent: it cannot. */
  readonly joined?: RunStrategy;
}

export const both = ['sklearn', 'botorch'] as const;
export const sklearn = ['sklearn'] as const;
export const botorch = ['botorch'] as const;

export const xi: Parameter = {
  kind: 'number',
  default: 0.01,
  unit: 'output units',
  purpose: 'margin above the best value',
};
export const kappa: Parameter = {
  kind: 'number',
  default: 1.96,
  purpose: 'weight of the standard deviation relative to the mean',
};
export const beta: Parameter = {
  kind: 'number',
  from: 0,
  default: 0.5,
  purpose: 'square of the weight of the standard deviation relative to the mean',
};
/** On botorch `kappa` is another name of `beta`, and `beta` wins. */
export const kappaAsBeta: Parameter = { ...beta, purpose: 'used as `beta` if `beta` is absent' };
