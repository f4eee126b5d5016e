import { BudgetError, fewerFit } from '../acquisition/cost/budget.ts';
import { signOf } from '../acquisition/goal.ts';
import { type Desirability, desirabilityMoments } from '../acquisition/strategies/desirability.ts';
import { describeFront, frontOfOutputs } from '../acquisition/strategies/front.ts';
import { CancelledError, ValueError } from '../errors.ts';
import { excessVariationRemarks } from '../gp/recipes/excess-variation.ts';
import { fitSuccess } from '../gp/success/success.ts';
import { concatenate, pointsOf, rowsOf } from '../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { type ExplanationContext, explain, firstSuggestion, forecast } from './explain.ts';
import { afterCheapestOrder, afterRun, inCheapestOrder, remainingBudget } from './members/batch-costs.ts';
import type { Member } from './members/best-candidate.ts';
import { candidatesForMember, openList, startList, thinned } from './members/candidate-list.ts';
import { type FirstMembers, firstMembers, isApart } from './members/first-members.ts';
import { chooseMember } from './members/member.ts';
import { type Rounding, roundingFor } from './members/rounded-points.ts';
import { bestOf } from './recommendation/best-row.ts';
import { cautiousBest } from './recommendation/cautious-best.ts';
import { desirabilityGainOf } from './recommendation/joint-worth.ts';
import { type FutureRuns, gainOf } from './recommendation/stop-advice.ts';
import { areSame } from './rows/alike-results.ts';
import { comparedRows } from './rows/compared-rows.ts';
import { inDecades } from './rows/decades.ts';
import { isTooFew, isUnrepeated, promisingRows } from './rows/learned-rows.ts';
import { withoutLocalOutliers } from './rows/local-outliers.ts';
import { withoutOutliers } from './rows/without-outliers.ts';
import {
  createPredictor,
  deviationAt,
  fitSurrogates,
  type GivenScale,
  type Surrogates,
} from './surrogates.ts';
import type { CampaignResult, CampaignSuggestion, CampaignTask, Recommendation, StopAdvice } from './task.ts';

/** Runs that stop advice looks ahead. */
const AHEAD = 5;

/**
 * Proposes the next runs of a campaign from its records alone, with the reasons.
 *
 * Until enough runs are recorded or pending they spread over the space. From then on variants of the model are fitted,
 * and each member of a batch is chosen under a variant of its own, earlier members taken as pending. Results that are likely
 * errors are named and left out. Same task, same answer.
 *
 * @throws ListUsedUpError a candidate list is used up  @throws InfeasibleRegionError when constraints leave no point
 */
export function suggestCampaign(recorded: CampaignTask, context: RunContext): CampaignResult {
  const { task: sound, remarks, named } = withoutOutliers(recorded);
  const { task: scaled, restored, given } = inDecades(sound, context);
  const likely = withoutLocalOutliers(scaled, context);
  const doubts = new Set(recorded.outputs.flatMap((y) => excessVariationRemarks(recorded, y)));
  const result = suggestBySound(likely.task, given, [...doubts, ...remarks, ...likely.remarks], context);
  return named(restored(likely.named(result)));
}

