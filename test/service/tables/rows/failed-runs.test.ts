import { expect, it } from 'vitest';
import { runSlices } from '../../../../src/engine/slices.ts';
import { importRows } from '../../../../src/service/session/imports/import-rows.ts';
import { emptyState } from '../../../../src/service/session/state.ts';
import { read, text } from '../reading.ts';

const environment = { newId: () => crypto.randomUUID(), now: () => '2026-01-01T00:00:00.000Z' } as never;

it.each(['Status', 'status', 'Run status'])(
  '%s reports which runs failed, in any of the usual words',
  async (name) => {
    const lines = [
      `T,Yield,${name}`,
      '80,45,done',
      '90,,Failed',
      '85,,aborted',
      '70,,failed: leak',
      '60,,planned',
    ];
    const { description, ...rest } = await read(text(lines));
    expect(rest.rows.map(({ failed }) => failed)).toEqual([false, true, true, true, false]);
    expect(description.problem_counts).toMatchObject([{ kind: 'missing_output', count: 1 }]);
    const how = { filename: 'f', mode: 'replace', reason: 'Imported', auditRows: false } as const;
    const file = { ...rest, columns: description.columns, ...how };
    const { state } = runSlices(importRows(emptyState('s', ''), file, environment));
    expect(Object.values(state.details).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    if (name === 'Status')
      expect(Object.values(state.details).map(({ error }) => error)).toEqual([undefined, 'aborted', 'leak']);
  },
);

it('a result is one also where every run failed', async () => {
  const { description, rows } = await read(text(['T,t / h,Yield', '60,1,failed', '70,2,aborted']));
  expect(description.columns.map(({ meaning }) => meaning)).toEqual(['input', 'input', 'output']);
  expect(rows.map(({ failed }) => failed)).toEqual([true, true]);
});
