import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importAll } from '../../src/cli/commands/import.ts';
import { localService } from '../../src/cli/local-service.ts';
import { StoreError } from '../../src/service/errors.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import type { Store } from '../../src/service/store/store.ts';

const text = readFileSync(join(import.meta.dirname, '../data/campaign.json'), 'utf8');

it('an import of several files leaves none of them where one cannot be written', async () => {
  const store = memoryStore();
  let room = 2;
  const save: Store['save'] = async (...args) => {
    if (room-- <= 0) throw new StoreError('the disk answered ENOSPC');
    return store.save(...args);
  };
  const service = await localService({ ATHANOR_BACKEND: 'ts' }, { ...store, save });
  const files = ['a.json', 'b.json', 'c.json', 'd.json'];
  const texts = files.map(() => text);
  await expect(importAll(service, files, texts)).rejects.toThrow(
    "'c.json' cannot be imported: the new session could not be written",
  );
  expect(await store.list()).toEqual([]);
  room = 4;
  expect((await importAll(service, files, texts)).map(({ file }) => file)).toEqual(files);
  expect(await store.list()).toHaveLength(4);
  await service.close();
});
