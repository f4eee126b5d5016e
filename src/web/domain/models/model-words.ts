import { kernelChoices, smoothnessOf } from '../../../contract/families.ts';
import type { Model, Variable } from '../../api/types.ts';
import { count } from '../../text/format.ts';

/** Fit of the cross-validation in words. */
export function fitWords(r2: number | null | undefined): string {
  if (r2 === null || r2 === undefined) return 'unknown: too few results, or all equal';
  if (r2 > 0.9) return 'predicts unseen runs very well';
  if (r2 > 0.7) return 'predicts unseen runs well';
  if (r2 > 0.4) return 'captures the main trend';
  return r2 > 0 ? 'hardly better than the mean so far' : 'no better than the mean so far';
}

/**
 * How the errors of predictions compare with their error bars, in words. The standard deviation of `n` errors in correct error
 * bars is 1 with a standard error of 1/√(2n); what lies within its 95 % interval, or within 0.2, fits.
 *
 * @param std standard deviation of errors in error bars
 */
export function spreadWords(std: number, n = Number.POSITIVE_INFINITY): string {
  if (Math.abs(std - 1) <= Math.max(0.2, 1.96 / Math.sqrt(2 * n))) return 'error bars fit the errors';
  return std > 1 ? 'error bars are too short' : 'error bars are too long';
}

/** The same of a cross-validation; without R² the errors say nothing. */
export function errorBarWords(
  std: number | null | undefined,
  r2: number | null | undefined,
  n: number | null | undefined,
): string {
  if (std === null || std === undefined || r2 === null || r2 === undefined) return '';
  return spreadWords(std, n ?? undefined);
}

/**
 * Lengthscale of each variable by its name: a short one means that the output changes quickly with it. Variables
 * without one of their own, such as categories, are left out.
 */
export function scales(
  lengthscales: readonly number[] | undefined,
  variables: readonly Variable[],
): Readonly<Record<string, number>> {
  // A mixed model has one lengthscale per numeric column; categories have scales of another kind.
  const numeric = variables.filter((variable) => variable.type !== 'categorical');
  const owners = lengthscales?.length === variables.length ? variables : numeric;
  if (!lengthscales || lengthscales.length !== owners.length) return {};
  const order = [
    ...owners.filter((variable) => variable.role !== 'observed'),
    ...owners.filter((variable) => variable.role === 'observed'),
  ];
  return Object.fromEntries(order.map((variable, i) => [variable.name, lengthscales[i] as number]));
}

/**
 * A kernel as people write it.
 *
 * @param parameters  as the training had them; undefined: unknown, and its smoothness with them
 * @param recipe      which takes a smoothness of its own where none was given
 */
export function kernelWords(
  kernel: string | null,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
  recipe: string | null | undefined,
): string {
  const choice = kernelChoices.find(({ name }) => name === kernel);
  if (choice === undefined) return kernel ?? '';
  if (choice.smoothness.length === 0 || parameters === undefined) return choice.label;
  const { usual } = smoothnessOf[recipe === 'sklearn' ? 'sklearn' : 'botorch'];
  const nu = Object.values(smoothnessOf)
    .map(({ field }) => parameters?.[field])
    .find((one) => typeof one === 'number');
  return `${choice.label} ${2 * (nu ?? usual)}/2`;
}

type Trained = Pick<Model, 'trained' | 'n_experiments' | 'data_revision'>;

/** Results that were recorded after the training. */
export const unseenResults = ({ trained, n_experiments }: Trained, measured: number): number =>
  trained && n_experiments !== null ? Math.max(0, measured - n_experiments) : 0;

/**
 * Whether something was corrected, removed or declared otherwise after the training.
 *
 * @param revision  of the data now; undefined: not loaded yet
 */
export const isOfOtherData = ({ trained, data_revision }: Trained, revision: number | undefined): boolean =>
  trained && data_revision !== null && revision !== undefined && data_revision !== revision;

/** What the model does not know yet, in words; undefined where it is of what is recorded now. */
export function behindWords(
  model: Trained,
  measured: number,
  revision: number | undefined,
): string | undefined {
  const unseen = unseenResults(model, measured);
  if (unseen > 0)
    return `${count(unseen, 'result')} recorded after the last training ${unseen === 1 ? 'is' : 'are'} not in the model yet.`;
  return isOfOtherData(model, revision)
    ? 'Experiments, variables or objectives changed after the last training. The model does not include these changes yet.'
    : undefined;
}
