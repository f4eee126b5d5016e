import { useMemo } from 'react';
import { comparedGoals, isLimitGoal, preferred } from '../../../contract/objectives/goals.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf, useList } from '../../api/queries.ts';
import { useDetail, useSessionState } from '../../api/session.ts';
import type { ObjectiveList, Row } from '../../api/types.ts';
import { showEstimate, showSignificant, showToError, showWithUnit } from '../../text/format.ts';
import { measuredIn } from './measured.ts';
import type { Direction } from './trace.ts';

/** An objective as the campaign declares it, with what follows from the results so far. */
export type Declared = ObjectiveList['objectives'][number];

/** The same without what each result changes: rows drawn from it would be drawn again with every result. */
type Lasting = Omit<Declared, 'n_values' | 'desirability_now'>;

export const lastingOf = ({ objectives }: ObjectiveList): Lasting[] =>
  objectives.map(({ n_values: _count, desirability_now: _range, ...lasting }) => lasting);

export interface Objective {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  /** Between which values its results lie, as far as it is known; null: open. */
  readonly bounds?: Declared['bounds_now'] | undefined;
  /** Absent until it is loaded, and where no goal was declared. */
  readonly declared?: Lasting | undefined;
}

const listOf =
  (id: string) =>
  async (signal: AbortSignal): Promise<ObjectiveList> =>
    (await send(sessionCall('GET', id, 'objectives'), signal)) as ObjectiveList;

/** What the campaign is for. */
export const useDeclared = (id: string) => useList(keyOf(id, 'objectives'), listOf(id));

/** Objectives of the session with the labels, units and goals given to them. */
export function useObjectives(id: string): Objective[] {
  const names = useDetail(id).data?.target_columns;
  const list = useList(keyOf(id, 'objectives'), listOf(id), lastingOf).data;
  return useMemo(
    () =>
      (names?.length ? names : ['Output']).map((name) => {
        const declared = list?.find((one) => one.name === name);
        return {
          name,
          label: declared?.label ?? name,
          unit: declared?.unit ?? undefined,
          bounds: declared?.bounds_now ?? undefined,
          ...(declared?.goal ? { declared } : {}),
        };
      }),
    [names, list],
  );
}

type Bounds = Pick<NonNullable<Declared['bounds_now']>, 'low' | 'high'>;

/** The nearest value that a result can have. */
export const withinBounds = (value: number, { low, high }: Bounds): number =>
  Math.min(high ?? Number.POSITIVE_INFINITY, Math.max(low ?? Number.NEGATIVE_INFINITY, value));

/** Half the width of a 95 % interval, in standard deviations. */
const z95 = 1.96;

/**
 * An estimate as `87.3 ± 2.1 %`; without ± where its 95 % interval reaches a bound, as in the reasons of suggestions: `98 %`. Beyond
 * that interval, where it is known, ± would be wrong too, as of a median: `1200 (95 %: 3.1 to 4300) mV`.
 */
export function estimateOf(
  { unit, bounds }: Pick<Objective, 'unit' | 'bounds'>,
  value: number | null | undefined,
  error: number | null | undefined,
  interval: readonly number[] = [],
): string {
  const [low, high] = interval;
  const reach = (side: 1 | -1, deviations: number) => (value ?? 0) + side * deviations * (error ?? 0);
  const reachesBound =
    (bounds?.low != null && (low ?? reach(-1, z95)) <= bounds.low) ||
    (bounds?.high != null && (high ?? reach(1, z95)) >= bounds.high);
  const isBelievable =
    low === undefined || high === undefined || (reach(-1, 1) >= low && reach(1, 1) <= high);
  if (isBelievable && !reachesBound) return showEstimate(value, error, unit);
  const range = low === undefined ? '' : ` (95 %: ${showSignificant(low, 2)} to ${showSignificant(high, 2)})`;
  const text = `${showToError(value, error)}${range}`;
  return unit ? `${text} ${unit}` : text;
}

/**
 * What a model expects where nothing was measured: `87.3 ± 2.1 %`, or `about 1300 mV` where ± would be wrong. It has the digits
 * that its error leaves, so that it does not look like a result.
 */
export function expectationOf(
  objective: Pick<Objective, 'unit' | 'bounds'>,
  value: number | null | undefined,
  error: number | null | undefined,
  isSymmetric: boolean,
): string {
  const text = isSymmetric ? estimateOf(objective, value, error) : '';
  if (text.includes('±')) return text;
  return `about ${showWithUnit(error ? showToError(value, error) : showSignificant(value), objective.unit)}`;
}

