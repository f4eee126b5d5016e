import type {
  SuggestionDiagnostics,
  SuggestRequest,
  SuggestResponse,
} from '../../../contract/suggestions/acquisition.ts';
import type { Goal, Inputs, Row } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { checkOptions } from '../../../engine/acquisition/suggest-options.ts';
import type { CampaignResult, CampaignTask } from '../../../engine/campaign/task.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { RecordedRows } from '../../../engine/gp/recorded-rows.ts';
import { concatenate } from '../../../engine/linalg/concatenate.ts';
import { filterInSlices, type Slices } from '../../../engine/slices.ts';
import { spanningColumns } from '../../../engine/space/encode.ts';
import type { Space } from '../../../engine/space/space.ts';
import { brokenRange } from '../../broken-limits.ts';
import { fieldError, NoVariablesError } from '../../errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { costAnswer, costTask } from '../costs/cost-search.ts';
import { nextIteration } from '../experiments/record.ts';
import { columnOf, encodeInSlices, encodeTraining, refuseAbsent, refuseDerived } from '../models/fit.ts';
import { goalsFor } from '../models/train-call.ts';
import { desirabilities } from '../objectives/aims.ts';
import { referenceFor } from '../objectives/campaign.ts';
import { effectiveLimits, goalsNow, limitsBeyondReference, measuredFront } from '../objectives/front.ts';
import { boundsAnswer, outputBoundsOf } from '../objectives/result-bounds.ts';
import { givenNoise, hasAnyResult, onMeasured, tableRows } from '../rows/measured-rows.ts';
import { seedOf, trainingSeedOf } from '../seed.ts';
import type { Change, Environment, State } from '../state.ts';
import { candidatesIn, labelsOf } from '../variables/candidates.ts';
import { dimensionOf, modelOrder, spaceOf } from '../variables/space.ts';
import { list } from '../words.ts';
import { type RunDecoder, runDecoder } from './exact-values.ts';
import { successesOf, withObserved } from './failures.ts';
import { fixedColumns, observedOf, pendingPoints } from './given-values.ts';
import { resultWarnings } from './result-warnings.ts';
import { stopOf } from './stop-words.ts';
import { byName, type CallContext } from './suggest.ts';
import { reasonOf } from './suggestion-reason.ts';

/** Whether a request leaves the choice to the service. */
export const isAuto = ({ strategy }: SuggestRequest): boolean => strategy?.toLowerCase() === 'auto';

/** What applying suggestions of `auto` needs of the call. */
export interface AutoContext extends CallContext {
  /** The search follows joint desirability. */
  readonly isJoint: boolean;
  readonly hasLimits: boolean;
  readonly isFixed: boolean;
  readonly bounds?: SuggestResponse['bounds'];
  readonly warnings: readonly string[];
}

/** Fields of named strategies. */
const foreign = ['xi', 'kappa', 'beta', 'mc_samples'] as const;
const options = ['cost_aware', 'cost_exponent'];

/** @throws ValueError there are several objectives, and nothing joins them to one gain that costs could be weighed against */
function costOf(state: State, space: Space, isJoint: boolean, { options: asked }: SuggestRequest) {
  const { targets } = state;
  const cost = costTask(state, space, isJoint ? undefined : targets[0], asked);
  if (cost === undefined || isJoint || targets.length === 1) return cost;
  throw new ValueError(
    `options.cost_aware: costs are weighed with one objective or with joint desirability, and the session has ${targets.length} objectives; join them in PUT …/objectives (join: 'desirability'), or leave cost_aware out`,
  );
}

function checkRequest(state: State, request: SuggestRequest): void {
  for (const name of foreign) {
    if (request[name] != null) {
      throw fieldError(['body', name], "strategy 'auto' chooses this itself; leave it out", 'not_used');
    }
  }
  const unknown = Object.keys(request.options ?? {}).filter((name) => !options.includes(name));
  if (unknown.length > 0) {
    throw new ValueError(`options: strategy 'auto' takes ${list(options)} only, got ${list(unknown)}`);
  }
  checkOptions(request.options ?? undefined);
  if (!state.variables.some((variable) => !isObserved(variable))) {
    throw new NoVariablesError('the session has no controllable variables; add one first');
  }
  refuseDerived(state);
}

/** Observed values of the request; those left out are taken from the last row that has them, where there is a row. */
function observedNow(state: State, given: Inputs): { values: Inputs; warnings: string[] } {
  const values: Inputs = { ...given };
  const warnings: string[] = [];
  for (const variable of state.variables.filter(isObserved)) {
    const { name } = variable;
    const now = given[name];
    const outside = typeof now === 'number' ? brokenRange(variable, now) : undefined;
    if (outside !== undefined) warnings.push(`observed ${outside}`);
    if (now !== undefined) continue;
    const last = state.rows.findLast((row) => row[name] != null)?.[name];
    if (last == null) continue;
    values[name] = last;
    warnings.push(`observed variable '${name}': assumed to be ${last}, the last recorded value`);
  }
  return { values, warnings };
}

