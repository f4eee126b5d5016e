import { expect, it, vi } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { differences, summary } from '../../../src/service/session/history/compare.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';

const base: State = {
  ...emptyState('s', '2026-01-01T00:00:00.000Z'),
  campaign: {
    goals: null,
    ref_point: null,
    candidates: {
      names: ['x', 'c'],
      columns: [
        [1, 2, 3],
        ['A', 'B', 'A'],
      ],
      repeats: false,
    },
  },
  rules: { limits: [{ variable: 'x', at_most: 3 }], linear: [], approval: false },
};

const texts = (after: State) => runSlices(differences(base, after, 10)).map(({ text }) => text);

it('settings that are equal differ in nothing, whether they are the same objects or not', () => {
  expect(texts({ ...base, campaign: { ...base.campaign } })).toEqual([]);
  expect(texts(structuredClone(base))).toEqual([]);
  const reordered = { approval: false, linear: [], limits: [{ at_most: 3, variable: 'x' }] };
  expect(texts({ ...base, rules: reordered })).toEqual([]);
});

it.each<[string, Partial<State>]>([
  [
    'a value of a list',
    {
      campaign: {
        ...base.campaign,
        candidates: {
          names: ['x', 'c'],
          columns: [
            [1, 2, 4],
            ['A', 'B', 'A'],
          ],
          repeats: false,
        },
      },
    },
  ],
  [
    'a longer list',
    {
      campaign: {
        ...base.campaign,
        candidates: {
          names: ['x', 'c'],
          columns: [
            [1, 2, 3, 4],
            ['A', 'B', 'A'],
          ],
          repeats: false,
        },
      },
    },
  ],
  ['a list that is gone', { campaign: { ...base.campaign, candidates: null } }],
  ['a field more', { campaign: { ...base.campaign, aims: {} } }],
])('%s is a change of the settings', (_, change) => {
  expect(texts({ ...base, ...change })).toEqual(['campaign settings changed']);
});

it('a field less is a change too', () => {
  const rules = { ...base.rules, limits: [{ variable: 'x' }] };
  expect(texts({ ...base, rules })).toEqual(['safety limits and approval changed']);
});

it('rows of a long table that keep their places are compared place by place', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({ Output: i, ProvenanceId: `p${i}` }));
  const before = { ...emptyState('s', ''), rows };
  const lines = (after: State['rows']) =>
    summary(runSlices(differences(before, { ...before, rows: after }, 4)));
  const noted = vi.spyOn(Map.prototype, 'set');
  const made = rows.map((row) => ({ ...row, Output: -1 }));
  expect(lines(made)).toEqual(['3000 rows changed']);
  expect(lines(made.slice(0, 2500))).toEqual(['2500 rows changed', '500 rows removed']);
  expect(lines([...made, { Output: 1, ProvenanceId: 'new' }])).toEqual(['3000 rows changed', '1 row added']);
  expect(lines([])).toEqual(['3000 rows removed']);
  expect(noted.mock.calls.length).toBeLessThan(100);
  noted.mockRestore();
  // Every second one: the others stand at other places.
  expect(lines(rows.filter((_, i) => i % 2 === 1))).toEqual(['1500 rows removed']);
});
