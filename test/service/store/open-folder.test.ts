import { expect, it, vi } from 'vitest';
import { openFolder } from '../../../src/service/store/open-folder.ts';

const claim = vi.hoisted(() => vi.fn());
vi.mock('../../../src/service/store/owner.ts', () => ({ claimFolder: claim }));

it.each([
  ['ENOSPC', 'free some space on its disk'],
  ['EDQUOT', 'free some space on its disk'],
  ['EACCES', 'set DATA_DIR to a folder that you can write'],
])('a folder that answers %s at start-up: %s', async (code, wayOut) => {
  claim.mockRejectedValue(Object.assign(new Error(`${code}: /data/owner.lock`), { code }));
  await expect(openFolder('/data', () => {})).rejects.toThrow(
    `start-up: DATA_DIR '/data' cannot be written (${code}); ${wayOut}`,
  );
});
