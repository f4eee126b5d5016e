import { useState } from 'react';
import { isRecord } from '../../contract/is-record.ts';
import { useDraft } from './draft.ts';

type Entries = Readonly<Record<string, unknown>>;

const isNamed = (value: unknown): value is { readonly name: string } =>
  isRecord(value) && typeof value['name'] === 'string';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type ByName = ReadonlyMap<string, unknown>;

/** Entries of a list by their names; undefined where an entry has none, or two have the same. */
function byName(value: unknown): ByName | undefined {
  if (!Array.isArray(value) || !value.every(isNamed)) return undefined;
  const entries = new Map(value.map((entry) => [entry.name, entry]));
  return entries.size === value.length ? entries : undefined;
}

const entriesOf = (record: Entries): ByName => new Map(Object.entries(record));

function mergedEntries(typed: ByName, base: ByName, stored: ByName): [string, unknown][] {
  const names = new Set([...typed.keys(), ...stored.keys()]);
  return [...names].flatMap((name) => {
    const value = merged(typed.get(name), base.get(name), stored.get(name));
    return value === undefined ? [] : [[name, value]];
  });
}

/**
 * What a form shows when what it began with was changed elsewhere: fields that were typed stay, the others follow. Entries of
 * records and of lists by name are taken one by one.
 *
 * @param base what the form began with
 */
export function merged<T>(typed: T, base: T, stored: T): T {
  if (same(typed, base)) return stored;
  if (same(stored, base)) return typed;
  if (isRecord(typed) && isRecord(base) && isRecord(stored))
    return Object.fromEntries(mergedEntries(entriesOf(typed), entriesOf(base), entriesOf(stored))) as T;
  const [own, before, now] = [typed, base, stored].map(byName);
  return own && before && now ? (mergedEntries(own, before, now).map(([, entry]) => entry) as T) : typed;
}

/** What was typed into a form, and what the form began with. */
interface Typed<T> {
  readonly typed: T;
  readonly base: T;
}

type Setter<T> = (next: T | ((now: T) => T)) => void;

interface Following<T> {
  /** What the form shows. */
  readonly form: T;
  readonly set: Setter<T>;
  /** The server took this: the form shows it until what is stored is read again. What was typed since stays. */
  readonly onSaved: (sent?: T) => void;
  /** The form shows what is stored. */
  readonly discard: () => void;
  readonly isChanged: boolean;
}

function useFollowed<T>(
  stored: T,
  kept: Typed<T> | null,
  setKept: (next: (now: Typed<T> | null) => Typed<T> | null) => void,
): Following<T> {
  const [sent, setSent] = useState<Typed<T> | null>(null);
  // What is stored was read again; it may come back to what it was, by an undo.
  if (sent && !same(sent.base, stored)) setSent(null);
  const shown = (now: Typed<T> | null): T =>
    now ? merged(now.typed, now.base, stored) : (sent?.typed ?? stored);
  const form = shown(kept);
  const set: Setter<T> = (next) =>
    setKept((now) => {
      const typed = typeof next === 'function' ? (next as (before: T) => T)(shown(now)) : next;
      return !sent && same(typed, stored) ? null : { typed, base: stored };
    });
  const onSaved = (done: T = form): void => {
    setSent({ typed: done, base: stored });
    setKept((now) => (now && same(now.typed, done) ? null : now));
  };
  const discard = (): void => {
    setSent(null);
    setKept(() => null);
  };
  return { form, set, onSaved, discard, isChanged: kept !== null && !same(form, stored) };
}

/** State of a form that begins with what is stored, and follows it where nothing was typed. */
export function useFollowing<T>(stored: T): Following<T> {
  return useFollowed(stored, ...useState<Typed<T> | null>(null));
}

/** Like `useFollowing`, but what was typed is still there after the page was left; see `useDraft`. */
export function useFollowingDraft<T>(key: string, stored: T): Following<T> {
  const [kept, setKept] = useDraft<Typed<T> | null>(key, null);
  return useFollowed(stored, kept, setKept);
}