/** Which way an objective goes; undefined where nobody declared it. */
export function directionOf({ declared }: Objective): Direction | undefined {
  if (!declared?.goal) return undefined;
  const better = preferred[declared.goal];
  if (better === 'target') return { target: declared.target ?? 0 };
  return better === 'larger' ? 'maximize' : 'minimize';
}

/** Which way is better, per objective: as declared, else as last asked of the server, else up. */
export function useGoals(id: string, objectives: readonly Objective[]): Direction[] {
  const state = useSessionState(id);
  return objectives.map(
    (objective, index) =>
      directionOf(objective) ?? (index === 0 ? state.data?.last_goal : undefined) ?? 'maximize',
  );
}

/** A goal in words: `maximize yield`, `impurity at most 2 %`. */
export function goalWords({ label, unit, declared }: Objective, direction: Direction): string {
  const value = (number: number | null | undefined) => showEstimate(number, undefined, unit);
  const limits = [
    ...(declared?.at_least == null ? [] : [`at least ${value(declared.at_least)}`]),
    ...(declared?.at_most == null ? [] : [`at most ${value(declared.at_most)}`]),
  ].join(' and ');
  if (isLimitGoal(declared?.goal)) return `${label} ${limits}`;
  const way =
    typeof direction === 'string' ? `${direction} ${label}` : `${label} close to ${value(direction.target)}`;
  return limits === '' ? way : `${way}, ${limits}`;
}

/** Whether runs must keep a limit of this objective. */
export const hasLimit = ({ declared }: Objective): boolean =>
  declared?.at_least != null || declared?.at_most != null;

/** Results of runs that certainly meet all limits; null for the others. */
export const keptResults = (
  results: readonly (number | null)[],
  rows: readonly Row[],
  objectives: readonly Objective[],
): (number | null)[] => results.map((result, i) => (meetsLimits(rows[i] as Row, objectives) ? result : null));

/** Between which values the true result of a run lies; undefined where it was not measured. */
function rangeOfResult(row: Row, name: string): readonly [lowest: number, highest: number] | undefined {
  const value = measuredIn(row, name);
  if (value === null) return undefined;
  if (typeof value === 'number') return [value, value];
  return 'above' in value ? [value.above, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, value.below];
}

/** Whether a run certainly meets the limits of all objectives; a result that is missing does not. */
export const meetsLimits = (row: Row, objectives: readonly Objective[]): boolean =>
  objectives.every(({ name, declared }) => {
    const [lowest, highest] = rangeOfResult(row, name) ?? [Number.NaN, Number.NaN];
    const { at_least: least, at_most: most } = declared ?? {};
    return (least == null || lowest >= least) && (most == null || highest <= most);
  });

/** Objectives by which runs are compared, with their directions: those whose goal is no limit. */
export function comparedObjectives(objectives: readonly Objective[], goals: readonly Direction[]) {
  const places = comparedGoals(objectives.map(({ declared }) => declared?.goal));
  return {
    compared: places.map((k) => objectives[k] as Objective),
    ways: places.map((k) => goals[k] ?? 'maximize'),
  };
}

/**
 * The first run that certainly meets the limits of all objectives, where limits are all that is wanted: nothing is gained beyond
 * them. Undefined where there is none, or where an objective has another goal.
 */
export function runAtGoals(rows: readonly Row[], objectives: readonly Objective[]): number | undefined {
  if (!objectives.every(({ declared }) => isLimitGoal(declared?.goal))) return undefined;
  const found = rows.findIndex((row) => meetsLimits(row, objectives));
  return found < 0 ? undefined : found;
}

/** The limits that a run surely breaks, in words: `impurity above 200 ppm`. */
export function brokenLimits(row: Row, objectives: readonly Objective[]): string[] {
  return objectives.flatMap(({ name, label, unit, declared }) => {
    const range = rangeOfResult(row, name);
    if (range === undefined) return [];
    const [lowest, highest] = range;
    const words = (side: string, bound: number) => `${label} ${side} ${showEstimate(bound, undefined, unit)}`;
    const { at_least: least, at_most: most } = declared ?? {};
    return [
      ...(least != null && highest < least ? [words('below', least)] : []),
      ...(most != null && lowest > most ? [words('above', most)] : []),
    ];
  });
}
