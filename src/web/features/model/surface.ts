import type { Constraint, Inputs, Row, Scalar, Variable } from '../../api/types.ts';
import { settingsOver } from '../../domain/variables/direction.ts';
import { isSatisfied } from '../../domain/variables/expression.ts';
import { along, isLogarithmic } from '../../domain/variables/point.ts';
import { type RunConstraint, runConstraintWords } from '../../domain/variables/run-constraints.ts';
import { isListed } from '../../domain/variables/variable-range.ts';
import { type Domain, linearTicks, logTicks } from '../../plots/scale.ts';
import { distinctFormatter, show } from '../../text/format.ts';

/** One axis of a surface: places on the drawing and the values that belong to them. */
export interface SurfaceAxis {
  readonly variable: Variable;
  readonly values: readonly Scalar[];
  readonly places: readonly number[];
  /** Whether the places are those of a list, whose values have names instead of distances. */
  readonly listed: boolean;
  /** Whether the places are logarithms. */
  readonly log: boolean;
}

/** What a model predicts over two axes: rows over y, columns over x. */
export interface Surface {
  readonly x: SurfaceAxis;
  readonly y: SurfaceAxis;
  readonly mean: readonly (readonly number[])[];
  readonly std: readonly (readonly number[])[];
  /** Whether a run may have the settings of each point. */
  readonly feasible: readonly (readonly boolean[])[];
}

/** Values along a variable for an axis, evenly on its scale; categories and discrete values are at equal distances. */
export function surfaceAxis(variable: Variable, steps: number, rows: readonly Row[]): SurfaceAxis {
  const values = along(variable, steps, rows);
  const listed = isListed(variable);
  const log = !listed && isLogarithmic(variable);
  const placeOf = (value: Scalar, i: number): number => {
    if (listed || typeof value !== 'number') return i;
    return log ? Math.log10(value) : value;
  };
  return { variable, values, places: values.map(placeOf), listed, log };
}

/** Places of an axis that have a text beside them. */
export function ticksOf({ values, places, listed, log }: SurfaceAxis, target: number) {
  if (listed) return places.map((place, i) => ({ place, text: show(values[i]) }));
  const [low = 0, high = 1] = [places[0], places.at(-1)];
  if (log)
    return logTicks([10 ** low, 10 ** high], target).map((tick) => ({
      place: Math.log10(tick),
      text: show(tick),
    }));
  const ticks = linearTicks([low, high], target).filter((tick) => tick >= low && tick <= high);
  const text = distinctFormatter(ticks);
  return ticks.map((tick) => ({ place: tick, text: text(tick) }));
}

/** Names of the variables, those with distances between their values first. */
export const mainAxes = (variables: readonly Variable[]): string[] =>
  variables.toSorted((a, b) => Number(isListed(a)) - Number(isListed(b))).map(({ name }) => name);

/** Where a value of a row lies on an axis; undefined for a value that the axis does not have. */
export function placeOn(axis: SurfaceAxis, value: unknown): number | undefined {
  if (!axis.listed) {
    if (typeof value !== 'number' || (axis.log && value <= 0)) return undefined;
    return axis.log ? Math.log10(value) : value;
  }
  const at = axis.values.indexOf(value as Scalar);
  return at < 0 ? undefined : at;
}

/** Points at which a surface is asked of the model, row after row; in mixtures the other parts change in proportion. */
export const surfaceInputs = (
  x: SurfaceAxis,
  y: SurfaceAxis,
  point: Inputs,
  mixtures: readonly Constraint[] = [],
): Inputs[] =>
  y.values.flatMap((up) =>
    x.values.map((across) =>
      settingsOver(point, { [x.variable.name]: across, [y.variable.name]: up }, mixtures),
    ),
  );

/** How many of the points no run may have, and by which constraints; undefined where all are feasible. */
export function forbiddenWords(
  inputs: readonly Inputs[],
  feasible: readonly boolean[],
  constraints: readonly RunConstraint[],
): string | undefined {
  const n = feasible.filter((one) => !one).length;
  if (n === 0) return undefined;
  const broken = constraints.filter((one) => inputs.some((point) => !isSatisfied(one, point)));
  const nBroken = inputs.filter((point) => !broken.every((one) => isSatisfied(one, point))).length;
  const share = n === inputs.length ? 'All' : `${Math.max(1, Math.floor((100 * n) / inputs.length))} %`;
  const what = [
    ...(n > nBroken ? ['leave the range of another part of the mixture'] : []),
    ...(broken.length > 0 ? [`violate a constraint: ${broken.map(runConstraintWords).join('; ')}`] : []),
  ];
  return `${share} of the settings drawn here ${what.join(', or ')}. No such run is suggested.`;
}

/** A list of one value per point as rows of the grid. */
export const asGrid = <T>(values: readonly T[], columns: number): T[][] =>
  Array.from({ length: values.length / columns }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  );

/** The part of an axis that a drawing shows; a listed one has room for whole bands. */
export function axisDomain({ places, listed }: SurfaceAxis): Domain {
  const [low = 0, high = 1] = [places[0], places.at(-1)];
  const room = listed ? 0.5 : 0.01 * (high - low || 1);
  return [low - room, high + room];
}

/** Places as shares (0 to 1) of the length of a floor; listed values have bands of equal width. */
export function shareOn(axis: SurfaceAxis): (place: number) => number {
  const [low, high] = axis.listed ? axisDomain(axis) : [axis.places[0] ?? 0, axis.places.at(-1) ?? 1];
  return (place) => (high > low ? (place - low) / (high - low) : 0.5);
}

/** Half the height of the band of one listed value. */
const half = 0.48;

/**
 * The grid as lines of equal value need it: a listed value is a band, within which nothing changes. Segments between
 * two bands mean nothing; `between` tells them by their place in grid units.
 */
export function banded<T = number>(surface: Surface, grid: readonly (readonly T[])[]) {
  const spread = (axis: SurfaceAxis): number[] =>
    axis.listed ? axis.places.flatMap((place) => [place - half, place + half]) : [...axis.places];
  const twice = <One>(list: readonly One[], listed: boolean): One[] =>
    listed ? list.flatMap((one) => [one, one]) : [...list];
  const across = (a: number, b: number, listed: boolean): boolean =>
    listed && Math.floor(Math.min(a, b)) % 2 === 1;
  return {
    xs: spread(surface.x),
    ys: spread(surface.y),
    grid: twice(
      grid.map((row) => twice(row, surface.x.listed)),
      surface.y.listed,
    ),
    between: ([x0, y0, x1, y1]: readonly [number, number, number, number]): boolean =>
      across(x0, x1, surface.x.listed) || across(y0, y1, surface.y.listed),
  };
}
