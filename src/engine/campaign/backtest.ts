import { signOf } from '../acquisition/goal.ts';
import { measurementNoise } from '../acquisition/search/repeats.ts';
import { spreadPoints } from '../acquisition/search/starts.ts';
import { frontOfOutputs, referenceOf } from '../acquisition/strategies/front.ts';
import { CancelledError, ValueError } from '../errors.ts';
import { concatenate, pointsOf, rowsOf } from '../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { counted } from '../words.ts';
import { farthest, firstPointCount } from './members/first-points.ts';
import { frontGrowth } from './recommendation/front-growth.ts';
import { inDecades } from './rows/decades.ts';
import { withoutLocalOutliers } from './rows/local-outliers.ts';
import { withoutOutliers } from './rows/without-outliers.ts';
import { nextRuns } from './suggest-campaign.ts';
import { createPredictor, fitSurrogates } from './surrogates.ts';
import type { CampaignTask } from './task.ts';

/** Campaigns repeated on known data, to count the runs they need. */
export interface BacktestTask {
  /** The records. */
  readonly campaign: CampaignTask;
  /**
   * replay: the recorded runs are the only ones, in any order; simulate: curves drawn from the model of the records are
   * measured at spread points, with the noise of the model.
   */
  readonly mode: 'replay' | 'simulate';
  readonly batchSizes: readonly number[];
  /** Runs of each campaign, first points included. */
  readonly runs: number;
  /** Campaigns of each kind, from first points of their own. */
  readonly repeats: number;
  readonly seed: number;
  /** What a campaign is to reach; absent: the best less a twentieth of the spread of the outputs, or of the hypervolume. With `wanted`, a distance, negated. */
  readonly target?: number;
  /** One objective: an output that is to be reached. A run is worth its distance from it, negated; absent: its output. */
  readonly wanted?: number;
}

/** What runs of a backtest are judged by. */
type Aim = Pick<BacktestTask, 'campaign' | 'wanted'>;

/** Campaigns of one kind. */
export interface BacktestCurve {
  readonly searcher: 'auto' | 'design' | 'random' | 'recorded';
  readonly batchSize: number;
  /** [repeats][runs] true output of the best run so far, or its distance from the one that is wanted, negated; several objectives: hypervolume so far. */
  readonly best: readonly Float64Array[];
  /** [repeats] runs until the target was reached; absent where it was not. */
  readonly reached: readonly (number | undefined)[];
}

export interface BacktestResult {
  readonly curves: readonly BacktestCurve[];
  /** Runs that could be chosen. */
  readonly choices: number;
  /** [repeats] */
  readonly targets: Float64Array;
  readonly runs: number;
  readonly seed: number;
  /** Results that are likely errors and are left out, in words. */
  readonly remarks: readonly string[];
}

/** Points that a simulated campaign chooses from. */
const SIMULATED = 400;
/** Part of the spread of the outputs that a campaign may stay behind the best. */
const NEAR = 0.05;

/** The possible runs and their results. */
interface World {
  /** [N, d] */
  readonly points: Float64Array;
  /** [N] per objective: without noise, as far as it is known. */
  readonly truth: readonly Float64Array[];
  /** One measurement of each objective at a point, given a standard normal number for each. */
  measure(at: number, z: () => number): number[];
  readonly target: number;
}

/**
 * Runs campaigns by strategy 'auto', by a spread design, and at random on what is known. Results that are likely errors are left out, as
 * `suggestCampaign` does: one of them would be the best run that every campaign has to find.
 *
 * @throws ValueError with fewer than ten different runs, or fewer runs than first points
 */
export function backtest(task: BacktestTask, context: RunContext): BacktestResult {
  const { repeats, batchSizes, seed } = task;
  const sound = withoutOutliers(task.campaign);
  const likely = withoutLocalOutliers(inDecades(sound.task, context).task, context);
  const campaign = { ...likely.task, spanning: [] };
  const known = { ...task, campaign };
  const region = createFeasibleRegion(campaign.space, new Map());
  const worlds = worldsOf(known, region, context);
  const choices = worlds[0].truth[0].length;
  const first = firstPointCount(region);
  const runs = Math.min(task.runs, choices);
  if (runs <= first) {
    throw new ValueError(
      `backtest: ${counted(runs, 'run')} ${runs === 1 ? 'is' : 'are'} no more than the ${counted(first, 'first point')}; request more runs, or record more`,
    );
  }
  const kinds = [
    ...batchSizes.map((batchSize) => ({ searcher: 'auto' as const, batchSize })),
    { searcher: 'design' as const, batchSize: runs },
    { searcher: 'random' as const, batchSize: runs },
  ];
  let done = 0;
  const curves = kinds.map(({ searcher, batchSize }): BacktestCurve => {
    const orders = worlds.map((world, repeat) => {
      if (context.cancelled?.()) throw new CancelledError('backtest: cancelled');
      const generator = createGenerator(`backtest/${seed}/${repeat}`);
      const order =
        searcher === 'auto'
          ? campaignOn(world, { campaign, region, first, runs, batchSize }, generator, context)
          : searcher === 'design'
            ? spreadOrder(world, region, runs, generator)
            : generator.shuffle(indexes(world)).slice(0, runs);
      context.progress?.(
        ++done / (kinds.length * repeats),
        `ran ${done} of ${kinds.length * repeats} campaigns`,
      );
      return order;
    });
    return curveOf(searcher, batchSize, orders, worlds, known);
  });
  const recorded = task.mode === 'replay' ? [recordedCurve(known, worlds[0], runs)] : [];
  return {
    curves: [...curves, ...recorded],
    choices,
    targets: Float64Array.from(worlds, ({ target }) => target),
    runs,
    seed,
    remarks: [...sound.remarks, ...likely.remarks],
  };
}

