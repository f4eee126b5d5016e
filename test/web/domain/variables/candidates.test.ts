import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../../src/web/api/types.ts';
import { listWords, remarksOf } from '../../../../src/web/domain/variables/candidates.ts';
import { variablesWithoutValues } from '../../../../src/web/features/variables/candidate-columns.ts';

describe('candidate list', () => {
  it.each([
    [{ total: 1200, left: 1200, repeats: false }, '1200 runs, none of which is taken yet'],
    [{ total: 1200, left: 1198, repeats: false }, '1200 runs, 1198 of which are left'],
    [{ total: 3, left: 1, repeats: false }, '3 runs, 1 of which is left'],
    [{ total: 3, left: 0, repeats: false }, '3 runs, all of which are taken'],
    [{ total: 1, left: 0, repeats: false }, '1 run, which is taken'],
    [{ total: 3, left: 3, repeats: true }, '3 runs, each of which may be proposed repeatedly'],
  ])('%j in words', (list, words) => {
    expect(listWords(list)).toBe(words);
  });

  it('says how its file was read in sentences', () => {
    expect(remarksOf({ warnings: ["values of 't' in h were converted to min"] })).toEqual([
      "Values of 't' in h were converted to min.",
    ]);
    expect(remarksOf({})).toEqual([]);
  });

  it('lacks variables that were added after it, observed ones never', () => {
    const variables = [
      { name: 'T', type: 'real', role: 'controllable' },
      { name: 'time', type: 'real', role: 'controllable' },
      { name: 'humidity', type: 'real', role: 'observed' },
    ] as unknown as Variable[];
    expect(variablesWithoutValues({ candidates: [{ T: 1 }] }, variables)).toEqual(['time']);
    expect(variablesWithoutValues({ candidates: [{ T: 1, time: 2 }] }, variables)).toEqual([]);
  });
});
