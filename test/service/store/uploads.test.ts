import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/service/errors.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { testApp } from '../support/app.ts';
import { type Operation, SimulatedDisk } from '../support/simulated-disk.ts';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

const operations: readonly Operation[] = ['open', 'write', 'read', 'sync', 'rename', 'unlink', 'syncFolder'];

describe('uploaded files that wait for a decision', () => {
  it('are there whole after a power cut, or as they were before', async () => {
    for (let n = 1; n < 16; n++) {
      const disk = new SimulatedDisk(n);
      const open = () => fileStore('/data', { disk: disk.view() }).uploads;
      await open().put('u', Buffer.from('first'));
      let seen = 0;
      disk.plan = (operation) => (operations.includes(operation) && ++seen === n ? 'EIO' : undefined);
      const failed = await open()
        .put('u', Buffer.from('the second one'))
        .then(
          () => undefined,
          (error: Error) => error,
        );
      disk.plan = () => undefined;
      disk.powerCut();
      const found = text(await open().get('u'));
      if (failed === undefined) expect(found).toBe('the second one');
      else {
        expect(failed).toBeInstanceOf(StoreUnavailableError);
        expect(failed.message).toContain('the disk answered EIO');
        expect(failed.message).not.toContain('/data');
        expect(['first', 'the second one']).toContain(found);
      }
    }
  });

  it.each([
    ['memory', () => memoryStore()],
    ['files', () => fileStore('/data', { disk: new SimulatedDisk().view() })],
  ])('go when they are removed, or are old (%s)', async (_name, open) => {
    const { uploads } = open();
    await uploads.put('a', Buffer.from('a'));
    await uploads.put('b', Buffer.from('b'));
    expect(await uploads.remove('a')).toBe(true);
    expect(await uploads.remove('a')).toBe(false);
    expect(await uploads.removeOlder(new Date(0), '')).toBe(0);
    expect(text(await uploads.get('b'))).toBe('b');
    const later = new Date(Date.now() + 1000);
    expect(await uploads.removeOlder(later, 'a')).toBe(0);
    expect(await uploads.removeOlder(later, 'b')).toBe(1);
    expect(await uploads.get('b')).toBeUndefined();
  });

  it('survive a restart between two decisions; a full disk refuses the file and keeps nothing of it', async () => {
    const disk = new SimulatedDisk();
    const open = () => testApp(fileStore('/data', { disk: disk.view() }));
    const first = await open();
    const path = await first.session({});
    const sent = await first.upload(`${path}/imports`, 'x,yield\n1,2\n2,3\n');
    expect(sent.status).toBeLessThan(300);
    disk.powerCut();
    const second = await open();
    const again = await second.call('GET', `${path}/imports/${sent.body.import_id}`);
    expect(again.status).toBe(200);
    expect(again.body.columns).toEqual(sent.body.columns);
    for (const folder of ['/data/uploads', '/data/records']) {
      disk.plan = (operation, file) =>
        operation === 'write' && file.startsWith(folder) ? 'ENOSPC' : undefined;
      const refused = await second.upload(`${path}/imports`, 'x,yield\n1,2\n');
      expect([folder, refused.status]).toEqual([folder, 503]);
      expect(refused.body).toMatchObject({ error_type: 'StoreUnavailableError' });
      expect(disk.names('/data/uploads')).toHaveLength(1);
      expect(await second.call('GET', `${path}/imports/${sent.body.import_id}`)).toMatchObject({
        status: 200,
      });
    }
    disk.plan = () => undefined;
    await second.close();
  });
});
