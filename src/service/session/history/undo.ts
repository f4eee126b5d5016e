import { isRecord } from '../../../contract/is-record.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { keysOf } from '../document/document-keys.ts';
import { hasGrownFrom, isList, type List, skipSharedBlocks } from '../document/document-list.ts';
import { copied } from '../document/document-patch.ts';
import type { ColumnStep, Path, Step } from '../history-record.ts';
import { isSameJson, sharedEnds } from './compare.ts';

/** Entries that are examined, or copied, between two places where the work may be interrupted. */
const recordsPerSlice = 16;
/** References that are compared in between. */
const itemsPerScan = 4096;
/** Keys of a record that are looked up, or copied, in between. */
const itemsPerRecord = 256;
/** Changed entries that are kept whole: a release that knows no steps over columns can take them back. */
const mostWhole = 64;
/** Values that did not change are kept beside those that did where no more lie in between: each run of values is a step. */
const largestGap = 8;

export const isOfColumn = (step: Step): step is ColumnStep => step[0] === 'put' || step[0] === 'omit';

/** Places from one on, up to one that is not part of it. */
interface Run {
  readonly start: number;
  end: number;
}

/** Runs of places of which a key keeps its value, and of those at which there was none. */
interface Column {
  readonly put: Run[];
  readonly omit: Run[];
}

const valueAt = (list: List<unknown>, at: number, key: string): unknown =>
  (list.at(at) as Readonly<Record<string, unknown>>)[key];

/** Adds a place to the last run if few others lie in between, each with a value. */
function putAt({ put }: Column, before: List<unknown>, at: number, key: string): void {
  const last = put.at(-1);
  let next = last === undefined || at - last.end > largestGap ? at + 1 : last.end;
  while (next < at && valueAt(before, next, key) !== undefined) next++;
  if (last !== undefined && next === at) last.end = at + 1;
  else put.push({ start: at, end: at + 1 });
}

function omitAt({ omit }: Column, at: number): void {
  const last = omit.at(-1);
  if (last?.end === at) last.end++;
  else omit.push({ start: at, end: at + 1 });
}

/** Writes the keys of a record, in their order, to the start of a list that is used again and again. @returns how many they are */
function keysInto(keys: string[], record: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in record) keys[count++] = key;
  return count;
}

/**
 * What the entries of two lists differ in, column by column.
 *
 * @returns undefined where keys were removed or moved, or where whole entries are not much more
 */
function* columnsOf(
  after: List<unknown>,
  before: List<unknown>,
  changed: Int32Array,
): Slices<ReadonlyMap<string, Column> | undefined> {
  const columns = new Map<string, Column>();
  const columnOf = (key: string): Column => {
    const column = columns.get(key) ?? { put: [], omit: [] };
    columns.set(key, column);
    return column;
  };
  const keys: string[] = [];
  let whole = 0;
  for (let n = 0; n < changed.length; n++) {
    const at = changed[n] as number;
    const [now, then] = [after.at(at), before.at(at)];
    if (!isRecord(now) || !isRecord(then)) return undefined;
    const count = keysInto(keys, then);
    let next = 0;
    for (const key in now) {
      if (next >= count || key !== keys[next]) omitAt(columnOf(key), at);
      else {
        if (then[key] === undefined) return undefined;
        if (!isSameJson(now[key], then[key])) putAt(columnOf(key), before, at, key);
        next++;
      }
    }
    if (next < count) return undefined;
    whole += count;
    if (n % recordsPerSlice === recordsPerSlice - 1) yield;
  }
  let kept = 0;
  for (const { put, omit } of columns.values()) {
    for (const { start, end } of put) kept += end - start;
    kept += put.length + omit.length;
    yield;
  }
  return kept * 2 <= whole ? columns : undefined;
}

/** Where entries of two lists of one length differ, and not only as objects. */
function* changedPlaces(after: List<unknown>, before: List<unknown>): Slices<Int32Array> {
  let changed = new Int32Array(mostWhole);
  let count = 0;
  let looked = 0;
  for (
    let i = skipSharedBlocks(before, after, 0);
    i < before.length;
    i = skipSharedBlocks(before, after, i + 1)
  ) {
    if (before.at(i) !== after.at(i)) {
      if (!isSameJson(before.at(i), after.at(i))) {
        if (count === changed.length) {
          const longer = new Int32Array(2 * count);
          longer.set(changed);
          changed = longer;
        }
        changed[count++] = i;
      }
      if (++looked % recordsPerSlice === 0) yield;
    }
    if (i % itemsPerScan === itemsPerScan - 1) yield;
  }
  return changed.subarray(0, count);
}

/** Steps that put the values of columns back. */
function* columnSteps(
  columns: ReadonlyMap<string, Column>,
  before: List<unknown>,
  path: Path,
  steps: Step[],
): Slices<void> {
  for (const [key, { put, omit }] of columns) {
    for (const { start, end } of put) {
      const values = new Array<unknown>(end - start);
      steps.push(['put', path, start, key, values]);
      for (let i = 0; i < values.length; i++) {
        values[i] = valueAt(before, start + i, key);
        if (i % itemsPerScan === itemsPerScan - 1) yield;
      }
    }
    for (const { start, end } of omit) steps.push(['omit', path, start, key, end - start]);
    yield;
  }
}

