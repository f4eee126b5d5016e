import { expect, test } from 'vitest';
import { propagate } from '../../../../src/engine/gp/success/probit.ts';

/** Probability that two normal variables of this correlation have these signs. Source: Sheppard 1899. */
const quadrant = (correlation: number, same: boolean) =>
  1 / 4 + ((same ? 1 : -1) * Math.asin(correlation)) / (2 * Math.PI);

test.each([
  [0.5, 0.4],
  [4, 0.9],
  [400, 0.6],
])('the evidence of two outcomes is their probability: variance %d, correlation %d', (variance, r) => {
  const K = Float64Array.of(variance, 0, r * variance, variance);
  for (const same of [true, false]) {
    const evidence = propagate(K, 2, Float64Array.of(1, same ? 1 : -1))?.evidence ?? Number.NaN;
    // Propagation is no exact integral: it is off by a few per cent at most here.
    expect(Math.exp(evidence) / quadrant((r * variance) / (1 + variance), same)).toBeCloseTo(1, 1);
  }
});

test('the evidence of one outcome is one half, and that of all outcomes together sums to 1', () => {
  expect(propagate(Float64Array.of(7), 1, Float64Array.of(1))?.evidence).toBeCloseTo(Math.log(1 / 2), 10);
  const K = Float64Array.of(3, 0, 0, 2, 3, 0, 1, 2, 3);
  let sum = 0;
  for (let code = 0; code < 8; code++) {
    const signs = Float64Array.from({ length: 3 }, (_, i) => ((code >> i) & 1 ? 1 : -1));
    sum += Math.exp(propagate(K, 3, signs)?.evidence ?? Number.NaN);
  }
  expect(sum).toBeCloseTo(1, 2);
});
