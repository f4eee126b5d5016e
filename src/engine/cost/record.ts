import {
  type Check,
  checkArray,
  checkAscending,
  checkNumber,
  checkPair,
  checkText,
  collecting,
  type Report,
  show,
} from './validation.ts';

/** What every cost record carries. Field names are those of the stored records. */
export interface BaseCost {
  /** What a cost is counted in, such as `EUR`; null when not declared. Surrounding white space is stripped. */
  readonly units: string | null;
}

/** f(x) = proportional_term·x + constant_term */
export interface LinearCost extends BaseCost {
  readonly proportional_term: number;
  readonly constant_term: number;
}

/** f(x) = quadratic_term·x² + proportional_term·x + constant_term */
export interface QuadraticCost extends LinearCost {
  readonly quadratic_term: number;
}

/** (x, y) */
export type CoordinatePair = readonly [number, number];

/** Straight lines from point to point. The curve starts at the first point; two points with one x are a jump. */
export interface PiecewiseLinearCost extends BaseCost {
  /** At least two, x ascending (equal neighbours allowed). */
  readonly points: readonly CoordinatePair[];
}

/** `y_coords[i]` from `x_coords[i]` up to, not including, `x_coords[i+1]`; the last value holds at the right end too. */
export interface PiecewiseStepCost extends BaseCost {
  /** At least two, ascending (equal neighbours allowed). */
  readonly x_coords: readonly number[];
  /** Exactly one fewer. */
  readonly y_coords: readonly number[];
}

/** Kind → record. A kind is written into JSON only where records are nested, see `checkNested`. */
export interface CostKinds {
  linear: LinearCost;
  quadratic: QuadraticCost;
  piecewise_linear: PiecewiseLinearCost;
  piecewise_step: PiecewiseStepCost;
}
export type CostKind = keyof CostKinds;
/** A cost as a function of one number. */
export type CostFunction = CostKinds[CostKind];
/** A record with its kind in addition to its fields, as other documents contain it. */
export type NestedCost = { [Kind in CostKind]: CostKinds[Kind] & { readonly kind: Kind } }[CostKind];

/** The rules of one kind: its own fields, and what is checked once each of them has passed alone. */
interface Rules {
  readonly fields: Readonly<Record<string, Check<unknown>>>;
  readonly together?: (
    record: Readonly<Record<string, unknown>>,
    loc: readonly string[],
    report: Report,
  ) => void;
}

const ascendingNumbers: Check<readonly number[]> = (value, loc, report) => {
  const xs = checkArray(checkNumber, 2, 'numbers')(value, loc, report);
  return xs !== undefined && checkAscending(xs, loc, report) ? xs : undefined;
};

const ascendingPoints: Check<readonly CoordinatePair[]> = (value, loc, report) => {
  const points = checkArray(checkPair, 2, 'points')(value, loc, report);
  const ascending =
    points !== undefined &&
    checkAscending(
      points.map(([x]) => x),
      loc,
      report,
    );
  return ascending ? points : undefined;
};

const rules: Readonly<Record<CostKind | 'base', Rules>> = {
  base: { fields: {} },
  linear: { fields: { proportional_term: checkNumber, constant_term: checkNumber } },
  quadratic: {
    fields: { quadratic_term: checkNumber, proportional_term: checkNumber, constant_term: checkNumber },
  },
  piecewise_linear: { fields: { points: ascendingPoints } },
  piecewise_step: {
    fields: { x_coords: ascendingNumbers, y_coords: checkArray(checkNumber, 0, 'numbers') },
    together: (record, loc, report) => {
      const { x_coords, y_coords } = record as unknown as PiecewiseStepCost;
      if (y_coords.length === x_coords.length - 1) return;
      report.add(
        [...loc, 'y_coords'],
        'value_error',
        `should have one value fewer than x_coords (${x_coords.length - 1} for ${x_coords.length}), got ${y_coords.length}`,
      );
    },
  },
};

/** Kinds in the order in which documentation lists them. */
export const costKinds: readonly CostKind[] = ['linear', 'quadratic', 'piecewise_linear', 'piecewise_step'];

function build(kind: CostKind | 'base', data: unknown, loc: readonly string[], report: Report): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    report.add(loc, 'model_type', `should be an object, got ${show(data)}`);
    return undefined;
  }
  const { fields, together } = rules[kind];
  const given = data as Readonly<Record<string, unknown>>;
  const record: Record<string, unknown> = {};
  let complete = true;
  const put = (field: string, check: Check<unknown>, value: unknown) => {
    record[field] = check(value, [...loc, field], report);
    if (record[field] === undefined) complete = false;
  };
  const has = (field: string) => Object.hasOwn(given, field) && given[field] !== undefined;
  put('units', checkText, has('units') ? given.units : null);
  for (const [field, check] of Object.entries(fields)) {
    if (has(field)) {
      put(field, check, given[field]);
    } else {
      complete = false;
      report.add([...loc, field], 'missing', 'field is required');
    }
  }
  for (const field of Object.keys(given)) {
    if (field === 'units' || Object.hasOwn(fields, field)) continue;
    report.add(
      [...loc, field],
      'extra_forbidden',
      `is not a known field; use ${fieldNames(kind).join(', ')}`,
    );
  }
  if (complete) together?.(record, loc, report);
  return Object.freeze(record);
}

/** Names of the fields of a kind, `units` first. */
export function fieldNames(kind: CostKind | 'base'): readonly string[] {
  return ['units', ...Object.keys(rules[kind].fields)];
}

/**
 * Checks a record of a known kind and returns it frozen, with its text stripped.
 *
 * @throws CostValidationError with one issue per broken rule
 */
export function parse<Kind extends CostKind>(kind: Kind, data: unknown): CostKinds[Kind] {
  return collecting(kind, (report) => build(kind, data, [], report)) as CostKinds[Kind];
}

/** The common base alone: a record with nothing but `units`. */
export function base(fields: Partial<BaseCost> = {}): BaseCost {
  return collecting('base', (report) => build('base', fields, [], report)) as BaseCost;
}

/** Kind of a checked record, by its fields. */
export function kindOf(record: CostFunction): CostKind {
  if ('points' in record) return 'piecewise_linear';
  if ('x_coords' in record) return 'piecewise_step';
  return 'quadratic_term' in record ? 'quadratic' : 'linear';
}

/** Checks `{kind, …fields}` below `loc`; undefined after it has reported what is wrong. */
export const checkNested: Check<CostFunction> = (data, loc, report) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    report.add(loc, 'model_type', `should be an object with a kind, got ${show(data)}`);
    return undefined;
  }
  const { kind, ...fields } = data as Readonly<Record<string, unknown>>;
  if (kind === undefined || !costKinds.includes(kind as CostKind)) {
    const type = kind === undefined ? 'union_tag_not_found' : 'union_tag_invalid';
    report.add([...loc, 'kind'], type, `should be one of ${costKinds.join(', ')}, got ${show(kind)}`);
    return undefined;
  }
  return build(kind as CostKind, fields, loc, report) as CostFunction;
};

/** The record with its kind first, for a document that nests it. */
export function nested(record: CostFunction): NestedCost {
  return { kind: kindOf(record), ...record } as NestedCost;
}