const indexes = ({ truth }: World): number[] => Array.from(truth[0].keys());
/** Hypervolumes, and distances that are negated, are the larger the better, whatever the goals. */
const worthSign = ({ campaign, wanted }: Aim): 1 | -1 =>
  campaign.goals.length > 1 || wanted !== undefined ? 1 : signOf(campaign.goals[0]);

/** Outputs [N] of one objective as what is judged. */
const judged = (outputs: Float64Array, { wanted }: Aim): Float64Array =>
  wanted === undefined ? outputs : outputs.map((output) => -Math.abs(output - wanted));

/** One world per repeat. */
function worldsOf(task: BacktestTask, region: FeasibleRegion, context: RunContext): World[] {
  const { campaign, mode, repeats, seed } = task;
  if (mode === 'replay') {
    const runs = recordedRuns(campaign);
    const world = withTarget(task, runs, (at) => runs.truth.map((values) => values[at]));
    return Array.from({ length: repeats }, () => world);
  }
  const generator = createGenerator(`worlds/${seed}`);
  const points = spreadPoints(region, SIMULATED, generator);
  const predictors = fitSurrogates(campaign, context).map((surrogate) => createPredictor(surrogate, context));
  try {
    return Array.from({ length: repeats }, (_, repeat) => {
      const drawn = predictors.map(({ parts, output }) => {
        const { posterior } = parts[repeat % parts.length];
        const Z = generator.normals(SIMULATED);
        const latent = posterior.sample(points, SIMULATED, Z);
        return { latent, output, noise: Math.sqrt(measurementNoise(posterior)) };
      });
      const world = { points, truth: drawn.map(({ latent, output }) => latent.map(output)) };
      return withTarget(task, world, (at, z) =>
        drawn.map(({ latent, output, noise }) => output(latent[at] + noise * z())),
      );
    });
  } finally {
    for (const predictor of predictors) predictor.free();
  }
}

/** The recorded runs with every output, equal inputs as one with the mean of their outputs. */
function recordedRuns({ X, d, n, outputs }: CampaignTask): Pick<World, 'points' | 'truth'> {
  const groups = new Map<string, { point: Float64Array; rows: number[] }>();
  for (let i = 0; i < n; i++) {
    if (outputs.some((y) => Number.isNaN(y[i]))) continue;
    const point = X.slice(i * d, (i + 1) * d);
    const group = groups.get(point.join()) ?? { point, rows: [] };
    group.rows.push(i);
    groups.set(point.join(), group);
  }
  const all = [...groups.values()];
  if (all.length < 10)
    throw new ValueError(`backtest: needs at least ten different runs, got ${all.length}; record more`);
  return {
    points: pointsOf(all),
    truth: outputs.map((y) =>
      Float64Array.from(all, ({ rows }) => rows.reduce((sum, row) => sum + y[row], 0) / rows.length),
    ),
  };
}

function withTarget(
  task: BacktestTask,
  world: Pick<World, 'points' | 'truth'>,
  measure: World['measure'],
): World {
  const sign = worthSign(task);
  const everything = Array.from(world.truth[0].keys());
  const all = worthOf(world.truth, task)(everything);
  const best = sign * all[all.length - 1];
  const worst = task.campaign.goals.length > 1 ? 0 : worstOf(judged(world.truth[0], task), sign);
  return { ...world, measure, target: task.target ?? sign * (best - NEAR * (best - worst)) };
}

/** Least of the values [N] times the sign. */
const worstOf = (values: Float64Array, sign: 1 | -1): number =>
  values.reduce((least, value) => Math.min(least, sign * value), Number.POSITIVE_INFINITY);

/**
 * What runs in their order have reached, [runs]: the best true output of those that meet the limits, or its distance negated, the worst of
 * all until one does; of several objectives the hypervolume, over the reference point of the campaign or else that of `referenceByRange`.
 */