function* undoArray(after: List<unknown>, before: List<unknown>, path: Path, steps: Step[]): Slices<void> {
  if (hasGrownFrom(before, after)) {
    steps.push(['splice', path, before.length, after.length - before.length, []]);
    return;
  }
  if (before.length === after.length) {
    const changed = yield* changedPlaces(after, before);
    const columns = changed.length <= mostWhole ? undefined : yield* columnsOf(after, before, changed);
    if (columns !== undefined) {
      yield* columnSteps(columns, before, path, steps);
      return;
    }
    if (changed.length * 2 <= before.length) {
      yield* eachInSlices(changed, (i) => steps.push(['splice', path, i, 1, [before.at(i)]]));
      return;
    }
  }
  const { start, end } = yield* sharedEnds(before, after);
  steps.push(['splice', path, start, after.length - end - start, before.slice(start, before.length - end)]);
}

/** Adds the steps that lead from one value back to the one before. */
export function* undoInto(after: unknown, before: unknown, path: Path, steps: Step[]): Slices<void> {
  if (after === before) return;
  if (isList(after) && isList(before)) {
    yield* undoArray(after, before, path, steps);
    return;
  }
  if (!isRecord(after) || !isRecord(before)) {
    steps.push(['set', path, before]);
    return;
  }
  let looked = 0;
  for (const key of keysOf(after)) {
    if (!Object.hasOwn(before, key)) steps.push(['drop', [...path, key]]);
    if (++looked % itemsPerRecord === 0) yield;
  }
  for (const key of keysOf(before)) {
    if (!Object.hasOwn(after, key)) steps.push(['set', [...path, key], before[key]]);
    else if (after[key] !== before[key]) yield* undoInto(after[key], before[key], [...path, key], steps);
    if (++looked % itemsPerRecord === 0) yield;
  }
}

function* valuesIn(value: unknown): Slices<number> {
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 1;
  const entries = isList(value) ? value : keysOf(value);
  for (let i = 0; i < entries.length; i++) {
    const entry = isList(value)
      ? value.at(i)
      : (value as Readonly<Record<string, unknown>>)[entries.at(i) as string];
    sum += typeof entry === 'object' ? yield* valuesIn(entry) : 1;
    if (i % 1024 === 1023) yield;
  }
  return sum;
}

function keptBy(step: Step): readonly unknown[] {
  if (step[0] === 'splice' || step[0] === 'put') return step[4] as readonly unknown[];
  return step[0] === 'set' ? [step[2]] : [];
}

/** Values that steps keep. Counted once for each list of them, as they are never changed. */
const sizes = new WeakMap<readonly Step[], number>();

/** How many values steps keep. */
export function* sizeOf(steps: readonly Step[]): Slices<number> {
  const known = sizes.get(steps);
  if (known !== undefined) return known;
  let sum = 0;
  let looked = 0;
  for (const step of steps) {
    sum += step[0] === 'set' ? 0 : 1;
    for (const value of keptBy(step)) {
      sum += typeof value === 'object' ? yield* valuesIn(value) : 1;
      // Over all steps: a change may be as many steps of one value each.
      if (++looked % 64 === 0) yield;
    }
  }
  sizes.set(steps, sum);
  return sum;
}

type Holder = Record<string | number, unknown>;

/** An entry as it was before a step over its column. */
function entryBefore(entry: Readonly<Record<string, unknown>>, step: ColumnStep, i: number): unknown {
  if (step[0] === 'put') return { ...entry, [step[3]]: step[4][i] };
  const { [step[3]]: _omitted, ...rest } = entry;
  return rest;
}

function* applyColumn(list: unknown, step: ColumnStep): Slices<void> {
  const [, path, start, key, values] = step;
  const count = typeof values === 'number' ? values : values.length;
  if (!Array.isArray(list) || start + count > list.length) {
    throw new ValueError(`history: '${path.join('.')}' has no ${start + count} entries with '${key}'`);
  }
  for (let i = 0; i < count; i++) {
    list[start + i] = entryBefore(list[start + i], step, i);
    if (i % recordsPerSlice === recordsPerSlice - 1) yield;
  }
}

/** Carries out steps on a value that nobody else holds; `own` are the lists and records that were copied for it already. */
export function* applyUndo(state: Holder, steps: readonly Step[], own: Set<unknown>): Slices<void> {
  function* owned(holder: Holder, key: string | number): Slices<unknown> {
    const value = holder[key];
    if (own.has(value)) return value;
    const copy = isList(value) ? value.slice() : yield* copied(value as Holder);
    own.add(copy);
    holder[key] = copy;
    return copy;
  }
  for (const [n, step] of steps.entries()) {
    const path = step[1];
    let holder = state;
    for (const key of path.slice(0, -1)) holder = (yield* owned(holder, key)) as Holder;
    const last = path.at(-1) as string | number;
    if (step[0] === 'drop') delete holder[last];
    else if (step[0] === 'set') holder[last] = step[2];
    else if (isOfColumn(step)) yield* applyColumn(yield* owned(holder, last), step);
    else {
      const [, , start, count, items] = step;
      const list = (yield* owned(holder, last)) as unknown[];
      if (items.length < 1000) list.splice(start, count, ...items);
      else {
        // A call cannot have as many arguments as a table has rows.
        const whole = list.slice(0, start).concat(items, list.slice(start + count));
        own.add(whole);
        holder[last] = whole;
      }
    }
    if (n % recordsPerSlice === recordsPerSlice - 1) yield;
  }
}
