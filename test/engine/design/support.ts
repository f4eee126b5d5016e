import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { DesignInfo } from '../../../src/engine/design/task.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';
import type { Dimension, LinearConstraint, Space } from '../../../src/engine/space/space.ts';

/** Designs never touch the backend of their context. */
export const context: RunContext = {
  get backend(): never {
    throw new Error('designs do not use the backend');
  },
};

export const real = (name: string, low = -1, high = 1): Dimension => ({ kind: 'real', name, low, high });
export const stepped = (name: string, low: number, high: number, step: number): Dimension => ({
  kind: 'real',
  name,
  low,
  high,
  step,
});
export const integer = (name: string, low: number, high: number): Dimension => ({
  kind: 'integer',
  name,
  low,
  high,
});
export const discrete = (name: string, ...values: number[]): Dimension => ({
  kind: 'discrete',
  name,
  values,
});
export const labels = (name: string, ...names: string[]): Dimension => ({
  kind: 'categorical',
  name,
  labels: names,
});

export function spaceOf(
  dimensions: readonly Dimension[],
  constraints: readonly LinearConstraint[] = [],
): Space {
  return { dimensions, constraints };
}

/** `count` real dimensions a, b, … from −1 to 1. */
export function box(count: number): Space {
  return spaceOf(Array.from({ length: count }, (_, i) => real(`x${i + 1}`)));
}

export const atMost = (rhs: number, ...coefficients: number[]): LinearConstraint => ({
  name: `sum ≤ ${rhs}`,
  type: 'inequality',
  coefficients,
  rhs,
});

export const equals = (rhs: number, ...coefficients: number[]): LinearConstraint => ({
  name: `sum = ${rhs}`,
  type: 'equality',
  coefficients,
  rhs,
});

export function oracle<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../oracle/${name}`, import.meta.url), 'utf8')) as T;
}

/** Rows of a flat matrix. */
export function rowsOf(points: ArrayLike<number>, d: number): number[][] {
  return Array.from({ length: points.length / d }, (_, i) =>
    Array.from({ length: d }, (_, k) => points[i * d + k]),
  );
}

/** Keys of an info record as the interface writes them. */
export function snakeCase(info: DesignInfo | null): Record<string, unknown> | null {
  if (!info) return null;
  return Object.fromEntries(
    Object.entries(info).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** Expects numbers to agree to `tolerance` times the largest wanted one. */
export function near(got: ArrayLike<number>, wanted: readonly number[], tolerance = 1e-8): void {
  expect(got.length).toBe(wanted.length);
  const scale = Math.max(...wanted.map(Math.abs));
  wanted.forEach((value, i) => {
    expect(Math.abs(got[i] - value) / scale, `entry ${i}: ${got[i]} for ${value}`).toBeLessThan(tolerance);
  });
}
