import { describe, expect, it } from 'vitest';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { decodeValue, levelAt, nearestLevel, snap } from '../../../src/engine/space/encode.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { stepped } from '../design/support.ts';

describe('a step', () => {
  it('puts numbers on values that a person can write, within the bounds', () => {
    const dimension = stepped('x', 0, 1, 0.1);
    expect(snap(dimension, 0.31)).toBe(0.3);
    expect(decodeValue(dimension, 0.30000000000000004)).toBe(0.3);
    expect(snap(dimension, 7)).toBe(1);
    expect(snap(stepped('x', 0.05, 1, 0.3), 1)).toBe(0.95);
    expect(snap(stepped('x', -1, 1, 0.25), -5)).toBe(-1);
    expect(nearestLevel(dimension, 0.95)).toBe(9);
    expect(snap(stepped('x', -0.7, 0.7, 0.07), 0.01)).toBe(0);
    expect(snap(stepped('x', -1e6, 1e6, 0.1), 0.09)).toBe(0.1);
    for (const code of [0, 0.123, 0.3, 0.77, 1]) {
      const once = snap(dimension, code);
      expect(snap(dimension, once)).toBe(once);
    }
  });

  it('is kept where twelve digits of the bounds do not resolve it', () => {
    const late = stepped('x', 1e9, 1e9 + 1, 0.001);
    expect([1, 2, 3].map((k) => levelAt(late, k))).toEqual([1000000000.001, 1000000000.002, 1000000000.003]);
    expect(snap(late, 1e9 + 0.5)).toBe(1000000000.5);
    expect(levelAt(stepped('x', 1e6, 1e6 + 1e-3, 1e-6), 1)).toBe(1000000.000001);
  });

  it('leaves points beyond its last value out of the search for the nearest one', () => {
    const space: Space = {
      dimensions: [0.4, 0.4, 0.4].map((step, i) => stepped(`x${i}`, 0, 1, step)),
      constraints: [{ name: 'sum', type: 'equality', coefficients: [-1, 3, 1], rhs: 0.4 }],
    };
    const at = (point: ArrayLike<number>) => Array.from(point, (value) => Math.round(value * 10) / 10);
    expect(at(createFeasibleRegion(space).repair([0.935, 0.826, 0.678]))).toEqual([0.8, 0.4, 0]);
  });

  it('makes a slice without volume as whole numbers do', () => {
    const constraints: Space['constraints'] = [
      { name: 'low', type: 'inequality', coefficients: [1, 1], rhs: 0 },
    ];
    const dimensions = [stepped('a', 0, 1, 0.5), { kind: 'real', name: 'b', low: 0, high: 1 } as const];
    expect(Array.from(createFeasibleRegion({ dimensions, constraints }).center)).toEqual([0, 0]);
  });

  it('holds for samples and repaired points, also where constraints tie the columns', () => {
    const space: Space = {
      dimensions: [
        stepped('a', 0, 1, 0.05),
        stepped('b', 0, 1, 0.05),
        stepped('c', 0, 1, 0.1),
        { kind: 'real', name: 'free', low: 0, high: 1 },
      ],
      constraints: [
        { name: 'sum', type: 'equality', coefficients: [1, 1, 1, 0], rhs: 1 },
        { name: 'cap', type: 'inequality', coefficients: [1, 0, 0, 1], rhs: 1.2 },
      ],
    };
    const region = createFeasibleRegion(space);
    const points = region.sample(50, createGenerator(1));
    for (let i = 0; i < 50; i++) {
      const point = points.subarray(4 * i, 4 * i + 4);
      expect(region.contains(point)).toBe(true);
      expect(point[0] + point[1] + point[2]).toBeCloseTo(1, 9);
      expect(Math.abs(point[0] / 0.05 - Math.round(point[0] / 0.05))).toBeLessThan(1e-9);
    }
    const repaired = region.repair([0.333, 0.333, 0.333, 0.5]);
    expect(region.contains(repaired)).toBe(true);
    expect(region.repair(repaired)).toEqual(repaired);
  });
});
