import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAccountFile } from '../../../src/service/auth/account-file.ts';
import { addPerson } from '../../../src/service/auth/people.ts';
import { openSecrets } from '../../../src/service/auth/secrets.ts';
import { backUp, restore } from '../../../src/service/store/backup-set.ts';
import { plainFolder } from '../../../src/service/store/data-folder.ts';
import { openFolder } from '../../../src/service/store/open-folder.ts';
import { testApp } from '../support/app.ts';

const base = mkdtempSync(join(tmpdir(), 'athanor-private-'));
const at = (...names: string[]) => join(base, ...names);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Everything in a folder that somebody else than its owner may read or enter, the folder included. */
function openToOthers(folder: string): string[] {
  const names = ['', ...(readdirSync(folder, { recursive: true }) as string[])];
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}

describe.skipIf(process.platform === 'win32')('what holds data', () => {
  it('is readable by its owner alone: sessions, journals, records, accounts, backups and what is restored', async () => {
    const said: string[] = [];
    const store = await openFolder(at('data'), (line) => said.push(line));
    const service = await testApp(store, undefined, { DATA_DIR: at('data'), ASSISTANT: 'on' });
    const session = await service.session({ name: 'private' });
    await service.call('POST', `${session}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    for (const x of [0.1, 0.5]) {
      await service.call('POST', `${session}/experiments`, { inputs: { x }, output: x });
    }
    await service.close();
    const accounts = await openAccountFile(plainFolder(at('data')));
    const now = new Date().toISOString();
    const ann = await accounts.change((book) => addPerson(book, { name: 'Ann', role: 'admin' }, now));
    await accounts.grant('a-session', ann.id, 'owner');
    await accounts.close();
    await openSecrets([], plainFolder(at('data')));

    expect(readdirSync(at('data'), { recursive: true }).length).toBeGreaterThan(6);
    expect(openToOthers(at('data'))).toEqual([]);
    expect(said).toEqual([]);

    await backUp(at('data'), at('backup'));
    await restore(at('backup'), at('restored'));
    expect(openToOthers(at('backup'))).toEqual([]);
    expect(openToOthers(at('restored'))).toEqual([]);
  });

  it('goes into no folder that cannot be made, and says why', async () => {
    writeFileSync(at('file'), '');
    await expect(openFolder(at('file', 'data'), () => {})).rejects.toThrow('cannot be written (ENOTDIR)');
    await expect(openFolder(at('file'), () => {})).rejects.toThrow('cannot be written (EEXIST)');
    if (process.platform === 'linux') {
      await expect(openFolder('/proc/none/data', () => {})).rejects.toThrow('cannot be written (ENOENT)');
    }
  });

  it('keeps the mode of a folder that was there, and says so when everybody may look into it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-open-'));
    try {
      const said: string[] = [];
      for (const [mode, told] of [
        [0o755, [expect.stringContaining(`'${folder}' is open to every user of this machine (mode 0755)`)]],
        [0o750, []],
        [0o700, []],
      ] as const) {
        chmodSync(folder, mode);
        said.length = 0;
        await (await openFolder(folder, (line) => said.push(line))).close();
        expect(said).toEqual(told);
        expect(statSync(folder).mode & 0o777).toBe(mode);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
