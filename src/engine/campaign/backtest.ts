import { measurementNoise } from '../acquisition/search/repeats.ts';
import { packed, rowsOf } from '../acquisition/search/search.ts';
import { spreadPoints } from '../acquisition/search/starts.ts';
import { CancelledError, ValueError } from '../errors.ts';
import { createEnsemblePosterior } from '../gp/ensemble/posterior.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { farthest, firstPointCount } from './first-points.ts';
import { nextRuns } from './suggest-campaign.ts';
import { fitSurrogates } from './surrogates.ts';
import type { CampaignTask } from './task.ts';

/** Campaigns that are run again on what is known, to see how many runs they need. */
export interface BacktestTask {
  /** The records; one objective. */
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
  /** Output that a campaign is to reach; absent: the best but for a twentieth of the spread of the outputs. */
  readonly target?: number;
}

/** Campaigns of one kind. */
export interface BacktestCurve {
  readonly searcher: 'auto' | 'design' | 'random' | 'recorded';
  readonly batchSize: number;
  /** [repeats][runs] true output of the best run so far. */
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
}

/** Points that a simulated campaign chooses from. */
const SIMULATED = 400;
/** Part of the spread of the outputs that a campaign may stay behind the best. */
const NEAR = 0.05;

/** What can be run, and what comes out. */
interface World {
  /** [N, d] */
  readonly points: Float64Array;
  /** [N] without noise, as far as it is known. */
  readonly truth: Float64Array;
  readonly noise: number;
  readonly target: number;
}

/**
 * Runs campaigns by strategy 'auto', by a spread design, and at random on what is known.
 *
 * @throws ValueError with fewer than ten different runs, several objectives, or fewer runs than first points
 */
export function backtest(task: BacktestTask, context: RunContext): BacktestResult {
  const { campaign, repeats, batchSizes, seed } = task;
  if (campaign.outputs.length > 1) throw new ValueError('backtest: works on one objective');
  const region = createFeasibleRegion(campaign.space, new Map());
  const worlds = worldsOf(task, region, context);
  const choices = worlds[0].truth.length;
  const first = firstPointCount(region);
  const runs = Math.min(task.runs, choices);
  if (runs <= first) {
    throw new ValueError(
      `backtest: ${runs} runs are no more than the ${first} first points; ask for more runs, or record more`,
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
          ? campaignOn(world, campaign, region, { first, runs, batchSize }, generator, context)
          : searcher === 'design'
            ? spreadOrder(world, region, runs, generator)
            : generator.shuffle(indexes(world)).slice(0, runs);
      context.progress?.(
        ++done / (kinds.length * repeats),
        `ran ${done} of ${kinds.length * repeats} campaigns`,
      );
      return order;
    });
    return curveOf(searcher, batchSize, orders, worlds, campaign);
  });
  const recorded = task.mode === 'replay' ? [recordedCurve(campaign, worlds[0], runs)] : [];
  return {
    curves: [...curves, ...recorded],
    choices,
    targets: Float64Array.from(worlds, ({ target }) => target),
    runs,
    seed,
  };
}

const indexes = ({ truth }: World): number[] => Array.from(truth.keys());
const signOf = ({ goals }: CampaignTask): 1 | -1 => (goals[0] === 'maximize' ? 1 : -1);

/** One world per repeat. */
function worldsOf(task: BacktestTask, region: FeasibleRegion, context: RunContext): World[] {
  const { campaign, mode, repeats, seed } = task;
  if (mode === 'replay') {
    const world = withTarget(task, recordedRuns(campaign), 0);
    return Array.from({ length: repeats }, () => world);
  }
  const [surrogate] = fitSurrogates(campaign, context);
  const generator = createGenerator(`worlds/${seed}`);
  const points = spreadPoints(region, SIMULATED, generator);
  const ensemble = createEnsemblePosterior(surrogate.honest(), context.backend);
  try {
    return Array.from({ length: repeats }, (_, repeat) => {
      const { posterior } = ensemble.members[repeat % ensemble.members.length];
      const Z = Float64Array.from({ length: SIMULATED }, () => generator.normal());
      const truth = posterior.sample(points, SIMULATED, Z);
      return withTarget(task, { points, truth }, Math.sqrt(measurementNoise(posterior)));
    });
  } finally {
    ensemble.free();
  }
}