function suggestBySound(
  task: CampaignTask,
  given: GivenScale | undefined,
  warnings: readonly string[],
  context: RunContext,
): CampaignResult {
  const region = createFeasibleRegion(task.space, task.fixed);
  const generator = createGenerator(task.seed);
  const { task: list, warnings: fewer } = startList(task);
  const round = roundingFor(task, region);
  const first = firstMembers(list, region, round, generator);
  const suggestions = first.points.map((point, i) => ({
    ...firstSuggestion(task, region, point, concatenate([task.pending, ...first.points.slice(0, i)])),
    ...(first.despite ? { despite: first.despite } : {}),
  }));
  const soFar = [...warnings, ...fewer, ...first.warnings];
  const empty = { value: Number.NaN, warnings: soFar, seed: task.seed };
  if (isTooFew(task)) return { ...empty, ...inCheapestOrder(task, suggestions, []) };
  const surrogates = fitSurrogates(task, context, given);
  const scene = sceneOf(task, region, round, surrogates, context);
  try {
    const recommended = recommendation(scene);
    const chooser = { surrogates, generator, context };
    const { members, warnings: ended } = laterMembers(task, first, round, chooser);
    let taken = concatenate([task.pending, ...first.points]);
    for (const member of members) {
      suggestions.push(explain(scene, member, taken));
      taken = concatenate([taken, member.point]);
    }
    return {
      ...empty,
      ...(members.length > 0 ? { value: members[0].value } : {}),
      ...inCheapestOrder(task, suggestions, members),
      ...(scene.best === undefined ? {} : { best: scene.best.value }),
      ...(scene.best?.keepsLimits === false ? { outside: true as const } : {}),
      warnings: [...soFar, ...ended, ...scene.remarks, ...farSettings(scene, recommended.recommendation)],
      ...recommended,
      ...stopAdvice(scene, taken, suggestions, chooser),
      ...noiseOf(scene),
      ...curvedIn(surrogates),
      ...paretoOf(task),
    };
  } finally {
    for (const predictor of scene.predictors) predictor.free();
  }
}

/** Objectives whose predictions are of another quantity. */
function curvedIn(surrogates: Surrogates): Pick<CampaignResult, 'byLogarithm' | 'byLogit'> {
  const by = (as: 'ofLog' | 'ofLogit') =>
    Array.from(surrogates.keys()).filter((k) => surrogates[k].predictive()[as] !== undefined);
  return { byLogarithm: by('ofLog'), byLogit: by('ofLogit') };
}

/** The points that `suggestCampaign` proposes, and nothing else: for campaigns that only a program reads. */
export function nextRuns(recorded: CampaignTask, context: RunContext): Float64Array[] {
  const { task: scaled, valued } = inDecades(withoutOutliers(recorded).task, context);
  const { task } = withoutLocalOutliers(scaled, context);
  const region = createFeasibleRegion(task.space, task.fixed);
  const generator = createGenerator(task.seed);
  const { task: list } = startList(task);
  const round = roundingFor(task, region);
  const first = firstMembers(list, region, round, generator);
  if (isTooFew(task)) return first.points.map(valued);
  const chooser = { surrogates: fitSurrogates(task, context), generator, context };
  const { members } = laterMembers(task, first, round, chooser);
  return [...first.points, ...members.map(({ point }) => point)].map(valued);
}

/** What members of a batch are chosen with. */
interface Chooser {
  readonly surrogates: Surrogates;
  readonly generator: Generator;
  readonly context: RunContext;
}

/** Members under variants of their own, each with those before it pending; with costs no more than can be paid. */
function laterMembers(
  recorded: CampaignTask,
  { task, points: first, warnings: stopped }: FirstMembers,
  round: Rounding,
  { surrogates, generator, context }: Chooser,
): Later {
  const members: Member[] = [];
  const warnings: string[] = [];
  let taken = concatenate([task.pending, ...first]);
  let open = first.length > 0 ? openList(task, concatenate(first)) : task;
  while (first.length + members.length < task.count && stopped.length === 0) {
    const j = first.length + members.length;
    if (context.cancelled?.()) throw new CancelledError('suggest: cancelled');
    const seed = generator.childSeed();
    const part = partOf(open, members, seed);
    const member = affordedMember(part, j, () => chooseMember(part, surrogates, taken, { seed }, context));
    if (typeof member === 'string') {
      const chosen = [...first, ...members.map(({ point }) => point)];
      const cheaper = afterCheapestOrder(recorded, chosen, open);
      if (cheaper !== undefined) {
        open = cheaper;
        continue;
      }
      warnings.push(member);
      break;
    }
    const point = round(member.point, open);
    open = afterRun(open, point);
    members.push({ ...member, point });
    taken = concatenate([taken, point]);
    context.progress?.(0.5 + (0.5 * (j + 1)) / task.count, `chose run ${j + 1} of ${task.count}`);
  }
  return { members, warnings };
}

