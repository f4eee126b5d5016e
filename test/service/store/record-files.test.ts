import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainFolder } from '../../../src/service/store/data-folder.ts';
import { type Disk, nodeDisk } from '../../../src/service/store/disk.ts';
import { fileRecords } from '../../../src/service/store/records.ts';
import { errno } from '../support/simulated-disk.ts';

let path: string;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'athanor-records-'));
});

afterEach(() => rmSync(path, { recursive: true }));

const recordsOn = (disk: Partial<Disk> = {}) =>
  fileRecords({ ...plainFolder(path), disk: { ...nodeDisk, ...disk } });

describe('files of records', () => {
  it('a slow first reading does not bring back what was there before a change', async () => {
    await recordsOn().put('api-key', 'ann', 1);
    let asked = () => {};
    let goOn = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isFirst = true;
    const records = recordsOn({
      open: async (name, mode) => {
        const file = await nodeDisk.open(name, mode);
        if (!isFirst) return file;
        isFirst = false;
        return {
          ...file,
          // All is read by then.
          close: async () => {
            asked();
            await mayGoOn;
            await file.close();
          },
        };
      },
    });
    const slow = records.get('api-key', 'ann');
    await isAsked;
    await records.remove('api-key', 'ann');
    await records.put('api-key', 'bob', 2);
    goOn();
    await slow;
    expect((await records.list('api-key')).map(({ key }) => key)).toEqual(['bob']);
    await records.put('api-key', 'eve', 3);
    expect((await recordsOn().list('api-key')).map(({ key }) => key)).toEqual(['bob', 'eve']);
  });

  it.each(['null', '[]', '7', '{"a":null}', '{"a":{"value":1}}'])(
    'one that holds %s is named as damaged, and not written over',
    async (content) => {
      writeFileSync(join(path, 'job.json'), content);
      const damaged = 'records/job.json of the data folder is damaged (';
      await expect(recordsOn().list('job')).rejects.toThrow(damaged);
      await expect(recordsOn().put('job', 'b', 2)).rejects.toThrow(damaged);
      expect(readFileSync(join(path, 'job.json'), 'utf8')).toBe(content);
    },
  );

  it('a folder that cannot be listed is an error, not one without records', async () => {
    await recordsOn().put('api-key', 'ann', 1);
    const records = recordsOn({
      names: async () => {
        throw errno('EIO');
      },
    });
    await expect(records.kinds()).rejects.toThrow('records cannot be listed (EIO)');
    expect(await recordsOn().kinds()).toEqual(['api-key']);
  });
});
