import { emptyState } from '../../../src/service/session/state.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { Writer } from './writer.ts';

// Adds rows for as long as it lives, and says how many were acknowledged.
const writer = new Writer(fileStore(process.argv[2] as string));
let state = emptyState('s', '2026-01-01T00:00:00.000Z');
for (let count = 1; ; count++) {
  state = { ...state, rows: [...state.rows, { x: count, note: 'x'.repeat(500), Iteration: count }] };
  await writer.save(state);
  process.stdout.write(`${count}\n`);
}
