import { upload } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { at, forgetDataset } from '../../api/session.ts';
import type { ExperimentList, Row } from '../../api/types.ts';
import { toCsv } from '../../components/csv.ts';

/**
 * Writes the whole table anew: the way to correct or remove recorded rows. Before that it is checked that nobody
 * has added a row in the meantime.
 *
 * @param expected rows that the server is thought to have
 * @throws {Error} when the table on the server is another one; nothing is changed then
 */
export async function replaceTable(
  id: string,
  expected: readonly Row[],
  rows: readonly Row[],
  columns: readonly string[],
  targets: readonly string[],
): Promise<void> {
  const skip = Math.max(0, expected.length - 1);
  const now = await send<ExperimentList>({
    method: 'GET',
    path: at(id, 'experiments'),
    query: { skip, limit: 2 },
  });
  const same =
    now.total === expected.length && JSON.stringify(now.experiments[0]) === JSON.stringify(expected.at(-1));
  if (!same)
    throw new Error('Someone else changed the table just now. It has been loaded again; repeat your change.');
  if (rows.length === 0) {
    await send({ method: 'DELETE', path: at(id, 'experiments') });
    forgetDataset(id);
    return;
  }
  const file = new File([toCsv(columns, rows)], 'experiments.csv', { type: 'text/csv' });
  await upload(id, file, targets);
}
