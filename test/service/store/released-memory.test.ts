import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { SimulatedDisk } from '../support/simulated-disk.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('a store holds no document that it loaded, however often', async () => {
  const store = fileStore('/data', { disk: new SimulatedDisk().view() });
  await store.save('s', toDocument(emptyState('s', '2026-01-01T00:00:00.000Z')), 0);
  const loaded: WeakRef<object>[] = [];
  for (let reading = 0; reading < 3; reading++) {
    loaded.push(new WeakRef((await store.load('s'))?.document as object));
    await nextTurn();
  }
  collect();
  expect(loaded.map((one) => one.deref())).toEqual([undefined, undefined, undefined]);
});