interface Later {
  readonly members: readonly Member[];
  readonly warnings: readonly string[];
}

/** The next member, or why a batch of this many runs ends here. @throws BudgetError it has none */
function affordedMember(task: CampaignTask, chosen: number, choose: () => Member): Member | string {
  try {
    return choose();
  } catch (error) {
    if (!(error instanceof BudgetError) || chosen === 0) throw error;
    return fewerFit(chosen, task.count, error.cheapest, remainingBudget(task));
  }
}

/** The task of the member after these, which are taken from what it may be chosen from. */
function partOf(task: CampaignTask, members: readonly Member[], seed: number): CampaignTask {
  const { candidates, count, d } = task;
  if (candidates === undefined || members.length === 0) return task;
  const last = members.findLast(({ doubted }) => !doubted);
  const part = last
    ? candidatesForMember(candidates, count, last.found, d, () => createGenerator(`part/${seed}`))
    : candidates;
  return openList({ ...task, candidates: part }, pointsOf(members));
}

function sceneOf(
  task: CampaignTask,
  region: FeasibleRegion,
  round: Rounding,
  surrogates: Surrogates,
  context: RunContext,
): ExplanationContext {
  const predictors = surrogates.map((surrogate) => createPredictor(surrogate, context));
  const signs = task.goals.map(signOf);
  const success = task.successes && fitSuccess(task.successes, task.space);
  const { compared, asRecorded, rows, remarks } = comparedRows(task, region);
  let known: Float64Array[] | undefined;
  const means = () => {
    known ??= predictors.map((predictor) => predictor.mean(compared.X, compared.n));
    return known;
  };
  const scene = {
    task,
    compared,
    means,
    remarks,
    region,
    round,
    predictors,
    signs,
    ...(success && { success }),
  };
  if (predictors.length > 1 && !task.desirability) return scene;
  const found = bestOf(scene, asRecorded);
  const recorded = { ...found, row: rows[found.row] };
  const best = compared === asRecorded ? found : bestOf(scene, compared);
  return { ...scene, best, recorded };
}

function recommendation(scene: ExplanationContext): Pick<CampaignResult, 'recommendation'> {
  const { task, recorded } = scene;
  if (recorded === undefined) return {};
  const { row, value } = recorded;
  const point = task.X.slice(row * task.d, (row + 1) * task.d);
  return {
    recommendation: {
      row,
      forecast: forecast(scene, point),
      ...(task.desirability ? { desirability: value } : {}),
      ...settings(scene),
    },
  };
}

/** Inferred deviation of a repeated measurement of the best run. */
function noiseOf(
  scene: ExplanationContext,
  of: 'noise' | 'leastNoise' = 'noise',
): { noiseStd?: readonly number[] } {
  const { task, recorded, predictors } = scene;
  if (recorded === undefined) return {};
  const point = task.X.slice(recorded.row * task.d, (recorded.row + 1) * task.d);
  return { noiseStd: predictors.map((predictor) => deviationAt(predictor, point, predictor[of])) };
}

/** Noise variance over that of the outputs from which settings can be better than any run that was made. */
const NOISY = 1e-3;

/** The settings to use, measured or not; none where data may be exact, all results are the same, or more than one expected value counts. */
function settings(scene: ExplanationContext): Pick<Recommendation, 'settings'> {
  const { task, region, round, predictors, signs, success, recorded: { row } = { row: 0 } } = scene;
  const { outputs, desirability, outcomeConstraints, candidates } = task;
  const [predictor] = predictors;
  if (outputs.length > 1 || desirability || outcomeConstraints || candidates || areSame(task)) return {};
  if (!(predictor.noise ** 2 > NOISY * predictor.spread ** 2)) return {};
  const known = rowsOf(promisingRows(task).X, task.d);
  const proven = success && { success, point: task.X.subarray(row * task.d, (row + 1) * task.d) };
  const best = cautiousBest(predictor, region, known, { sign: signs[0], effort: task.effort, proven });
  if (best === undefined) return {};
  const point = round(best);
  return { settings: { point, forecast: forecast({ predictors }, point) } };
}

