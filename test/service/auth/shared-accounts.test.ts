import { afterEach, describe, expect, it, vi } from 'vitest';
import { assistantSettings, recordPlace } from '../../../src/service/assistant/settings.ts';
import { recordAccounts } from '../../../src/service/auth/account-records.ts';
import { addKey, revokeKey } from '../../../src/service/auth/api-keys.ts';
import { Gate } from '../../../src/service/auth/gate.ts';
import { addPerson } from '../../../src/service/auth/people.ts';
import { secretsOf } from '../../../src/service/auth/secrets.ts';
import { readConfig } from '../../../src/service/config.ts';
import { ConflictError, RevisionConflictError } from '../../../src/service/errors.ts';
import { openAccounts } from '../../../src/service/serve.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { hour } from '../support/accounts.ts';

const now = () => new Date().toISOString();
const secrets = secretsOf([Buffer.alloc(32, 3)]);

describe('accounts of servers on one store', () => {
  const { records } = memoryStore();
  const [here, there] = [recordAccounts(records), recordAccounts(records)] as const;
  const people = async () => (await here.change((book) => ({ book, answer: book }))).people;

  it('are changed by both at once, and nothing is lost', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 === 0 ? here : there).change((book) => addPerson(book, { name: `P${i}` }, now())),
      ),
    );
    expect((await people()).map(({ name }) => name).sort()).toEqual(
      Array.from({ length: 8 }, (_, i) => `P${i}`),
    );
  });

  it('are changed in the end where another server is first 99 times, as are settings of the assistant', async () => {
    let lost = 0;
    const slow = (): typeof records => ({
      ...records,
      put: async (kind, key, value, given) => {
        if (lost++ % 100 < 99) throw new RevisionConflictError(key, 1, 2);
        return records.put(kind, key, value, given);
      },
    });
    await recordAccounts(slow()).change((book) => addPerson(book, { name: 'late' }, now()));
    expect((await people()).map(({ name }) => name)).toContain('late');
    const settings = assistantSettings(recordPlace(slow()), async () => secrets);
    await settings.merge({ ollama: { model: 'one' } });
    expect((await settings.of('ollama')).model).toBe('one');
    expect(lost).toBe(200);
    lost = -1e6;
    await expect(settings.merge({ ollama: { model: 'two' } })).rejects.toThrow(ConflictError);
    expect((await settings.of('ollama')).model).toBe('one');
  });

  it('that one server revokes are blocked on the other, sockets included', async () => {
    const [one] = await people();
    const person = one?.id ?? '';
    const made = await here.change((book) => addKey(book, person, { name: 'k' }, { now: now(), secrets }));
    await here.grant('Session_1', person, 'operator');
    const gate = new Gate({ accounts: there, secrets, times: { idleMs: hour, absoluteMs: hour } });
    const credentials = { bearer: made.key, cookie: undefined };
    await new Promise((done) => setTimeout(done, 1100));
    const caller = await gate.admit(credentials);
    expect(await gate.roleIn(caller, 'Session_1')).toBe('operator');
    expect(await gate.roleIn(caller, 'session_1')).toBeUndefined();
    expect((await gate.visible(caller))?.('Session_1')).toBe(true);
    const ended = new Promise<void>((done) => {
      gate.watch(caller, 'Session_1', () => done());
    });
    await here.change((book) => revokeKey(book, made.key_id, undefined));
    await ended;
    await expect(gate.admit(credentials)).rejects.toThrow('revoked');
    await here.grant('Session_1', person, null);
    expect(await gate.roleIn(caller, 'Session_1')).toBeUndefined();
    await gate.close();
  });

  it('leave a session one of two owners who take that role from each other at once', async () => {
    for (let i = 0; i < 20; i++) {
      const session = `race_${i}`;
      await here.grant(session, 'ann', 'owner');
      await here.grant(session, 'bob', 'owner');
      const outcomes = await Promise.allSettled([
        here.grant(session, 'bob', i % 2 === 0 ? 'viewer' : null),
        there.grant(session, 'ann', 'operator'),
      ]);
      const refusals = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      expect(refusals.map(({ reason }) => reason)).toEqual([
        expect.objectContaining({ message: expect.stringContaining('last owner') }),
      ]);
      const owners = [...(await there.grantsOf(session))].filter(([, role]) => role === 'owner');
      expect(owners).toHaveLength(1);
    }
  });

  it('need a secret key that all of them have', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://localhost/athanor' });
    await expect(openAccounts(config, memoryStore())).rejects.toThrow('SECRET_KEY');
  });
});

describe('the end of sockets, by a clock of the test', () => {
  afterEach(() => void vi.useRealTimers());

  /** A server that listens for one caller, another that revokes its key, and a store that can be cut off. */
  async function twoServers() {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') });
    const { records } = memoryStore();
    let isDown = false;
    const get: typeof records.get = async (...which) => {
      if (isDown) throw new Error('the database is away');
      return records.get(...which);
    };
    const [here, there] = [recordAccounts(records), recordAccounts({ ...records, get })];
    const person = (await here.change((book) => addPerson(book, { name: 'P' }, now()))).id;
    const made = await here.change((book) => addKey(book, person, { name: 'k' }, { now: now(), secrets }));
    await here.grant('s', person, 'operator');
    const gate = new Gate({ accounts: there, secrets, times: { idleMs: hour, absoluteMs: hour } });
    const end = vi.fn();
    gate.watch(await gate.admit({ bearer: made.key, cookie: undefined }), 's', end);
    return {
      end,
      gate,
      revoke: () => here.change((book) => revokeKey(book, made.key_id, undefined)),
      cut: (away: boolean) => {
        isDown = away;
      },
    };
  }

  it.each([0, 100, 900, 1000, 1100, 1900, 1999, 2000, 2001, 3500])(
    'comes within five seconds on the other server, if the key is revoked %i ms after it was used there',
    async (wait) => {
      const { end, gate, revoke } = await twoServers();
      await vi.advanceTimersByTimeAsync(wait);
      // Just before, a request on the other server reads the accounts anew.
      await gate.accounts.read();
      await revoke();
      expect(end).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(5000);
      expect(end).toHaveBeenCalledOnce();
      await gate.close();
    },
  );

  it('comes once the database is back, which the server outlives', async () => {
    const { end, gate, revoke, cut } = await twoServers();
    cut(true);
    await revoke();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(end).not.toHaveBeenCalled();
    cut(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(end).toHaveBeenCalledOnce();
    await gate.close();
  });
});
