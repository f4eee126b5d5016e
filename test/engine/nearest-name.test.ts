import { expect, it } from 'vitest';
import { nearestName } from '../../src/engine/nearest-name.ts';

it('is the known name that is likely meant', () => {
  const known = ['temperature', 'pressure', 'time', 'catalyst loading'];
  expect(nearestName('temperatur', known)).toBe('temperature');
  expect(nearestName('Tiem', known)).toBe('time');
  expect(nearestName('loading', known)).toBe('catalyst loading');
  expect(nearestName('presure of the vessel', known)).toBeUndefined();
  expect(nearestName('the pressure', known)).toBe('pressure');
  expect(nearestName('x', ['y', 'xy', 'X'])).toBe('X');
  expect(nearestName('zzz', known)).toBeUndefined();
  expect(nearestName('z', ['y'])).toBeUndefined();
});

it('is found among names that are very long without comparing their letters', () => {
  // Letter by letter these are 6·10⁹ steps.
  const long = Array.from({ length: 1000 }, (_, i) => `${i} ${'y'.repeat(100_000)}`);
  expect(nearestName('x'.repeat(64), [...long, 'x'.repeat(60)])).toBe('x'.repeat(60));
});
