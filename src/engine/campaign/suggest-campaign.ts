import { rowsOf } from '../acquisition/search/search.ts';
import { describeFront, frontOfOutputs } from '../acquisition/strategies/front.ts';
import { CancelledError, ValueError } from '../errors.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { leftOf } from './candidate-list.ts';
import { explain, firstSuggestion, forecast, type Scene } from './explain.ts';
import { farthest, firstPoint, firstPointCount } from './first-points.ts';
import { chooseMember, type Member } from './member.ts';
import { gainOf } from './stop-advice.ts';
import { createPredictor, fitSurrogates, type Surrogates } from './surrogates.ts';
import type { CampaignResult, CampaignSuggestion, CampaignTask } from './task.ts';

/** Rows that a model needs at least. */
const MODEL_ROWS = 3;
/** Runs that stop advice looks ahead. */
const AHEAD = 5;

/**
 * Proposes the next runs of a campaign from its records alone, with the reasons.
 *
 * Until enough runs are recorded or under way they spread over the space. From then on readings of the data are fitted,
 * and each member of a batch is chosen under a reading of its own, earlier members taken as under way. Same task, same
 * answer.
 *
 * @throws ValueError when a candidate list is used up  @throws InfeasibleRegionError when constraints leave no point
 */
export function suggestCampaign(task: CampaignTask, context: RunContext): CampaignResult {
  const region = createFeasibleRegion(task.space, task.fixed);
  const generator = createGenerator(task.seed);
  const first = firstMembers(task, region, generator);
  const suggestions = first.map((point) => firstSuggestion(task, region, point));
  const empty = { value: Number.NaN, warnings: [], seed: task.seed };
  if (task.n < MODEL_ROWS) return { ...empty, suggestions };
  const surrogates = fitSurrogates(task, context);
  const scene = sceneOf(task, region, surrogates, context);
  try {
    const members: Member[] = [];
    let taken = joined(task.pending, first);
    for (let j = first.length; j < task.count; j++) {
      if (context.cancelled?.()) throw new CancelledError('suggest: cancelled');
      const member = chooseMember(remaining(task, taken), surrogates, taken, generator.childSeed(), context);
      suggestions.push(explain(scene, member, taken));
      members.push(member);
      taken = joined(taken, [member.point]);
      context.progress?.(0.5 + (0.5 * (j + 1)) / task.count, `chose run ${j + 1} of ${task.count}`);
    }
    return {
      ...empty,
      ...(members.length > 0 ? { value: members[0].value } : {}),
      suggestions,
      ...(scene.best === undefined ? {} : { best: scene.best }),
      ...recommendation(scene),
      ...stopAdvice(scene, surrogates, taken, suggestions, generator, context),
      noiseStd: scene.predictors.map(({ noise }) => Math.sqrt(noise)),
      ...paretoOf(task),
      ...(members.length === 1 && members[0].cost ? { cost: members[0].cost } : {}),
    };
  } finally {
    for (const predictor of scene.predictors) predictor.free();
  }
}

/** Members that spread over the space, as long as too few runs are recorded or under way. */
function firstMembers(task: CampaignTask, region: FeasibleRegion, generator: Generator): Float64Array[] {
  const known = [...rowsOf(task.X, region), ...rowsOf(task.pending, region)];
  const count = firstPointCount(region);
  const chosen: Float64Array[] = [];
  while (chosen.length < task.count && (task.n < MODEL_ROWS || known.length < count)) {
    const point = task.candidates
      ? firstOfList(task, region, known, joined(task.pending, chosen), generator)
      : firstPoint(region, known, count, generator);
    chosen.push(point);
    known.push(point);
  }
  return chosen;
}

/** Runs of a list that are looked at for a first point. */
const LOOKED_AT = 512;

function firstOfList(
  task: CampaignTask,
  region: FeasibleRegion,
  known: readonly ArrayLike<number>[],
  taken: Float64Array,
  generator: Generator,
): Float64Array {
  const { candidates } = remaining(task, taken);
  const { points } = candidates as NonNullable<typeof candidates>;
  const N = points.length / task.d;
  const rows = N <= LOOKED_AT ? Array.from({ length: N }, (_, i) => i) : undefined;
  const some = (rows ?? Array.from({ length: LOOKED_AT }, () => generator.integer(N))).map((row) =>
    points.slice(row * task.d, (row + 1) * task.d),
  );
  return known.length === 0 ? some[generator.integer(some.length)] : some[farthest(region, known, some)];
}

