import type { Preference } from '../../../contract/objectives/goals.ts';
import type { Row } from '../../../contract/values.ts';
import type { CensoredRows } from '../../../engine/gp/censoring/censored.ts';
import { filterInSlices, type Slices } from '../../../engine/slices.ts';
import { hasDetails, type RowDetails, sideOf } from '../rows/row-details.ts';
import type { State } from '../state.ts';

/**
 * What a run certainly attains: its value, or a limit that the true value is at least as good as (`>99` to maximize). NaN where nothing
 * is known: not measured, or a limit on the other side.
 */
function attainedBy(details: RowDetails, row: Row, target: string, better: Preference): number {
  const value = row[target];
  if (typeof value !== 'number') return Number.NaN;
  const side = sideOf(details, row, target);
  if (side === undefined) return value;
  return better === (side === 'above' ? 'larger' : 'smaller') ? value : Number.NaN;
}

/** Rows between two places where the work may be interrupted. */
const rowsPerSlice = 64;

export interface Attained {
  /** Rows in which something is known about every objective. */
  readonly rows: Int32Array;
  /** One [rows] per objective. */
  readonly outputs: readonly Float64Array[];
  /** Of the rows: a limit replaces a value. */
  readonly limits: ReadonlySet<number>;
  /** Per objective: of which rows, by their place among `rows`, the output is a limit, and where the true one lies. */
  readonly censored: readonly CensoredRows[];
}

/** What the recorded runs certainly attain. @param preferences which results are better, by objective */
export function* attainedIn(
  { rows, targets, details }: State,
  preferences: readonly Preference[],
): Slices<Attained> {
  // Flat: lists that grow to the length of a table leave large objects behind, which are given back in one pause.
  const found = new Int32Array(rows.length);
  const outputs = targets.map(() => new Float64Array(rows.length));
  const limits = new Set<number>();
  const censored = targets.map((): { rows: number[]; sides: number[] } => ({ rows: [], sides: [] }));
  const isDetailed = hasDetails(details);
  const value = (row: Row, target: string, better: Preference): number =>
    isDetailed
      ? attainedBy(details, row, target, better)
      : typeof row[target] === 'number'
        ? row[target]
        : Number.NaN;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows.at(i) as Row;
    let isKnown = true;
    for (const [k, target] of targets.entries()) {
      const one = value(row, target, preferences[k] ?? 'larger');
      (outputs[k] as Float64Array)[count] = one;
      isKnown &&= Number.isFinite(one);
    }
    if (isKnown) {
      for (const [k, target] of isDetailed ? targets.entries() : []) {
        const side = sideOf(details, row, target);
        if (side === undefined) continue;
        limits.add(i);
        censored[k]?.rows.push(count);
        censored[k]?.sides.push(side === 'above' ? 1 : -1);
      }
      found[count++] = i;
    }
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  return {
    rows: found.subarray(0, count),
    outputs: outputs.map((values) => values.subarray(0, count)),
    limits,
    censored: censored.map((one) => ({
      rows: Int32Array.from(one.rows),
      sides: Int32Array.from(one.sides),
    })),
  };
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
