import { domain } from '../../../src/engine/cost/evaluate.ts';
import type { CostFunction } from '../../../src/engine/cost/record.ts';
import { linear, piecewiseLinear, piecewiseStep, quadratic } from './records.ts';

/** One record of each kind, easy to work out by hand. */
export const line = linear({ proportional_term: 2, constant_term: 1 });
export const parabola = quadratic({ quadratic_term: 3, proportional_term: -2, constant_term: 1 });
export const broken = piecewiseLinear({
  points: [
    [1, 10],
    [3, 14],
    [3, 20],
    [5, 16],
  ],
});
export const steps = piecewiseStep({ x_coords: [0, 2, 5], y_coords: [3, 7] });

/** Places inside the domain, ends and corners among them. */
export const inside = (record: CostFunction, u: number): number => {
  const [low, high] = domain(record);
  return low === -Infinity ? u * 8 : Math.min(high, low + Math.round(u * (high - low) * 8) / 8);
};
