import { type CensoredRows, sidesOf } from '../../gp/censoring/censored.ts';
import { believed } from '../../gp/ensemble/form.ts';
import { fitModel } from '../../gp/fit/plan-fit.ts';
import type { GpModel } from '../../gp/model.ts';
import { MOST_ADDITIVE } from '../../gp/recipes/botorch-recipe.ts';
import { repeatVariance } from '../../gp/recipes/rescue.ts';
import type { TrainTask } from '../../gp/task.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { rangesOf } from '../../space/encode.ts';
import { signOf } from '../goal.ts';
import type { SuggestTask } from '../task.ts';
import { identity, type OutputTransform, outputTransforms } from './output-transform.ts';

/** Noise variance of data taken as exact, as a share of the variance of the outputs. */
const EXACT = 1e-10;
/** Variance among repeated rows over that noise variance from which data are not exact. */
const DISAGREE = 1e4;

/** Log likelihood by which a logarithm must win: with few data it wins too early. */
const TRANSFORM_PENALTY = 2;
/** Log evidence behind the likeliest variant so far from which a fit is abandoned, once it does not promise more: it is drawn once in 10⁵ times. */
const HOPELESS = 12;
/** Starts of each fit: a variant that ends in a lesser optimum is only drawn less often. */
const STARTS = 3;
/**
 * Of the log lengthscale of a category, per categorical column: two categories correlate by some 0.6. Without it few rows make
 * categories the same or strangers, so that a poor one is tried again wherever it was not (decision 0155).
 */
const CATEGORY = { centre: 0.7, spread: 1 };

/**
 * Of the lengthscale of one column while rows are few, the most likely one being 0.37 √d ranges. A wider prior lets a column that few rows
 * cannot tell from none be flat, and then proposals go to the ends of its range (decision 0193).
 */
export const EARLY_LENGTHSCALE_PRIOR = { rows: 25, mu: -0.36, sigma: 0.8 };

export interface Form {
  readonly kernel: 'matern' | 'rbf';
  readonly structure: 'product' | 'additive';
  /** Log likelihood by which it must beat the Matérn form: with few data the others win too early. */
  readonly logPriorPenalty: number;
  /** Straight lines beside the covariance. */
  readonly lines?: true;
  /** Numeric columns that take part; all when left out. */
  readonly columns?: readonly number[];
}

const matern: Form = { kernel: 'matern', structure: 'product', logPriorPenalty: 0 };
/** Forms that are fitted to the likeliest Matérn variants only, and to how many of them. */
const others: readonly { readonly form: Form; readonly most: number }[] = [
  { form: { kernel: 'rbf', structure: 'product', logPriorPenalty: 4 }, most: 4 },
  { form: { kernel: 'matern', structure: 'additive', logPriorPenalty: 7 }, most: 2 },
];

/** Of outputs with a limit: a covariance without lines takes a straight line as noise, and hopes for results that the line rules out. */
const lines = {
  form: { kernel: 'matern', structure: 'product', lines: true, logPriorPenalty: 4 },
  most: 2,
} as const;
/** As of the model `auto`. */
const LINE_PRIORS = { slope: believed.slope, rest: believed.joint };

/** Given variances, exact data, or (undefined) learned noise. */
type Noise = Float64Array | 'exact' | undefined;

/** What surrogates are fitted to. */
export type SurrogateData = Pick<GpModel, 'X' | 'n' | 'd' | 'categorical' | 'y' | 'noise'> & {
  readonly censored?: CensoredRows;
  /** As `TrainTask.ranges`: without it a column that never varied would have an unknown width. */
  readonly ranges?: NonNullable<TrainTask['ranges']>;
};

/** Which model of the data: a transform of the outputs, with noise or without. */
interface VariantChoice {
  readonly form: Form;
  readonly transform: OutputTransform;
  readonly noise: Noise;
}

/** A choice, fitted. */
export interface Variant extends VariantChoice {
  readonly model: GpModel;
  /** Log likelihood with prior terms, as a density of the outputs themselves, less the log-prior penalties. */
  readonly evidence: number;
}

