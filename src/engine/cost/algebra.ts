import { ValueError } from '../errors.ts';
import { domain, evaluate } from './evaluate.ts';
import {
  type BaseCost,
  type CoordinatePair,
  type CostFunction,
  kindOf,
  linear,
  piecewiseLinear,
  piecewiseStep,
  quadratic,
  withFields,
} from './record.ts';

/**
 * The units that records share. A record whose units are null is not declared and agrees with all.
 *
 * @throws ValueError when two records declare different ones
 */
export function commonUnits(records: Iterable<BaseCost>): string | null {
  let units: string | null = null;
  for (const record of records) {
    if (record.units === null || record.units === units) continue;
    if (units !== null)
      throw new ValueError(
        `cost: units should agree, got '${units}' and '${record.units}'; convert one with scale(record, factor, units)`,
      );
    units = record.units;
  }
  return units;
}

/** factor·f, of the same kind; `units` renames them, as for a conversion (cents to euros: 0.01, 'EUR'). */
export function scale<Cost extends CostFunction>(record: Cost, factor: number, units = record.units): Cost {
  const times = (value: number) => factor * value;
  const fields = Object.entries(record).map(([field, value]) => {
    if (field === 'units') return [field, units];
    if (field === 'points')
      return [field, (value as readonly CoordinatePair[]).map(([x, y]) => [x, times(y)])];
    if (field === 'x_coords') return [field, value];
    return [field, Array.isArray(value) ? value.map(times) : times(value as number)];
  });
  return withFields(record, Object.fromEntries(fields) as Partial<Cost>);
}

/** Value just left of x, for x above the left end of the domain. */
function limitFromLeft(record: CostFunction, x: number): number {
  if ('points' in record) return record.points.find((point) => point[0] === x)?.[1] ?? evaluate(record, x);
  if ('x_coords' in record) {
    const i = record.x_coords.indexOf(x);
    return i > 0 ? record.y_coords[i - 1] : evaluate(record, x);
  }
  return evaluate(record, x);
}

/** All x where one of the records may bend or jump inside [low, high], and both ends; ascending, distinct. */
function breakpoints(records: readonly CostFunction[], low: number, high: number): number[] {
  const inside = records
    .flatMap((record): readonly number[] =>
      'points' in record ? record.points.map(([x]) => x) : 'x_coords' in record ? record.x_coords : [],
    )
    .filter((x) => x > low && x < high);
  return [...new Set([low, ...inside, high])].sort((a, b) => a - b);
}

/**
 * f + g where both are defined, as the simplest kind that can hold it: constants, lines, parabolas, steps and
 * broken lines all add up within these kinds, except a true parabola with a piecewise curve.
 *
 * @throws ValueError when units differ, the domains do not meet, or no kind holds the sum
 */
export function add(first: CostFunction, second: CostFunction): CostFunction {
  const units = commonUnits([first, second]);
  if ('proportional_term' in first && 'proportional_term' in second) {
    const proportional_term = first.proportional_term + second.proportional_term;
    const constant_term = first.constant_term + second.constant_term;
    if (kindOf(first) === 'linear' && kindOf(second) === 'linear')
      return linear({ proportional_term, constant_term, units });
    return quadratic({
      quadratic_term: curvature(first) + curvature(second),
      proportional_term,
      constant_term,
      units,
    });
  }
  for (const record of [first, second])
    if (curvature(record) !== 0)
      throw new ValueError('cost: the sum of a quadratic and a piecewise record is none of the record kinds');
  return addPiecewise([first, second], units);
}

function addPiecewise(records: readonly CostFunction[], units: string | null): CostFunction {
  const low = Math.max(...records.map((record) => domain(record)[0]));
  const high = Math.min(...records.map((record) => domain(record)[1]));
  if (low > high)
    throw new ValueError(`cost: the domains do not meet (one starts at ${low}, one ends at ${high})`);
  const xs = breakpoints(records, low, high);
  const sum = (at: (record: CostFunction) => number) =>
    records.reduce((total, record) => total + at(record), 0);
  const isStep = records.every((record) => 'x_coords' in record || isConstant(record));
  const right = (x: number) => sum((record) => evaluate(record, x));
  const left = (x: number) => sum((record) => limitFromLeft(record, x));
  if (isStep) {
    // A jump exactly at the right end needs a last segment of no width, so that the end keeps its own value.
    const ends = xs.length === 1 || left(high) !== right(high) ? [...xs, high] : xs;
    return piecewiseStep({ x_coords: ends, y_coords: ends.slice(0, -1).map(right), units });
  }
  const points = xs.flatMap((x): CoordinatePair[] => {
    const after: CoordinatePair = [x, right(x)];
    const before: CoordinatePair = [x, x > low ? left(x) : after[1]];
    return before[1] === after[1] ? [after] : [before, after];
  });
  return piecewiseLinear({ points: points.length === 1 ? [points[0], points[0]] : points, units });
}

function curvature(record: CostFunction): number {
  return 'quadratic_term' in record ? record.quadratic_term : 0;
}

function isConstant(record: CostFunction): boolean {
  return 'proportional_term' in record && record.proportional_term === 0;
}
