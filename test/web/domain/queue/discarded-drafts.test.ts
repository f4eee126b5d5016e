import { expect, it } from 'vitest';
import type { QueueItem } from '../../../../src/web/api/types.ts';
import { discardedDraftWords } from '../../../../src/web/domain/queue/discarded-drafts.ts';

/** What is said of a run that somebody else recorded while its result was typed. */

const objectives = [
  { name: 'yield', label: 'Yield', unit: '%' },
  { name: 'purity', label: 'Purity', unit: undefined },
] as Parameters<typeof discardedDraftWords>[3];
const words = (output: QueueItem['output'], outputs: Record<string, string>) =>
  discardedDraftWords({ output } as QueueItem, 3, { outputs, actual: {} }, objectives);

it('names what was typed and is not recorded', () => {
  expect(words([71, 98], { yield: '72', purity: '98' })).toBe(
    'Run 3 was recorded by someone else: Yield 71. Your input was not recorded: Yield 72.',
  );
  expect(words({ yield: { above: 99 }, purity: null }, { yield: '99', purity: '7x' })).toBe(
    'Run 3 was recorded by someone else: Yield >99, Purity empty. Your input was not recorded: Yield 99, Purity 7x.',
  );
});

it('says nothing where all that was typed is recorded', () => {
  expect(words([71, { above: 98 }], { yield: ' 71 ', purity: '>98' })).toBeUndefined();
  expect(words(71, { yield: '71' })).toBeUndefined();
  expect(words([71, 98], { yield: '' })).toBeUndefined();
});
