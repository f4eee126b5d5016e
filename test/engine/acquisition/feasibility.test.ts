import { expect, it } from 'vitest';
import { logFeasibility } from '../../../src/engine/acquisition/strategies/feasibility.ts';
import { type OutcomeLimit, rangesOf } from '../../../src/engine/acquisition/strategies/limits.ts';

/** log Φ(1), log Φ(−1) and log Φ(2). */
const [atOne, belowOne, atTwo] = [0.8413447460685429, 0.15865525393145707, 0.9772498680518208].map(Math.log);

const within = (...limits: readonly OutcomeLimit[]) => rangesOf(limits, [1, -1]);

it('the probability of limits is that of the normal distribution on their side', () => {
  // The second objective is minimized: a mean of 5 is −5 here.
  const mean = Float64Array.of(5, -5);
  const deviation = Float64Array.of(2, 1);
  const of = (...limits: readonly OutcomeLimit[]) => logFeasibility(within(...limits), mean, deviation);
  expect(of()).toBe(0);
  expect(of({ objective: 0, bound: 'lower', value: 3 })).toBeCloseTo(atOne, 14);
  expect(of({ objective: 0, bound: 'upper', value: 3 })).toBeCloseTo(belowOne, 14);
  expect(of({ objective: 1, bound: 'upper', value: 4 })).toBeCloseTo(belowOne, 14);
  expect(of({ objective: 1, bound: 'lower', value: 3 })).toBeCloseTo(atTwo, 14);
  expect(
    of({ objective: 0, bound: 'lower', value: 3 }, { objective: 1, bound: 'lower', value: 3 }),
  ).toBeCloseTo(atOne + atTwo, 14);
  // Between −1 and 2 deviations: two limits of one output are not met independently.
  const [low, high] = [3, 9].map(
    (value, i) => ({ objective: 0, bound: i ? 'upper' : 'lower', value }) as const,
  );
  expect(of(low, high)).toBeCloseTo(Math.log(0.8185946141203637), 14);
  // From 30 deviations on: φ(30)(1/30 − 1/30³ + 3/30⁵ − …), less what is above 31.
  const far = of({ objective: 0, bound: 'lower', value: 65 }, { objective: 0, bound: 'upper', value: 67 });
  expect(far).toBeCloseTo(-454.3212439563433, 9);
});

it('its slopes are those of differences, added to those that are there', () => {
  const limits = within(
    { objective: 0, bound: 'lower', value: 3 },
    { objective: 0, bound: 'upper', value: 6 },
    { objective: 1, bound: 'upper', value: 4.5 },
  );
  const at = [5, -5, 2, 0.7];
  const value = (x: readonly number[]) =>
    logFeasibility(limits, Float64Array.from(x.slice(0, 2)), Float64Array.from(x.slice(2)));
  const slopes = new Float64Array(4).fill(10);
  logFeasibility(limits, Float64Array.of(5, -5), Float64Array.of(2, 0.7), slopes);
  at.forEach((x, k) => {
    const difference = (value(at.with(k, x + 1e-6)) - value(at.with(k, x - 1e-6))) / 2e-6;
    expect(slopes[k] - 10).toBeCloseTo(difference, 7);
  });
});