function dataOf(state: State, variables: State['variables'], withNoise: boolean): Slices<RecordedRows> {
  const columns = variables.map(columnOf);
  if (state.rows.length > 0) refuseAbsent(state, variables);
  return encodeTraining(state, columns, state.targets, withNoise);
}

/** Model columns. Before the first run nothing was observed yet, and the first points do not depend on it. */
const knownColumns = ({ variables, rows }: State, observed: Inputs): State['variables'] =>
  modelOrder(variables).filter(
    (variable) => !isObserved(variable) || rows.length > 0 || observed[variable.name] !== undefined,
  );

/** What of a request the audit log keeps. */
const parametersOf = (
  { goal, n_suggestions, effort, hold }: SuggestRequest,
  goals: readonly Goal[],
  observed: Inputs,
): AutoContext['parameters'] => ({
  goal: goal ?? goals[0],
  n_suggestions: n_suggestions ?? 1,
  ...(effort == null ? {} : { effort }),
  ...(Object.keys(hold ?? {}).length === 0 ? {} : { hold }),
  ...(Object.keys(observed).length === 0 ? {} : { observed }),
});

type Job = { name: 'suggest_campaign'; task: CampaignTask; context: AutoContext };

/**
 * A request that leaves the choice to the service, as a task for the workers.
 *
 * @throws NoVariablesError, ValueError (400), ValidationError (422)
 */
export function* prepareAutoSuggest(all: State, request: SuggestRequest, around: Environment): Slices<Job> {
  checkRequest(all, request);
  const state = onMeasured(all, all.targets);
  yield;
  const { targets } = state;
  const observed = observedNow(all, observedOf(all, request));
  const ordered = knownColumns(state, observed.values);
  const space = spaceOf(state, ordered);
  const goals = goalsFor(targets, request.goal ?? [...goalsNow(state)]);
  const noise = givenNoise(state.rows);
  yield;
  const hold = request.hold ?? {};
  // A request that names goals follows them.
  const parts = request.goal == null ? desirabilities(state) : undefined;
  // A run that failed was paid for.
  const cost = costOf(all, space, parts !== undefined, request);
  const outcome = effectiveLimits(state, targets);
  const count = request.n_suggestions ?? 1;
  const reference = referenceFor(all, request, targets, goals);
  const table = candidatesIn(state, space, observed.values);
  const task: CampaignTask = {
    ...(yield* dataOf(state, ordered, noise.all)),
    space,
    spanning: spanningColumns(ordered.map((variable) => dimensionOf(state, variable))),
    goals,
    ...outputBoundsOf(state, targets),
    fixed: fixedColumns(state, space, hold, observed.values),
    ...(yield* takenPoints(all, space, observed.values, request.pending !== false)),
    count,
    seed: seedOf(request.seed, around),
    predictiveSeed: trainingSeedOf(state),
    effort: request.effort ?? 'normal',
    ...(parts === undefined ? {} : { desirability: parts }),
    ...reference,
    ...(table === undefined ? {} : { candidates: table }),
    ...(outcome.length === 0 ? {} : { outcomeConstraints: outcome }),
    ...(cost === undefined ? {} : { cost }),
    ...(yield* successesOf(all, space, observed.values)),
  };
  const context: AutoContext = {
    asked: all,
    space,
    targets,
    goals,
    isJoint: parts !== undefined,
    hasLimits: outcome.length > 0,
    isFixed: task.fixed.size > 0,
    hold,
    revision: state.data_revision,
    ...(cost === undefined ? {} : { cost }),
    ...reference,
    ...boundsAnswer(state, targets),
    parameters: parametersOf(request, goals, observed.values),
    iteration: nextIteration(all),
    warnings: [...resultWarnings(state), ...noise.warnings, ...observed.warnings],
  };
  return { name: 'suggest_campaign' as const, task, context };
}

/**
 * Runs that count as taken though they have no result: pending runs, and those that failed or were not measured. A run that
 * failed for no fault of its settings is one of them: proposed again and again, it would fail again and again.
 */
function* takenPoints(
  session: State,
  space: Space,
  observed: Inputs,
  withPending: boolean,
): Slices<Pick<CampaignTask, 'pending' | 'lost'>> {
  const { rows, targets, queue } = session;
  const isWhole = (row: Row) => space.dimensions.every(({ name }) => row[name] != null);
  const unmeasured = yield* filterInSlices(rows, (row) => !hasAnyResult(row, targets));
  const unrecorded = queue.filter(({ status, dataset_ref }) => status === 'failed' && dataset_ref == null);
  const lost = [
    ...unmeasured.map((row) => withObserved(row, observed)),
    ...unrecorded.map(({ inputs }) => withObserved(inputs, observed)),
  ].filter(isWhole);
  const points = yield* encodeInSlices(space, lost);
  const pending = withPending ? pendingPoints(session, space, observed) : new Float64Array(0);
  return { pending: concatenate([points, pending]), lost: lost.length };
}

