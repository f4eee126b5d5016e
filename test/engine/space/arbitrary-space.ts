import fc from 'fast-check';
import type { Dimension, LinearConstraint, Space } from '../../../src/engine/space/space.ts';

const bound = fc.double({ min: -1000, max: 1000, noNaN: true });

function dimension(index: number, closed: boolean): fc.Arbitrary<Dimension> {
  const name = `x${index}`;
  const real = fc
    .tuple(bound, fc.double({ min: 0.01, max: 500, noNaN: true }))
    .map(([low, span]): Dimension => ({ kind: 'real', name, low, high: low + span }));
  const integer = fc
    .tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 12 }))
    .map(([low, span]): Dimension => ({ kind: 'integer', name, low, high: low + span }));
  const discrete = fc.uniqueArray(fc.integer({ min: -40, max: 40 }), { minLength: 2, maxLength: 6 }).map(
    (values): Dimension => ({
      kind: 'discrete',
      name,
      values: values.sort((a, b) => a - b).map((v) => v / 4),
    }),
  );
  const categorical = fc
    .integer({ min: 1, max: 4 })
    .map((k): Dimension => ({ kind: 'categorical', name, labels: ['a', 'b', 'c', 'd'].slice(0, k) }));
  const partlyOpen = fc
    .subarray([0, 1, 2, 3], { minLength: 1 })
    .map((open): Dimension => ({ kind: 'categorical', name, labels: ['a', 'b', 'c', 'd'], open }));
  if (closed) return fc.oneof({ arbitrary: real, weight: 4 }, integer, discrete, categorical, partlyOpen);
  return fc.oneof({ arbitrary: real, weight: 4 }, integer, discrete, categorical);
}

/**
 * Some space of 1 to `maxDimensions` columns with up to three constraints, through a point of the lattice so that it is
 * seldom empty; `closed`: with categories that may not be chosen.
 */
export function arbitrarySpace(maxDimensions = 5, closed = false): fc.Arbitrary<Space> {
  return fc.integer({ min: 1, max: maxDimensions }).chain((d) =>
    fc
      .tuple(
        fc.tuple(...Array.from({ length: d }, (_, i) => dimension(i, closed))),
        fc.array(
          fc.record({
            coefficients: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: d, maxLength: d }),
            at: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: d, maxLength: d }),
            equality: fc.integer({ min: 0, max: 3 }),
            slack: fc.double({ min: 0, max: 0.3, noNaN: true }),
          }),
          { maxLength: 3 },
        ),
      )
      .map(([dimensions, rows]) => ({
        dimensions,
        constraints: rows.map((row, i) => constraint(dimensions, row, i)),
      })),
  );
}

function constraint(
  dimensions: readonly Dimension[],
  row: { coefficients: number[]; at: number[]; equality: number; slack: number },
  index: number,
): LinearConstraint {
  let rhs = 0;
  let scale = 0;
  const coefficients = row.coefficients.map((value, j) => {
    const axis = dimensions[j];
    if (axis.kind === 'categorical') return 0;
    const [low, high] =
      axis.kind === 'discrete'
        ? [axis.values[0], axis.values[axis.values.length - 1]]
        : [axis.low, axis.high];
    const raw = low + row.at[j] * (high - low);
    rhs += value * (axis.kind === 'real' ? raw : axis.kind === 'integer' ? Math.round(raw) : axis.values[0]);
    scale += Math.abs(value) * (high - low);
    return value;
  });
  const equality = row.equality === 0;
  return {
    name: `c${index}`,
    type: equality ? 'equality' : 'inequality',
    coefficients,
    rhs: equality ? rhs : rhs + row.slack * scale,
  };
}
