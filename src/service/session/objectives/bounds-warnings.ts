import type { ResultBounds } from '../../../contract/objectives/objectives.ts';
import type { Row } from '../../../contract/values.ts';
import { columnRange } from '../rows/column-range.ts';
import type { State } from '../state.ts';
import { placeOf } from '../words.ts';
import { storedAim } from './objective-facts.ts';
import { boundsIn } from './result-bounds.ts';

/** How a result breaks a declared bound, such as `104 is above its bound 100`; undefined where it does not. */
function beyond(state: State, target: string, value: number): string | undefined {
  const [low, high] = storedAim(state, target)?.bounds ?? [null, null];
  if (low !== null && value < low) return `${value} is below its bound ${low}`;
  return high !== null && value > high ? `${value} is above its bound ${high}` : undefined;
}

/** What is said about a result beyond a declared bound. */
function beyondDeclared(state: State, target: string, value: number): string[] {
  const broken = beyond(state, target, value);
  if (broken === undefined) return [];
  return [`objective '${target}': ${broken}; it is recorded, and predictions stay within the bounds`];
}

/** What is said about a result, such as 510 % for 51.0 %, that ends the assumption that all lie between two bounds. */
function beyondAssumed(state: State, target: string, value: number): string[] {
  const { low, high, assumed } = boundsIn(state, target) ?? {};
  if (!assumed || low == null || high == null || (low <= value && value <= high)) return [];
  return [
    `objective '${target}': ${value} is not between ${low} and ${high}, although ${assumed}; it is recorded, and these bounds are no longer assumed. If it is an error, correct it`,
  ];
}

/** Results beyond the bounds, declared or assumed, in words: they were measured, so they are recorded. */
export function beyondBounds(state: State, outputs: Readonly<Record<string, number | null>>): string[] {
  return Object.entries(outputs).flatMap(([target, value]) =>
    value === null ? [] : [...beyondDeclared(state, target, value), ...beyondAssumed(state, target, value)],
  );
}

/** Rows that are named one by one. */
const maxNamed = 5;

/** Recorded results beyond the declared bounds, in words: one line for an objective, which names the first rows. */
export function recordedBeyondBounds(state: State): string[] {
  return state.targets.flatMap((target) => {
    if (!storedAim(state, target)?.bounds) return [];
    let n = 0;
    const named: string[] = [];
    state.rows.forEach((row, i) => {
      const value = row[target];
      const broken = typeof value === 'number' ? beyond(state, target, value) : undefined;
      if (broken !== undefined && ++n <= maxNamed) named.push(`${placeOf('experiment', i)}: ${broken}`);
    });
    if (n === 0) return [];
    const more = n > maxNamed ? `, and ${n - maxNamed} more` : '';
    return [
      `objective '${target}': ${named.join(', ')}${more}; they stay as recorded, and predictions stay within the bounds. Correct them, or declare other bounds`,
    ];
  });
}

/** The same of the rows of a file: one line for an objective. */
export function rowsBeyondBounds(state: State, rows: readonly Row[]): string[] {
  return state.targets.flatMap((target) => {
    const beyond = rows.flatMap((row) => {
      const value = row[target];
      return typeof value === 'number' ? beyondDeclared(state, target, value) : [];
    });
    const [first, ...others] = beyond;
    if (first === undefined) return [];
    return [
      others.length === 0 ? first : `${first}. Results beyond the bounds in this file: ${beyond.length}`,
    ];
  });
}

/** What a preview knows of the results of a file, in the unit of the session. */
export interface FileResults {
  readonly name: string;
  /** As the file has it. */
  readonly unit: string | null;
  readonly low: number;
  readonly high: number;
}

/** What an import will do to the bounds of an objective, in words. */
export function boundsOfFile(state: State, file: FileResults, replaces: boolean): string[] {
  const { name, low, high } = file;
  const old = replaces ? undefined : columnRange(state, name);
  const span = [Math.min(low, old?.[0] ?? low), Math.max(high, old?.[1] ?? high)] as const;
  const metadata = state.objective_metadata[name];
  const next = {
    ...state,
    objective_metadata: {
      ...state.objective_metadata,
      [name]: { ...metadata, unit: metadata?.unit || file.unit },
    },
  };
  const before = old && boundsIn(state, name);
  const after = boundsIn(next, name, span);
  if (after?.assumed && !before)
    return [
      `'${name}' is assumed to lie between ${after.low} and ${after.high}, because ${after.assumed} and all results fit; other bounds can be declared with the objective`,
    ];
  if (before?.assumed && after === null)
    return [
      `'${name}' is no longer assumed to lie between ${before.low} and ${before.high}: with this file its results go from ${span[0]} to ${span[1]}`,
    ];
  return [...new Set([low, high])].flatMap((value) => beyondDeclared(state, name, value));
}

const sameBounds = (a: ResultBounds | null | undefined, b: ResultBounds | null | undefined): boolean =>
  (a?.low ?? null) === (b?.low ?? null) && (a?.high ?? null) === (b?.high ?? null);

const boundsWords = (bounds: ResultBounds | null | undefined): string => {
  const { low = null, high = null } = bounds ?? {};
  if (low === null) return high === null ? 'none' : `at most ${high}`;
  return high === null ? `at least ${low}` : `${low} to ${high}`;
};

/** Where a model was trained with other bounds of its objectives than the session has now, in words. */
export function changedBounds(
  state: State,
  targets: readonly string[],
  trained: Readonly<Record<string, ResultBounds>> | undefined,
): string[] {
  return targets.flatMap((target) => {
    const [before, now] = [trained?.[target], boundsIn(state, target)];
    if (sameBounds(before, now)) return [];
    return [
      `objective '${target}': the model was trained with other bounds of its results (${boundsWords(before)}) than it has now (${boundsWords(now)}); train again`,
    ];
  });
}
