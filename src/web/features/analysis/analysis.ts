import type { DesignAnalysis } from '../../../contract/designs/design-quality.ts';
import type { Inputs, Scalar, Variable } from '../../api/types.ts';
import { type Objective, withinBounds } from '../../domain/results/objectives.ts';
import { middle, nearestSetting } from '../../domain/variables/point.ts';
import { show, showFixed, showWithUnit } from '../../text/format.ts';

/** Effects of a fraction judged against each other, as the server gives them. */
export interface LenthEffects {
  /** Smallest first; the score is the half-normal quantile that belongs to its place. */
  readonly effects: readonly { readonly name: string; readonly effect: number; readonly score: number }[];
  readonly pseudo_standard_error: number;
  readonly margin_of_error: number;
  readonly simultaneous_margin: number;
}

/** Whether effects are judged against each other: where residuals show the scatter, the tests of coefficients do it better. */
export const needsLenth = ({ residual }: Pick<DesignAnalysis, 'residual'>): boolean => residual.degrees < 3;

/** Shape of a fitted surface around its stationary point, as the server gives it. */
export interface Surface {
  readonly variables: readonly string[];
  readonly stationary: readonly number[];
  readonly value: number;
  /** The median that belongs to it, where results were transformed; null where it is infinite. */
  readonly result_value?: number | null;
  readonly is_inside: boolean;
  readonly eigenvalues: readonly number[];
  /** Unit axes in coded units, one row of `variables.length` per eigenvalue. */
  readonly axes: readonly number[];
  readonly nature: 'maximum' | 'minimum' | 'saddle' | 'ridge';
}

/** Chance of at least this much by noise alone, for reading. */
export function chance(p: number | null | undefined): string {
  if (p === null || p === undefined) return '–';
  return p < 0.0001 ? `< ${showFixed(0.0001, 4)}` : showFixed(p, 4);
}

/** `strong` below 0.001, `clear` below 0.01, `likely` below 0.05, else none. */
export const weight = (p: number | null | undefined): string =>
  p === null || p === undefined || p >= 0.05 ? '' : p < 0.001 ? 'strong' : p < 0.01 ? 'clear' : 'likely';

export const share = (value: number | null): string => (value === null ? '–' : `${show(value * 100, 3)} %`);

/** Far below 0 the figure says no more than that the mean predicts better. */
export const predictedShare = (value: number | null): string =>
  value !== null && value < -1 ? 'below −100 %' : share(value);

type Mixed = NonNullable<DesignAnalysis['mixed_model']>;

type Coefficient = DesignAnalysis['coefficients'][number] & {
  /** Of its test; absent where all coefficients have those of the residual. */
  readonly degrees?: number;
};

/** The coefficients to read: those that take plots into account, where runs were made in plots. */
export function coefficientsRead({
  coefficients,
  mixed_model: mixed,
}: Pick<DesignAnalysis, 'coefficients' | 'mixed_model'>): Coefficient[] {
  const inflation = new Map(coefficients.map((one) => [one.name, one.variance_inflation]));
  return (
    mixed?.coefficients.map((one) => ({
      ...one,
      variance_inflation: inflation.get(one.name) ?? null,
    })) ?? coefficients
  );
}

/** What plots add to the variation of single runs, in a sentence. */
export function plotWords({ variances }: Mixed): string {
  const plots = variances.slice(0, -1);
  const parts = plots.map(({ name, count, share: part }) => {
    const level = name === 'Subplot' ? 'subplots' : 'whole plots';
    return part === 0
      ? `the ${count} ${level} vary no more than their runs do`
      : `${share(part)} of the random variation is between the ${count} ${level}`;
  });
  return `By REML, ${parts.join(', and ')}. The coefficients above and the tests below take this into account; the other figures of this page are by least squares and do not.`;
}

/** The λ that the page offers, and what results become under it. */
export const transformations = [
  ['1', 'none'],
  ['0.5', 'square root (λ = 0.5)'],
  ['0', 'logarithm (λ = 0)'],
  ['-0.5', 'reciprocal square root (λ = −0.5)'],
  ['-1', 'reciprocal (λ = −1)'],
  ['2', 'square (λ = 2)'],
  ['-2', 'reciprocal square (λ = −2)'],
] as const;

/** Results under a λ, in words: `the logarithm of Yield`. */
export function transformationWord(lambda: number, label: string): string {
  if (lambda === 1) return `${label} itself`;
  const words = transformations.find(([value]) => Number(value) === lambda)?.[1] ?? `λ = ${show(lambda)}`;
  return `the ${words.replace(/ \(.*/, '')} of ${label}`;
}

