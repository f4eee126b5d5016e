import { isDeepStrictEqual } from 'node:util';
import { filePlace, isPlainKey, recordPlace } from './assistant/settings.ts';
import { openAccountFile } from './auth/account-file.ts';
import { recordAccounts } from './auth/account-records.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Store } from './store/store.ts';
import { type Transferred, transfer } from './store/transfer.ts';

export interface CopiedData extends Transferred {
  /** People and their grants that are in the target now. */
  readonly people: number;
  readonly grants: number;
  /** Providers of the assistant whose settings are in the target now. */
  readonly providers: number;
}

const accountsIn = ({ folder, records }: Store): Accounts | Promise<Accounts> =>
  folder === undefined ? recordAccounts(records) : openAccountFile(folder);

const settingsIn = ({ folder, records }: Store) =>
  folder === undefined ? recordPlace(records) : filePlace(folder);

/** People, keys, logins and grants; nothing where the target has other people. */
async function copyAccounts(from: Accounts, to: Accounts, problems: string[]) {
  const book = await from.read();
  if (book.people.length === 0) return { people: 0, grants: 0 };
  const isThere = await to.change((there) =>
    there.people.length === 0
      ? { book, answer: true }
      : { book: there, answer: isDeepStrictEqual(there, book) },
  );
  if (!isThere) {
    problems.push(
      'people, keys and grants: the target has other people already; nothing of them was changed',
    );
    return { people: 0, grants: 0 };
  }
  let grants = 0;
  // Owners first: the target takes no role from the last owner of a session.
  for (const areOwners of [true, false]) {
    for (const { id } of book.people) {
      const there = await to.sessionsOf(id);
      for (const [session, role] of await from.sessionsOf(id)) {
        if ((role === 'owner') !== areOwners) continue;
        if (there.get(session) !== role) await to.grant(session, id, role);
        grants++;
      }
    }
  }
  return { people: book.people.length, grants };
}

/** Settings of the assistant, save keys in plain text; nothing where the target has other settings. */
async function copySettings(from: Store, to: Store, problems: string[]): Promise<number> {
  const { settings: source } = await settingsIn(from).read();
  const settings: typeof source = {};
  for (const [provider, { api_key, ...rest }] of Object.entries(source)) {
    settings[provider] = isPlainKey(api_key) || api_key === undefined ? rest : { ...rest, api_key };
    if (isPlainKey(api_key))
      problems.push(`assistant: the key of '${provider}' is not encrypted; enter it again there`);
  }
  const count = Object.keys(settings).length;
  const target = settingsIn(to);
  const { settings: there, revision } = await target.read();
  if (count === 0 || isDeepStrictEqual(there, settings)) return count;
  if (Object.keys(there).length > 0) {
    problems.push('assistant: the target has other settings already; nothing was changed');
    return 0;
  }
  await target.write(settings, revision);
  return count;
}

/**
 * Copies what a server keeps into another store: all that `transfer` copies, accounts and grants, and settings of the assistant.
 * Hashes of keys and encrypted keys are copied as they are, so the other server needs the same SECRET_KEY. May be begun again.
 */
export async function copyServerData(
  from: Store,
  to: Store,
  onProgress?: (done: number, all: number) => void,
): Promise<CopiedData> {
  const done = await transfer(from, to, onProgress);
  const problems = [...done.problems];
  const [source, target] = [await accountsIn(from), await accountsIn(to)];
  const accounts = await copyAccounts(source, target, problems).finally(async () => {
    await source.close();
    await target.close();
  });
  const providers = await copySettings(from, to, problems);
  return { ...done, ...accounts, providers, problems };
}
