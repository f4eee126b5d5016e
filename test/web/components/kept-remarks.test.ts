import { describe, expect, it } from 'vitest';
import { readDraft } from '../../../src/web/components/draft.ts';
import { keepRemarks } from '../../../src/web/components/kept-remarks.ts';

const kept = (session: string) => readDraft<unknown>(`remarks.${session}`, null);
const about = 'Result recorded.';

describe('remarks of the server', () => {
  it('that two changes have in common stay when the later one is taken back', () => {
    const first = keepRemarks('common', about, ['70 is above 60']);
    const second = keepRemarks('common', about, ['70 is above 60', '80 is above 60']);
    second();
    expect(kept('common')).toEqual([{ about, texts: ['70 is above 60'], more: 0 }]);
    first();
    expect(kept('common')).toBeNull();
  });

  it('are counted beyond twenty, and count no more once their change is taken back', () => {
    const texts = (n: number, word: string) => Array.from({ length: n }, (_, i) => `${word} ${i}`);
    const first = keepRemarks('many', about, texts(25, 'row'));
    const second = keepRemarks('many', about, texts(3, 'cell'));
    expect(kept('many')).toEqual([{ about, texts: texts(20, 'row'), more: 8 }]);
    second();
    expect(kept('many')).toEqual([{ about, texts: texts(20, 'row'), more: 5 }]);
    first();
    expect(kept('many')).toBeNull();
  });

  it('of other changes and sessions stay', () => {
    const forget = [
      keepRemarks('others', about, ['a']),
      keepRemarks('others', 'Objectives saved.', ['a']),
      keepRemarks('elsewhere', about, ['a']),
    ];
    forget[0]?.();
    expect(kept('others')).toEqual([{ about: 'Objectives saved.', texts: ['a'], more: 0 }]);
    expect(kept('elsewhere')).toEqual([{ about, texts: ['a'], more: 0 }]);
    for (const one of forget) one();
    expect(kept('others')).toBeNull();
    expect(kept('elsewhere')).toBeNull();
  });
});
