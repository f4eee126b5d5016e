import { withoutKernels } from '../gp/covariance/index.ts';
import type { GpModel } from '../gp/model.ts';
import { createExactPosterior, createSubsetPosterior } from '../gp/posterior/exact-posterior.ts';
import { sameData } from '../gp/posterior/factors.ts';
import { createPosterior, type Posterior } from '../gp/posterior/posterior.ts';
import { indexedRowsOf } from '../gp/sparse/indexed-rows.ts';
import { fitSuccess, type SuccessModel } from '../gp/success/success.ts';
import { concatenate } from '../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { signOf } from './goal.ts';
import { createFantasies, type Fantasies } from './models/fantasies.ts';
import { findIncumbents, goodPoints, type Incumbents, intoSlice } from './models/incumbent.ts';
import { openSurrogate } from './models/local-surrogate.ts';
import { regionOfSearch } from './search/region-of-search.ts';
import {
  createRepeats,
  isNoisy,
  measurementNoise,
  type Remark,
  type Repeats,
  settledNoise,
} from './search/repeats.ts';
import { type SearchOptions, usualSearch } from './search/search.ts';
import { type Starts, startsOf } from './search/starts.ts';
import type { SuggestTask } from './task.ts';

/** A request made ready: what every strategy starts from. */
export interface Problem {
  readonly task: SuggestTask;
  readonly context: RunContext;
  readonly region: FeasibleRegion;
  /** Where runs may lie; `region` may be a part of it. */
  readonly whole: FeasibleRegion;
  /** One per objective: of the data alone, without calibration. */
  readonly posteriors: readonly Posterior[];
  /** Of the first objective with the pending points: an approximation by the nearest rows, where exact values take long. */
  readonly rough: Posterior | undefined;
  /** Of the first objective given a part of its rows, for screening by exact means: its deviations are no smaller than those of all rows. */
  readonly part: Posterior | undefined;
  /** Where there is a part: a smooth approximation, with the pending points or without, for the surroundings of points [m, d]. The caller frees it. */
  readonly nearby: ((points: Float64Array, withPending: boolean) => Posterior) | undefined;
  /** One per objective: with fantasies at pending and at chosen points. */
  readonly fantasies: readonly Fantasies[];
  /** How likely runs are to give a result; undefined where none failed. */
  readonly success: SuccessModel | undefined;
  readonly signs: readonly (1 | -1)[];
  /** By the first objective. */
  readonly incumbents: Incumbents;
  /** [n, d] all recorded inputs with the fixed columns put to their values; rows as those of a front. */
  readonly recorded: Float64Array;
  /** [c, d] good points of the region. */
  readonly good: Float64Array;
  readonly generator: Generator;
  readonly repeats: Repeats;
  readonly options: SearchOptions;
  readonly remarks: Remark[];
}

/** Recorded rows around which a search starts. */
const GOOD = 5;

/**
 * Builds region, posteriors and incumbents.
 *
 * @param takesSparse  whether the strategy takes the posterior of a sparse model as it is
 *
 * Acquisitions see the deviations of the model as they are: the calibration factor is for what is shown.
 *
 * @throws InfeasibleRegionError when nothing may be suggested
 */
