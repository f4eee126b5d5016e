import { bookkeeping } from '../../../contract/experiments/bookkeeping.ts';
import { isSpecial, preferred } from '../../../contract/objectives/goals.ts';
import type { Objective, ObjectiveList, ObjectivesRequest } from '../../../contract/objectives/objectives.ts';
import type { Goal } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { lookalikeWords } from '../../normal-form.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { countResults } from '../rows/measured-rows.ts';
import type { Aim, Change, Environment, LastSuggestion, OutcomeConstraint, State } from '../state.ts';
import { checkFree } from '../variables/variable-spelling.ts';
import { list, show } from '../words.ts';
import { aimOf, checkAim, desirabilityIn, goalOf, isJoined, limitOf } from './aims.ts';
import { recordedBeyondBounds } from './bounds-warnings.ts';
import { settingsOf } from './campaign.ts';
import { storedAim } from './objective-facts.ts';
import { boundsIn } from './result-bounds.ts';

/** Goals of the campaign for some of its objectives; undefined where it has none. */
export function declaredGoals(state: State, targets: readonly string[]): Goal[] | undefined {
  const { goals } = settingsOf(state);
  const found = targets.flatMap((target) => goals?.[state.targets.indexOf(target)] ?? []);
  return targets.length > 0 && found.length === targets.length ? found : undefined;
}

/** The desirability in use; null until it is declared or there is a result that it could follow. */
function desirabilityNow(state: State, name: string): { low: number; high: number; curve: number } | null {
  if (countResults(state.rows, name) === 0 && !storedAim(state, name)?.desirability) return null;
  const { low, high, curve } = desirabilityIn(state, name);
  return { low, high, curve };
}

/** The objectives in their order, as requests spell them. */
export function objectiveList(state: State): ObjectiveList {
  const { goals } = settingsOf(state);
  const { aims } = state.campaign;
  return {
    objectives: state.targets.map((name) => ({
      name,
      label: state.objective_metadata[name]?.label ?? null,
      unit: state.objective_metadata[name]?.unit ?? null,
      goal: goals === null ? null : goalOf(state, name),
      target: aims?.[name]?.target ?? null,
      at_least: limitOf(state, name, 'lower') ?? null,
      at_most: limitOf(state, name, 'upper') ?? null,
      importance: aims?.[name]?.importance ?? 1,
      desirability: aims?.[name]?.desirability ?? null,
      desirability_now: desirabilityNow(state, name),
      bounds: aims?.[name]?.bounds ? [...aims[name].bounds] : null,
      bounds_now: boundsIn(state, name),
      n_values: countResults(state.rows, name),
    })),
    join: isJoined(state) ? 'desirability' : 'pareto',
    declared: goals !== null,
  };
}

function checkObjectives(state: State, { objectives, join }: ObjectivesRequest): void {
  const names = objectives.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new ValueError(`objective '${twice}' is named twice; name each once`);
  const all = [...names, ...state.variables.map(({ name }) => name)];
  for (const name of names) {
    const twin = lookalikeWords(name, all);
    if (twin !== '') throw new ValueError(`objective '${name}': ${twin}; choose another name`);
  }
  if (join === 'pareto' && objectives.length > 1) {
    const other = objectives.find(({ goal }) => isSpecial(goal));
    if (other !== undefined) {
      throw new ValueError(
        `join: 'pareto' takes objectives to maximize or minimize, '${other.name}' has goal '${other.goal}'; use 'desirability'`,
      );
    }
  }
  for (const objective of objectives) {
    const { name, at_least: low, at_most: high } = objective;
    checkAim(objective);
    if (state.variables.some((variable) => variable.name === name)) {
      throw new ValueError(`objective '${name}': a variable has this name; choose another one`);
    }
    checkFree('objective', name, bookkeeping);
    if (low != null && high != null && low >= high) {
      throw new ValueError(`objective '${name}': at_least ${low} is not below at_most ${high}`);
    }
  }
  const lost = state.targets.filter((name) => !names.includes(name) && countResults(state.rows, name) > 0);
  if (lost.length > 0) {
    throw new ValueError(
      `objective ${list(lost)} has recorded values and is not in the list; keep it, and give it a label to show another name, or delete the experiments`,
    );
  }
}

