import type { Difference } from '../../../contract/sessions/history.ts';
import type { Row } from '../../../contract/values.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { counted } from '../../../engine/words.ts';
import { keysOf } from '../document/document-keys.ts';
import { type List, skipSharedBlocks } from '../document/document-list.ts';
import { objectiveList } from '../objectives/objectives.ts';
import { detailedInSlices } from '../rows/row-details.ts';
import type { State, StoredQueueItem } from '../state.ts';
import { changeWords } from '../variables/variable-words.ts';

/** Whether two JSON values are equal; parts that both share are not looked into. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSameJson(item, b[i]));
  }
  for (const key in one) if (!isSameJson(one[key], other[key])) return false;
  for (const key in other) if (one[key] === undefined && other[key] !== undefined) return false;
  return true;
}

/** Values as sentences have them; long ones are cut. */
function words(value: unknown): string {
  const text =
    value === null || value === undefined
      ? 'nothing'
      : typeof value === 'number'
        ? String(Number(value.toPrecision(6)))
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Fields that differ, as words. */
function fieldWords(before: object, after: object): string {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !isSameJson(old[name] ?? null, now[name] ?? null))
    .map((name) => `${name}: ${words(old[name])} → ${words(now[name])}`)
    .join(', ');
}

/** Entries from which on a list is compared by its objects. */
const longList = 2000;

interface Kind<T> {
  readonly part: Difference['part'];
  readonly keyOf: (item: T, position: number) => string;
  readonly nameOf: (item: T, position: number) => string;
  readonly changes: (before: T, after: T) => string;
}

/** Entries that are examined between two places where the work may be interrupted. */
const rowsPerSlice = 512;

/** How many items at the start and at the end of two lists are the same objects. */
export function* sharedEnds(
  before: List<unknown>,
  after: List<unknown>,
): Slices<{ start: number; end: number }> {
  const shorter = Math.min(before.length, after.length);
  let start = Math.min(shorter, skipSharedBlocks(before, after, 0));
  while (start < shorter && before.at(start) === after.at(start)) {
    start = Math.min(shorter, skipSharedBlocks(before, after, start + 1));
    if (start % rowsPerSlice === 0) yield;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
    if (++end % rowsPerSlice === 0) yield;
  }
  return { start, end };
}

/** Differences up to a number; those beyond it are counted. */
interface Found {
  readonly differences: Difference[];
  readonly more: Record<Difference['change'], number>;
}

/** Key → place. In many maps: a single one of 250,000 keys copies all of them at once when it grows. */
class Places {
  readonly #maps = Array.from({ length: 64 }, () => new Map<string, number>());

  #mapOf(key: string): Map<string, number> {
    const last = key.length - 1;
    const hash = key.charCodeAt(last) * 31 + key.charCodeAt(last - 1);
    return this.#maps[(hash || 0) % 64] as Map<string, number>;
  }

  set(key: string, place: number): void {
    this.#mapOf(key).set(key, place);
  }

  get(key: string): number | undefined {
    return this.#mapOf(key).get(key);
  }
}

/** Keys of entries → their places in the whole list. */
function* placed<T>(kind: Kind<T>, part: readonly T[], start: number): Slices<Places> {
  const places = new Places();
  yield* eachInSlices(part, (item, i) => places.set(kind.keyOf(item, start + i), start + i), rowsPerSlice);
  return places;
}

/** Part of a list: from a place on, up to one that is not part of it. */
interface Part<T> {
  readonly list: List<T>;
  readonly start: number;
  readonly end: number;
}