export function prepareProblem(task: SuggestTask, context: RunContext, takesSparse = false): Problem {
  const whole = createFeasibleRegion(task.space, task.fixed);
  const remarks: Remark[] = [];
  const signs = task.goals.map(signOf);
  const posteriors = task.models.map((model, i) => {
    const { posterior, remark } = openSurrogate(
      { ...model, calibration: 1 },
      task.goals[i],
      takesSparse,
      context.backend,
    );
    if (remark !== undefined && remarks.length === 0) remarks.push({ text: remark });
    return posterior;
  });
  const incumbents = findIncumbents(task, posteriors, whole);
  const { records, models } = task;
  const known = [records?.X ?? models[0].X, task.pending, task.alsoPending ?? new Float64Array(0)];
  const repeats = createRepeats(whole, known, posteriors.some(isNoisy), task.listed === undefined);
  const region = regionOfSearch(task, whole, incumbents, repeats.has);
  return {
    task,
    context,
    region,
    whole,
    posteriors,
    rough: roughOf(posteriors[0], task.pending),
    part: partOf(posteriors[0], task, signs[0]),
    nearby: isExact(posteriors[0].model, NEARBY.from)
      ? (points, after) => nearbyOf(posteriors[0], points, after ? task.pending : new Float64Array(0))
      : undefined,
    fantasies: posteriors.map((posterior) => fantasiesOf(task, posterior)),
    success: task.successes && fitSuccess(task.successes, task.space),
    signs,
    incumbents,
    recorded: records ? intoSlice(records.X, models[0].d, task.fixed) : incumbents.X,
    good: goodPoints(region, incumbents, GOOD),
    generator: createGenerator(task.seed),
    repeats,
    options: searchOptions(task),
    remarks,
  };
}

/** A posterior with the pending points of a request. */
function fantasiesOf({ pending, settledFrom }: SuggestTask, posterior: Posterior): Fantasies {
  if (settledFrom === undefined) return createFantasies(posterior, pending);
  const noise = new Float64Array(pending.length / posterior.model.d)
    .fill(measurementNoise(posterior))
    .fill(settledNoise(posterior), settledFrom);
  return createFantasies(posterior, pending, noise);
}

/** Rows from which an exact posterior has an approximation, and the rows that it takes for a point. */
const ROUGH = { from: 2000, neighbours: 32 };

/**
 * Rows from which the starts of one point and of a batch are screened by a part of them, below those with an approximation; and the rows of the part, an
 * even choice among them.
 */
const PART = { fromOne: 192, fromBatch: 450, rows: 64, even: 32 };

const isExact = ({ n, sparse, censored }: GpModel, from: number): boolean =>
  n >= from && !sparse && !censored;

/** `count` of n rows at equal distances in their order. */
const evenRows = (n: number, count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => Math.floor((i * n) / count));

function partOf(posterior: Posterior, { pending, count }: SuggestTask, sign: 1 | -1): Posterior | undefined {
  const { model, backend } = posterior;
  const from = count === 1 ? PART.fromOne : PART.fromBatch;
  if (!isExact(model, from) || model.n >= ROUGH.from) return undefined;
  return conditioned(createExactPosterior(partOfModel(posterior, sign), backend), pending);
}

interface KnownPart {
  readonly model: GpModel;
  readonly sign: 1 | -1;
  readonly part: GpModel;
}

/** By the theta of their model: their factors are kept with them. */
const knownParts = new WeakMap<Float64Array, KnownPart>();

function partOfModel(posterior: Posterior, sign: 1 | -1): GpModel {
  const { model } = posterior;
  const known = knownParts.get(model.theta);
  if (known && known.sign === sign && sameData(known.model, model)) return known.part;
  const part = someRows(model, rowsOfPart(posterior, sign));
  knownParts.set(model.theta, { model, sign, part });
  return part;
}

/** An even choice of rows, and those with the best means: what is good lies near them, and the part must know it there. */
function rowsOfPart(posterior: Posterior, sign: 1 | -1): Int32Array {
  const { n } = posterior.model;
  const means = meansOfRows(posterior);
  const bestFirst = Int32Array.from(means.keys()).sort((a, b) => sign * (means[b] - means[a]) || a - b);
  const rows = new Set(evenRows(n, PART.even));
  for (const row of bestFirst) {
    if (rows.size === PART.rows) break;
    rows.add(row);
  }
  return Int32Array.from(rows).sort();
}

/** Means [n] at the rows of a model, output units. */
const meansOfRows = (posterior: Posterior): Float64Array =>
  posterior.meanOfRows?.() ?? posterior.mean(posterior.model.X, posterior.model.n);

