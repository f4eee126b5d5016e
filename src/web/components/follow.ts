import { useState } from 'react';
import { isRecord } from '../../contract/is-record.ts';

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

/**
 * State of a form that begins with what is stored, and follows it where nothing was typed.
 *
 * @returns what the form shows, a setter, and `onSaved`: the form shows what is stored next, as it was sent
 */
export function useFollowing<T>(stored: T): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const [form, setForm] = useState({ typed: stored, base: stored, isSent: false });
  let { typed } = form;
  if (!same(form.base, stored)) {
    typed = form.isSent ? stored : merged(typed, form.base, stored);
    setForm({ typed, base: stored, isSent: false });
  }
  const set = (next: T | ((now: T) => T)): void =>
    setForm((now) => ({
      ...now,
      typed: typeof next === 'function' ? (next as (now: T) => T)(now.typed) : next,
      isSent: false,
    }));
  return [typed, set, () => setForm((now) => ({ ...now, isSent: true }))];
}
