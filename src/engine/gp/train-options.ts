import { ValueError } from '../errors.ts';
import { allowed, fits, type Parameters, type ValuesOf } from '../parameter.ts';
import { didYouMean } from '../words.ts';
import type { Recipe } from './recipes/recipe.ts';

/** Choices of a training beyond those of the interface. */
export const trainOptions = {
  approximation: {
    kind: 'choice',
    choices: ['auto', 'exact', 'vecchia', 'local'],
    default: 'auto',
    purpose:
      'of the posterior. `exact`: every row counts everywhere; `vecchia`: each point uses the rows nearest to it by correlation; `local`: the same with inducing points, and searches use the exact model of the 2,000 rows nearest to the best one; `auto`: `exact` up to 4,000 rows, `local` above',
  },
  neighbours: {
    kind: 'integer',
    from: 5,
    to: 127,
    purpose:
      'of `vecchia` and `local`: rows that each prediction uses, default 60, or 30 with `exact_mean`. The likelihood uses 30, or half of those given',
  },
  inducing: {
    kind: 'integer',
    from: 0,
    to: 2000,
    purpose:
      'of `local`: number of inducing points, which all predictions share, in addition to the nearest rows of each; default: one per eight rows, at most 500, fewer above 20,000 rows; 0: none',
  },
  exact_mean: {
    kind: 'boolean',
    purpose:
      'of `local`: means are those of the exact model, from one factor of all rows, and standard deviations are corrected by a measured factor; default up to 8,000 rows',
  },
  restarts: {
    kind: 'integer',
    from: 1,
    to: 256,
    purpose: 'starts of the fit; default 48 up to 30 rows, 16 up to 64 rows, and 6 on a subset of more rows',
  },
  calibration_enabled: {
    kind: 'boolean',
    default: false,
    purpose:
      'multiplies predicted standard deviations by the standard deviation of the cross-validated z-scores',
  },
  input_warping: {
    kind: 'boolean',
    default: false,
    purpose: 'warps numeric columns by 1 − (1 − uᵃ)ᵇ if that raises the likelihood',
  },
  priors: {
    kind: 'choice',
    choices: ['none', 'dimension_scaled', 'sparse'],
    default: 'none',
    purpose:
      'botorch: of the lengthscales. `dimension_scaled`: LogNormal(√2 + log(d)/2, √3) and, without categories, outputscale 1; `sparse`: 1/ℓ² half-Cauchy, for many columns of which few are relevant',
  },
  shrinkage: {
    kind: 'number',
    from: 0,
    above: true,
    purpose: 'scale of the half-Cauchy of `sparse`; by default leave-one-out chooses one of four',
  },
  structure: {
    kind: 'choice',
    choices: ['joint', 'additive', 'product'],
    default: 'joint',
    purpose:
      'botorch: of the covariance. `additive` (up to twelve columns, no categories): a sum over single columns; `product`: numeric columns times categories, with fewer parameters than the mixed form',
  },
} as const satisfies Parameters;

export type TrainOptions = ValuesOf<typeof trainOptions>;

/** @throws ValueError naming an option that is not known, with the nearest one that is, or a value that it cannot have */
export function checkTrainOptions(options: Readonly<Record<string, unknown>>): void {
  const table: Parameters = trainOptions;
  for (const [name, value] of Object.entries(options)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    if (parameter === undefined) {
      const known = Object.keys(table);
      throw new ValueError(
        `options: '${name}' is not known; ${didYouMean(name, known)}use one of ${known.join(', ')}`,
      );
    }
    if (value === undefined || fits(parameter, value)) continue;
    const problem = parameter.kind === 'choice' ? `unknown '${value}'; use` : `expected`;
    const got = parameter.kind === 'choice' ? '' : `, got ${JSON.stringify(value)}`;
    throw new ValueError(`options.${name}: ${problem} ${allowed(parameter)}${got}`);
  }
}

/**
 * Options that the others, or the recipe, leave without effect.
 *
 * @throws ValueError naming the first of them with its value
 */
export function checkTogether(options: TrainOptions, recipe: Recipe): void {
  const { approximation = 'auto', priors = 'none', structure = 'joint' } = options;
  const idle = (names: readonly (keyof TrainOptions)[], why: string) => {
    const name = names.find((one) => options[one] !== undefined);
    if (name !== undefined)
      throw new ValueError(`options.${name}: ${options[name]} has no effect ${why}; leave it out`);
  };
  if (approximation === 'exact')
    idle(['neighbours', 'inducing', 'exact_mean'], "with approximation 'exact', which uses every row");
  if (approximation === 'vecchia')
    idle(['inducing'], "with approximation 'vecchia', which has no inducing points");
  if (recipe === 'sklearn' && priors !== 'none')
    idle(['priors'], "with backend 'sklearn', which has no priors");
  if (recipe === 'sklearn' && structure !== 'joint')
    idle(['structure'], "with backend 'sklearn', whose covariance is joint");
  if (priors !== 'sparse') idle(['shrinkage'], "without priors 'sparse'");
}