/** In a sentence or two: whether another scale of the results would suit the model better. */
export function boxCoxWords(
  {
    box_cox: profile,
    mixed_model: mixed,
    target,
  }: Pick<DesignAnalysis, 'box_cox' | 'mixed_model' | 'target'>,
  confidence: string,
): string {
  if (profile === null)
    return mixed
      ? 'The Box–Cox plot assumes independent runs. Runs of one plot are not independent, so it is not drawn. Choose a transformation above and see whether the residuals spread evenly.'
      : 'A Box–Cox plot needs positive results that differ, a model that leaves three degrees of freedom for error, and runs that were not made in plots.';
  const [low, high] = profile.interval;
  const ends = [low === null ? 'below −2' : show(low, 2), high === null ? 'above 2' : show(high, 2)];
  const found = `The likelihood is largest at λ = ${show(profile.maximum, 2)}, with a ${confidence} % interval from ${ends.join(' to ')}.`;
  if (profile.recommended === 1)
    return `${found} It contains 1, so these results give no reason for a transformation.`;
  return `${found} It does not contain 1: the model fits ${transformationWord(profile.recommended, target)} (λ = ${show(profile.recommended)}) better than the results themselves.`;
}

type Chosen = NonNullable<DesignAnalysis['model']>;

const familyWords = {
  linear: 'main effects',
  interaction: 'main effects and interactions',
  linear_and_squares: 'main effects and squares',
  quadratic: 'main effects, interactions and squares',
  special_cubic: 'main effects and products of two and three',
} as const;

/** Why the recommended model was taken, in a sentence; runs in plots are predicted from their plot, too. */
export function choiceWords({ name, considered }: Chosen, inPlots: boolean): string {
  const own = considered?.find((one) => one.name === name);
  if (name === undefined || own === undefined || own.terms === 0) return '';
  const others = (considered ?? []).filter((one) => one !== own);
  if (others.length === 0) return 'These runs support main effects only.';
  if (own.predicted_r_squared === null)
    return 'Main effects are shown. These runs do not allow a model to be checked on left-out runs.';
  const compared = others
    .filter((one) => one.predicted_r_squared !== null)
    .map((one) => `${predictedShare(one.predicted_r_squared)} with ${familyWords[one.name]}`);
  const unchecked = others.filter((one) => one.predicted_r_squared === null);
  return [
    `Chosen for the best prediction of left-out runs${inPlots ? ', each from the model and the other runs of its plot' : ''}: predicted R² ${predictedShare(own.predicted_r_squared)} with ${familyWords[name]}`,
    ...(compared.length > 0 ? [`, against ${compared.join(', ')}`] : []),
    '.',
    ...(unchecked.length > 0
      ? [
          ` These runs are too few to check a model with ${unchecked.map((one) => familyWords[one.name]).join(', or one with ')}.`,
        ]
      : []),
  ].join('');
}

/** The coefficients but the intercept, which comes first and which a mixture lacks. */
export const withoutIntercept = <One extends { readonly name: string }>({
  coefficients,
  mixture,
}: {
  readonly coefficients: readonly One[];
  readonly mixture?: DesignAnalysis['mixture'];
}): readonly One[] => (mixture ? coefficients : coefficients.slice(1));

/** What the coefficients of this analysis mean: of numbers, and of categories if there are any. */
export function coefficientWords({
  coefficients,
  references = [],
  mixture,
}: Pick<DesignAnalysis, 'coefficients' | 'references' | 'mixture'>): string {
  const components = mixture?.components.map(({ variable }) => variable) ?? [];
  const terms = withoutIntercept({ coefficients, mixture }).map(({ name }) => name);
  const names = terms.filter((name) => !name.split('*').every((part) => components.includes(part)));
  const listed = references.filter(({ variable }) => names.some((term) => term.startsWith(`${variable}[`)));
  const isNumber = (term: string) => !listed.some(({ variable }) => term.includes(`${variable}[`));
  const first = listed.map(({ variable, category }) => `${category} for ${variable}`);
  return [
    ...(mixture ? [mixtureWords(mixture)] : []),
    ...(names.some(isNumber)
      ? [
          'A coefficient of a numeric variable is the change of the result when it goes from the middle to the upper end of its range.',
        ]
      : []),
    ...(first.length > 0
      ? [
          `A coefficient of a category is the difference from the first category of its variable that was run: ${first.join(', ')}.`,
        ]
      : []),
    'A coefficient whose interval contains zero may be noise.',
  ].join(' ');
}

/** What the coefficients of Scheffé's polynomial mean. */
function mixtureWords({ total, components }: NonNullable<DesignAnalysis['mixture']>): string {
  const bounded = components.filter(({ lowest }) => lowest > 0);
  const pure =
    bounded.length === 0
      ? `where it makes up the whole mixture of ${show(total)}`
      : 'where it makes up all that the lowest amounts of the components leave';
  return `The model is a Scheffé polynomial: the coefficient of a component is the fitted result ${pure}, and a product is what a blend gives beyond the average of its components.`;
}

/** In a sentence: whether the residuals are larger than repeated runs differ. */
export function lackOfFitWords(fit: DesignAnalysis['lack_of_fit']): string {
  if (fit === null) return 'Lack of fit cannot be tested without replicates; repeat a few runs.';
  const { p_value: p } = fit.lack_of_fit;
  if (p === null)
    return 'Lack of fit cannot be tested, because repeated runs gave equal results: there is no pure error to compare with.';
  return p < 0.05
    ? 'Significant lack of fit: the model misses something, such as curvature.'
    : 'No significant lack of fit: the residuals are no larger than the pure error of repeated runs.';
}