/** The recorded runs, equal inputs as one with the mean of their outputs. */
function recordedRuns({ X, d, n, outputs: [y] }: CampaignTask): Pick<World, 'points' | 'truth'> {
  const groups = new Map<string, { point: Float64Array; outputs: number[] }>();
  for (let i = 0; i < n; i++) {
    const point = X.slice(i * d, (i + 1) * d);
    const group = groups.get(point.join()) ?? { point, outputs: [] };
    group.outputs.push(y[i]);
    groups.set(point.join(), group);
  }
  const all = [...groups.values()];
  if (all.length < 10)
    throw new ValueError(`backtest: needs at least ten different runs, got ${all.length}; record more`);
  return {
    points: packed(all.map(({ point }) => point)),
    truth: Float64Array.from(all, ({ outputs }) => outputs.reduce((a, b) => a + b, 0) / outputs.length),
  };
}

function withTarget(
  { campaign, target }: BacktestTask,
  world: Pick<World, 'points' | 'truth'>,
  noise: number,
): World {
  const sign = signOf(campaign);
  const values = world.truth.map((value) => sign * value);
  const best = values.reduce((a, b) => Math.max(a, b));
  const worst = values.reduce((a, b) => Math.min(a, b));
  return { ...world, noise, target: target ?? sign * (best - NEAR * (best - worst)) };
}

interface Sizes {
  readonly first: number;
  readonly runs: number;
  readonly batchSize: number;
}

/** Runs of one campaign by strategy 'auto', as positions in the world, in their order. */
function campaignOn(
  world: World,
  campaign: CampaignTask,
  region: FeasibleRegion,
  { first, runs, batchSize }: Sizes,
  generator: Generator,
  context: RunContext,
): number[] {
  const { d } = campaign;
  const order = spreadOrder(world, region, first, generator);
  const measure = (at: number) => world.truth[at] + world.noise * generator.normal();
  const seen = order.map(measure);
  const places = new Map(rowsOf(world.points, region).map((point, at) => [point.join(), at]));
  while (order.length < runs) {
    const known = order.map((at) => world.points.subarray(at * d, (at + 1) * d));
    const points = nextRuns(
      {
        X: packed(known),
        n: order.length,
        d,
        categorical: campaign.categorical,
        outputs: [Float64Array.from(seen)],
        space: campaign.space,
        goals: campaign.goals,
        fixed: new Map(),
        pending: new Float64Array(0),
        count: Math.min(batchSize, runs - order.length),
        seed: generator.childSeed(),
        effort: 'fast',
        candidates: { points: world.points, repeats: false },
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

/** Points far from each other, one after the other, from a drawn one on. */
function spreadOrder(world: World, region: FeasibleRegion, count: number, generator: Generator): number[] {
  const points = rowsOf(world.points, region);
  const order = [generator.integer(points.length)];
  const left = new Set(points.keys());
  left.delete(order[0]);
  while (order.length < count) {
    const some = [...left];
    const known = order.map((at) => points[at]);
    const next =
      some[
        farthest(
          region,
          known,
          some.map((at) => points[at]),
        )
      ];
    order.push(next);
    left.delete(next);
  }
  return order;
}

function curveOf(
  searcher: BacktestCurve['searcher'],
  batchSize: number,
  orders: readonly (readonly number[])[],
  worlds: readonly World[],
  campaign: CampaignTask,
): BacktestCurve {
  const sign = signOf(campaign);
  const best = orders.map((order, repeat) => {
    let top = Number.NEGATIVE_INFINITY;
    return Float64Array.from(order, (at) => {
      top = Math.max(top, sign * worlds[repeat].truth[at]);
      return sign * top;
    });
  });
  const reached = best.map((values, repeat) => {
    const at = values.findIndex((value) => sign * (value - worlds[repeat].target) >= 0);
    return at < 0 ? undefined : at + 1;
  });
  return { searcher, batchSize, best, reached };
}

/** The campaign as it was recorded. */
function recordedCurve(campaign: CampaignTask, world: World, runs: number): BacktestCurve {
  const { X, d, n } = campaign;
  const places = new Map<string, number>();
  for (let at = 0; at < world.truth.length; at++)
    places.set(world.points.subarray(at * d, (at + 1) * d).join(), at);
  const order = Array.from(
    { length: Math.min(n, runs) },
    (_, i) => places.get(X.subarray(i * d, (i + 1) * d).join()) as number,
  );
  return curveOf('recorded', 1, [order], [world], campaign);
}
