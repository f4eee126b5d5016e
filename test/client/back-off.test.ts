import { expect, it } from 'vitest';
import { backOff, reconnecting, resending } from '../../src/client/back-off.ts';

it('waits longer each time, up to half a minute, and never at the same moment as others', () => {
  expect([0, 1, 2, 10, 5000].map((n) => backOff(reconnecting, n, 0.5))).toEqual([
    500, 1000, 2000, 30_000, 30_000,
  ]);
  expect([0, 10].map((n) => backOff(resending, n, 0.5))).toEqual([200, 10_000]);
  expect(backOff(reconnecting, 0, 0)).toBe(400);
  expect(backOff(reconnecting, 0, 1)).toBeCloseTo(600, 9);
});
