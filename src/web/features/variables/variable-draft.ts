import type { Variable, VariableRequest } from '../../api/types.ts';
import { parseNumber } from '../../text/csv.ts';

/** A variable as it stands in the input fields. */
export interface VariableDraft {
  readonly name: string;
  readonly type: Variable['type'];
  readonly min: string;
  readonly max: string;
  /** Labels or numbers, separated by commas. */
  readonly values: string;
  readonly unit: string;
  readonly role: 'controllable' | 'observed';
  readonly changes: 'easy' | 'hard' | 'very_hard';
  readonly description: string;
}

export const emptyDraft: VariableDraft = {
  name: '',
  type: 'real',
  min: '',
  max: '',
  values: '',
  unit: '',
  role: 'controllable',
  changes: 'easy',
  description: '',
};

export type DraftErrors = Partial<Record<keyof VariableDraft, string>>;

export function toDraft(variable: Variable): VariableDraft {
  const values = variable.categories ?? variable.allowed_values ?? [];
  return {
    name: variable.name,
    type: variable.type,
    min: variable.bounds ? String(variable.bounds[0]) : '',
    max: variable.bounds ? String(variable.bounds[1]) : '',
    values: values.join(', '),
    unit: variable.unit ?? '',
    role: variable.role,
    changes: variable.changes ?? 'easy',
    description: variable.description ?? '',
  };
}

const reserved = new Set([
  'WholePlot',
  'Subplot',
  'RunOrder',
  'Noise',
  'Iteration',
  'Reason',
  'ProvenanceId',
]);

const list = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Reads the fields; the server has the last word, these are the mistakes that can be told at once. */
export function readDraft(draft: VariableDraft): { request: VariableRequest; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const name = draft.name.trim();
  if (name === '') errors.name = 'needs a name';
  else if (reserved.has(name)) errors.name = `“${name}” is used by the table itself`;
  else if (name.includes('/')) errors.name = 'no “/” in names';
  const request: VariableRequest = { name, type: draft.type, role: draft.role };
  if (draft.type === 'categorical') {
    request.categories = list(draft.values);
    if (request.categories.length < 2) errors.values = 'at least two labels, separated by commas';
    else if (new Set(request.categories).size < request.categories.length)
      errors.values = 'a label appears twice';
  } else if (draft.type === 'discrete') {
    const numbers = list(draft.values).map((text) => parseNumber(text));
    if (numbers.includes(undefined)) errors.values = 'numbers only, separated by commas';
    else if (new Set(numbers).size < 2) errors.values = 'at least two different numbers';
    request.allowed_values = numbers.filter((value) => value !== undefined);
  } else readRange(draft, request, errors);
  if (draft.unit.trim() !== '') request.unit = draft.unit.trim();
  if (draft.description.trim() !== '') request.description = draft.description.trim();
  if (draft.role !== 'observed') request.changes = draft.changes;
  return { request, errors };
}

function readRange(draft: VariableDraft, request: VariableRequest, errors: DraftErrors): void {
  const free = draft.role === 'observed' || draft.type === 'context';
  if (free && draft.min.trim() === '' && draft.max.trim() === '') return;
  const low = parseNumber(draft.min);
  const high = parseNumber(draft.max);
  if (low === undefined) errors.min = 'a number';
  if (high === undefined) errors.max = 'a number';
  if (low === undefined || high === undefined) return;
  if (low >= high) errors.max = `above ${low}`;
  if (draft.type === 'integer' && !Number.isInteger(low)) errors.min = 'a whole number';
  if (draft.type === 'integer' && !Number.isInteger(high)) errors.max = 'a whole number';
  request.bounds = [low, high];
}
