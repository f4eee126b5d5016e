import { bookkeeping } from '../../../contract/experiments/bookkeeping.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Row } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type {
  StoredVariable,
  VariableChanged,
  VariablePatch,
  VariableRequest,
} from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, filterInSlices, type Slices } from '../../../engine/slices.ts';
import { auditEntry, withAudit } from '../audit.ts';
import type { List } from '../document/document-list.ts';
import type { Change, Environment, State } from '../state.ts';
import { show } from '../words.ts';
import { checkValue } from './check-inputs.ts';
import { contradictions } from './contradictions.ts';
import { withRenamed } from './rename-variable.ts';
import { retypedPatch, withRetyped } from './retype-variable.ts';
import { answerSpelling, storedSpelling } from './variable-spelling.ts';
import { changeWords } from './variable-words.ts';
import { checkJoin, positionOf, variablesChanged, withDefinition } from './variables.ts';

/** The requested value, or the present one where none is requested. */
const either = <T>(requested: T | undefined, kept: T | undefined): T | undefined =>
  requested === undefined ? kept : requested;

/** The range after a patch: two bounds at once, or one side of it. */
function rangeAfter({ min, max }: StoredVariable, patch: VariablePatch) {
  if (patch.bounds === null) return {};
  if (patch.bounds !== undefined) return { bounds: patch.bounds };
  return { min: either(patch.min, min), max: either(patch.max, max) };
}

/** Lists of closed values; what the variable no longer has leaves them. */
function closedAfter(stored: StoredVariable, patch: VariablePatch, known: readonly (string | number)[] = []) {
  const declared = new Set(known);
  const left = <T extends string | number>(kept: readonly T[] | undefined) =>
    kept?.filter((value) => declared.has(value));
  return {
    retired: either(patch.retired, left(stored.retired)),
    unavailable: either(patch.unavailable, left(stored.unavailable)),
  };
}

/** The definition after a patch, as a request that spells the whole of it; a new type takes along what it has. */
function requestAfter(stored: StoredVariable, patch: VariablePatch): VariableRequest {
  const { name = stored.name, type = stored.type } = patch;
  const role = either(patch.role, stored.role);
  const isSet = !isObserved({ role, type });
  const values = patch.categories ?? patch.values ?? stored.values;
  const allowed_values = either(patch.allowed_values, stored.allowed_values);
  const isNumeric = type !== 'categorical' && type !== 'discrete';
  const request = {
    name,
    type,
    role,
    unit: either(patch.unit, stored.unit),
    description: either(patch.description, stored.description),
    ...(type === 'categorical' ? { values, ...closedAfter(stored, patch, values) } : {}),
    ...(type === 'discrete'
      ? { allowed_values, ...closedAfter(stored, patch, allowed_values ?? undefined), retired: patch.retired }
      : {}),
    ...(isNumeric
      ? { ...rangeAfter(stored, patch), retired: patch.retired, unavailable: patch.unavailable }
      : {}),
    scale: either(patch.scale, type === 'categorical' || type === 'context' ? undefined : stored.scale),
    step: either(patch.step, isNumeric && isSet ? stored.step : undefined),
    changes: either(patch.changes, isSet ? stored.changes : undefined),
  };
  const given = Object.entries(request).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as unknown as VariableRequest;
}

const places = (rows: readonly number[]): string =>
  rows.length <= 5 ? rows.join(', ') : `${rows.slice(0, 5).join(', ')} and ${rows.length - 5} more`;

const rowsAt = (rows: readonly number[]): string => `${rows.length === 1 ? 'row' : 'rows'} ${places(rows)}`;

/** Rows, counted from 1, whose value of the variable fits a test. */
function* rowsWith(
  rows: List<Row>,
  name: string,
  fits: (value: string | number) => boolean,
): Slices<number[]> {
  const found: number[] = [];
  yield* eachInSlices(rows, ({ [name]: value }, i) => {
    if (value !== null && value !== undefined && fits(value)) found.push(i + 1);
  });
  return found;
}

/** What rows hold and what runs plan must stay values of the variable. */
function* checkHeld(state: State, name: string, stored: StoredVariable): Slices<void> {
  const isText = stored.type === 'categorical';
  const labels = new Set(stored.values);
  const unfit = yield* rowsWith(state.rows, name, (value) =>
    isText ? !labels.has(String(value)) : typeof value !== 'number',
  );
  if (unfit.length > 0) {
    const value = state.rows.at((unfit[0] as number) - 1)?.[name];
    throw new ValueError(
      isText
        ? `variable '${name}': category ${show(value)} is in recorded ${rowsAt(unfit)}; keep it in categories and name it in retired`
        : `variable '${name}': recorded ${rowsAt(unfit)} ${unfit.length === 1 ? 'contains' : 'contain'} text, such as ${show(value)}; it cannot become ${stored.type}`,
    );
  }
  const waiting = state.queue.filter(isOpen);
  for (const { id, inputs } of waiting) {
    const value = inputs[name];
    if (value === undefined) continue;
    if (stored.retired?.includes(String(value))) {
      throw new ValueError(
        `variable '${name}': staged run '${id}' has ${show(value)}; delete the run before the category is retired`,
      );
    }
    try {
      checkValue(stored, value);
    } catch (cause) {
      throw new ValueError(`staged run '${id}': ${(cause as Error).message}`, { cause });
    }
  }
}

