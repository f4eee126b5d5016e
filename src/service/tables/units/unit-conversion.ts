import type { ImportColumn } from '../../../contract/imports/imports.ts';
import type { ParsedCell } from '../cells/cell.ts';
import { type KnownSession, sessionUnit } from '../known-session.ts';
import { isSameUnit, spelled } from './same-unit.ts';

/** A value in one unit becomes (value + before) · times / by + after in another. */
export interface Conversion {
  readonly times: number;
  readonly by: number;
  /** 0, except between temperatures. */
  readonly before: number;
  readonly after: number;
}

/** Size of a unit as a fraction times / by of the base unit of its kind; both are exact in fp64. */
type Size = readonly [times: number, by: number];

const prefixed = (unit: string, ...prefixes: readonly string[]): [string, Size][] =>
  prefixes.map((prefix) => [prefix + unit, sizes[prefix] as Size]);

const sizes: Readonly<Record<string, Size>> = {
  k: [1000, 1],
  '': [1, 1],
  d: [1, 10],
  c: [1, 100],
  m: [1, 1000],
  µ: [1, 1e6],
  u: [1, 1e6],
  n: [1, 1e9],
  M: [1e6, 1],
};

/** Units that differ by an exact factor alone, by kind. */
const kinds = {
  volume: prefixed('L', '', 'd', 'c', 'm', 'µ', 'u', 'n'),
  mass: prefixed('g', 'k', '', 'm', 'µ', 'u', 'n'),
  amount: prefixed('mol', 'k', '', 'm', 'µ', 'u', 'n'),
  length: prefixed('m', 'k', '', 'd', 'c', 'm', 'µ', 'u', 'n'),
  power: prefixed('W', 'k', '', 'm'),
  voltage: prefixed('V', 'k', '', 'm'),
  current: prefixed('A', '', 'm', 'µ', 'u'),
  frequency: prefixed('Hz', 'M', 'k', ''),
  pressure: [...prefixed('Pa', 'M', 'k', ''), ['hPa', [100, 1]], ['mbar', [100, 1]], ['bar', [1e5, 1]]],
  time: [
    ['s', [1, 1]],
    ['ms', [1, 1000]],
    ['min', [60, 1]],
    ['h', [3600, 1]],
    ['d', [86_400, 1]],
  ],
  fraction: [
    ['fraction', [1, 1]],
    ['%', [1, 100]],
    ['‰', [1, 1000]],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [string, Size])[]>>;

/** `volume`, or a kind over another: `mass/volume`. */
type Kind = keyof typeof kinds | `${keyof typeof kinds}/${keyof typeof kinds}`;

interface Scale {
  readonly kind: Kind;
  readonly size: Size;
}

const scales = (kind: Kind, units: readonly (readonly [string, Size])[]): [string, Scale][] =>
  units.map(([unit, size]) => [spelled(unit), { kind, size }]);

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];

/** Sizes of units without a slash. `M` is mol/L. */
const known = new Map([
  ...kindNames.flatMap((kind) => scales(kind, kinds[kind])),
  ...scales('amount/volume', prefixed('M', '', 'm', 'µ', 'u', 'n')),
]);

const isOneKind = (kind: Kind): kind is keyof typeof kinds => Object.hasOwn(kinds, kind);

/** A unit, or one over another (`mg/mL`); undefined where it is none of these. */
function scaleOf(unit: string): Scale | undefined {
  const whole = known.get(spelled(unit));
  if (whole !== undefined) return whole;
  const parts = unit.split('/');
  const [over, under] = parts.map((part) => known.get(spelled(part)));
  if (parts.length !== 2 || over === undefined || under === undefined) return undefined;
  if (!isOneKind(over.kind) || !isOneKind(under.kind)) return undefined;
  return {
    kind: `${over.kind}/${under.kind}`,
    size: [over.size[0] * under.size[1], over.size[1] * under.size[0]],
  };
}

/** Temperatures as kelvin: (value + before) · times / by. */
const temperatures = new Map<string, { before: number; times: number; by: number }>([
  ['K', { before: 0, times: 1, by: 1 }],
  [spelled('°C'), { before: 273.15, times: 1, by: 1 }],
  [spelled('°F'), { before: 459.67, times: 5, by: 9 }],
]);

/** How values are converted from one unit to another; undefined where no factor is sure. */
export function conversionOf(from: string, to: string): Conversion | undefined {
  const [hot, hotter] = [from, to].map((unit) => temperatures.get(spelled(unit)));
  if (hot !== undefined && hotter !== undefined)
    return {
      before: hot.before,
      times: hot.times * hotter.by,
      by: hot.by * hotter.times,
      after: -hotter.before,
    };
  const [one, other] = [scaleOf(from), scaleOf(to)];
  if (one === undefined || other === undefined || one.kind !== other.kind) return undefined;
  return {
    before: 0,
    times: one.size[0] * other.size[1],
    by: one.size[1] * other.size[0],
    after: 0,
  };
}

/** A value in the other unit, without the last bits that a factor or a difference leaves. */
export function converted(value: number, { before, times, by, after }: Conversion): number {
  if (before === 0 && after === 0) return Number(((value * times) / by).toPrecision(15));
  return Number((((value + before) * times) / by + after).toFixed(10));
}

/** A parsed cell in the other unit: an error has no zero, and a limit stays on its side. */
export function convertedCell(parsed: ParsedCell, how: Conversion | undefined): ParsedCell {
  if (how === undefined || (parsed.kind !== 'number' && parsed.kind !== 'censored')) return parsed;
  const value = converted(parsed.value, how);
  if (parsed.kind === 'censored') return { ...parsed, value };
  const error = parsed.error === null ? null : converted(parsed.error, { ...how, before: 0, after: 0 });
  return { ...parsed, value, error };
}

/** The unit of the session to which the values of a column can be converted, where it has another one. */
export function convertsTo(
  column: Pick<ImportColumn, 'name' | 'meaning' | 'unit' | 'type'>,
  session: KnownSession,
): string | null {
  const to = sessionUnit(column, session);
  if (column.unit === null || to === null || column.type === 'categorical' || isSameUnit(column.unit, to))
    return null;
  return conversionOf(column.unit, to) === undefined ? null : to;
}

/** How the values of a column are converted, where that was chosen. */
export const chosenConversion = ({ unit, convert, converts_to }: ImportColumn): Conversion | undefined =>
  convert && unit !== null && converts_to !== null ? conversionOf(unit, converts_to) : undefined;

/** What conversions do, each with a value of the file. */
export const conversionRemarks = (columns: readonly ImportColumn[]): string[] =>
  columns.flatMap((column) => {
    const how = chosenConversion(column);
    if (how === undefined || column.max === null) return [];
    const example = `${column.max} becomes ${converted(column.max, how)}`;
    return `column '${column.column}' is converted from ${column.unit} to ${column.converts_to}: ${example}`;
  });
