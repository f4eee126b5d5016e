import { fileStore } from '../../../src/service/store/file.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';

// Claims a folder, adds rows for as long as it may, and says how many were acknowledged. With the name of a machine it is one on
// that machine: its lock does not reach the others.
const [folder = '', machine] = process.argv.slice(2);
const away = { boot: machine ?? '', watchFor: 100, lock: async () => 'unsupported' as const };
try {
  const store = fileStore(folder, { owner: await claimFolder(folder, machine === undefined ? {} : away) });
  const found = await store.load('s');
  let revision = found?.revision ?? (await store.save('s', { rows: [] } as never, 0));
  let count = (found?.document as { rows: readonly unknown[] } | undefined)?.rows.length ?? 0;
  for (;;) {
    revision = await store.append('s', [['push', ['rows'], [{ x: count, by: machine ?? 'here' }]]], revision);
    count += 1;
    process.stdout.write(`${count}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
