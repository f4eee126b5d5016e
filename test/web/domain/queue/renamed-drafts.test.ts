import { expect, it } from 'vitest';
import { renamedEntries } from '../../../../src/web/domain/queue/renamed-drafts.ts';

const rename = (before: string, after: string) => ({
  parameters: { variable: before, before: { name: before }, after: { name: after } },
});

it('moves typed texts to the names that their variables have now', () => {
  const log = [rename('x', 'dose'), rename('y', 'y'), rename('dose', 'amount')];
  expect(renamedEntries({ x: '7', yield: '80' }, log, ['amount', 'y'])).toEqual({ amount: '7', yield: '80' });
  expect(renamedEntries({ dose: '7' }, log, ['amount'])).toEqual({ amount: '7' });
});

it('leaves what has its name, what was deleted, and what stands under the new name', () => {
  const log = [rename('x', 'dose')];
  expect(renamedEntries({ x: '7' }, log, ['x', 'dose'])).toEqual({ x: '7' });
  expect(renamedEntries({ x: '7' }, log, ['other'])).toEqual({ x: '7' });
  expect(renamedEntries({ dose: '8', x: '7' }, log, ['dose'])).toEqual({ dose: '8' });
  expect(renamedEntries({ x: '7' }, [rename('x', 'dose'), rename('dose', 'x')], ['x'])).toEqual({ x: '7' });
});
