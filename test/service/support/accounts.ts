import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKeyRequest, ServerRole } from '../../../src/contract/server/accounts.ts';
import { openAccountFile } from '../../../src/service/auth/account-file.ts';
import type { Accounts } from '../../../src/service/auth/accounts.ts';
import { addKey } from '../../../src/service/auth/api-keys.ts';
import { Gate, type GateOptions } from '../../../src/service/auth/gate.ts';
import { addPerson } from '../../../src/service/auth/people.ts';
import { type Secrets, secretsOf } from '../../../src/service/auth/secrets.ts';
import { plainFolder } from '../../../src/service/store/data-folder.ts';

export const hour = 3_600_000;

export interface TestGate {
  readonly gate: Gate;
  readonly accounts: Accounts;
  readonly secrets: Secrets;
  readonly folder: string;
  /** A person and one key of theirs. */
  person(name: string, role?: ServerRole): Promise<{ id: string; key: string }>;
  key(person: string, request?: Partial<ApiKeyRequest>): Promise<{ id: string; key: string }>;
  remove(): void;
}

/** Accounts in a folder of their own. */
export async function testGate(options: Partial<GateOptions> = {}): Promise<TestGate> {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-accounts-'));
  const accounts = await openAccountFile(plainFolder(folder));
  const secrets = secretsOf([Buffer.alloc(32, 7)]);
  const times = { idleMs: hour, absoluteMs: 12 * hour };
  const gate = new Gate({ accounts, secrets, times, ...options });
  const now = () => new Date().toISOString();
  const key: TestGate['key'] = async (person, request = {}) => {
    const made = await accounts.change((book) =>
      addKey(book, person, { name: 'test', ...request }, { now: now(), secrets }),
    );
    return { id: made.key_id, key: made.key };
  };
  return {
    gate,
    accounts,
    secrets,
    folder,
    key,
    async person(name, role = 'member') {
      const { id } = await accounts.change((book) => addPerson(book, { name, role }, now()));
      return { id, key: (await key(id)).key };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
