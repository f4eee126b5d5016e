import { bookkeeping } from '../../../contract/experiments/bookkeeping.ts';
import type { ChangeLevel } from '../../../contract/families.ts';
import { isObserved, type VariableRole } from '../../../contract/variables/variable-roles.ts';
import type { Variable, VariablePatch, VariableRequest } from '../../api/types.ts';
import { parseNumber, readNumber, writeNumber } from '../../text/numbers.ts';

/** A variable as typed into the input fields. */
export interface VariableDraft {
  readonly name: string;
  readonly type: Variable['type'];
  readonly min: string;
  readonly max: string;
  /** Categories as they are, or numbers as typed. */
  readonly values: readonly string[];
  readonly unit: string;
  readonly role: VariableRole;
  readonly changes: ChangeLevel;
  readonly description: string;
  readonly scale: 'linear' | 'log';
  /** Smallest difference that can be set. */
  readonly step: string;
  /** Of the categories: kept in rows, not proposed. */
  readonly retired: readonly string[];
  /** Of the categories or numbers as typed: out of stock. */
  readonly unavailable: readonly string[];
}

export const emptyDraft: VariableDraft = {
  name: '',
  type: 'real',
  min: '',
  max: '',
  values: [],
  unit: '',
  role: 'controllable',
  changes: 'easy',
  description: '',
  scale: 'linear',
  step: '',
  retired: [],
  unavailable: [],
};

export type DraftErrors = Partial<Record<keyof VariableDraft, string>>;

export function toDraft(variable: Variable): VariableDraft {
  const numbers = (variable.allowed_values ?? []).map((value) => writeNumber(value));
  return {
    name: variable.name,
    type: variable.type,
    min: variable.bounds ? writeNumber(variable.bounds[0] as number) : '',
    max: variable.bounds ? writeNumber(variable.bounds[1] as number) : '',
    values: variable.categories ?? numbers,
    unit: variable.unit ?? '',
    role: variable.role,
    changes: variable.changes ?? 'easy',
    description: variable.description ?? '',
    scale: variable.scale ?? 'linear',
    step: variable.step === undefined ? '' : writeNumber(variable.step),
    retired: variable.retired ?? [],
    unavailable: (variable.unavailable ?? []).map((value) =>
      typeof value === 'number' ? writeNumber(value) : value,
    ),
  };
}

/**
 * Reads the fields; the server has the last word, these are the mistakes that can be shown at once.
 *
 * @param taken names of other variables
 */
export function readDraft(
  draft: VariableDraft,
  taken: readonly string[] = [],
): { request: VariableRequest; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const name = draft.name.trim();
  if (name === '') errors.name = 'needs a name';
  else if (taken.includes(name)) errors.name = `“${name}” already exists`;
  else if (bookkeeping.includes(name)) errors.name = `“${name}” is a reserved name`;
  else if (name.includes('/')) errors.name = 'names cannot contain “/”';
  const request: VariableRequest = { name, type: draft.type, role: draft.role };
  if (draft.type === 'categorical') {
    request.categories = [...draft.values];
    request.retired = draft.retired.filter((one) => draft.values.includes(one));
    request.unavailable = draft.unavailable.filter((one) => draft.values.includes(one));
    if (draft.values.length < 2) errors.values = 'at least two categories; press Enter after each';
    else if (new Set(draft.values).size < draft.values.length) errors.values = 'a category appears twice';
  } else if (draft.type === 'discrete') {
    const parsed = draft.values.map((text) => ({ text, ...readNumber(text) }));
    const wrong = parsed.find((one) => one.value === undefined);
    const numbers = parsed.flatMap((one) => (one.value === undefined ? [] : [one.value]));
    if (wrong) errors.values = `“${wrong.text}”: ${wrong.problem}`;
    else if (new Set(numbers).size < 2) errors.values = 'at least two different numbers';
    request.allowed_values = numbers;
    if (draft.scale === 'log' && !isObserved(draft)) {
      request.scale = 'log';
      if (numbers.some((one) => one <= 0)) errors.values = 'above 0 on a logarithmic scale';
    }
    request.unavailable = draft.unavailable
      .filter((text) => draft.values.includes(text))
      .flatMap((text) => readNumber(text).value ?? []);
  } else readRange(draft, request, errors);
  if (draft.unit.trim() !== '') request.unit = draft.unit.trim();
  if (draft.description.trim() !== '') request.description = draft.description.trim();
  if (!isObserved(draft)) request.changes = draft.changes;
  return { request, errors };
}

function readRange(draft: VariableDraft, request: VariableRequest, errors: DraftErrors): void {
  const free = isObserved(draft);
  if (free && draft.min.trim() === '' && draft.max.trim() === '') return;
  const words = (text: string): string =>
    text.trim() === '' ? 'a number' : (readNumber(text).problem ?? '');
  const low = parseNumber(draft.min);
  const high = parseNumber(draft.max);
  if (low === undefined) errors.min = words(draft.min);
  if (high === undefined) errors.max = words(draft.max);
  if (low === undefined || high === undefined) return;
  if (low >= high) errors.max = `above ${writeNumber(low)}`;
  if (draft.type === 'integer' && !Number.isInteger(low)) errors.min = 'a whole number';
  if (draft.type === 'integer' && !Number.isInteger(high)) errors.max = 'a whole number';
  request.bounds = [low, high];
  if (draft.scale === 'log' && !free) {
    request.scale = 'log';
    if (low <= 0) errors.min = 'above 0 on a logarithmic scale';
  }
  if (free || draft.step.trim() === '') return;
  const step = parseNumber(draft.step);
  if (step === undefined || step <= 0) errors.step = step === undefined ? words(draft.step) : 'above 0';
  else if (step > high - low) errors.step = `at most ${writeNumber(high - low)}`;
  else if (draft.type === 'integer' && !Number.isInteger(step)) errors.step = 'a whole number';
  else request.step = step;
}

/** What of a variable is to change so that it is as another draft says; null takes a field away. */
export function patchOf(before: VariableRequest, after: VariableRequest): VariablePatch {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof VariableRequest>;
  const differ = [...fields].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(differ.map((field) => [field, after[field] ?? null])) as VariablePatch;
}
