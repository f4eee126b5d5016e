import {
  buildCovariance,
  type CovarianceSpec,
  parametersOf,
} from '../../../src/engine/gp/covariance/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import type { Dimension, LinearConstraint, Space } from '../../../src/engine/space/space.ts';

/** Uniform numbers, the same on every machine (Park and Miller 1988). */
export function uniforms(seed: number): () => number {
  let state = seed + 1;
  for (let i = 0; i < 10; i++) state = (state * 48271) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export const real = (name: string, low = 0, high = 1): Dimension => ({ name, kind: 'real', low, high });
export const integer = (name: string, low: number, high: number): Dimension => ({
  name,
  kind: 'integer',
  low,
  high,
});
export const discrete = (name: string, values: readonly number[]): Dimension => ({
  name,
  kind: 'discrete',
  values,
});
export const choice = (name: string, ...labels: string[]): Dimension => ({
  name,
  kind: 'categorical',
  labels,
});

export const spaceOf = (
  dimensions: readonly Dimension[],
  constraints: readonly LinearConstraint[] = [],
): Space => ({ dimensions, constraints });

export const atMost = (coefficients: readonly number[], rhs: number): LinearConstraint => ({
  name: 'most',
  type: 'inequality',
  coefficients,
  rhs,
});
export const exactly = (coefficients: readonly number[], rhs: number): LinearConstraint => ({
  name: 'sum',
  type: 'equality',
  coefficients,
  rhs,
});

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** d real variables on [0, 1]. */
export const cube = (d: number) => spaceOf(letters.slice(0, d).map((name) => real(name)));
export const mixed = spaceOf([
  real('t', 20, 120),
  integer('n', 1, 6),
  discrete('p', [0.1, 0.2, 0.5, 1]),
  choice('s', 'THF', 'DMF', 'water'),
]);

/** [n, d] encoded points of a space, constraints not minded. */
export function sampleRows(space: Space, n: number, seed: number): Float64Array {
  const uniform = uniforms(seed);
  const d = space.dimensions.length;
  return Float64Array.from({ length: n * d }, (_, at) => {
    const dimension = space.dimensions[at % d] as Dimension;
    const u = uniform();
    if (dimension.kind === 'real') return dimension.low + u * (dimension.high - dimension.low);
    if (dimension.kind === 'integer')
      return Math.floor(dimension.low + u * (dimension.high - dimension.low + 1));
    if (dimension.kind === 'discrete')
      return dimension.values[Math.floor(u * dimension.values.length)] as number;
    return Math.floor(u * dimension.labels.length);
  });
}

/** A smooth response of rows, in the scale of each column. */
export function respond(space: Space, X: Float64Array, seed: number, noise = 0.05): Float64Array {
  const uniform = uniforms(seed + 100);
  const d = space.dimensions.length;
  return Float64Array.from({ length: X.length / d }, (_, i) => {
    let sum = 0;
    space.dimensions.forEach((dimension, k) => {
      const x = X[i * d + k] as number;
      const u =
        dimension.kind === 'categorical'
          ? x / dimension.labels.length
          : dimension.kind === 'discrete'
            ? x
            : (x - dimension.low) / (dimension.high - dimension.low);
      sum += Math.sin(3 * u + k + 0.3 * seed) + (u - 0.4) ** 2;
    });
    return sum + noise * (uniform() - 0.5);
  });
}

/** A model that was not fitted: its parameters are what they are, so that rows that use it do not hang on the fit. */
export function modelOn(
  space: Space,
  n: number,
  seed: number,
  options: { spec?: CovarianceSpec; noise?: number; givenNoise?: boolean } = {},
): GpModel {
  const d = space.dimensions.length;
  const columns = [...Array(d).keys()];
  const isCategory = columns.map((k) => space.dimensions[k]?.kind === 'categorical');
  const numeric = columns.filter((k) => !isCategory[k]);
  const categories = columns.filter((k) => isCategory[k]);
  const matern: CovarianceSpec = { kind: 'matern52', columns: numeric };
  const usual: CovarianceSpec =
    categories.length === 0
      ? matern
      : { kind: 'product', of: [matern, { kind: 'hamming', columns: categories }] };
  const code = buildCovariance({ kind: 'scale', of: options.spec ?? usual });
  const X = sampleRows(space, n, seed);
  const y = respond(space, X, seed);
  const mean = y.reduce((sum, value) => sum + value / n, 0);
  const uniform = uniforms(seed + 7);
  const inputShift = new Float64Array(d);
  const inputScale = new Float64Array(d).fill(1);
  for (const k of numeric) {
    const dimension = space.dimensions[k] as Dimension;
    if (dimension.kind !== 'real' && dimension.kind !== 'integer') continue;
    inputShift[k] = dimension.low;
    inputScale[k] = dimension.high - dimension.low;
  }
  const theta = [
    ...parametersOf(code).map((entry) =>
      entry.name === 'outputscale' ? 0.2 : Math.log(0.4 + 0.4 * uniform()),
    ),
    options.givenNoise ? Number.NEGATIVE_INFINITY : Math.log(options.noise ?? 1e-3),
    0.1,
  ];
  return {
    code,
    theta: Float64Array.from(theta),
    n,
    d,
    categorical: isCategory,
    X,
    y,
    ...(options.givenNoise ? { noise: Float64Array.from(y, (_, i) => 1e-3 * (1 + (i % 3))) } : {}),
    inputShift,
    inputScale,
    outputShift: mean,
    outputScale: 0.8,
    calibration: 1,
    objective: 0,
    evaluations: 0,
    verdict: ['fitted'],
  };
}
