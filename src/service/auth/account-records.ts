import type { GrantRole } from '../../contract/server/accounts.ts';
import { retryOnConflict } from '../errors.ts';
import type { KeptRecord, RecordStore } from '../store/store.ts';
import { type AccountData, type Accounts, checkOwnerLeft, noAccounts } from './accounts.ts';

/** Longest time for which writes of another server may go unseen. */
const freshMs = 1000;

const kind = 'accounts';
const key = 'book';

/** Kinds of records consist of lower-case letters and digits. */
const inHex = (id: string): string => Buffer.from(id).toString('hex');
const ofSession = (session: string): string => `grants-${inHex(session)}`;
const ofPerson = (person: string): string => `granted-${inHex(person)}`;

const rolesIn = (found: readonly KeptRecord[]): ReadonlyMap<string, GrantRole> =>
  new Map(found.map((one) => [one.key, one.value as GrantRole]));

/**
 * Accounts in the store that servers share. The book is one record, examined again every second, whatever the clock of the day; grants are read with each request,
 * by session and, for lists, by person.
 */
export function recordAccounts(records: RecordStore): Accounts {
  let seen: { readonly book: AccountData; readonly at: number } | undefined;
  const load = async () => {
    const found = await records.get(kind, key);
    const book = (found?.value as AccountData | undefined) ?? noAccounts;
    seen = { book, at: performance.now() };
    return { book, revision: found?.revision ?? 0 };
  };
  const roles = async (of: string): Promise<ReadonlyMap<string, GrantRole>> =>
    rolesIn(await records.list(of));
  return {
    read: async () =>
      seen !== undefined && performance.now() - seen.at < freshMs ? seen.book : (await load()).book,
    change: (edit) =>
      retryOnConflict('the accounts are', async () => {
        const { book, revision } = await load();
        const { book: changed, answer } = edit(book);
        if (changed === book) return answer;
        await records.put(kind, key, changed, { expected: revision });
        seen = { book: changed, at: performance.now() };
        return answer;
      }),
    grantsOf: (session) => roles(ofSession(session)),
    sessionsOf: (person) => roles(ofPerson(person)),
    grant: (session, person, role) =>
      retryOnConflict('the roles in the session are', async () => {
        const kind = ofSession(session);
        const before = await records.list(kind);
        checkOwnerLeft(rolesIn(before), person, role);
        const revisionOf = (id: string): number => before.find(({ key }) => key === id)?.revision ?? 0;
        // The owner who stays is written, too: whoever takes that role at once meets a newer revision.
        const owner = before.find(({ key, value }) => value === 'owner' && key !== person);
        const stays =
          role === 'owner' || owner === undefined ? [] : [{ ...owner, kind, expected: owner.revision }];
        await records.changeAll([
          ...stays,
          { kind, key: person, value: role, expected: revisionOf(person) },
          { kind: ofPerson(person), key: session, value: role },
        ]);
      }),
    close: async () => {},
  };
}