function worthOf(truth: readonly Float64Array[], aim: Aim): (order: readonly number[]) => Float64Array {
  const { goals, outcomeConstraints, referencePoint } = aim.campaign;
  const limits = outcomeConstraints ? { outcomeConstraints } : {};
  const whole = frontOfOutputs({
    outputs: truth,
    goals,
    ...limits,
    ...(referencePoint ? { referencePoint } : { byRange: true }),
  });
  if (truth.length > 1) {
    const reference = referenceOf(whole, goals);
    return (order) => {
      const growth = frontGrowth({
        outputs: truth.map((values) => Float64Array.from(order, (at) => values[at])),
        goals,
        referencePoint: reference,
        ...limits,
      });
      if (growth.some(Number.isNaN)) {
        throw new ValueError(
          `objectives: the hypervolumes of ${order.length} runs in ${truth.length} objectives would take too long; use fewer objectives, or join them by desirability`,
        );
      }
      return growth;
    };
  }
  const sign = worthSign(aim);
  const values = judged(truth[0], aim);
  const feasible = new Set(whole.feasible);
  const worst = worstOf(values, sign);
  return (order) => {
    let top = worst;
    return Float64Array.from(order, (at) => {
      if (feasible.has(at)) top = Math.max(top, sign * values[at]);
      return sign * top;
    });
  };
}

interface CampaignPlan {
  readonly campaign: CampaignTask;
  readonly region: FeasibleRegion;
  /** Number of first points, of all runs, and of runs at once. */
  readonly first: number;
  readonly runs: number;
  readonly batchSize: number;
}

/** Runs of one campaign by strategy 'auto', as positions in the world, in their order. */
function campaignOn(
  world: World,
  { campaign, region, first, runs, batchSize }: CampaignPlan,
  generator: Generator,
  context: RunContext,
): number[] {
  const { d } = campaign;
  const order = spreadOrder(world, region, first, generator);
  const measure = (at: number) => world.measure(at, () => generator.normal());
  const seen = order.map(measure);
  const places = new Map(rowsOf(world.points, d).map((point, at) => [point.join(), at]));
  // The search takes the first of runs that are worth the same, such as untried categories: as listed, that would be one order in all repeats.
  const listed = concatenate(generator.shuffle(rowsOf(world.points, d)));
  while (order.length < runs) {
    const known = order.map((at) => world.points.subarray(at * d, (at + 1) * d));
    const points = nextRuns(
      {
        X: concatenate(known),
        n: order.length,
        d,
        categorical: campaign.categorical,
        outputs: world.truth.map((_, k) => Float64Array.from(seen, (values) => values[k])),
        space: campaign.space,
        goals: campaign.goals,
        fixed: new Map(),
        pending: new Float64Array(0),
        count: Math.min(batchSize, runs - order.length),
        seed: generator.childSeed(),
        effort: 'fast',
        candidates: { points: listed, repeats: false },
        ...(campaign.referencePoint ? { referencePoint: campaign.referencePoint } : {}),
        ...(campaign.outcomeConstraints ? { outcomeConstraints: campaign.outcomeConstraints } : {}),
        ...(campaign.desirability ? { desirability: campaign.desirability } : {}),
      },
      context,
    );
    for (const point of points) {
      const at = places.get(point.join()) as number;
      order.push(at);
      seen.push(measure(at));
    }
  }
  return order;
}

/** Points far from each other, one after the other, from a drawn one on; among points equally far it is drawn, too. */
function spreadOrder(world: World, region: FeasibleRegion, count: number, generator: Generator): number[] {
  const points = rowsOf(world.points, region.space.dimensions.length);
  const left = generator.shuffle(indexes(world));
  const order: number[] = [];
  while (order.length < count) {
    const known = order.map((at) => points[at]);
    const candidates = left.map((at) => points[at]);
    order.push(...left.splice(farthest(region, known, candidates), 1));
  }
  return order;
}

function curveOf(
  searcher: BacktestCurve['searcher'],
  batchSize: number,
  orders: readonly (readonly number[])[],
  worlds: readonly World[],
  aim: Aim,
): BacktestCurve {
  const sign = worthSign(aim);
  const best = orders.map((order, repeat) => worthOf(worlds[repeat].truth, aim)(order));
  const reached = best.map((values, repeat) => {
    const at = values.findIndex((value) => sign * (value - worlds[repeat].target) >= 0);
    return at < 0 ? undefined : at + 1;
  });
  return { searcher, batchSize, best, reached };
}

/** The campaign as it was recorded. */
function recordedCurve(aim: Aim, world: World, runs: number): BacktestCurve {
  const { X, d, n } = aim.campaign;
  const places = new Map<string, number>();
  for (let at = 0; at < world.truth[0].length; at++)
    places.set(world.points.subarray(at * d, (at + 1) * d).join(), at);
  const order = Array.from({ length: n }, (_, i) => places.get(X.subarray(i * d, (i + 1) * d).join()))
    .filter((at) => at !== undefined)
    .slice(0, runs);
  return curveOf('recorded', 1, [order], [world], aim);
}
