import type { Generator } from '../random/generator.ts';
import { lift, type Polytope } from './polytope.ts';

/**
 * Points about uniform in a polytope, by hit-and-run from its Chebyshev centre.
 *
 * From point to point the chain goes 5f + 10 steps along random directions, each to a uniform place on its chord,
 * after ten times as many at the start. Cost O(rows·f) per step.
 *
 * @returns [n, k] unit coordinates
 */
export function hitAndRun(polytope: Polytope, n: number, generator: Generator): Float64Array {
  const { k, f } = polytope;
  const points = new Float64Array(n * k);
  const walk = createWalk(polytope, generator);
  const stride = 5 * f + 10;
  if (f > 0) walk.advance(10 * stride);
  for (let i = 0; i < n; i++) {
    if (f > 0) walk.advance(stride);
    points.set(lift(polytope, walk.z), i * k);
  }
  return points;
}

function createWalk(polytope: Polytope, generator: Generator) {
  const { f, rows } = polytope;
  const m = rows.length;
  const A = new Float64Array(m * f);
  rows.forEach((row, i) => {
    A.set(Float64Array.from(row.coefficients), i * f);
  });
  const z = polytope.center.slice();
  const slack = new Float64Array(m);
  const along = new Float64Array(m);
  const direction = new Float64Array(f);

  /** Slacks again from z, so that rounding does not pile up. */
  function measure(): void {
    for (let i = 0; i < m; i++) {
      let value = rows[i].rhs;
      for (let j = 0; j < f; j++) value -= A[i * f + j] * z[j];
      slack[i] = Math.max(0, value);
    }
  }

  function step(): void {
    for (let j = 0; j < f; j++) direction[j] = generator.normal();
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    for (let i = 0; i < m; i++) {
      let slope = 0;
      for (let j = 0; j < f; j++) slope += A[i * f + j] * direction[j];
      along[i] = slope;
      if (slope > 1e-14) high = Math.min(high, slack[i] / slope);
      else if (slope < -1e-14) low = Math.max(low, slack[i] / slope);
    }
    if (!(high > low)) return;
    const t = low + (high - low) * generator.uniform();
    for (let j = 0; j < f; j++) z[j] += t * direction[j];
    for (let i = 0; i < m; i++) slack[i] = Math.max(0, slack[i] - t * along[i]);
  }

  function advance(steps: number): void {
    measure();
    for (let i = 0; i < steps; i++) step();
  }

  return { z, advance };
}
