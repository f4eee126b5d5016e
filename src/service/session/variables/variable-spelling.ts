import { bookkeeping } from '../../../contract/experiments/bookkeeping.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable, Variable, VariableRequest } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { stepCount } from '../../../engine/space/encode.ts';
import { fieldError } from '../../errors.ts';
import { lookalikeWords } from '../../normal-form.ts';
import { maxValues } from '../state.ts';
import { list, namesToUse, show } from '../words.ts';

export const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** `bounds`, or `min` and `max`; both must say the same. */
function rangeOf(request: VariableRequest): { min: number | undefined; max: number | undefined } {
  const { bounds } = request;
  const min = request.min ?? undefined;
  const max = request.max ?? undefined;
  if (!present(bounds)) return { min, max };
  const [low, high] = bounds as [number, number];
  if ((min !== undefined && min !== low) || (max !== undefined && max !== high)) {
    throw fieldError(
      ['body', 'bounds'],
      `bounds ${show(bounds)} and min/max ${show([min, max])} differ; send one of them`,
      'bounds_differ',
    );
  }
  return { min: low, max: high };
}

/** @throws ValueError a list is longer than any variable's */
function checkLengths(request: VariableRequest): void {
  for (const field of ['categories', 'values', 'allowed_values', 'retired', 'unavailable'] as const) {
    const count = request[field]?.length ?? 0;
    if (count <= maxValues) continue;
    throw new ValueError(
      `variable '${request.name}': ${field} has ${count} entries, more than ${maxValues}; describe them by numeric columns and a candidate list`,
    );
  }
}

function labelsOf(request: VariableRequest): string[] | undefined {
  const { categories, values } = request;
  if (present(categories) && present(values) && categories.join('\n') !== values.join('\n')) {
    throw fieldError(
      ['body', 'categories'],
      'categories and values differ; send one of them',
      'categories_differ',
    );
  }
  return values ?? categories ?? undefined;
}

/** Type of a variable that does not say: the first shape that fits. */
function inferType(request: VariableRequest): StoredVariable['type'] {
  if (request.type !== undefined) return request.type;
  const { min, max } = rangeOf(request);
  if (min !== undefined || max !== undefined) return 'real';
  if (labelsOf(request) !== undefined) return 'categorical';
  if (present(request.allowed_values)) return 'discrete';
  throw fieldError(['body', 'type'], 'field is required', 'missing');
}

function checkRange(name: string, type: string, min: number | undefined, max: number | undefined): void {
  for (const [side, value] of [
    ['min', min],
    ['max', max],
  ] as const) {
    if (value === undefined) continue;
    if (!Number.isFinite(value)) {
      throw new ValueError(`variable '${name}': ${side} must be finite, got ${value}; send a finite number`);
    }
    if (type === 'integer' && !Number.isInteger(value)) {
      throw fieldError(['body', side], `expected a whole number, got ${value}`, 'int_from_float');
    }
  }
  if (min === undefined || max === undefined) return;
  if (min >= max) {
    throw new ValueError(
      `variable '${name}': min ${min} is not below max ${max}; send two different bounds, the lower one first`,
    );
  }
  if (!Number.isFinite(max - min)) {
    throw new ValueError(
      `variable '${name}': the span from ${min} to ${max} is beyond the range of a 64-bit float; narrow the bounds`,
    );
  }
}

/** A step fits into the range at least once, so that there is a choice; of an integer variable it is whole. */
function stepPart({ name, step }: VariableRequest, type: string, span: number): { step?: number } {
  if (!present(step)) return {};
  if (!(step > 0 && step <= span)) {
    throw new ValueError(
      `variable '${name}': step must be above 0 and at most the span of the bounds, ${span}, got ${step}`,
    );
  }
  if (type === 'integer' && !Number.isInteger(step)) {
    throw fieldError(['body', 'step'], `expected a whole number, got ${step}`, 'int_from_float');
  }
  if (span / step > maxSteps) {
    throw new ValueError(
      `variable '${name}': step ${step} makes more than ${maxSteps} values between min and max, ${span} apart; send a larger step, or none`,
    );
  }
  return { step };
}

/** Most values of a lattice that a user would set. */
const maxSteps = 1e6;