/** The task with what is left of its candidate list. */
const remaining = (task: CampaignTask, taken: Float64Array): CampaignTask =>
  task.candidates ? { ...task, candidates: leftOf(task.candidates, task, taken) } : task;

function sceneOf(
  task: CampaignTask,
  region: FeasibleRegion,
  surrogates: Surrogates,
  context: RunContext,
): Scene {
  const predictors = surrogates.map((surrogate) => createPredictor(surrogate, context));
  const signs = task.goals.map((goal): 1 | -1 => (goal === 'maximize' ? 1 : -1));
  const scene = { task, region, predictors, signs };
  if (predictors.length > 1) return scene;
  const { mean } = predictors[0].predict(task.X, task.n);
  const row = bestRow(task, predictors, signs[0], mean);
  return { ...scene, best: mean[row], bestRow: row };
}

/** The row with the best expected value among those expected to meet the outcome constraints; all, where none is. */
function bestRow(
  task: CampaignTask,
  predictors: Scene['predictors'],
  sign: 1 | -1,
  mean: Float64Array,
): number {
  const inside = Array.from({ length: task.n }, () => true);
  for (const { objective, bound, value } of task.outcomeConstraints ?? []) {
    const at = predictors[objective].predict(task.X, task.n).mean;
    const side = bound === 'lower' ? 1 : -1;
    for (let i = 0; i < task.n; i++) if (side * (at[i] - value) < 0) inside[i] = false;
  }
  const some = inside.includes(true);
  let best = -1;
  for (let i = 0; i < task.n; i++) {
    if (some && !inside[i]) continue;
    if (best < 0 || sign * (mean[i] - mean[best]) > 0) best = i;
  }
  return best;
}

function recommendation(scene: Scene): Pick<CampaignResult, 'recommendation'> {
  const { task, bestRow: row } = scene;
  if (row === undefined) return {};
  const point = task.X.slice(row * task.d, (row + 1) * task.d);
  return { recommendation: { row, forecast: forecast(scene, point) } };
}

/** Gain of the next runs: the proposed ones, and further members until there are enough. */
function stopAdvice(
  scene: Scene,
  surrogates: Surrogates,
  taken: Float64Array,
  suggestions: readonly CampaignSuggestion[],
  generator: Generator,
  context: RunContext,
): Pick<CampaignResult, 'stop'> {
  const { task, predictors, signs } = scene;
  if (predictors.length > 1 || task.cost || task.advice === false) return {};
  const next = suggestions.map(({ point }) => point).slice(0, AHEAD);
  let known = taken;
  while (next.length < AHEAD) {
    const seed = generator.childSeed();
    const quick = { ...remainingOrNone(task, known), effort: 'fast' } as const;
    if (quick.candidates?.points.length === 0) break;
    const { point } = chooseMember(quick, surrogates, known, seed, context);
    next.push(point);
    known = joined(known, [point]);
  }
  const stop = gainOf(predictors[0], signs[0], task.X, next, generator.childSeed());
  return stop === undefined ? {} : { stop };
}

/** As `remaining`, with an empty list where nothing is left. */
function remainingOrNone(task: CampaignTask, taken: Float64Array): CampaignTask {
  try {
    return remaining(task, taken);
  } catch (error) {
    if (!(error instanceof ValueError) || !task.candidates) throw error;
    return { ...task, candidates: { ...task.candidates, points: new Float64Array(0) } };
  }
}

function paretoOf(task: CampaignTask): Pick<CampaignResult, 'pareto'> {
  if (task.outputs.length < 2) return {};
  return { pareto: describeFront(task, frontOfOutputs(task)) };
}

function joined(points: Float64Array, more: readonly Float64Array[]): Float64Array {
  const d = more[0]?.length ?? 0;
  const all = new Float64Array(points.length + more.length * d);
  all.set(points);
  more.forEach((point, i) => {
    all.set(point, points.length + i * d);
  });
  return all;
}
