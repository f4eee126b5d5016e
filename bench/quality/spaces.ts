import type { Dimension, LinearConstraint, Space } from '../../src/engine/space/space.ts';

/** Spaces that problems of several lists have in common. */

export const real = (name: string, low: number, high: number): Dimension => ({
  kind: 'real',
  name,
  low,
  high,
});

export const box = (d: number, low: number, high: number): Space => ({
  dimensions: Array.from({ length: d }, (_, k) => real(`x${k}`, low, high)),
  constraints: [],
});

export const braninSpace: Space = { dimensions: [real('x', -5, 10), real('y', 0, 15)], constraints: [] };

/** Gardner's problem as a linear one: Branin within x + y ≤ 8, x − 0.6 y ≥ −5; the optimum is at (π, 2.275). */
export const gardner: readonly LinearConstraint[] = [
  { name: 'sum', type: 'inequality', coefficients: [1, 1], rhs: 8 },
  { name: 'slope', type: 'inequality', coefficients: [-1, 0.6], rhs: 5 },
];
