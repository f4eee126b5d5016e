import { solve } from 'yalps';

/** a·x ≤ rhs. */
export interface LinearRow {
  readonly coefficients: ArrayLike<number>;
  readonly rhs: number;
}

/**
 * maximize objective·x over x [n] free in sign, subject to rows of about unit length that some point meets and
 * that bound the objective.
 *
 * Free variables are split into two non-negative parts for the simplex method of `yalps`. Accuracy about 1e-9.
 *
 * @returns the best x [n], or undefined when the solver gives up
 */
export function maximizeLinear(
  objective: ArrayLike<number>,
  rows: readonly LinearRow[],
): Float64Array | undefined {
  const n = objective.length;
  const variables = new Map<number, [number, number][]>();
  for (let j = 0; j < n; j++) {
    const plus: [number, number][] = [[-1, objective[j]]];
    const minus: [number, number][] = [[-1, -objective[j]]];
    rows.forEach((row, i) => {
      const value = row.coefficients[j];
      if (value === 0) return;
      plus.push([i, value]);
      minus.push([i, -value]);
    });
    variables.set(j, plus);
    variables.set(n + j, minus);
  }
  const solution = solve<number, number>(
    {
      direction: 'maximize',
      objective: -1,
      constraints: rows.map((row, i) => [i, { max: row.rhs }] as const),
      variables,
    },
    { precision: 1e-10, checkCycles: true },
  );
  if (solution.status !== 'optimal') return undefined;
  const x = new Float64Array(n);
  for (const [key, value] of solution.variables) {
    if (key < n) x[key] += value;
    else x[key - n] -= value;
  }
  return x;
}