/** Rows from which there is a smooth approximation for surroundings, and its rows: near its points, all of them together, and an even choice. */
const NEARBY = { from: 450, near: (n: number) => Math.min(384, Math.max(128, n / 4)), even: 64 };

function nearbyOf(posterior: Posterior, points: Float64Array, pending: Float64Array): Posterior {
  const { model, backend, inputs } = posterior;
  const count = points.length / model.d;
  const each = Math.max(4, Math.floor(NEARBY.near(model.n) / count));
  const near = indexedRowsOf(model).nearest(inputs.encode(points, count), count, each);
  const isTaken = new Uint8Array(model.n);
  for (const row of near) isTaken[row] = 1;
  for (const row of evenRows(model.n, NEARBY.even)) isTaken[row] = 1;
  const inOrder = new Int32Array(near.length + NEARBY.even);
  let taken = 0;
  for (let row = 0; row < model.n; row++) if (isTaken[row] === 1) inOrder[taken++] = row;
  const rows = inOrder.subarray(0, taken);
  const all = meansOfRows(posterior);
  const means = Float64Array.from(rows, (row) => all[row]);
  return conditioned(createSubsetPosterior(someRows(model, rows), means, backend), pending);
}

/** A model of some of the rows at the hyperparameters of all. */
function someRows(model: GpModel, rows: Int32Array): GpModel {
  const { d, noise } = model;
  const pick = (values: Float64Array, width = 1) => {
    const picked = new Float64Array(rows.length * width);
    for (let i = 0, at = 0; i < rows.length; i++)
      for (let from = rows[i] * width; from < (rows[i] + 1) * width; from++) picked[at++] = values[from];
    return picked;
  };
  const [X, y] = [pick(model.X, d), pick(model.y)];
  return { ...model, n: rows.length, X, y, ...(noise ? { noise: pick(noise) } : {}) };
}

function roughOf({ model, backend }: Posterior, pending: Float64Array): Posterior | undefined {
  if (!isExact(model, ROUGH.from) || withoutKernels(model.code).length > 0) return undefined;
  const sparse = { kind: 'vecchia', neighbours: ROUGH.neighbours, predictive: ROUGH.neighbours } as const;
  return conditioned(createPosterior({ ...model, sparse }, backend), pending);
}

/** The posterior after the pending points; the one given is freed where it is another. */
function conditioned(posterior: Posterior, pending: Float64Array): Posterior {
  if (pending.length === 0) return posterior;
  const after = posterior.condition(pending);
  posterior.free();
  return after;
}

/** Sizes of the search that a request may set. */
function searchOptions({ options = {}, combinations }: SuggestTask): SearchOptions {
  const { spread, nearby, restarts, iterations } = options;
  return {
    spread: spread ?? usualSearch.spread,
    nearby: nearby ?? usualSearch.nearby,
    restarts: restarts ?? usualSearch.restarts,
    combinations: combinations ?? usualSearch.combinations,
    iterations: iterations ?? usualSearch.iterations,
    tolerance: usualSearch.tolerance,
  };
}

/** Where a search of the region of a problem, or of a part of it, starts: the points of the list, where there is one. */
export function startsIn(
  { task, region: whole, good, generator }: Problem,
  sizes: SearchOptions,
  region: FeasibleRegion = whole,
): Starts {
  return task.listed ? { points: task.listed, whole: true } : startsOf(region, good, sizes, generator);
}

/** Pending points and some more, [p, d] in one. */
export const withPending = (task: SuggestTask, more: readonly Float64Array[]): Float64Array =>
  concatenate([task.pending, ...more]);

/** Gives back what the problem holds on the backend. */
export function release(problem: Problem): void {
  for (const fantasies of problem.fantasies) fantasies.free();
  problem.rough?.free();
  problem.part?.free();
  for (const posterior of problem.posteriors) posterior.free();
}
