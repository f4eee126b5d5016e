import { expect, it } from 'vitest';
import { atOnce } from '../../../src/engine/slices.ts';
import { differences } from '../../../src/service/session/compare.ts';
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

const texts = (after: State) => atOnce(differences(base, after, 10)).map(({ text }) => text);

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
