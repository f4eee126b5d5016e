import { useEffect } from 'react';
import { isRecord } from '../../../contract/is-record.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import type { AuditEntry, Variable } from '../../api/types.ts';
import { draftKeys, readDraft, writeDrafts } from '../../components/draft.ts';
import { typedKey } from './typed-results.ts';

type Named = Readonly<Record<string, unknown>>;
type Log = readonly Pick<AuditEntry, 'parameters'>[];

const nameIn = (variable: unknown): unknown => (isRecord(variable) ? variable['name'] : undefined);

/** The name that a variable has now which had another one; the same name where none is known. */
function nameNow(name: string, log: Log, names: readonly string[]): string {
  if (names.includes(name)) return name;
  let current: unknown = name;
  for (const { parameters } of log)
    if (nameIn(parameters['before']) === current) current = nameIn(parameters['after']);
  return names.find((one) => one === current) ?? name;
}

/**
 * Moves texts that were typed under names that variables had before to the names that they have now; what is typed under
 * the new name already stays.
 *
 * @param log entries of the audit log on changed variables, oldest first
 * @param names of the variables now
 */
export function renamedEntries(entries: Named, log: Log, names: readonly string[]): Named {
  const moved = Object.entries(entries).map(([name, text]) => [nameNow(name, log, names), text] as const);
  const kept = Object.entries(entries).filter(([name]) => names.includes(name));
  return Object.fromEntries([...moved, ...kept]);
}

/** Parts of a draft that have entries by the names of variables, each changed; other parts stay. */
const withParts = (draft: unknown, parts: readonly string[], change: (entries: Named) => Named): unknown =>
  isRecord(draft)
    ? Object.fromEntries(
        Object.entries(draft).map(([part, value]) => [
          part,
          parts.includes(part) && isRecord(value) ? change(value) : value,
        ]),
      )
    : draft;

/** Drafts of a session by key, with entries of variables changed. */
function changedDrafts(id: string, change: (entries: Named) => Named): (readonly [string, unknown])[] {
  const all = draftKeys().map((key) => [key, readDraft<unknown>(key, null)] as const);
  return all.flatMap(([key, draft]) => {
    if (key.startsWith(typedKey(id, { id: '' })))
      return [[key, withParts(draft, ['actual'], change)] as const];
    if (key === `cost-changes.${id}`)
      return [[key, withParts(draft, ['variables', 'changes'], change)] as const];
    if (key === `rows.${id}` && Array.isArray(draft))
      return [[key, draft.map((row) => (isRecord(row) ? change(row) : row))] as const];
    return [];
  });
}

/** Whether a draft of the session has an entry of something that is no variable: an objective, or a name of before. */
function hasOtherNames(id: string, names: readonly string[]): boolean {
  let found = false;
  changedDrafts(id, (entries) => {
    found ||= Object.keys(entries).some((name) => !names.includes(name));
    return entries;
  });
  return found;
}

/** What somebody typed for a variable follows it when it is renamed, here or elsewhere, also while no page was open. */
export function useRenamedDrafts(id: string, variables: readonly Variable[] | undefined): void {
  const names = JSON.stringify(variables?.map(({ name }) => name) ?? []);
  useEffect(() => {
    const now = JSON.parse(names) as string[];
    if (now.length === 0 || !hasOtherNames(id, now)) return;
    const gone = new AbortController();
    const call = sessionCall('GET', id, 'audit', { query: { entry_type: 'variable_changed' } });
    send(call, gone.signal).then(
      ({ entries }) => writeDrafts(changedDrafts(id, (texts) => renamedEntries(texts, entries, now))),
      // The next page that is opened asks again.
      () => {},
    );
    return () => gone.abort();
  }, [id, names]);
}