function numericPart(request: VariableRequest, type: string, observed: boolean) {
  const { min, max } = rangeOf(request);
  if (observed && (min === undefined) !== (max === undefined)) {
    throw new ValueError(
      `variable '${request.name}': an observed variable has both bounds or neither, got ${show({ min, max })}`,
    );
  }
  if (!observed && (min === undefined || max === undefined)) {
    throw fieldError(['body', 'bounds'], `a ${type} variable needs bounds [min, max]`, 'bounds_required');
  }
  checkRange(request.name, type, min, max);
  return min === undefined || max === undefined ? {} : { min, max, ...stepPart(request, type, max - min) };
}

function categoricalPart(request: VariableRequest) {
  const labels = labelsOf(request);
  if (labels === undefined) {
    throw fieldError(['body', 'categories'], 'a categorical variable needs categories', 'missing');
  }
  if (labels.length === 0) {
    throw new ValueError(`variable '${request.name}': categories is empty; declare at least one category`);
  }
  const seen = new Set<string>();
  const repeated = labels.find((label) => seen.size === seen.add(label).size);
  if (repeated !== undefined) {
    throw new ValueError(
      `variable '${request.name}': category ${show(repeated)} is declared twice; name each once`,
    );
  }
  return { values: labels };
}

function discretePart(request: VariableRequest) {
  const allowed = request.allowed_values;
  if (!present(allowed) || allowed.length < 2) {
    throw fieldError(
      ['body', 'allowed_values'],
      'a discrete variable needs at least two allowed_values',
      'too_short',
    );
  }
  const wrong = allowed.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) {
    throw new ValueError(
      `variable '${request.name}': allowed value ${wrong} is not finite; send finite numbers`,
    );
  }
  const sorted = [...allowed].sort((a, b) => a - b);
  const repeated = sorted.find((value, i) => value === sorted[i - 1]);
  if (repeated !== undefined) {
    throw new ValueError(
      `variable '${request.name}': allowed value ${repeated} is given twice; name each once`,
    );
  }
  return { allowed_values: sorted };
}

/** Values that a logarithmic scale lists at most, of integers and steps. */
const maxLogarithms = 10_000;

/** A logarithmic scale: of a numeric variable whose values are above 0. */
function scalePart(
  request: VariableRequest,
  type: string,
  { min: low, max, step, allowed_values }: Partial<StoredVariable>,
) {
  const { name, scale } = request;
  if (scale !== 'log') return {};
  if (type !== 'real' && type !== 'integer' && type !== 'discrete')
    throw fieldError(
      ['body', 'scale'],
      `log belongs to a numeric variable, not to a ${type} one`,
      'not_used',
    );
  const min = allowed_values?.[0] ?? low;
  const by = step ?? (type === 'integer' ? 1 : undefined);
  const count = min === undefined || max === undefined || by === undefined ? 0 : stepCount(min, max, by);
  if (count > maxLogarithms)
    throw new ValueError(
      `variable '${name}': a log scale takes at most ${maxLogarithms} values, got ${count}; use a real variable without a step, or discrete values`,
    );
  if (min === undefined || !(min > 0)) {
    throw new ValueError(
      `variable '${name}': a log scale needs bounds above 0, got ${min === undefined ? 'none' : min}; raise the lower one, or use a linear scale`,
    );
  }
  return { scale: 'log' as const };
}

/**
 * Categories that are retired, and values that are out of stock: each one of the variable, and something is left to choose.
 *
 * @throws ValueError, ValidationError (422) the variable has no list of values
 */
function closedPart(
  { name, retired, unavailable }: VariableRequest,
  { values, allowed_values }: Pick<StoredVariable, 'values' | 'allowed_values'>,
): Pick<StoredVariable, 'retired' | 'unavailable'> {
  const known: readonly (string | number)[] | undefined = values ?? allowed_values;
  const fields = { retired: values && retired, unavailable: known && unavailable };
  for (const [field, given] of Object.entries({ retired, unavailable })) {
    if (!present(given) || given.length === 0) continue;
    if (!present(fields[field as keyof typeof fields])) {
      const which = field === 'retired' ? 'categorical' : 'categorical or discrete';
      throw fieldError(['body', field], `belongs to a ${which} variable`, 'not_used');
    }
    const declared = new Set(known);
    const unknown = given.find((value) => !declared.has(value));
    if (unknown !== undefined) {
      throw new ValueError(
        `variable '${name}': ${field} names ${show(unknown)}, which it does not have; choose from ${list(known ?? [])}`,
      );
    }
  }
  const closed = new Set<string | number>([...(retired ?? []), ...(unavailable ?? [])]);
  if (known !== undefined && closed.size > 0 && known.every((value) => closed.has(value))) {
    throw new ValueError(
      `variable '${name}': every value is retired or unavailable, so nothing can be proposed; keep at least one available`,
    );
  }
  const kept = <T>(key: string, given: readonly T[] | null | undefined) =>
    present(given) && given.length > 0 ? { [key]: [...new Set(given)] } : {};
  return { ...kept('retired', retired), ...kept('unavailable', unavailable) };
}

