import { describe, expect, it } from 'vitest';
import { openAccountFile } from '../../../src/service/auth/account-file.ts';
import type { Accounts } from '../../../src/service/auth/accounts.ts';
import { Gate } from '../../../src/service/auth/gate.ts';
import { addPerson } from '../../../src/service/auth/people.ts';
import { secretsOf } from '../../../src/service/auth/secrets.ts';
import { StoreUnavailableError } from '../../../src/service/errors.ts';
import { claimFolder, noOwner } from '../../../src/service/store/owner.ts';
import { hour } from '../support/accounts.ts';
import { type DiskView, type Operation, SimulatedDisk } from '../support/simulated-disk.ts';

const path = '/data';
const now = '2026-01-01T00:00:00.000Z';

const openOn = (disk: DiskView): Promise<Accounts> => openAccountFile({ path, disk, owner: noOwner });

const join = (accounts: Accounts, name: string) =>
  accounts.change((book) => addPerson(book, { name, role: 'member' }, now));

const names = async (accounts: Accounts) => (await accounts.read()).people.map(({ name }) => name);

const refusal = (change: Promise<unknown>): Promise<unknown> =>
  change.then(
    () => undefined,
    (error: unknown) => error,
  );

const operations: readonly Operation[] = ['open', 'write', 'read', 'sync', 'rename', 'stat', 'syncFolder'];

/** What a grant and a new person leave after the nth call to the disk fails and the power is cut. */
async function cutAfterFault(disk: SimulatedDisk, fault: string, n: number): Promise<boolean> {
  const accounts = await openOn(disk.view());
  await accounts.grant('kept', 'ann', 'owner');
  await accounts.grant('kept', 'bob', 'viewer');
  await join(accounts, 'Ann');
  let seen = 0;
  disk.plan = (operation) => (operations.includes(operation) && ++seen === n ? fault : undefined);
  const outcomes = [
    await refusal(accounts.grant('new', 'ann', 'owner')),
    await refusal(accounts.grant('kept', 'bob', null)),
    await refusal(join(accounts, 'Bob')),
  ];
  disk.plan = () => undefined;
  for (const error of outcomes) if (error !== undefined) expect(error).toBeInstanceOf(StoreUnavailableError);
  disk.powerCut();
  const again = await openOn(disk.view());
  const [granted, revoked, joined] = outcomes.map((error) => error === undefined);
  const kept = await again.grantsOf('kept');
  expect(kept.get('ann')).toBe('owner');
  if (granted) expect((await again.grantsOf('new')).get('ann')).toBe('owner');
  if (revoked) expect(kept.has('bob')).toBe(false);
  expect(await names(again)).toEqual(expect.arrayContaining(joined ? ['Ann', 'Bob'] : ['Ann']));
  return seen >= n;
}

describe('accounts and grants on a disk that fails', () => {
  it.each(['EIO', 'ENOSPC', 'EMFILE'])(
    'keep what was acknowledged over any %s and a power cut',
    async (fault) => {
      let n = 1;
      while (await cutAfterFault(new SimulatedDisk(n), fault, n)) n++;
      expect(n).toBeGreaterThan(10);
    },
  );

  it('survive a power cut from the first one on', async () => {
    for (let seed = 1; seed < 20; seed++) {
      const disk = new SimulatedDisk(seed);
      const accounts = await openOn(disk.view());
      await accounts.grant('s', 'ann', 'owner');
      disk.powerCut();
      expect((await (await openOn(disk.view())).grantsOf('s')).get('ann')).toBe('owner');
    }
  });

  it.each(['EMFILE', 'ENOSPC'])('go on when %s is over, without a restart', async (fault) => {
    const disk = new SimulatedDisk();
    const accounts = await openOn(disk.view());
    disk.plan = (operation) => (['open', 'write'].includes(operation) ? fault : undefined);
    const refused = await refusal(accounts.grant('s', 'ann', 'owner'));
    expect(String(refused)).toContain(`the disk answered ${fault}; try again`);
    await expect(join(accounts, 'Ann')).rejects.toThrow(fault);
    expect((await accounts.grantsOf('s')).size).toBe(0);
    disk.plan = () => undefined;
    await accounts.grant('s', 'ann', 'owner');
    await accounts.grant('s', 'bob', 'viewer');
    await join(accounts, 'Ann');
    const again = await openOn(disk.view());
    expect([...(await again.grantsOf('s')).keys()]).toEqual(['ann', 'bob']);
    expect(await names(again)).toEqual(['Ann']);
  });

  it('let a server end in order that cannot note when keys were used', async () => {
    const disk = new SimulatedDisk();
    const accounts = await openOn(disk.view());
    const { id } = await join(accounts, 'Ann');
    const times = { idleMs: hour, absoluteMs: hour };
    const gate = new Gate({ accounts, secrets: secretsOf([Buffer.alloc(32)]), times });
    const person = (await accounts.read()).people.find((one) => one.id === id)!;
    await gate.admit({ bearer: undefined, cookie: await gate.login(person, null) });
    disk.room = 0;
    await gate.close();
  });
});

it('accounts are not changed by a server that lost its folder while it was stopped', async () => {
  const disk = new SimulatedDisk();
  const claim = async (view: DiskView) => {
    const owner = await claimFolder(path, { disk: view, lock: view.lock, boot: 'one', watchFor: 0 });
    return { owner, accounts: await openAccountFile({ path, disk: view, owner }) };
  };
  const first = await claim(disk.view());
  await first.accounts.grant('s', 'ann', 'owner');
  disk.forgetLocks();
  const second = await claim(disk.view());
  await second.accounts.grant('s', 'bob', 'owner');
  await join(second.accounts, 'Bob');
  await expect(first.accounts.grant('s', 'eve', 'owner')).rejects.toThrow('lost its data folder');
  await expect(join(first.accounts, 'Eve')).rejects.toThrow(StoreUnavailableError);
  await second.accounts.grant('t', 'bob', 'owner');
  const third = await claim(disk.view()).catch((error: Error) => error);
  expect(String(third)).toContain('belongs to another server');
  const found = await openOn(disk.view());
  expect([...(await found.grantsOf('s')).keys()]).toEqual(['ann', 'bob']);
  expect((await found.grantsOf('t')).get('bob')).toBe('owner');
  expect(await names(found)).toEqual(['Bob']);
  await first.owner.release();
  await second.owner.release();
});
