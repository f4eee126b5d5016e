import type { Row } from '../../contract/common.ts';
import { hasDetails, type RowDetails, sideOf } from './row-details.ts';
import { filterInSlices, mapInSlices, type Slices } from './slices.ts';
import type { State } from './state.ts';

/** Which way is better; `target`: neither. */
export type Way = 'maximize' | 'minimize' | 'target';

/**
 * What a run surely attains: its value, or a limit that the true value is at least as good as (`>99` to maximize). NaN where nothing
 * is known: not measured, or a limit on the other side.
 */
function attainedBy(details: RowDetails, row: Row, target: string, way: Way): number {
  const value = row[target];
  if (typeof value !== 'number') return Number.NaN;
  const side = sideOf(details, row, target);
  if (side === undefined) return value;
  return (side === 'above' ? way === 'maximize' : way === 'minimize') ? value : Number.NaN;
}

export interface Attained {
  /** Rows in which something is known of every objective. */
  readonly rows: readonly number[];
  /** One [rows] per objective. */
  readonly outputs: readonly Float64Array[];
  /** Of the rows: a limit stands for a value. */
  readonly limits: ReadonlySet<number>;
}

/** What the recorded runs surely attain. */
export function* attainedIn({ rows, targets, details }: State, ways: readonly Way[]): Slices<Attained> {
  const found: number[] = [];
  const limits = new Set<number>();
  const outputs: number[][] = targets.map(() => []);
  const told = hasDetails(details);
  const value = (row: Row, target: string, way: Way): number =>
    told ? attainedBy(details, row, target, way) : typeof row[target] === 'number' ? row[target] : Number.NaN;
  yield* mapInSlices(rows, (row, i) => {
    const values = targets.map((target, k) => value(row, target, ways[k] ?? 'maximize'));
    if (!values.every(Number.isFinite)) return;
    found.push(i);
    values.forEach((one, k) => {
      outputs[k]?.push(one);
    });
    if (told && targets.some((target) => sideOf(details, row, target) !== undefined)) limits.add(i);
  });
  return { rows: found, outputs: outputs.map((values) => Float64Array.from(values)), limits };
}

/** The session without rows of which only a limit is known, and how many there were. */
export function* withoutLimits(
  state: State,
  targets: readonly string[],
): Slices<{ state: State; left: number }> {
  if (!hasDetails(state.details)) return { state, left: 0 };
  const rows = yield* filterInSlices(state.rows, (row) =>
    targets.every((target) => sideOf(state.details, row, target) === undefined),
  );
  const left = state.rows.length - rows.length;
  return { state: left === 0 ? state : { ...state, rows }, left };
}
