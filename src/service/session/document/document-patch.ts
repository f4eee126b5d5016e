import { isRecord } from '../../../contract/is-record.ts';
import type { Slices } from '../../../engine/slices.ts';
import { keysChanged, keysOf } from './document-keys.ts';
import { appended, hasGrownFrom, isList, type List, skipSharedBlocks } from './document-list.ts';

/**
 * The difference between two JSON values that share what did not change.
 *
 * States are immutable, so a part that is the same object did not change and is not looked into: the cost is that of
 * what changed, plus one comparison of references per element of an array that grew.
 */
export type PatchStep =
  | readonly ['set', readonly (string | number)[], unknown]
  | readonly ['drop', readonly (string | number)[]]
  | readonly ['push', readonly (string | number)[], readonly unknown[]];

type Path = readonly (string | number)[];
type JsonObject = Readonly<Record<string, unknown>>;

/** Items that are compared between two places where the work may be interrupted. */
const itemsPerSlice = 4096;

function* diffArrays(
  before: List<unknown>,
  after: List<unknown>,
  path: Path,
  steps: PatchStep[],
): Slices<void> {
  if (after.length < before.length) {
    steps.push(['set', path, after]);
    return;
  }
  if (hasGrownFrom(before, after)) {
    steps.push(['push', path, after.slice(before.length)]);
    return;
  }
  // Counted first: a list of the places of 250,000 is garbage that takes long to give back.
  let changed = 0;
  for (
    let i = skipSharedBlocks(before, after, 0);
    i < before.length;
    i = skipSharedBlocks(before, after, i + 1)
  ) {
    if (i % itemsPerSlice === itemsPerSlice - 1) yield;
    if (before.at(i) === after.at(i) || ++changed * 2 <= before.length) continue;
    steps.push(['set', path, after]);
    return;
  }
  for (
    let i = skipSharedBlocks(before, after, 0);
    i < before.length;
    i = skipSharedBlocks(before, after, i + 1)
  ) {
    if (i % itemsPerSlice === itemsPerSlice - 1) yield;
    if (before.at(i) !== after.at(i)) steps.push(['set', [...path, i], after.at(i)]);
  }
  if (after.length > before.length) steps.push(['push', path, after.slice(before.length)]);
}

/** Keys of records between two places where the work may be interrupted. */
const keysPerSlice = 256;

/** Records of fewer keys are compared key by key, whatever is left of them. */
const manyKeys = 1000;

/** As a spread, in slices. */
export function* copied(record: JsonObject): Slices<Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  let n = 0;
  for (const key of keysOf(record)) {
    const value = record[key];
    // The name of the prototype is a key as any other.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
    else copy[key] = value;
    if (++n % keysPerSlice === 0) yield;
  }
  return copy;
}

function* diffRecords(before: JsonObject, after: JsonObject, path: Path, steps: PatchStep[]): Slices<void> {
  const own = (holder: JsonObject, key: string) => (Object.hasOwn(holder, key) ? holder[key] : undefined);
  const dropped: string[] = [];
  let n = 0;
  for (const key of keysOf(before)) {
    if (own(after, key) === undefined && before[key] !== undefined) dropped.push(key);
    if (++n % keysPerSlice === 0) yield;
  }
  if (n > manyKeys && dropped.length * 2 > n) {
    steps.push(['set', path, after]);
    return;
  }
  for (const key of dropped) steps.push(['drop', [...path, key]]);
  if (n > manyKeys) yield;
  for (const key of keysOf(after)) {
    const was = own(before, key);
    const is = after[key];
    // Most values of a document are the same objects: no path and no generator is made for them.
    if (is !== undefined && is !== was) yield* diffInto(was, is, [...path, key], steps);
    if (++n % keysPerSlice === 0) yield;
  }
}

function* diffInto(before: unknown, after: unknown, path: Path, steps: PatchStep[]): Slices<void> {
  if (before === after) return;
  if (isList(before) && isList(after)) {
    yield* diffArrays(before, after, path, steps);
    return;
  }
  // A path cannot go through a key that means an object's prototype.
  if (!isRecord(before) || !isRecord(after) || Object.hasOwn(after, '__proto__')) {
    steps.push(['set', path, after]);
    return;
  }
  yield* diffRecords(before, after, path, steps);
}

/** Steps that turn `before` into `after`. */
export function* diff(before: JsonObject, after: JsonObject): Slices<PatchStep[]> {
  const steps: PatchStep[] = [];
  yield* diffInto(before, after, [], steps);
  return steps;
}

type Container = Record<string | number, unknown>;

/** More items than these are put behind a list by copying it. */
const pushedSingly = 1000;

/** Steps that are carried out between two places where the work may be interrupted. */
const stepsPerSlice = 256;

/** Carries out steps on a value that nobody else holds; it is changed in place. */
export function* applySteps(target: Record<string, unknown>, steps: readonly PatchStep[]): Slices<void> {
  for (const [n, [kind, path, value]] of steps.entries()) {
    let holder = target as Container;
    for (const key of path.slice(0, -1)) holder = holder[key] as Container;
    const last = path.at(-1) as string | number;
    if (kind === 'drop' || (kind === 'set' && !Object.hasOwn(holder, last))) keysChanged(holder);
    if (kind === 'drop') delete holder[last];
    else if (kind === 'set') holder[last] = value;
    else if ((value as readonly unknown[]).length > pushedSingly) {
      holder[last] = (holder[last] as unknown[]).concat(value);
    } else for (const item of value as readonly unknown[]) (holder[last] as unknown[]).push(item);
    if (n % stepsPerSlice === stepsPerSlice - 1) yield;
  }
}

/** As `applySteps`, on a value that others hold: what a step touches is copied once, what none touches is shared. */
export function* patched(before: JsonObject, steps: readonly PatchStep[]): Slices<JsonObject> {
  const after = { ...before };
  const own = new Set<unknown>([after]);
  function* owned(holder: Container, key: string | number): Slices<Container> {
    const value = holder[key];
    if (own.has(value)) return value as Container;
    const copy = isList(value) ? value.slice() : yield* copied(value as JsonObject);
    own.add(copy);
    holder[key] = copy;
    return copy as Container;
  }
  for (const [n, [kind, path, value]] of steps.entries()) {
    let holder: Container = after;
    for (const key of path.slice(0, -1)) holder = yield* owned(holder, key);
    const last = path.at(-1) as string | number;
    if (kind === 'drop') delete holder[last];
    else if (kind === 'set') holder[last] = value;
    else holder[last] = appended(holder[last] as List<unknown>, value as unknown[]);
    if (n % stepsPerSlice === stepsPerSlice - 1) yield;
  }
  return after;
}
