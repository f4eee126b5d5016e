import type { Command } from 'commander';
import { PersonRequest } from '../../contract/server/accounts.ts';
import { addKey } from '../../service/auth/api-keys.ts';
import { addPerson } from '../../service/auth/people.ts';
import type { Config } from '../../service/config.ts';
import { checkAgainst } from '../../service/http/plugins/validation/validation.ts';
import { openAccounts, openStore } from '../../service/serve.ts';
import { errorCode } from '../../service/store/disk.ts';
import type { Store } from '../../service/store/store.ts';
import { dataDirOption } from '../folder.ts';
import { logLine, print, UsageError } from '../output.ts';
import { settingsOf } from '../values.ts';

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

The server must not be running, unless it keeps its sessions in a database (DATABASE_URL). If the server is started with SECRET_KEY,
set the same value here. If all keys are lost, run the command again: it adds another admin.`;

const groupExample = `
Example:
  athanor auth bootstrap --name Ann --data-dir ./data

An admin adds more people and keys on the Settings page or over HTTP.`;

/** What the options say, by the rules of POST /people. @throws UsageError */
function personOf({ name, subject }: Options): PersonRequest {
  try {
    return checkAgainst(PersonRequest, { name, role: 'admin', subject: subject ?? null }, true);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

/** The new admin with a first key. The folder is locked meanwhile: no server that keeps accounts in it may be running. */
async function addAdmin(options: Options) {
  const person = personOf(options);
  const config = { ...settingsOf({ ...process.env, AUTH: 'off' }), dataDir: options.dataDir };
  const store = await openStore(config, logLine);
  try {
    return await addTo(store, config, person);
  } catch (cause) {
    const reason = errorCode(cause);
    if (reason === undefined || config.database !== undefined) throw cause;
    throw new Error(`'${config.dataDir}' cannot be written (${reason}); no admin was added`, { cause });
  } finally {
    await store.close();
  }
}

/** The answer of `addKey`, the key itself included. */
async function addTo(store: Store, config: Config, person: PersonRequest) {
  const { accounts, secrets } = await openAccounts(config, store);
  const now = new Date().toISOString();
  const made = await accounts.change((book) => {
    const added = addPerson(book, person, now);
    return addKey(added.book, added.answer.id, { name: 'bootstrap' }, { now, secrets });
  });
  await accounts.close();
  return made;
}

export function registerAuth(program: Command): void {
  program
    .command('auth')
    .description('people and keys of a server with authentication')
    .addHelpText('after', groupExample)
    .command('bootstrap')
    .description('add an admin and print the key')
    .requiredOption('--name <name>', 'name of the person in audit rows')
    .option('--subject <sub>', '`sub` of the person at the identity provider')
    .addOption(dataDirOption())
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(async (options: Options) => {
      const { key, person_id } = await addAdmin(options);
      print(options.json, { name: options.name, person_id, key }, () => [
        `'${options.name}' is an admin. The key, shown only once:`,
        key,
      ]);
    });
}
