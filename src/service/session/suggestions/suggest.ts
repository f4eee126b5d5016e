import type {
  FindOptimumRequest,
  FindOptimumResponse,
  SuggestionDiagnostics,
  SuggestRequest,
  SuggestResponse,
} from '../../../contract/suggestions/acquisition.ts';
import type { Goal, Inputs } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { CostTask } from '../../../engine/acquisition/cost/task.ts';
import type { Strategy } from '../../../engine/acquisition/strategies/definition.ts';
import {
  findStrategy,
  type StrategyName,
  strategies,
  strategiesWhere,
} from '../../../engine/acquisition/strategies/table.ts';
import type {
  FindOptimumResult,
  FindOptimumTask,
  SuggestResult,
  SuggestTask,
} from '../../../engine/acquisition/task.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { decodePoint } from '../../../engine/space/encode.ts';
import type { Space } from '../../../engine/space/space.ts';
import { fieldError } from '../../errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { costAnswer, costTask } from '../costs/cost-search.ts';
import { nextIteration } from '../experiments/record.ts';
import { trainedModel } from '../fitted-models.ts';
import { recipeOf, recordsOf } from '../models/fit.ts';
import { goalsFor } from '../models/train-call.ts';
import { desirabilities } from '../objectives/aims.ts';
import { referenceFor } from '../objectives/campaign.ts';
import { effectiveLimits, limitsBeyondReference, measuredFront } from '../objectives/front.ts';
import { declaredGoals } from '../objectives/objectives.ts';
import { seedOf } from '../seed.ts';
import type { Change, Environment, ModelRecord, State } from '../state.ts';
import { spaceOf } from '../variables/space.ts';
import { didYouMean, list, show } from '../words.ts';
import { runDecoder } from './exact-values.ts';
import { successesOf } from './failures.ts';
import { fixedColumns, observedOf, pendingPoints } from './given-values.ts';

const named = (allowed: (rule: Strategy) => boolean): string =>
  list(Object.entries(strategies).flatMap(([name, rule]) => (allowed(rule) ? [name] : [])));

/** @throws ValueError no strategy has this name, in any spelling */
function knownStrategy(wanted: string): StrategyName {
  const strategy = findStrategy(wanted);
  if (strategy !== undefined) return strategy;
  throw new ValueError(
    `strategy ${show(wanted)} is unknown; ${didYouMean(wanted, ['auto', ...Object.keys(strategies)])}use one of auto, ${Object.keys(strategies).join(', ')}`,
  );
}

/** Checks what a strategy can be asked for, by the table of the engine. */
function checkStrategy(record: ModelRecord, strategy: StrategyName, count: number, isJoint: boolean): void {
  const objectives = record.targets.length > 1 ? 'several' : 'one';
  const fits = (rule: Strategy) =>
    rule.recipes.includes(recipeOf(record)) &&
    (rule.objectives === objectives || (isJoint && rule.joined !== undefined));
  if (!fits(strategies[strategy])) {
    const what = `backend '${record.backend}' and ${objectives === 'one' ? 'one objective' : 'several objectives'}`;
    throw new ValueError(`strategy '${strategy}' does not work with ${what}; use one of ${named(fits)}`);
  }
  if (count > 1 && record.backend === 'sklearn') {
    const inBatches = strategiesWhere((rule) => rule.batch && rule.objectives === objectives);
    throw new ValueError(
      `backend 'sklearn' suggests one point, n_suggestions is ${count}; train with 'botorch' and use ${inBatches}`,
    );
  }
  if (count > 1 && !strategies[strategy].batch) {
    throw new ValueError(
      `strategy '${strategy}' scores one point, n_suggestions is ${count}; use ${strategiesWhere((rule) => rule.batch && fits(rule))} for a batch`,
    );
  }
}

