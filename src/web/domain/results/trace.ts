import type { Side } from '../../../contract/experiments/censored.ts';
import type { Goal, Row } from '../../api/types.ts';
import { measuredIn } from './measured.ts';

/** Which way an objective is to go: up, down, or towards a value. */
export type Direction = Goal | { readonly target: number };

/** The larger, the better. */
export const worth = (value: number, way: Direction): number => {
  if (typeof way === 'object') return -Math.abs(value - way.target);
  return way === 'maximize' ? value : -value;
};

/** Whether `a` is better than `b`. */
const better = (a: number, b: number, way: Direction): boolean => worth(a, way) > worth(b, way);

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Values of one objective in the order of recording; null where a row has none. */
export const outputsOf = (rows: readonly Row[], name: string): (number | null)[] =>
  rows.map((row) => numberOf(row[name]));

/**
 * What runs certainly attain: their values, and limits that the true value is at least as good as (`>99` to maximize). null: not
 * measured, or a limit on the other side.
 */
export const attainedOf = (rows: readonly Row[], name: string, goal: Direction): (number | null)[] =>
  rows.map((row) => {
    const measured = measuredIn(row, name);
    if (measured === null || typeof measured === 'number') return measured;
    if (goal === 'maximize') return 'above' in measured ? measured.above : null;
    return goal === 'minimize' && 'below' in measured ? measured.below : null;
  });

/** How many runs have a result that a model learns from. */
export const measuredCount = (rows: readonly Row[], names: readonly string[]): number =>
  rows.filter((row) => names.some((name) => measuredIn(row, name) !== null)).length;

/** Whether any run has a result of any objective. */
export const hasResults = (rows: readonly Row[], objectives: readonly { readonly name: string }[]): boolean =>
  rows.some((row) => objectives.some(({ name }) => measuredIn(row, name) !== null));

/** Results that are limits, by side, and the measured ones: each null where it is none. */
export function splitOutputs(rows: readonly Row[], name: string) {
  const all = rows.map((row) => measuredIn(row, name));
  const side = (key: Side) =>
    all.map((one) =>
      one !== null && typeof one === 'object' && key in one
        ? ((one as Record<string, number>)[key] as number)
        : null,
    );
  return {
    measured: all.map((one) => (typeof one === 'number' ? one : null)),
    above: side('above'),
    below: side('below'),
  };
}

/** Best value so far after each row; null before the first. */
export function bestSoFar(values: readonly (number | null)[], goal: Direction): (number | null)[] {
  let best: number | null = null;
  return values.map((value) => {
    if (value !== null && (best === null || better(value, best, goal))) best = value;
    return best;
  });
}

/** Row number of the best value; undefined without any. */
export function bestRow(values: readonly (number | null)[], goal: Direction): number | undefined {
  let row: number | undefined;
  let best = 0;
  for (const [index, value] of values.entries())
    if (value !== null && (row === undefined || better(value, best, goal))) {
      row = index;
      best = value;
    }
  return row;
}

/** Distance of the best so far from the reference, never negative. */
export function regret(
  best: readonly (number | null)[],
  reference: number,
  goal: Direction,
): (number | null)[] {
  return best.map((value) =>
    value === null ? null : Math.max(0, worth(reference, goal) - worth(value, goal)),
  );
}

/** Numbers of the points that no other point beats in every objective. */
export function paretoFront(
  points: readonly (readonly (number | null)[])[],
  goals: readonly Direction[],
): number[] {
  const whole = points.flatMap((point, index) =>
    point.every((value) => value !== null)
      ? [
          {
            index,
            values: point.map((value, i) => worth(value as number, goals[i] ?? 'maximize')),
          },
        ]
      : [],
  );
  whole.sort(
    (a, b) => (b.values[0] as number) - (a.values[0] as number) || (b.values[1] ?? 0) - (a.values[1] ?? 0),
  );
  const front: typeof whole = [];
  for (const one of whole) {
    const beaten = front.some(
      (other) =>
        other.values.every((value, i) => value >= (one.values[i] as number)) &&
        other.values.some((value, i) => value > (one.values[i] as number)),
    );
    if (!beaten) front.push(one);
  }
  return front.map((one) => one.index);
}

/**
 * Corners of the border of what a front attains: a staircase, since nothing between two of its points was measured. None
 * where a goal is a value to reach.
 *
 * @param front  points of the front in the order of x
 * @param bounds ranges of the drawing, to which the first and the last step run
 */
export function frontSteps(
  front: readonly (readonly [number, number])[],
  goals: readonly [Direction, Direction],
  bounds: readonly [readonly [number, number], readonly [number, number]],
): { x: number[]; y: number[] } {
  const x: number[] = [];
  const y: number[] = [];
  const add = (across: number, up: number): void => {
    x.push(across);
    y.push(up);
  };
  const [first, last] = [front[0], front.at(-1)];
  if (!first || !last || goals.some((goal) => typeof goal === 'object')) return { x, y };
  const [[left, right], [bottom, top]] = bounds;
  const up = goals[0] === 'maximize';
  const worstY = goals[1] === 'maximize' ? bottom : top;
  // The worse end of x is to the left when more is better: there the best y holds on.
  if (up) add(left, first[1]);
  else add(first[0], worstY);
  for (const [i, [px, py]] of front.entries()) {
    const next = front[i + 1];
    add(px, py);
    if (!next) continue;
    if (up) add(px, next[1]);
    else add(next[0], py);
  }
  if (up) add(last[0], worstY);
  else add(right, last[1]);
  return { x, y };
}