/**
 * The task with surrogates of its own: for each objective a few Gaussian processes are fitted to the recorded rows and one
 * is drawn, likely ones more often. They differ in the output transform (identity, logarithms that stretch the good end, and that of
 * outputs over decades to be maximized),
 * in whether the data are exact or noise is learned, and in form (Matérn-5/2, RBF, a sum of Matérn-5/2 of one column
 * each, and for joined outputs with a limit Matérn-5/2 with straight lines); categories come in as a factor, and all have dimension-scaled priors. Drawing rather than taking the best keeps a
 * campaign from being stuck with one wrong model of few data.
 *
 * Several or joined objectives are not transformed, as hypervolumes and desirabilities are measured in their own units. Given noise is kept, outcome
 * limits are transformed along. Cost: up to sixteen small fits, three starts each.
 */
export function withAutoSurrogate(task: SuggestTask, context: RunContext): SuggestTask {
  const alone = task.models.length === 1 && task.desirability === undefined;
  const drawn = task.models.map((model, k) => {
    const sign = signOf(task.goals[k]);
    const transforms = alone ? outputTransforms(model.y, sign) : [identity];
    const seed = `${task.seed}/${k}`;
    const data = { ...model, ranges: rangesOf(task.space) };
    return drawVariant(fitVariants(data, transforms, { seed, context }), seed);
  });
  const outcomeConstraints = task.outcomeConstraints?.map((constraint) => ({
    ...constraint,
    value: drawn[constraint.objective].transform.apply(constraint.value),
  }));
  return {
    ...task,
    models: drawn.map(({ model }) => model),
    ...(outcomeConstraints ? { outcomeConstraints } : {}),
  };
}

/** The surrogates of one objective, see `withAutoSurrogate`, by some `columns` or all. */
export function fitVariants(
  model: SurrogateData,
  transforms: readonly OutputTransform[],
  {
    seed,
    context,
    starts = STARTS,
    columns,
    limited,
  }: Pick<VariantFits, 'seed' | 'context'> & {
    readonly starts?: number | undefined;
    readonly columns?: readonly number[] | undefined;
    /** Whether the output has a limit. */
    readonly limited?: boolean | undefined;
  },
): readonly Variant[] {
  const noises: Noise[] = model.noise
    ? [model.noise]
    : repeatsDisagree(model)
      ? [undefined]
      : [undefined, 'exact'];
  const done: Variant[] = [];
  const fitOne = (form: Form, transform: OutputTransform, noise: Noise): Variant => {
    const choice = { form: columns ? { ...form, columns } : form, transform, noise };
    const begin = starts === 1 ? beginOf(done, choice) : {};
    const hints = { ...hopeOf(done, choice), ...begin };
    const fitted = fitVariant(model, choice, { seed, starts, context }, hints);
    done.push(fitted);
    return fitted;
  };
  const rough = transforms.flatMap((transform) => noises.map((noise) => fitOne(matern, transform, noise)));
  const likely = [...rough].sort((a, b) => b.evidence - a.evidence);
  const count = columns?.length ?? model.d;
  const separable = count > 1 && count <= MOST_ADDITIVE && !model.categorical.includes(true);
  const straight = limited && count <= MOST_ADDITIVE && model.categorical.includes(false);
  return [
    ...rough,
    ...[...others, ...(straight ? [lines] : [])]
      .filter(({ form }) => form.structure === 'product' || separable)
      .flatMap(({ form, most }) =>
        likely.slice(0, most).map(({ transform, noise }) => fitOne(form, transform, noise)),
      ),
  ];
}

/** Whether rows of equal inputs have outputs that exact data cannot have. */
function repeatsDisagree({ X, y, d, n, censored }: SurrogateData): boolean {
  const sides = sidesOf(n, censored);
  const measured = Array.from(y.keys()).filter((row) => sides[row] === 0);
  const outputs = Float64Array.from(measured, (row) => y[row]);
  const inputs = Float64Array.from(measured.flatMap((row) => Array.from(X.subarray(row * d, (row + 1) * d))));
  return repeatVariance(inputs, outputs, d) > DISAGREE * EXACT * varianceOf(outputs);
}