/** What to say about settings away from all runs: there a model may be too sure (decision 0881). */
function farSettings({ region, compared }: ExplanationContext, recommended?: Recommendation): string[] {
  const point = recommended?.settings?.point;
  if (point === undefined || !isApart(region, rowsOf(compared.X, compared.d), point)) return [];
  return [
    'no run lies within a tenth of the ranges of the settings to use: make a run there before you rely on them',
  ];
}

/** Gain of the next runs: the proposed ones, and further members until there are enough or none can be paid. */
function stopAdvice(
  scene: ExplanationContext,
  taken: Float64Array,
  suggestions: readonly CampaignSuggestion[],
  { surrogates, generator, context }: Chooser,
): Pick<CampaignResult, 'stop'> {
  const { task, predictors } = scene;
  if (task.advice === false) return {};
  const next = suggestions.map(({ point }) => point).slice(0, AHEAD);
  let open = next.reduce(afterRun, openList(task, task.X));
  let known = taken;
  while (next.length < AHEAD) {
    const quick = quickTask(open, known, generator);
    if (quick === undefined) break;
    const size = task.effort === 'fast' ? 'fastest' : 'faster';
    const seed = generator.childSeed();
    const choose = () => chooseMember(quick, surrogates, known, { seed, size }, context);
    const member = affordedMember(quick, next.length, choose);
    if (typeof member === 'string') break;
    const { point } = member;
    next.push(point);
    open = afterRun(open, point);
    known = concatenate([known, point]);
  }
  if (next.length === 0) return {};
  const { success } = scene;
  const ahead = { points: next, seed: generator.childSeed(), ...(success ? { success } : {}) };
  const stop = task.desirability
    ? desirabilityAdvice(scene, task.desirability, ahead)
    : gainOf(predictors, task, ahead, scene.compared, scene.best?.row);
  const [leastNoise] = noiseOf(scene, 'leastNoise').noiseStd ?? [];
  if (stop === undefined) return {};
  return {
    stop: {
      ...(leastNoise === undefined ? {} : { leastNoise }),
      ...(isUnrepeated(task) ? { unrepeated: true } : {}),
      ...stop,
    },
  };
}

/** Advice in joint desirability, with what one measurement of the best run is uncertain by. */
function desirabilityAdvice(
  scene: ExplanationContext,
  parts: readonly Desirability[],
  ahead: FutureRuns,
): StopAdvice | undefined {
  const { task, compared, predictors, best = { row: 0 }, recorded: { row } = { row: 0 } } = scene;
  const from = compared.X.slice(best.row * task.d, (best.row + 1) * task.d);
  const stop = desirabilityGainOf(parts, predictors, from, ahead, task.outcomeConstraints);
  const point = task.X.slice(row * task.d, (row + 1) * task.d);
  const mean = predictors.map((predictor) => predictor.latent(point, 1).mean[0]);
  const deviation = (of: 'noise' | 'leastNoise') =>
    desirabilityMoments(
      parts,
      mean,
      predictors.map((predictor) => predictor[of]),
      predictors,
    ).std;
  return stop && { ...stop, noise: deviation('noise'), leastNoise: deviation('leastNoise') };
}

/** Runs of a list that advice examines. */
const ADVISED = 4096;

/** The task of a run that is only looked ahead at; undefined where the list is used up. */
function quickTask(task: CampaignTask, taken: Float64Array, generator: Generator): CampaignTask | undefined {
  try {
    const open = openList(task, taken);
    const { candidates } = open;
    return {
      ...open,
      ...(candidates ? { candidates: thinned(candidates, ADVISED, task.d, generator) } : {}),
    };
  } catch (error) {
    if (error instanceof ValueError && task.candidates) return undefined;
    throw error;
  }
}

function paretoOf(task: CampaignTask): Pick<CampaignResult, 'pareto'> {
  if (task.outputs.length < 2 || task.desirability) return {};
  return { pareto: describeFront(task, frontOfOutputs(task)) };
}
