import type { Command } from 'commander';
import { openAccountFile } from '../../service/auth/account-file.ts';
import type { Accounts } from '../../service/auth/accounts.ts';
import { addKey } from '../../service/auth/api-keys.ts';
import { addPerson } from '../../service/auth/people.ts';
import { openSecrets } from '../../service/auth/secrets.ts';
import { readConfig } from '../../service/config.ts';
import { openFolder } from '../../service/store/open-folder.ts';
import { print, say } from '../output.ts';

interface Options {
  readonly name: string;
  readonly subject?: string;
  readonly dataDir: string;
  readonly json?: boolean;
}

const example = `
Example:
  athanor auth bootstrap --name Ann
  AUTH=keys athanor serve

The server must not be running. SECRET_KEY, where it is used, must be the one that the server is started with. Run again, the command
adds another admin: so one comes back in whose key is lost.`;

/** The new admin with a first key. */
async function addAdmin(accounts: Accounts, { name, subject, dataDir }: Options) {
  const { secretKeys } = readConfig(process.env);
  const secrets = await openSecrets(secretKeys, dataDir);
  const now = new Date().toISOString();
  return accounts.change((book) => {
    const added = addPerson(book, { name, role: 'admin', subject: subject ?? null }, now);
    return addKey(added.book, added.answer.id, { name: 'bootstrap' }, now, secrets);
  });
}

export function registerAuth(program: Command): void {
  program
    .command('auth')
    .description('people and keys of a server that asks who is calling')
    .command('bootstrap')
    .description('make an admin and print a key for them')
    .requiredOption('--name <name>', 'who it is, as audit rows will name them')
    .option('--subject <sub>', 'their `sub` at the identity provider')
    .option('--data-dir <folder>', 'folder of the session files', process.env.DATA_DIR ?? './data')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(async (options: Options) => {
      // Nobody else has the folder open.
      const store = await openFolder(options.dataDir, say);
      try {
        const accounts = await openAccountFile(options.dataDir);
        const { key, person_id } = await addAdmin(accounts, options);
        await accounts.close();
        print(options.json, { name: options.name, person_id, key }, () => [
          `'${options.name}' is an admin. The key, shown this once:`,
          key,
        ]);
      } finally {
        await store.close();
      }
    });
}
