import { expect, it } from 'vitest';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { changeVariable } from '../../../src/service/session/variables/change-variable.ts';
import { storedSpelling } from '../../../src/service/session/variables/variable-spelling.ts';
import { addVariable } from '../../../src/service/session/variables/variables.ts';

const around = { now: '2026-01-01T00:00:00.000Z', newId: () => 'id' };

const rows = 20_000;

const long: State = {
  ...emptyState('s', around.now),
  variables: [{ name: 'x', type: 'real', min: 0, max: rows }],
  rows: Array.from({ length: rows }, (_, i) => ({ x: i, Output: i, ProvenanceId: String(i) })),
};

/** How often work can be interrupted, and its result. */
function steps<T>(work: Generator<undefined, T, undefined>): { readonly count: number; readonly result: T } {
  for (let count = 0; ; count++) {
    const step = work.next();
    if (step.done) return { count, result: step.value };
  }
}

it('a variable of many rows is renamed in slices', () => {
  const { count, result } = steps(changeVariable(long, { variable: 'x', name: 'temperature' }, around));
  expect(result.state.rows.at(7)).toEqual({ temperature: 7, Output: 7, ProvenanceId: '7' });
  expect(count).toBeGreaterThan(rows / 100);
});

it('a variable joins many rows in slices', () => {
  const request = { name: 'z', type: 'real', bounds: [0, 1], recorded_value: 0.5 } as const;
  const { count, result } = steps(addVariable(long, request as never, around));
  expect(result.state.rows.at(7)).toEqual({ x: 7, Output: 7, ProvenanceId: '7', z: 0.5 });
  expect(count).toBeGreaterThan(rows / 100);
});

it('many different numbers become categories and numbers again', () => {
  const { result } = steps(changeVariable(long, { variable: 'x', type: 'categorical' }, around));
  expect(result.state.variables[0]?.values).toHaveLength(rows);
  expect(result.state.rows.at(7)?.x).toBe('7');
  const back = steps(changeVariable(result.state, { variable: 'x', type: 'real' }, around));
  expect(back.count).toBeGreaterThan(rows / 100);
  expect(back.result.state.variables[0]).toMatchObject({ min: 0, max: rows - 1 });
  expect([...back.result.state.rows]).toEqual(long.rows);
});

it('long lists of categories are looked up, and not searched once per entry', () => {
  const categories = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
  const spelled = (labels: string[], retired: string[] = []) =>
    storedSpelling({ name: 'k', type: 'categorical', categories: labels, retired });
  expect(spelled(categories, categories.slice(1)).values).toHaveLength(100_000);
  expect(() => spelled(categories.with(-1, 'c9'))).toThrow("category 'c9' is declared twice");
  expect(() => spelled([...categories, 'c'])).toThrow('categories has 100001 entries, more than 100000');
});
