import { ConflictError, StoreUnavailableError } from '../errors.ts';
import { type DataFolder, parseStored, putFile, readPrivate, saveReason } from '../store/data-folder.ts';
import { type AccountData, type Accounts, noAccounts } from './accounts.ts';
import { openGrantFile } from './grant-file.ts';

const layout = 1;

const fileName = 'accounts.json';

async function openBook(folder: DataFolder): Promise<AccountData> {
  const content = await readPrivate(folder, fileName);
  if (content === undefined) return noAccounts;
  const { format, ...read } = parseStored(content, fileName) as unknown as AccountData & {
    readonly format: number;
  };
  if (format !== layout) {
    throw new Error(
      `start-up: ${fileName} of the data folder has format ${format}, this release reads ${layout}; use a newer release`,
    );
  }
  return { ...noAccounts, ...read };
}

/** Reports a failed write as StoreUnavailableError. The change has no effect now; if the disk has it after all, a restart finds it. */
async function written<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (cause) {
    if (cause instanceof ConflictError) throw cause;
    throw new StoreUnavailableError(`the accounts could not be written: ${saveReason(cause)}; try again`, {
      cause,
    });
  }
}

/** Accounts in `accounts.json` and grants in `grants.jsonl` of the data folder, both readable by their owner alone. */
export async function openAccountFile(folder: DataFolder): Promise<Accounts> {
  let book = await openBook(folder);
  const grants = await openGrantFile(folder);
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: async () => book,
    change(edit) {
      const next = last.then(async () => {
        const { book: changed, answer } = edit(book);
        if (changed !== book) {
          await written(putFile(folder, fileName, [JSON.stringify({ format: layout, ...changed })]));
          book = changed;
        }
        return answer;
      });
      last = next.catch(() => {});
      return next;
    },
    grantsOf: async (session) => grants.ofSession(session),
    sessionsOf: async (person) => grants.ofPerson(person),
    grant: (session, person, role) => written(grants.set(session, person, role)),
    close: async () => {
      await last;
      await grants.close();
    },
  };
}