/** Columns of the model as the session's variables are now. */
function modelSpace(state: State, record: ModelRecord): Space {
  const variables = record.columns.map(({ name, labels, log }) => {
    const variable = state.variables.find((candidate) => candidate.name === name);
    if (variable === undefined) {
      throw new ValueError(`variable '${name}' was deleted since the model was trained; train again`);
    }
    const now = variable.type === 'categorical' ? (variable.values ?? []) : null;
    if (JSON.stringify(now) !== JSON.stringify(labels) || (variable.scale === 'log') !== (log === true)) {
      throw new ValueError(`variable '${name}' was changed since the model was trained; train again`);
    }
    return variable;
  });
  const added = state.variables.find(({ name }) => !record.columns.some((column) => column.name === name));
  if (added !== undefined) {
    throw new ValueError(`variable '${added.name}' was added since the model was trained; train again`);
  }
  return spaceOf(state, variables);
}

/** What applying suggestions needs of the call, whatever the strategy. */
export interface CallContext {
  /** The session that was asked; by the end of the job another may have taken its place. */
  readonly asked: State;
  readonly space: Space;
  readonly targets: readonly string[];
  readonly goals: readonly Goal[];
  readonly hold: Inputs;
  readonly revision: number;
  readonly cost?: CostTask;
  readonly referencePoint?: readonly number[];
  /** As the audit log keeps them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly iteration: number;
}

type SuggestContext = CallContext & { readonly strategy: string };

/** Suggestions of one call, except for strategy 'auto'. */
const maxSuggestions = 10;

/** The number of suggestions; throws where the request asks for what only strategy 'auto' does. */
function countOf(request: SuggestRequest): number {
  const count = request.n_suggestions ?? 1;
  if (count > maxSuggestions) {
    throw fieldError(
      ['body', 'n_suggestions'],
      `must be <= ${maxSuggestions}, got ${count}; strategy 'auto' proposes up to 100`,
      'maximum',
    );
  }
  if (request.effort != null) {
    throw fieldError(['body', 'effort'], "belongs to strategy 'auto'", 'not_used');
  }
  return count;
}

function requireControllable({ variables }: State): void {
  if (!variables.every(isObserved)) return;
  throw new ValueError(
    `the session has no controllable variable (${list(variables.map(({ name }) => name))} are observed), ` +
      'so there is nothing to suggest; add a controllable one',
  );
}

/** Parameters of acquisition functions that the request names, as the audit log keeps them. */
const namedParameters = ({ xi, kappa, beta }: SuggestRequest) => ({
  ...(xi == null ? {} : { xi }),
  ...(kappa == null ? {} : { kappa }),
  ...(beta == null ? {} : { beta }),
});

/** @throws ValueError samples are asked of a strategy that draws none */
function checkSamples(strategy: StrategyName, samples: number | null | undefined): void {
  const rule: Strategy = strategies[strategy];
  if (samples == null || rule.samples === true) return;
  throw new ValueError(
    `mc_samples: strategy '${strategy}' draws no samples, got ${samples}; leave it out, or use ${named((one) => one.samples === true)}`,
  );
}

/** @throws ValueError the noise is to be discounted by a strategy, or a search by desirability, that does not */
function checkNoisy(strategy: StrategyName, { options }: SuggestRequest, isJoined: boolean): void {
  const rule: Strategy = strategies[strategy];
  if (options?.noisy !== true || (rule.discountsNoise === true && !isJoined)) return;
  const who = isJoined ? 'a search by desirability' : `strategy '${strategy}'`;
  throw new ValueError(
    `options.noisy: ${who} does not discount noise, got true; leave it out, or use ${named((one) => one.discountsNoise === true)} on one objective`,
  );
}

/** @throws ValueError where values are held and the strategy examines the whole space */
function heldBy(strategy: StrategyName, { hold = {} }: SuggestRequest): Inputs {
  if (!strategies[strategy].fixed && Object.keys(hold ?? {}).length > 0) {
    throw new ValueError(
      `hold: strategy '${strategy}' searches the whole space; leave hold out, or use ${named((one) => one.fixed)}`,
    );
  }
  return hold ?? {};
}

type Job = { name: 'suggest'; task: SuggestTask; context: SuggestContext };

/** Every rule of a request for suggestions. */
export function* prepareSuggest(state: State, request: SuggestRequest, around: Environment): Slices<Job> {
  const asked = request.strategy == null ? undefined : knownStrategy(request.strategy);
  const { record, models } = trainedModel(state, ", or send strategy: 'auto', which needs none");
  const count = countOf(request);
  const strategy = asked ?? (record.targets.length > 1 ? 'qEHVI' : 'EI');
  const parts = request.goal == null ? desirabilities(state, record.targets) : undefined;
  checkStrategy(record, strategy, count, parts !== undefined);
  checkSamples(strategy, request.mc_samples);
  checkNoisy(strategy, request, parts !== undefined);
  const hold = heldBy(strategy, request);
  const observed = observedOf(state, request);
  const space = modelSpace(state, record);
  requireControllable(state);
  const declared = declaredGoals(state, record.targets) ?? record.goals?.slice();
  const goals = goalsFor(record.targets, request.goal ?? declared ?? 'maximize');
  const fixed = fixedColumns(state, space, hold, observed);
  const seed = seedOf(request.seed, around);
  const outcome = effectiveLimits(state, record.targets);
  const cost = costTask(state, space, parts ? undefined : record.targets[0], request.options);
  /** What the task and the context share. */
  const shared = {
    ...(cost === undefined ? {} : { cost }),
    ...referenceFor(state, request, record.targets, goals),
  };
  const task: SuggestTask = {
    models,
    ...(yield* recordsOf(state, record)),
    recipe: recipeOf(record),
    space,
    strategy,
    count,
    goals,
    fixed,
    pending: request.pending === false ? new Float64Array(0) : pendingPoints(state, space, observed),
    seed,
    ...namedParameters(request),
    ...(request.mc_samples == null ? {} : { samples: request.mc_samples }),
    ...(outcome.length === 0 ? {} : { outcomeConstraints: outcome }),
    ...(parts === undefined ? {} : { desirability: parts }),
    ...(request.options == null ? {} : { options: request.options }),
    ...shared,
    ...(yield* successesOf(state, space, observed)),
  };
  const context: SuggestContext = {
    ...{ asked: state, space, targets: record.targets, goals, strategy },
    hold,
    revision: state.data_revision,
    ...shared,
    iteration: nextIteration(state),
    parameters: {
      goal: request.goal ?? goals[0],
      n_suggestions: count,
      ...namedParameters(request),
      ...(Object.keys(hold).length === 0 ? {} : { hold }),
      ...(Object.keys(observed).length === 0 ? {} : { observed }),
    },
  };
  return { name: 'suggest' as const, task, context };
}

export const byName = <T>(names: readonly string[], value: (i: number) => T): Record<string, T> =>
  Object.fromEntries(names.map((name, i) => [name, value(i)]));

/** What a user should know about a strategy where the campaign has a list of possible runs. */
const besideList = ({ asked, strategy }: SuggestContext): string[] =>
  asked.campaign.candidates === null
    ? []
    : [`strategy '${strategy}' ignores the candidate list of the session; strategy 'auto' uses it`];

function diagnosticsOf(result: SuggestResult, context: SuggestContext, i: number): SuggestionDiagnostics {
  const ratio = result.knowledgeRatio[i] ?? Number.NaN;
  const hasRatio = Number.isFinite(ratio);
  return {
    held: Object.keys(context.hold).sort(),
    knowledge_ratio: hasRatio ? ratio : null,
    ...(result.successProbability === undefined
      ? {}
      : { success_probability: result.successProbability[i] ?? 1 }),
    ...(result.desirability === undefined ? {} : { desirability: result.desirability[i] ?? 0 }),
    warnings: [
      ...(result.warnings[i] ?? []),
      ...besideList(context),
      ...(result.pareto
        ? limitsBeyondReference(context.asked, context.targets, result.pareto, context.goals)
        : []),
    ],
    mean: byName(context.targets, (j) => result.mean[j]?.[i] ?? 0),
    std: byName(context.targets, (j) => result.std[j]?.[i] ?? 0),
  };
}

/** Decodes the points and keeps what the state, the audit log and the next records say about them. */
export function applySuggest(
  state: State,
  result: SuggestResult,
  context: SuggestContext,
  environment: Environment,
): Change<SuggestResponse> {
  const { asked } = context;
  const d = context.space.dimensions.length;
  const count = result.points.length / d;
  const runOf = runDecoder(asked, context.space, context.hold);
  const suggestions = Array.from({ length: count }, (_, i) =>
    runOf(result.points.subarray(i * d, (i + 1) * d)),
  );
  const iteration = Math.max(context.iteration, nextIteration(state));
  const goal = context.goals[0] as Goal;
  const value = Number.isFinite(result.value) ? result.value : null;
  const parameters = { strategy: context.strategy, parameters: context.parameters, suggestions, iteration };
  const next = withAudit(
    {
      ...state,
      last_suggestions: suggestions,
      last_suggestion: {
        goal,
        goals: context.goals,
        acquisition_value: value,
        strategy: context.strategy,
        iteration,
        ...(context.referencePoint === undefined ? {} : { ref_point: context.referencePoint }),
      },
    },
    auditEntry('acquisition_locked', parameters, environment),
  );
  const { pareto } = result;
  return {
    state: next,
    answer: {
      suggestions,
      n_suggestions: count,
      iteration,
      diagnostics: suggestions.map((_, i) => diagnosticsOf(result, context, i)),
      strategy: context.strategy,
      acquisition_value: value,
      seed: result.seed,
      data_revision: context.revision,
      ...(environment.computed_by && { computed_by: environment.computed_by }),
      ...(result.cost === undefined || context.cost === undefined
        ? {}
        : { cost: costAnswer(asked, context.cost, result.cost) }),
      ...(pareto === undefined
        ? {}
        : { pareto: measuredFront(asked, context.targets, pareto, context.goals) }),
    },
    events: [
      {
        type: 'acquisition_generated',
        data: { suggestions, n_suggestions: count, strategy: context.strategy, iteration },
      },
    ],
  };
}

/** Last recorded values of the observed variables, with the given ones over them. */
function observedValues(state: State, given: Inputs): Inputs {
  const values: Inputs = {};
  for (const { name } of state.variables.filter(isObserved)) {
    const value = given[name] ?? state.rows.findLast((row) => row[name] != null)?.[name];
    if (value != null) values[name] = value;
  }
  return values;
}

/**
 * Every rule of a request for the optimum of one objective that the model predicts.
 *
 * @throws NoModelError there is no trained model
 * @throws ValueError the model has several objectives, variables changed since the training, or an observed value does not fit
 */
export function* prepareFindOptimum(state: State, request: FindOptimumRequest, environment: Environment) {
  const { record, models } = trainedModel(state);
  if (record.targets.length > 1) {
    throw new ValueError(
      `find-optimum works on one objective, the model has ${list(record.targets)}; request suggestions instead`,
    );
  }
  const [wanted] = (request.goal == null ? desirabilities(state, record.targets) : undefined) ?? [];
  const space = modelSpace(state, record);
  const observed = observedValues(state, observedOf(state, request));
  const goal = request.goal ?? declaredGoals(state, record.targets)?.[0] ?? record.goals?.[0] ?? 'maximize';
  const outcome = effectiveLimits(state, record.targets);
  const task: FindOptimumTask = {
    model: models[0] as FindOptimumTask['model'],
    space,
    goal,
    ...(wanted === undefined ? {} : { desirability: wanted }),
    ...(outcome.length === 0 ? {} : { outcomeConstraints: outcome }),
    ...(yield* successesOf(state, space, observed)),
    fixed: fixedColumns(state, space, {}, observed),
    seed: seedOf(request.seed, environment),
  };
  return { name: 'find_optimum' as const, task, context: { space, goal } };
}

/** Answers the best predicted settings with the prediction there. Changes nothing. */
export function applyFindOptimum(
  state: State,
  result: FindOptimumResult,
  { space, goal }: { space: Space; goal: Goal },
  { computed_by }: Environment,
): Change<FindOptimumResponse> {
  return {
    state,
    answer: {
      optimum: decodePoint(space, result.point),
      predicted_value: result.mean,
      predicted_std: Number.isFinite(result.std) ? result.std : null,
      ...(result.successProbability === undefined ? {} : { success_probability: result.successProbability }),
      goal,
      ...(computed_by && { computed_by }),
    },
  };
}
