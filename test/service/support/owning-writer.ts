import { fileStore } from '../../../src/service/store/file.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';

// Claims a folder, adds rows for as long as it may, and says how many were acknowledged.
const folder = process.argv[2] as string;
try {
  const store = fileStore(folder, { owner: await claimFolder(folder) });
  const found = await store.load('s');
  let revision = found?.revision ?? (await store.save('s', { rows: [] } as never, 0));
  let count = (found?.document as { rows: readonly unknown[] } | undefined)?.rows.length ?? 0;
  for (;;) {
    revision = await store.append('s', [['push', ['rows'], [{ x: count }]]], revision);
    count += 1;
    process.stdout.write(`${count}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
