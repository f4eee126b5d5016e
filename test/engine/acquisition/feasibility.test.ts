import { expect, it } from 'vitest';
import type { Problem } from '../../../src/engine/acquisition/problem.ts';
import { logFeasibility } from '../../../src/engine/acquisition/strategies/feasibility.ts';

/** log Φ(1), log Φ(−1) and log Φ(2). */
const [atOne, belowOne, atTwo] = [0.8413447460685429, 0.15865525393145707, 0.9772498680518208].map(Math.log);

const problem = (...outcomeConstraints: readonly object[]) =>
  ({ signs: [1, -1], task: { outcomeConstraints } }) as unknown as Problem;

it('the probability of limits is that of the normal distribution on their side', () => {
  // The second objective is minimized: a mean of 5 is −5 here.
  const mean = Float64Array.of(5, -5);
  const deviation = Float64Array.of(2, 1);
  const of = (...limits: readonly object[]) => logFeasibility(problem(...limits), mean, deviation);
  expect(of()).toBe(0);
  expect(of({ objective: 0, bound: 'lower', value: 3 })).toBeCloseTo(atOne, 14);
  expect(of({ objective: 0, bound: 'upper', value: 3 })).toBeCloseTo(belowOne, 14);
  expect(of({ objective: 1, bound: 'upper', value: 4 })).toBeCloseTo(belowOne, 14);
  expect(of({ objective: 1, bound: 'lower', value: 3 })).toBeCloseTo(atTwo, 14);
  expect(
    of({ objective: 0, bound: 'lower', value: 3 }, { objective: 1, bound: 'lower', value: 3 }),
  ).toBeCloseTo(atOne + atTwo, 14);
  expect(logFeasibility({ signs: [1], task: {} } as unknown as Problem, mean, deviation)).toBe(0);
});

it('its slopes are those of differences, added to those that are there', () => {
  const limits = problem(
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
