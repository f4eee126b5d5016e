import { expect, it } from 'vitest';
import { merged } from '../../../src/web/components/follow.ts';

/** What a form shows when somebody else changes what it began with. */

const base = {
  name: 'Suzuki',
  tags: ['a'],
  limits: { T: { low: '1', high: '9' } } as Record<string, object>,
  linear: [
    { name: 'vial', at_most: 10 },
    { name: 'mass', at_most: 5 },
  ],
};

it('is what is stored where nothing was typed', () => {
  const stored = { ...base, name: 'Heck', tags: ['b'] };
  expect(merged(base, base, stored)).toEqual(stored);
  expect(merged({ ...base, name: 'Mine' }, base, stored)).toEqual({ ...stored, name: 'Mine' });
});

it('is what was typed where both changed, or nothing changed elsewhere', () => {
  const typed = { ...base, name: 'Mine', tags: ['a', 'c'] };
  expect(merged(typed, base, base)).toEqual(typed);
  expect(merged(typed, base, { ...base, name: 'Heck', tags: ['a', 'b'] })).toEqual(typed);
});

it('takes entries of records and of lists with names one by one', () => {
  const typed = {
    ...base,
    limits: { T: { low: '2', high: '9' } },
    linear: [
      { name: 'vial', at_most: 12 },
      { name: 'new', at_most: 1 },
    ],
  };
  const stored = {
    ...base,
    limits: { T: { low: '1', high: '8' }, p: { low: '', high: '3' } },
    linear: [...base.linear, { name: 'sum', at_most: 7 }],
  };
  expect(merged(typed, base, stored)).toEqual({
    ...base,
    limits: { T: { low: '2', high: '8' }, p: { low: '', high: '3' } },
    // What was taken out here stays out.
    linear: [
      { name: 'vial', at_most: 12 },
      { name: 'new', at_most: 1 },
      { name: 'sum', at_most: 7 },
    ],
  });
  expect(merged({ ...base, linear: [] as typeof base.linear }, base, base).linear).toEqual([]);
});

it('leaves out what was removed elsewhere, unless it was typed into', () => {
  const [vial, mass] = base.linear;
  const stored = { ...base, name: 'Heck', linear: [mass] };
  expect(merged({ ...base, name: 'Mine' }, base, stored)).toEqual({ ...stored, name: 'Mine' });
  const typed = { ...base, linear: [{ ...vial, at_most: 12 }, mass] };
  expect(merged(typed, base, stored).linear).toEqual(typed.linear);
});