function limitsOf({ name, at_least, at_most }: Objective): OutcomeConstraint[] {
  return [
    ...(at_least == null ? [] : [{ objective_name: name, bound_type: 'lower' as const, value: at_least }]),
    ...(at_most == null ? [] : [{ objective_name: name, bound_type: 'upper' as const, value: at_most }]),
  ];
}

/** A reference point for other objectives, or another order of them; null where one is new, or fewer than two are left. */
function referenceAfter({ campaign, targets }: State, names: readonly string[]): readonly number[] | null {
  const { ref_point } = campaign;
  if (ref_point?.length !== targets.length || names.length < 2) return null;
  const values = names.flatMap((name) => ref_point[targets.indexOf(name)] ?? []);
  return values.length === names.length ? values : null;
}

/** Says that a reference point is gone. */
export const referenceWords = ({ campaign: before }: State, { campaign, targets }: State): string[] =>
  before.ref_point === null || campaign.ref_point !== null || targets.length < 2
    ? []
    : [
        `the reference point ${show(before.ref_point)} belonged to other objectives and was removed; until one is set for ${list(targets)}, it is computed from the results`,
      ];

/** The last suggestion, without its goals and reference point where these were of other objectives, or of another order of them. */
function lastAfter(
  { last_suggestion: last, targets }: State,
  names: readonly string[],
): LastSuggestion | null {
  if (last === null || JSON.stringify(names) === JSON.stringify(targets)) return last;
  const { ref_point: _reference, ...rest } = last;
  return { ...rest, goals: [] };
}

/**
 * Declares what the campaign is for: before any data, or later. Rows stay; an objective that is new has not been
 * measured in them.
 *
 * @throws ValueError a name is taken, limits contradict, or recorded values would be lost
 */
export function putObjectives(
  state: State,
  request: ObjectivesRequest,
  environment: Environment,
): Change<ObjectiveList> {
  checkObjectives(state, request);
  const { objectives, join } = request;
  const metadata = { ...state.objective_metadata };
  for (const { name, label, unit } of objectives) {
    const given = { ...(label === undefined ? {} : { label }), ...(unit === undefined ? {} : { unit }) };
    if (Object.keys(given).length > 0) metadata[name] = { ...metadata[name], ...given };
  }
  const before = objectiveList(state);
  const names = objectives.map(({ name }) => name);
  const { aims: _aims, join: _join, ...plain } = state.campaign;
  const aims: Record<string, Aim> = {};
  for (const objective of objectives) {
    const aim = aimOf(objective);
    if (aim !== undefined) aims[objective.name] = aim;
  }
  const next: State = {
    ...state,
    targets: names,
    last_suggestion: lastAfter(state, names),
    campaign: {
      ...plain,
      ref_point: referenceAfter(state, names),
      goals: objectives.map(({ goal }) => (preferred[goal] === 'smaller' ? 'minimize' : 'maximize')),
      ...(Object.keys(aims).length === 0 ? {} : { aims }),
      ...(join === 'desirability' ? { join } : {}),
    },
    outcome_constraints: objectives.flatMap(limitsOf),
    objective_metadata: metadata,
    data_revision: state.data_revision + 1,
  };
  const answer = objectiveList(next);
  const parameters = { old: before.objectives, new: answer.objectives };
  const warnings = [...referenceWords(state, next), ...recordedBeyondBounds(next)];
  return {
    state: withAudit(next, auditEntry('objectives_declared', parameters, environment)),
    answer: warnings.length > 0 ? { ...answer, warnings } : answer,
    events: [{ type: 'objective_metadata_changed', data: { metadata } }],
  };
}