/** @throws ValueError the name means something else in a table of runs, or in programs that read one */
export function checkFree(what: string, name: string, columns: readonly string[]): void {
  if (columns.includes(name)) {
    throw new ValueError(`${what} '${name}': the name is reserved for bookkeeping; choose another one`);
  }
  if (name in Object.prototype) {
    throw new ValueError(`${what} '${name}': the name is reserved for programs; choose another one`);
  }
}

/** Whether a name can be in the address of what it names. */
export const isAddressable = (name: string): boolean =>
  !['', '.', '..'].includes(name) && !name.includes('/');
export const notAddressable = "cannot be used in an address; use a name without '/', other than '.' and '..'";

const reserved = ['Output', ...bookkeeping];

function checkName(name: string): void {
  if (name !== '' && name.trim() === '') {
    throw fieldError(
      ['body', 'name'],
      `name ${show(name)} is blank; use a visible name`,
      'variable_name_blank',
    );
  }
  if (!isAddressable(name)) {
    throw fieldError(
      ['body', 'name'],
      `name ${show(name)} ${notAddressable}`,
      'variable_name_not_addressable',
    );
  }
  checkFree('variable', name, reserved);
}

/**
 * Any spelling of a variable as the stored one.
 *
 * @throws ValidationError (422) a field is missing, has the wrong shape, or contradicts another
 * @throws ValueError      (400) the values break a rule
 */
export function storedSpelling(request: VariableRequest): StoredVariable {
  checkName(request.name);
  checkLengths(request);
  const type = inferType(request);
  const observed = isObserved({ role: request.role, type });
  const changes = request.changes ?? 'easy';
  if (observed && changes !== 'easy') {
    throw new ValueError(
      `variable '${request.name}': an observed variable is never set, so changes is 'easy', got '${changes}'`,
    );
  }
  if (present(request.step) && (observed || (type !== 'real' && type !== 'integer'))) {
    throw fieldError(
      ['body', 'step'],
      `a step belongs to a real or integer variable that is set, not to ${observed ? 'an observed' : `a ${type}`} one`,
      'not_used',
    );
  }
  const part =
    type === 'categorical'
      ? categoricalPart(request)
      : type === 'discrete'
        ? discretePart(request)
        : numericPart(request, type, observed);
  return {
    name: request.name,
    type,
    ...part,
    ...scalePart(request, type, part),
    ...closedPart(request, part),
    ...(request.unit === undefined ? {} : { unit: request.unit }),
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.role === 'observed' ? { role: 'observed' as const } : {}),
    ...(changes === 'easy' ? {} : { changes }),
  };
}

/** The stored spelling as answers spell it. */
export function answerSpelling(stored: StoredVariable): Variable {
  const observed = isObserved(stored);
  return {
    name: stored.name,
    type: stored.type,
    role: observed ? 'observed' : 'controllable',
    changes: observed ? null : (stored.changes ?? 'easy'),
    bounds: stored.min === undefined || stored.max === undefined ? null : [stored.min, stored.max],
    categories: stored.values ?? null,
    ...(stored.allowed_values === undefined ? {} : { allowed_values: stored.allowed_values }),
    ...(stored.step === undefined ? {} : { step: stored.step }),
    ...(stored.unit === undefined ? {} : { unit: stored.unit }),
    ...(stored.description === undefined ? {} : { description: stored.description }),
    ...(stored.scale === undefined ? {} : { scale: stored.scale }),
    ...(stored.retired === undefined ? {} : { retired: stored.retired }),
    ...(stored.unavailable === undefined ? {} : { unavailable: stored.unavailable }),
  };
}

/** Message for a name that is not there, with the ones that are. */
export const noVariable = (name: string, variables: readonly StoredVariable[]): string =>
  variables.length === 0
    ? `variable '${name}' not found; the session has no variables`
    : `variable '${name}' not found; ${hintOf(
        name,
        variables.map((variable) => variable.name),
      )}`;

const hintOf = (name: string, known: readonly string[]): string =>
  lookalikeWords(name, known) || namesToUse(known, name);