function* checkName(state: State, from: string, stored: StoredVariable): Slices<void> {
  const to = stored.name;
  if (state.variables.some(({ name }) => name === to)) {
    throw new ValueError(`variable '${to}' exists already; choose another name for '${from}'`);
  }
  const holders = yield* filterInSlices(state.rows, (row) => Object.hasOwn(row, to));
  if (holders.length > 0 || bookkeeping.includes(to)) {
    throw new ValueError(`variable '${from}': the table has a column '${to}' already; choose another name`);
  }
  const variables = state.variables.filter(({ name }) => name !== from);
  checkJoin({ ...state, variables, rows: [] }, stored);
}

/** What follows for what is there already. */
function notesOf(
  state: State,
  before: StoredVariable,
  after: StoredVariable,
  outside: readonly number[],
): string[] {
  const notes: string[] = [];
  if (outside.length > 0) {
    notes.push(
      outside.length === 1
        ? `recorded row ${places(outside)} is outside the new bounds and stays; models still use it, and new runs are not compared with it`
        : `recorded rows ${places(outside)} are outside the new bounds and stay; models still use them, and new runs are not compared with them`,
    );
  }
  if ((before.type === 'categorical') !== (after.type === 'categorical') && state.rows.length > 0)
    notes.push(`recorded values are kept, as ${after.type === 'categorical' ? 'categories' : 'numbers'}`);
  const lacking = state.queue.filter((item) => isOpen(item) && item.inputs[after.name] === undefined);
  if (isObserved(before) && !isObserved(after) && lacking.length > 0) {
    notes.push(`${lacking.length} staged runs have no value for it; give one when they are completed`);
  }
  const column = state.model?.fitted
    ? state.model.columns.find(({ name }) => name === after.name)
    : undefined;
  const labels = after.type === 'categorical' ? (after.values ?? []) : null;
  if (column !== undefined && (column.log === true) !== (after.scale === 'log')) {
    notes.push('the model was trained on the other scale; train again before requesting suggestions');
  }
  if (column !== undefined && JSON.stringify(column.labels) !== JSON.stringify(labels)) {
    notes.push('the model was trained with other categories; train again before requesting suggestions');
  }
  return notes;
}

/**
 * Changes a variable of a campaign that may have rows: a new name goes wherever the old one stood, rows keep their
 * values, and the audit log keeps before and after.
 *
 * @throws NotFoundError, ValidationError (422)
 * @throws ValueError rows or staged runs hold what the variable would no longer have, or the name is taken
 */
export function* changeVariable(
  state: State,
  { variable, ...patch }: VariablePatch & { readonly variable: string },
  environment: Environment,
): Slices<Change<VariableChanged>> {
  const position = positionOf(state, variable);
  const before = state.variables[position] as StoredVariable;
  const after = storedSpelling(requestAfter(before, yield* retypedPatch(state, before, patch)));
  const { name } = after;
  if (name !== variable) yield* checkName(state, variable, after);
  const typed = yield* withRetyped(state, before, after);
  yield* checkHeld(typed, variable, { ...after, name: variable });
  const words = changeWords(before, after);
  const named = name === variable ? typed : yield* withRenamed(typed, variable, name);
  const outside = yield* rowsWith(typed.rows, variable, (value) => checkValue(after, value) !== undefined);
  const changed = withDefinition(named, position, after);
  const notes = [...notesOf(named, before, after, outside), ...(yield* contradictions(changed))];
  const answer: VariableChanged = {
    ...answerSpelling(after),
    message: words.length === 0 ? `variable '${name}' did not change` : `variable '${name}' changed`,
    changes_made: words,
    notes,
    rows_outside: outside.length,
  };
  if (words.length === 0) return { state, answer };
  const parameters = { variable: name, before, after, changes: words, rows_outside: outside.length };
  const next = withAudit(changed, auditEntry('variable_changed', parameters, environment, patch.why ?? ''));
  const event = variablesChanged(next);
  const hasSameRows = name === variable && typed === state;
  const data = hasSameRows ? event.data : { ...event.data, rows_changed: true };
  return { state: next, answer, events: [{ ...event, data }] };
}
