import { signOf } from '../../acquisition/goal.ts';
import { EARLY_LENGTHSCALE_PRIOR, type Variant } from '../../acquisition/models/auto-surrogate.ts';
import { identity } from '../../acquisition/models/output-transform.ts';
import { logSum } from '../../gp/ensemble/mixture.ts';
import { isIsolated } from '../../gp/outliers/isolated-rows.ts';
import { shortNumber } from '../../gp/outliers/outliers.ts';
import { areSeparable } from '../../gp/outliers/separable-rows.ts';
import { createPosterior } from '../../gp/posterior/posterior.ts';
import { withoutRows } from '../../gp/rows-of-task.ts';
import { span } from '../../linalg/extent.ts';
import type { RunContext } from '../../run-context.ts';
import { fitSurrogates } from '../surrogates.ts';
import type { CampaignTask } from '../task.ts';
import { type WithoutOutliers, withoutResults } from './without-outliers.ts';

/** Fewest rows that say what is usual, and most rows that are fitted again for this. */
const ROWS = { fewest: 12, most: 300 };
/** Leave-one-out deviations by which a result is worse than the others suggest, and the same over the range of the results: only such are examined. */
const SUSPECT = { deviations: 2.5, range: 0.35 };
/** A result that this many rows share is no error: a failed test, a step, no reaction at all. */
const USUAL = 3;
/** Share of the rows that can be unlike the others. */
const SHARE = 0.1;
/** Rounds of looking: an error hides others. */
const ROUNDS = 3;
/** Log evidence that an error must win by: one result in 200 is one, and 99 % sure is sure. */
const EVIDENCE = Math.log(199 * 99);

/**
 * The task without results on the bad side that the runs around them contradict: spilled, mistyped within the usual range. The other rows
 * are then likelier alone, with such a result anywhere in the range of the results, than all rows are under any variant (decision 0209).
 * Two runs that are alike confirm each other, so the place may be proposed again. Only one objective without given noise, limits or costs, 12 to
 * 300 rows, and no list whose runs can be made once; a fit more for each round in which a row is suspected.
 */
export function withoutLocalOutliers(task: CampaignTask, context: RunContext): WithoutOutliers {
  let left: readonly number[] = [];
  for (let round = 0; isKnownWell(task) && round < ROUNDS; round++) {
    const more = contradicted(task, left, context);
    if (more.length === left.length) break;
    left = more;
  }
  const [y] = task.outputs;
  const remarks = left.map(
    (row) =>
      `the result ${shortNumber(y[row])} is unlike those of the runs around it and is left out of the model; correct it if it is an error, or measure there again`,
  );
  if (left.length === 0) return { task, remarks, named: (result) => result };
  return withoutResults(task, Int32Array.from(left), remarks, false);
}

const isKnownWell = ({
  outputs,
  desirability,
  noise,
  censored,
  cost,
  candidates,
  n,
}: CampaignTask): boolean =>
  outputs.length === 1 &&
  !(desirability || noise || cost || censored?.[0]) &&
  candidates?.repeats !== false &&
  n >= ROWS.fewest &&
  n <= ROWS.most &&
  !outputs[0].some(Number.isNaN);

/** The rows that are left out and, if the evidence is for it, those of the others that are suspected: all of them, or the worst. */
function contradicted(task: CampaignTask, left: readonly number[], context: RunContext): readonly number[] {
  const { part, kept } = withoutRows(task, Int32Array.from(left));
  const [{ variants }] = fitSurrogates(part, context);
  const most = Math.floor(SHARE * task.n) - left.length;
  const suspects = suspectsIn(part, variants, context)
    .slice(0, Math.max(0, most))
    .map((row) => kept[row]);
  if (suspects.length === 0) return left;
  const [y] = task.outputs;
  const range = span(y);
  const groups = suspects.length > 1 ? [suspects, suspects.slice(0, 1)] : [suspects];
  for (const group of groups) {
    const without = [...left, ...group].sort((a, b) => a - b);
    const rest = withoutRows(task, Int32Array.from(without)).part;
    // The prior changes with the number of rows, so the two cannot be compared.
    if (part.n < EARLY_LENGTHSCALE_PRIOR.rows !== rest.n < EARLY_LENGTHSCALE_PRIOR.rows) continue;
    const gain = evidenceOf(fitSurrogates(rest, context)[0].variants) - evidenceOf(variants);
    if (gain - group.length * Math.log(range) > group.length * EVIDENCE) return without;
  }
  return left;
}

/** Log likelihood of the data under any of the variants. */
const evidenceOf = (variants: readonly Variant[]): number =>
  logSum(Float64Array.from(variants, ({ evidence }) => evidence));

/** Rows, none the only one in its region, beyond a step or with a usual result, that are far worse than the others suggest under the likeliest variant of the outputs as they are, the worst first. */
function suspectsIn(task: CampaignTask, variants: readonly Variant[], { backend }: RunContext): number[] {
  const { model } = variants
    .filter(({ transform }) => transform === identity)
    .reduce((best, one) => (one.evidence > best.evidence ? one : best));
  const posterior = createPosterior(model, backend);
  const { mean, variance } = posterior.leaveOneOut();
  posterior.free();
  const { y } = model;
  const range = span(y);
  const sign = signOf(task.goals[0]);
  const rows = Array.from(y.keys());
  const isAlone = (row: number) => isIsolated(task, row, rows.toSpliced(row, 1));
  const isUsual = (row: number) => y.filter((value) => value === y[row]).length >= USUAL;
  const gap = Float64Array.from(y, (value, row) => sign * (mean[row] - value));
  const deviations = gap.map((value, row) => value / Math.sqrt(variance[row]));
  const isBeyond = (row: number) => {
    const isBad = (other: number) => sign * y[other] <= sign * 0.5 * (y[row] + mean[row]);
    return areSeparable(
      task,
      rows.filter(isBad),
      rows.filter((other) => !isBad(other)),
    );
  };
  return rows
    .filter(
      (row) =>
        deviations[row] > SUSPECT.deviations &&
        gap[row] > SUSPECT.range * range &&
        !isUsual(row) &&
        !isAlone(row) &&
        !isBeyond(row),
    )
    .sort((a, b) => deviations[b] - deviations[a]);
}
