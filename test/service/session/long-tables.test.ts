import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/contract/sessions/audit.ts';
import type { Row } from '../../../src/contract/values.ts';
import { runSlices } from '../../../src/engine/slices.ts';
import {
  type List,
  shareable,
  skipSharedBlocks,
} from '../../../src/service/session/document/document-list.ts';
import { correctRow } from '../../../src/service/session/experiments/correct-row.ts';
import {
  addExperiment,
  columnsOf,
  listExperiments,
} from '../../../src/service/session/experiments/experiments.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';

const now = '2026-01-01T00:00:00.000Z';
let ids = 0;
const environment = { now, newId: () => `new-${++ids}` };

const withRows = (rows: List<Row>): State => ({
  ...emptyState('s', now),
  variables: [{ name: 'x', type: 'real', min: 0, max: 1000 }],
  rows,
});

const rowAt = (i: number): Row => ({ x: i, Output: i, Iteration: i, Reason: null, ProvenanceId: `p${i}` });

const correct = (state: State, id: string, patch: Parameters<typeof correctRow>[1] | object): State =>
  runSlices(correctRow(state, { ...patch, id }, environment)).state;

/** Rows that count how often somebody lists their names. */
function watched(count: number) {
  const told = { listed: 0 };
  const rows = Array.from(
    { length: count },
    (_, i) =>
      new Proxy(rowAt(i), {
        ownKeys: (row) => {
          told.listed++;
          return Reflect.ownKeys(row);
        },
      }),
  );
  return { told, rows };
}

it('a correction looks at the names of the row alone, once those of the table are known', () => {
  const { told, rows } = watched(3000);
  let state = correct(withRows(rows), 'p7', { output: -1 });
  expect(told.listed).toBeGreaterThanOrEqual(3000);
  told.listed = 0;
  state = correct(state, 'p8', { output: -2, comment: 'seen' });
  state = correct(state, 'p8', { output: -3 });
  addExperiment(state, { inputs: { x: 1 }, output: 1 }, environment);
  expect(columnsOf(state)).toEqual(['x', 'Output', 'Iteration', 'Reason', 'ProvenanceId', 'Comment']);
  expect(told.listed).toBeLessThan(20);
});

it('a correction of a long table makes one block of rows and one of the log', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => rowAt(i));
  const audit = rows.map((_, i) => ({
    timestamp: now,
    entry_type: 'x',
    parameters: { i },
    hash: '',
    notes: '',
  }));
  const before = { ...withRows(shareable<Row>(rows)), audit: shareable<AuditEntry>(audit) };
  const after = correct(before, 'p7000', { output: -1 });
  const unlike = (one: List<unknown>, other: List<unknown>) => {
    let count = 0;
    for (let i = skipSharedBlocks(one, other, 0); i < one.length; i = skipSharedBlocks(one, other, i + 1))
      count++;
    return count;
  };
  expect(after.rows.at(7000)).toEqual({ ...rowAt(7000), Output: -1 });
  expect([unlike(before.rows, after.rows), unlike(before.audit, after.audit)]).toEqual([1024, 20_000 % 1024]);
  expect([after.rows.length, after.audit.length]).toEqual([20_000, 20_001]);
});

it('a page of a table with comments makes the rows of the page, and no others', () => {
  const { told, rows } = watched(3000);
  const details = Object.fromEntries(rows.map((_, i) => [`p${i}`, { comment: `c${i}` }]));
  const state = { ...withRows(rows), details };
  columnsOf(state);
  told.listed = 0;
  const page = runSlices(listExperiments(state, { skip: 5, limit: 10, order: 'desc' })).items;
  expect(page.map(({ Comment, x }) => [Comment, x])).toEqual(
    Array.from({ length: 10 }, (_, i) => [`c${2994 - i}`, 2994 - i]),
  );
  expect(told.listed).toBeLessThan(20);
});

it('the columns after any changes are those of a table that was read', () => {
  let seed = 1;
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  let state = withRows(Array.from({ length: 6 }, (_, i) => rowAt(i)));
  const seen = new Set<string>();
  for (let n = 0; n < 300; n++) {
    const id = state.rows.at(random(state.rows.length))?.ProvenanceId as string;
    const patch = [
      { output: random(9) },
      { comment: random(2) === 0 ? null : 'told' },
      { noise: random(2) === 0 ? null : 0.5 },
      { attachments: random(2) === 0 ? null : [{ url: 'https://example.org/a' }] },
      { status: random(2) === 0 ? null : 'failed', error: null },
    ][random(5)] as object;
    state =
      random(20) === 0
        ? addExperiment(state, { inputs: { x: 1 }, output: 1 }, environment).state
        : correct(state, id, patch);
    // A copy that shares nothing: nothing is known of it.
    expect(columnsOf(state)).toEqual(columnsOf(structuredClone(state)));
    seen.add(columnsOf(state).join());
  }
  expect(seen.size).toBeGreaterThan(4);
});
