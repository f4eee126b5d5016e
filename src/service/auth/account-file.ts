import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../store/atomic-write.ts';
import { errorCode, makeFolder } from '../store/disk.ts';
import { type Accounts, type Book, emptyBook } from './accounts.ts';
import { openGrantFile } from './grant-file.ts';

const layout = 1;

async function readBook(file: string): Promise<Book> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    // A copied folder may have wider permissions.
    await chmod(file, 0o600);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return emptyBook;
    throw error;
  }
  const { format, ...book } = JSON.parse(text) as Book & { readonly format: number };
  if (format === layout) return { ...emptyBook, ...book };
  throw new Error(
    `start-up: ${file} has format ${format}, this release reads ${layout}; use a newer release`,
  );
}

/**
 * Accounts in `accounts.json` and grants in `grants.jsonl` of the data folder, both readable by their owner alone. The caller owns the
 * folder: nobody else writes there.
 */
export async function openAccountFile(dataDir: string): Promise<Accounts> {
  await makeFolder(dataDir);
  const file = join(dataDir, 'accounts.json');
  let book = await readBook(file);
  const grants = await openGrantFile(join(dataDir, 'grants.jsonl'));
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: async () => book,
    change(edit) {
      const next = last.then(async () => {
        const { book: changed, answer } = edit(book);
        if (changed !== book) {
          await writeAtomically(file, [JSON.stringify({ format: layout, ...changed })]);
          book = changed;
        }
        return answer;
      });
      last = next.catch(() => {});
      return next;
    },
    grantsOf: async (session) => grants.ofSession(session),
    sessionsOf: async (person) => grants.ofPerson(person),
    grant: (session, person, role) => grants.set(session, person, role),
    close: async () => {
      await last;
      await grants.close();
    },
  };
}