function diagnosticsOf(
  result: CampaignResult,
  context: AutoContext,
  i: number,
  inputs: Inputs,
  runOf: RunDecoder,
): SuggestionDiagnostics {
  const suggestion = result.suggestions[i] as CampaignResult['suggestions'][number];
  const { forecast, knowledgeRatio, desirability, success } = suggestion;
  const { byLogarithm = [], byLogit = [] } = result;
  const labels = labelsOf(context.asked, inputs);
  const each = <T>(values: readonly T[]) => byName(context.targets, (k) => values[k] as T);
  return {
    held: Object.keys(context.hold).sort(),
    knowledge_ratio: knowledgeRatio ?? null,
    warnings: [...suggestion.warnings],
    ...(desirability === undefined ? {} : { desirability }),
    ...(success === undefined ? {} : { success_probability: success }),
    ...(forecast === undefined
      ? {}
      : {
          mean: each(forecast.mean),
          std: each(forecast.std),
          std_measurement: each(forecast.stdMeasurement),
          prediction_interval_95: each(forecast.interval.map((ends) => [...ends])),
          ...(byLogarithm.length > 0 && {
            by_logarithm: byLogarithm.map((k) => context.targets[k] as string),
          }),
          ...(byLogit.length > 0 && { by_logit: byLogit.map((k) => context.targets[k] as string) }),
        }),
    ...(labels === undefined ? {} : { labels }),
    reason: reasonOf(context.asked, result, context, i, runOf),
  };
}

function recommendationOf(
  { recommendation }: CampaignResult,
  { asked, targets }: AutoContext,
  runOf: RunDecoder,
): Pick<SuggestResponse, 'recommendation'> {
  if (recommendation === undefined) return {};
  const { forecast, desirability, settings } = recommendation;
  const [row = 0] = tableRows(asked, targets, [recommendation.row]);
  const recorded = asked.rows.at(row) ?? {};
  const names = asked.variables.map(({ name }) => name);
  const inputs = Object.fromEntries(names.map((name) => [name, recorded[name] as string | number]));
  const { mean, std, curve } = forecast;
  return {
    recommendation: {
      row,
      inputs,
      mean: byName(targets, (k) => mean[k] as number),
      std: byName(targets, (k) => std[k] as number),
      ...(desirability === undefined ? {} : { desirability }),
      confidence_interval_95: Object.fromEntries(
        targets.map((name, k) => [name, [...(curve[k] as readonly [number, number])]]),
      ),
      ...(settings && {
        settings: {
          inputs: runOf(settings.point),
          mean: byName(targets, (k) => settings.forecast.mean[k] as number),
          std: byName(targets, (k) => settings.forecast.std[k] as number),
        },
      }),
    },
  };
}

/** About the answer as a whole. */
const warningsOf = ({ warnings, pareto }: CampaignResult, context: AutoContext): string[] => [
  ...context.warnings,
  ...warnings,
  ...(pareto ? limitsBeyondReference(context.asked, context.targets, pareto, context.goals) : []),
];

/** Decodes the points and keeps what the state, the audit log and the next records say about them. */
export function applyAutoSuggest(
  state: State,
  result: CampaignResult,
  context: AutoContext,
  environment: Environment,
): Change<SuggestResponse> {
  const { asked, space, goals } = context;
  const runOf = runDecoder(asked, space, context.hold);
  const suggestions = result.suggestions.map(({ point }) => runOf(point));
  const iteration = Math.max(context.iteration, nextIteration(state));
  const strategy = 'auto';
  const value = Number.isFinite(result.value) ? result.value : null;
  const parameters = { strategy, parameters: context.parameters, suggestions, iteration };
  const next = withAudit(
    {
      ...state,
      last_suggestions: suggestions,
      last_suggestion: {
        goal: goals[0] as Goal,
        goals,
        acquisition_value: value,
        strategy,
        iteration,
        ...(context.referencePoint === undefined ? {} : { ref_point: context.referencePoint }),
      },
    },
    auditEntry('acquisition_locked', parameters, environment),
  );
  const { pareto, cost } = result;
  return {
    state: next,
    answer: {
      suggestions,
      n_suggestions: suggestions.length,
      iteration,
      diagnostics: suggestions.map((inputs, i) => diagnosticsOf(result, context, i, inputs, runOf)),
      warnings: warningsOf(result, context),
      strategy,
      acquisition_value: value,
      seed: result.seed,
      data_revision: context.revision,
      ...(environment.computed_by && { computed_by: environment.computed_by }),
      ...(cost === undefined || context.cost === undefined
        ? {}
        : { cost: costAnswer(asked, context.cost, cost) }),
      ...(pareto === undefined ? {} : { pareto: measuredFront(asked, context.targets, pareto, goals) }),
      ...recommendationOf(result, context, runOf),
      ...(result.stop === undefined ? {} : { stop: stopOf(result, context) }),
      ...(context.bounds && { bounds: context.bounds }),
    },
    events: [
      {
        type: 'acquisition_generated',
        data: { suggestions, n_suggestions: suggestions.length, strategy, iteration },
      },
    ],
  };
}