/** Whether the entries of two long parts are in one order, as far as the shorter one goes; then no places need be noted. */
function* areInOrder<T>({ keyOf }: Kind<T>, old: Part<T>, now: Part<T>): Slices<boolean> {
  const end = Math.min(old.end, now.end);
  if (Math.max(old.end, now.end) - old.start <= longList) return false;
  for (let i = old.start; i < end; i++) {
    if (keyOf(old.list.at(i) as T, i) !== keyOf(now.list.at(i) as T, i)) return false;
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  return true;
}

type Take<T> = (change: Difference['change'], at: number, from: T | null, to: T | null) => void;

/** Entries of two long parts in one order that were added, removed or made again. */
function* takeInOrder<T>(old: Part<T>, now: Part<T>, take: Take<T>): Slices<void> {
  for (let i = old.start; i < Math.max(old.end, now.end); i++) {
    const from = i < old.end ? (old.list.at(i) as T) : null;
    const to = i < now.end ? (now.list.at(i) as T) : null;
    if (from !== to) take(from === null ? 'added' : to === null ? 'removed' : 'changed', i, from, to);
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
}

/** Entries of a list that were added, removed or changed; members are identified by a key. */
function* listed<T>(kind: Kind<T>, before: List<T>, after: List<T>, most: number): Slices<Difference[]> {
  if (before === after) return [];
  const { start, end } = yield* sharedEnds(before, after);
  const found: Found = { differences: [], more: { added: 0, removed: 0, changed: 0 } };
  const take: Take<T> = (change, at, from, to) => {
    if (found.differences.length < most)
      found.differences.push(differenceOf(kind, change, kind.nameOf((to ?? from) as T, at), from, to));
    else found.more[change]++;
  };
  const old = { list: before, start, end: before.length - end };
  const now = { list: after, start, end: after.length - end };
  if (yield* areInOrder(kind, old, now)) yield* takeInOrder(old, now, take);
  else yield* takeByKey(kind, old, now, take);
  return [...found.differences, ...uncounted(kind.part, found.more)];
}

/** Entries of two parts that were added, removed or changed, wherever they stand. */
function* takeByKey<T>(
  kind: Kind<T>,
  { list: before, start, end }: Part<T>,
  to: Part<T>,
  take: Take<T>,
): Slices<void> {
  const old = before.slice(start, end);
  const now = to.list.slice(start, to.end);
  // Of long lists only the objects are compared: what was made again counts as changed.
  const isSame = now.length > longList ? (a: T, b: T) => a === b : isSameJson;
  const olds = yield* placed(kind, old, start);
  const nows = yield* placed(kind, now, start);
  let seen = 0;
  for (const [i, item] of now.entries()) {
    const at = start + i;
    const key = kind.keyOf(item, at);
    // Of entries with one key the last one counts.
    if (nows.get(key) !== at) continue;
    const other = olds.get(key);
    if (other === undefined) take('added', at, null, item);
    else if (!isSame(before.at(other) as T, item)) take('changed', at, before.at(other) as T, item);
    if (++seen % rowsPerSlice === 0) yield;
  }
  for (const [i, item] of old.entries()) {
    const at = start + i;
    const key = kind.keyOf(item, at);
    if (olds.get(key) === at && nows.get(key) === undefined) take('removed', at, item, null);
    if (++seen % rowsPerSlice === 0) yield;
  }
}

function differenceOf<T>(
  { part, changes }: Kind<T>,
  change: Difference['change'],
  name: string,
  before: T | null,
  after: T | null,
): Difference {
  const detail = before === null || after === null ? '' : `: ${changes(before, after)}`;
  return { part, change, name, before, after, text: `${name} ${change}${detail}` };
}

/** The differences beyond the number, one line per change. */
function uncounted(part: Difference['part'], more: Found['more']): Difference[] {
  return Object.entries(more)
    .filter(([, count]) => count > 0)
    .map(([change, count]) => ({
      ...{ part, change: change as Difference['change'], name: null, before: null, after: null },
      text: `${counted(count, `more ${part}`)} ${change}`,
      count,
    }));
}

/** Variables by name; one that has another name at the same place is the same variable. */
function variablesOf(before: State, after: State): Kind<StoredVariable> {
  const names = ({ variables }: State) => variables.map(({ name }) => name);
  const [olds, nows] = [names(before), names(after)];
  const renamed = new Map(
    olds.length !== nows.length
      ? []
      : olds.flatMap((old, i): [string, string][] => {
          const now = nows[i] as string;
          return old === now || nows.includes(old) || olds.includes(now) ? [] : [[old, now]];
        }),
  );
  return {
    part: 'variable',
    keyOf: ({ name }) => renamed.get(name) ?? name,
    nameOf: ({ name }) => `variable '${name}'`,
    changes: (old, now) => changeWords(old, now).join(', '),
  };
}

const constraints: Kind<State['constraints'][number]> = {
  part: 'constraint',
  keyOf: ({ name }) => name,
  nameOf: ({ name }) => `constraint '${name}'`,
  changes: fieldWords,
};

const objectives: Kind<object & { readonly name: string }> = {
  part: 'objective',
  keyOf: ({ name }) => name,
  nameOf: ({ name }) => `objective '${name}'`,
  // `at_least` is a name of fields and of goals.
  changes: (before, after) => fieldWords(before, after).replaceAll(/\bat_(least|most)\b/g, 'at $1'),
};

const rows: Kind<Row> = {
  part: 'row',
  keyOf: ({ ProvenanceId }, position) => (typeof ProvenanceId === 'string' ? ProvenanceId : `#${position}`),
  nameOf: (_row, position) => `row ${position + 1}`,
  changes: fieldWords,
};

const runs: Kind<StoredQueueItem> = {
  part: 'run',
  keyOf: ({ id }) => id,
  nameOf: ({ inputs }) => `run (${words(fieldsOf(inputs))})`,
  changes: ({ status: old, ...before }, { status, ...after }) =>
    old === status ? fieldWords(before, after) : `${old} → ${status}`,
};

const fieldsOf = (inputs: object): string =>
  Object.entries(inputs)
    .map(([name, value]) => `${name} ${words(value)}`)
    .join(', ');

/** Objectives as declared, without what follows from the rows. */
const declared = (state: State) =>
  objectiveList({ ...state, rows: [] }).objectives.map(
    ({ n_values: _n, desirability_now: _now, bounds_now: _bounds, ...objective }) => objective,
  );

/** Parts that are compared as a whole, with what they are called. */
const settings = [
  ['details', 'remarks on rows'],
  ['cost_model', 'costs'],
  ['rules', 'safety limits and approval'],
  ['campaign', 'campaign settings'],
  ['config', 'settings'],
] as const satisfies readonly (readonly [keyof State, string])[];

/** The settings without the goals, which are reported with the objectives. */
const settingOf = (state: State, part: (typeof settings)[number][0]): unknown =>
  part === 'campaign' ? { ...state.campaign, goals: null } : state[part];

/** As `isSameJson`, of records of many keys. */
function* sameRecords(one: State['details'], other: State['details']): Slices<boolean> {
  const keys = keysOf(one);
  if (keys.length !== keysOf(other).length) return false;
  for (const [n, key] of keys.entries()) {
    if (!isSameJson(one[key], other[key])) return false;
    if (n % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  return true;
}

function* settingDifferences(before: State, after: State): Slices<Difference[]> {
  const found: Difference[] = [];
  for (const [part, name] of settings) {
    if (before[part] === after[part] || (part === 'details' && !isLong(before, after))) continue;
    const isSame =
      part === 'details'
        ? yield* sameRecords(before.details, after.details)
        : isSameJson(settingOf(before, part), settingOf(after, part));
    const text = `${name} changed`;
    if (!isSame) found.push({ part: 'setting', change: 'changed', name, before: null, after: null, text });
  }
  return found;
}

/** Rows with what is known about them besides: failed, limits, comments. Of long tables that is reported as a whole. */
function* rowDifferences(before: State, after: State, most: number): Slices<Difference[]> {
  if (isLong(before, after)) return yield* listed(rows, before.rows, after.rows, most);
  const [old, now] = [yield* detailedInSlices(before), yield* detailedInSlices(after)];
  return yield* listed(rows, old, now, most);
}

const isLong = (before: State, after: State): boolean =>
  Math.max(before.rows.length, after.rows.length) > longList;

/** Steps that somebody took with runs. */
function stepDifferences(before: State, after: State): Difference[] {
  if (before.runs === after.runs) return [];
  return after.queue.flatMap((item) => {
    const taken = (state: State) =>
      Object.hasOwn(state.runs, item.id) ? (state.runs[item.id]?.steps ?? []) : [];
    return taken(after)
      .slice(taken(before).length)
      .map(({ step, by }): Difference => {
        const name = runs.nameOf(item, 0);
        return {
          part: 'run',
          change: 'changed',
          name,
          before: null,
          after: step,
          text: `${name} ${step} by ${by}`,
        };
      });
  });
}

/**
 * What two states of a campaign differ in, in words.
 *
 * @param most entries per part; the others are counted
 */
export function* differences(before: State, after: State, most: number): Slices<Difference[]> {
  const isDeclared =
    before.targets !== after.targets ||
    before.campaign !== after.campaign ||
    before.outcome_constraints !== after.outcome_constraints ||
    before.objective_metadata !== after.objective_metadata;
  return [
    ...(yield* listed(variablesOf(before, after), before.variables, after.variables, most)),
    ...(yield* listed(constraints, before.constraints, after.constraints, most)),
    ...(isDeclared ? yield* listed(objectives, declared(before), declared(after), most) : []),
    ...(yield* rowDifferences(before, after, most)),
    ...(yield* listed(runs, before.queue, after.queue, most)),
    ...stepDifferences(before, after),
    ...(yield* settingDifferences(before, after)),
  ];
}

/** Differences as lines: those of one kind that are many are counted. */
export function summary(all: readonly Difference[]): string[] {
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const { part, change, text } of all) {
    const alike = all.filter((one) => one.part === part && one.change === change);
    const count = alike.reduce((sum, one) => sum + (one.count ?? 1), 0);
    const key = `${part} ${change}`;
    if (seen.has(key)) continue;
    const isPlain = part === 'row' && change !== 'changed';
    if (count > 3 || isPlain) {
      seen.add(key);
      lines.push(`${counted(count, part)} ${change}`);
    } else lines.push(text);
  }
  return lines;
}
