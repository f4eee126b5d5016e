import { expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

/** Waiting runs that are taken out of the queue. */

const service = fileApp();

it('are taken out together or not at all; those under way stay', async () => {
  const path = await service.session();
  await fillSession(service, path, 0);
  const queue = `${path}/experiments/queue`;
  const items = [1, 2, 3, 4].map((x) => ({ inputs: { x, c: 'A' } }));
  const { body: staged } = await service.call('POST', queue, { items });
  const [first, second, third, fourth] = staged.items.map(({ id }: { id: string }) => id);
  await service.call('POST', `${queue}/${fourth}/start`);
  const remove = (item_ids: readonly string[]) => service.call('POST', `${queue}/remove-batch`, { item_ids });
  const refused = async (item_ids: readonly string[]) => {
    const { status, body } = await remove(item_ids);
    return [status, body.detail];
  };
  expect(await refused([first, 'none'])).toEqual([
    404,
    "queue item 'none' not found; see GET …/experiments/queue",
  ]);
  expect(await refused([first, first])).toEqual([400, `item_ids: '${first}' is named twice`]);
  expect(await refused([first, fourth])).toEqual([
    409,
    `queue item '${fourth}' is running; only a pending one can be deleted`,
  ]);
  expect((await remove([])).status).toBe(422);
  expect((await service.call('GET', queue)).body.items).toHaveLength(4);
  const { status, body } = await remove([third, first]);
  expect([status, body.n_pending, body.n_running]).toEqual([200, 1, 1]);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second, fourth]);
});
