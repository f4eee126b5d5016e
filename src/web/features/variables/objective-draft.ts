import { isSpecial } from '../../../contract/objectives/goals.ts';
import type { ObjectiveGoal, ObjectivesRequest } from '../../api/types.ts';
import type { Declared } from '../../domain/results/objectives.ts';
import { parseNumber, writeNumber, writeValue } from '../../text/numbers.ts';

/** An objective as it is typed. */
export interface ObjectiveDraft {
  readonly name: string;
  readonly unit: string;
  readonly goal: ObjectiveGoal;
  readonly target: string;
  readonly atLeast: string;
  readonly atMost: string;
  readonly importance: string;
  readonly low: string;
  readonly high: string;
  readonly curve: string;
  /** Ends of the results that can be; `none`: open. */
  readonly lowest: string;
  readonly highest: string;
}

const emptyObjective: ObjectiveDraft = {
  name: '',
  unit: '',
  goal: 'maximize',
  target: '',
  atLeast: '',
  atMost: '',
  importance: '1',
  low: '',
  high: '',
  curve: '1',
  lowest: '',
  highest: '',
};

/** What is typed for an open end. */
const openEnd = 'none';

const writtenEnd = (end: number | null | undefined): string => (end == null ? openEnd : writeNumber(end));

export const draftOf = (one: Declared): ObjectiveDraft => ({
  name: one.name,
  unit: one.unit ?? '',
  goal: one.goal ?? 'maximize',
  target: writeValue(one.target),
  atLeast: writeValue(one.at_least),
  atMost: writeValue(one.at_most),
  importance: writeValue(one.importance),
  low: writeValue(one.desirability?.low),
  high: writeValue(one.desirability?.high),
  curve: writeValue(one.desirability?.curve ?? 1),
  lowest: one.bounds ? writtenEnd(one.bounds[0]) : '',
  highest: one.bounds ? writtenEnd(one.bounds[1]) : '',
});

/** A further objective, with a name that is free. */
export function anotherDraft(drafts: readonly ObjectiveDraft[]): ObjectiveDraft {
  const names = new Set(drafts.map(({ name }) => name));
  let number = drafts.length + 1;
  while (names.has(`Output ${number}`)) number++;
  return { ...emptyObjective, name: `Output ${number}` };
}

export type DraftErrors = Partial<Record<keyof ObjectiveDraft, string>>;

type Entry = ObjectivesRequest['objectives'][number];

/** Both ends as they are typed: an empty one beside another is open; null where both are empty, so that the server judges. */
function readBounds(draft: ObjectiveDraft, errors: DraftErrors): (number | null)[] | null {
  const [low, high] = (['lowest', 'highest'] as const).map((field) => {
    const text = draft[field].trim();
    if (text === '' || text.toLowerCase() === openEnd) return null;
    const value = parseNumber(text);
    if (value === undefined) errors[field] = `“${text}” is not a number; write ${openEnd} for no bound`;
    return value ?? null;
  }) as [number | null, number | null];
  if (low !== null && high !== null && !(low < high)) errors.highest = 'Must be above the lowest';
  return `${draft.lowest}${draft.highest}`.trim() === '' ? null : [low, high];
}

/** One objective as a request, and what is wrong with its fields. */
function readObjective(draft: ObjectiveDraft): { entry: Entry; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const number = (field: keyof ObjectiveDraft, needed: boolean): number | null => {
    const text = draft[field].trim();
    const value = parseNumber(text);
    if (text === '' && needed) errors[field] = 'Enter a number';
    else if (text !== '' && value === undefined) errors[field] = `“${text}” is not a number`;
    return value ?? null;
  };
  const { goal } = draft;
  if (draft.name.trim() === '') errors.name = 'Enter a name';
  const low = number('low', draft.high.trim() !== '');
  const high = number('high', draft.low.trim() !== '');
  const curve = number('curve', false) ?? 1;
  const importance = number('importance', true);
  if (importance !== null && !(importance > 0)) errors.importance = 'Enter a number above 0';
  if (low !== null && high !== null && !(low < high)) errors.high = 'Must be above the lower end';
  if (!(curve > 0)) errors.curve = 'Enter a number above 0';
  const bounds = readBounds(draft, errors);
  const atLeast = number('atLeast', goal === 'at_least');
  const atMost = number('atMost', goal === 'at_most');
  if (atLeast !== null && atMost !== null && atLeast >= atMost)
    errors.atMost = 'Must be above the minimum acceptable value';
  return {
    entry: {
      name: draft.name.trim(),
      unit: draft.unit.trim() === '' ? null : draft.unit.trim(),
      goal,
      target: goal === 'target' ? number('target', true) : null,
      at_least: atLeast,
      at_most: atMost,
      importance,
      desirability: low === null || high === null ? null : { low, high, curve },
      bounds,
    },
    errors,
  };
}

/** All objectives as a request, with the errors of each; no request while there are any. */
export function readObjectives(
  drafts: readonly ObjectiveDraft[],
  join: 'pareto' | 'desirability',
): { special: boolean; request: ObjectivesRequest; errors: readonly DraftErrors[]; ok: boolean } {
  const read = drafts.map(readObjective);
  const names = drafts.map(({ name }) => name.trim());
  const errors = read.map((one, k) =>
    names.indexOf(names[k] ?? '') < k
      ? { ...one.errors, name: 'Another objective has this name' }
      : one.errors,
  );
  const special = drafts.some(({ goal }) => isSpecial(goal));
  return {
    special,
    request: {
      objectives: read.map(({ entry }) => entry),
      ...(drafts.length > 1 ? { join: special ? ('desirability' as const) : join } : {}),
    },
    errors,
    ok: errors.every((one) => Object.keys(one).length === 0),
  };
}
