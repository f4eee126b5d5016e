import { calls, change, createSession, upload } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { invalidate, sessionsKey } from '../../api/queries.ts';
import type { VariableRequest } from '../../api/types.ts';

/** The grid of process factors of a Suzuki coupling (`olymp`, dataset_suzuki, MIT), with its yields. */
const variables: readonly VariableRequest[] = [
  { name: 'temperature', type: 'real', bounds: [75, 90], unit: '°C' },
  { name: 'pd_mol', type: 'real', bounds: [0.5, 5], unit: 'mol %' },
  { name: 'arbpin', type: 'real', bounds: [1, 1.8], unit: 'eq' },
  { name: 'k3po4', type: 'real', bounds: [1.5, 3], unit: 'eq' },
];

/**
 * Makes a session from measured data, so that every page has something to show: a Suzuki coupling, of whose
 * 247 runs thirty are already recorded.
 * @returns its id
 */
export async function createExample(): Promise<string> {
  const { default: csv } = await import('../../../demo/data/suzuki.csv?raw');
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  // 89 and 247 have no common divisor: a fixed walk that spreads the first runs over the whole grid.
  const sample = Array.from({ length: 30 }, (_, i) => lines[(i * 89 + 20) % lines.length] as string);
  const id = await createSession(
    'Example: Suzuki coupling',
    'Measured yields of a Suzuki coupling (olymp data set, MIT licence); 30 of the 247 runs are recorded.',
  );
  const table = [`${header},Reason`, ...sample.map((line) => `${line},Published data`)].join('\n');
  try {
    for (const variable of variables) await change(id, calls.addVariable(id, variable), []);
    await upload(id, new File([`${table}\n`], 'suzuki.csv', { type: 'text/csv' }), ['yield']);
    await change(id, calls.objectives(id, { yield: { unit: '%' } }));
  } catch (error) {
    // Half an example helps nobody.
    await send(calls.deleteSession(id)).catch(() => undefined);
    invalidate(sessionsKey);
    throw error;
  }
  return id;
}