/** Probabilities [variants.length] in proportion to exp(evidence); they sum to 1. */
export function variantWeights(variants: readonly Variant[]): Float64Array {
  const top = variants.reduce((best, { evidence }) => Math.max(best, evidence), Number.NEGATIVE_INFINITY);
  const weights = Float64Array.from(variants, ({ evidence }) => Math.exp(evidence - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** One of the variants, likely ones more often. */
export function drawVariant(variants: readonly Variant[], seed: string): Variant {
  const weights = variantWeights(variants);
  let left = createGenerator(`surrogate/${seed}`).uniform();
  let drawn = 0;
  while (drawn < variants.length - 1 && left > weights[drawn]) left -= weights[drawn++];
  return variants[drawn];
}

/** How variants are fitted. */
interface VariantFits {
  /** Of the starts. */
  readonly seed: string;
  readonly starts: number;
  readonly context: RunContext;
}

/** What other variants say about one that is fitted; nothing where there are limits. */
interface Hints {
  /** Evidence that it must promise to reach, else it is abandoned. */
  readonly least?: number;
  /** Hyperparameters that its only descent begins at. */
  readonly from?: Float64Array;
}

/** Without noise an RBF goes along slopes that promise little before it gains a hundred nats: that is no sign of its end, nor a start for others. */
const isErratic = ({ form, noise }: VariantChoice): boolean => form.kernel === 'rbf' && noise === 'exact';

/** Those that are far behind the likeliest so far, and do not catch up, are abandoned. */
function hopeOf(done: readonly Variant[], choice: VariantChoice): Hints {
  if (done.length === 0 || isErratic(choice)) return {};
  return { least: Math.max(...done.map(({ evidence }) => evidence)) - HOPELESS };
}

/** Where the first of the same form and noise ended: hyperparameters of a transform are near those of the outputs as they are. */
function beginOf(done: readonly Variant[], choice: VariantChoice): Hints {
  const { form, transform, noise } = choice;
  if (transform === identity || isErratic(choice)) return {};
  const like = done.find(
    (one) =>
      one.form.kernel === form.kernel &&
      one.form.structure === form.structure &&
      one.form.lines === form.lines &&
      one.noise === noise,
  );
  return like ? { from: like.model.theta } : {};
}

/** One variant, fitted from `starts` starts. */
export function fitVariant(
  model: SurrogateData,
  { form, transform, noise }: VariantChoice,
  { seed, starts, context }: VariantFits,
  { least = Number.NEGATIVE_INFINITY, from }: Hints = {},
): Variant {
  const { n, d, categorical, X, censored, ranges } = model;
  const y = model.y.map(transform.apply);
  const categories = categorical.filter(Boolean).length;
  const task: TrainTask = {
    X,
    n,
    d,
    categorical,
    outputs: [y],
    recipe: 'botorch',
    kernel: form.kernel,
    kernelParams: {},
    seed: createGenerator(seed).childSeed(),
    options: { priors: 'dimension_scaled', structure: form.structure, restarts: starts },
    ...noiseOf(model, transform, noise, y),
    ...(n < EARLY_LENGTHSCALE_PRIOR.rows ? { lengthscalePrior: EARLY_LENGTHSCALE_PRIOR } : {}),
    ...(form.columns ? { columns: form.columns } : {}),
    ...(form.lines ? { linePriors: LINE_PRIORS } : {}),
    ...(ranges ? { ranges } : {}),
    ...(categories > 0
      ? { categoryPrior: { ...CATEGORY, centre: CATEGORY.centre - Math.log(categories) } }
      : {}),
    ...(censored ? { censored: [{ rows: censored.rows, sides: censored.sides }] } : {}),
  };
  const sides = sidesOf(n, censored);
  let terms =
    transform.name === 'identity' ? -form.logPriorPenalty : -form.logPriorPenalty - TRANSFORM_PENALTY;
  model.y.forEach((value, i) => {
    if (sides[i] === 0) terms += transform.logSlope(value);
  });
  const hints = censored ? {} : { least: least - terms, ...(from ? { from } : {}) };
  const fitted = fitModel(task, y, context, hints);
  // Limits have probabilities, which no change of scale changes.
  const measured = n - (censored?.rows.length ?? 0);
  const evidence = fitted.objective - measured * Math.log(fitted.outputScale) + terms;
  return { model: fitted, form, transform, noise, evidence };
}

/** Given variances follow the slope of the transform; exact data get a tiny share of the variance. */
function noiseOf(model: SurrogateData, transform: OutputTransform, noise: Noise, y: Float64Array) {
  if (noise === undefined) return {};
  if (noise !== 'exact') {
    return { noise: noise.map((variance, i) => variance * Math.exp(2 * transform.logSlope(model.y[i]))) };
  }
  return { noise: new Float64Array(y.length).fill(Math.max(EXACT * varianceOf(y), 1e-300)) };
}

function varianceOf(y: Float64Array): number {
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  return y.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, y.length - 1);
}