/** In a sentence: how much of the scatter the model explains and whether it would for new runs. */
export function verdict(analysis: DesignAnalysis): string {
  const { r_squared: fitted, predicted_r_squared: predicted } = analysis;
  if (fitted === null) return 'The results do not vary, so there is nothing to explain.';
  if (analysis.residual.degrees === 0)
    return 'The model has as many terms as there are runs, so it passes through every result and its R² says nothing. Add runs or choose fewer terms.';
  const share = `The model explains ${show(fitted * 100, 3)} % of the variation`;
  if (predicted === null)
    return `${share}. Its prediction of new runs is unknown, because it cannot be fitted without one of these runs.`;
  if (predicted < 0)
    return `${share} of these runs, but is expected to predict new runs worse than their mean does.`;
  const gap = fitted - predicted;
  const words = `${share}, and is expected to explain about ${show(predicted * 100, 3)} % of the variation of new runs`;
  return gap > 0.2 ? `${words}: it has more terms than the data support.` : `${words}.`;
}

/** A category that is better than the one that the others are compared with, and by how much. */
interface Shift {
  readonly variable: string;
  readonly category: string;
  readonly shift: number;
}

/** The categories with which a top is highest, or a bottom lowest: those that shift the surface without bending it. */
export function shiftsOf(
  { coefficients, references = [] }: Pick<DesignAnalysis, 'coefficients' | 'references'>,
  { nature }: Pick<Surface, 'nature'>,
): Shift[] {
  if (nature !== 'maximum' && nature !== 'minimum') return [];
  const gain = ({ estimate }: { estimate: number }) => (nature === 'maximum' ? estimate : -estimate);
  return references.flatMap(({ variable }) => {
    const own = coefficients.filter(({ name }) => name.includes(`${variable}[`));
    if (own.some(({ name }) => !name.startsWith(`${variable}[`) || name.includes('*'))) return [];
    const [best] = own.toSorted((a, b) => gain(b) - gain(a));
    if (best === undefined || gain(best) <= 0) return [];
    return [{ variable, category: best.name.slice(variable.length + 1, -1), shift: best.estimate }];
  });
}

/** The value fitted at the stationary point with the best categories, as a result; null where only its transformed value is known. */
export function surfaceValue(
  { value, result_value }: Pick<Surface, 'value' | 'result_value'>,
  shifts: readonly Shift[],
): number | null {
  if (result_value === undefined) return shifts.reduce((sum, { shift }) => sum + shift, value);
  return shifts.length === 0 ? result_value : null;
}

/** Settings next to the stationary point that can be made: categories that are better, else those that others are compared with, and what has no bend in the middle. */
export function surfacePoint(
  { variables: names, stationary }: Pick<Surface, 'variables' | 'stationary'>,
  variables: readonly Variable[],
  references: DesignAnalysis['references'] = [],
  shifts: readonly Shift[] = [],
): Inputs {
  const stationaryOf = (variable: Variable): number | undefined => {
    const value = stationary[names.indexOf(variable.name)];
    return value === undefined ? undefined : nearestSetting(variable, value);
  };
  const settingOf = (variable: Variable): Scalar =>
    stationaryOf(variable) ??
    shifts.find((one) => one.variable === variable.name)?.category ??
    references.find((one) => one.variable === variable.name)?.category ??
    middle(variable);
  return Object.fromEntries(variables.map((variable) => [variable.name, settingOf(variable)]));
}

/**
 * What the stationary point is, in words. A value beyond the bounds of results is cut off there, as in other predictions.
 *
 * @param others settings of the variables that the surface does not run over
 */
export function surfaceWords(
  { nature, is_inside, value }: Omit<Surface, 'value'> & { readonly value: number | null },
  { unit, bounds }: Pick<Objective, 'unit' | 'bounds'>,
  others: readonly string[],
): string {
  const kind = { maximum: 'a maximum', minimum: 'a minimum', saddle: 'a saddle point', ridge: 'a ridge' }[
    nature
  ];
  if (!is_inside)
    return `The surface has ${kind} outside the ranges. Within them its highest and its lowest value lie at the edge.`;
  const at = others.length > 0 ? `, at ${others.join(', ')}` : '';
  if (value === null) return `The surface has ${kind} inside the ranges${at}.`;
  const possible = bounds ? withinBounds(value, bounds) : value;
  const beyond =
    possible === value
      ? ''
      : ` The polynomial itself gives ${showWithUnit(value, unit)}, which no result can be.`;
  return `The surface has ${kind} inside the ranges, with the value ${showWithUnit(possible, unit)}${at}.${beyond}`;
}

/** The variables that an axis of the surface mostly runs along, the strongest first. */
export function axisWords(surface: Surface, row: number): string {
  const k = surface.variables.length;
  return surface.variables
    .map((name, i) => ({ name, part: Math.abs(surface.axes[row * k + i] ?? 0) }))
    .filter(({ part }) => part > 0.3)
    .sort((a, b) => b.part - a.part)
    .map(({ name }) => name)
    .join(', ');
}
