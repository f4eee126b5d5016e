import type { LatinCriterion, LatinState } from './latin-criterion.ts';

/**
 * Squared centred L2 discrepancy of the midpoint hypercube (coordinates (level + ½)/n whatever the types).
 *
 * Source: Hickernell 1998; update under a swap: Jin, Chen and Sudjianto 2005, doi:10.1016/j.jspi.2004.02.014.
 * Cost of `tried` and `commit` O(n); memory [n, n].
 */
export function discrepancyCriterion(state: LatinState): LatinCriterion {
  const { n, levels } = state;
  const { single, double, linear, pairs, ...first } = productsOf(state);
  let { total } = first;
  const newA = new Float64Array(n);
  const newB = new Float64Array(n);
  let change = 0;

  function tried(k: number, a: number, b: number): number {
    const column = k * n;
    const la = levels[column + a];
    const lb = levels[column + b];
    let off = 0;
    for (let j = 0; j < n; j++) {
      if (j === a || j === b) continue;
      const level = levels[column + j];
      const ratio = double[lb * n + level] / double[la * n + level];
      const oldA = pairs[a * n + j];
      const oldB = pairs[b * n + j];
      newA[j] = oldA * ratio;
      newB[j] = oldB / ratio;
      off += newA[j] + newB[j] - oldA - oldB;
    }
    const self = double[lb * n + lb] / double[la * n + la];
    newA[a] = pairs[a * n + a] * self;
    newB[b] = pairs[b * n + b] / self;
    const ratio = single[lb] / single[la];
    const straight = linear[a] * (ratio - 1) + linear[b] * (1 / ratio - 1);
    change =
      (2 * off + newA[a] - pairs[a * n + a] + newB[b] - pairs[b * n + b]) / (n * n) - (2 / n) * straight;
    return Math.log(Math.max(total + change, 1e-300));
  }

  function commit(k: number, a: number, b: number): void {
    const ratio = single[levels[k * n + b]] / single[levels[k * n + a]];
    linear[a] *= ratio;
    linear[b] /= ratio;
    for (let j = 0; j < n; j++) {
      if (j === a || j === b) continue;
      pairs[a * n + j] = newA[j];
      pairs[j * n + a] = newA[j];
      pairs[b * n + j] = newB[j];
      pairs[j * n + b] = newB[j];
    }
    pairs[a * n + a] = newA[a];
    pairs[b * n + b] = newB[b];
    total += change;
  }

  return { value: () => Math.log(total), tried, commit };
}

/** Factors by level and pair of levels, their products over the columns by row and pair of rows, and what they add up to. */
function productsOf({ n, d, levels }: LatinState) {
  const z = Float64Array.from({ length: n }, (_, level) => (level + 0.5) / n - 0.5);
  const single = z.map((value) => 1 + 0.5 * Math.abs(value) - 0.5 * value * value);
  const double = Float64Array.from({ length: n * n }, (_, at) => {
    const [a, b] = [z[Math.floor(at / n)], z[at % n]];
    return 1 + 0.5 * (Math.abs(a) + Math.abs(b) - Math.abs(a - b));
  });
  const linear = new Float64Array(n).fill(1); // Π over columns of `single`
  const pairs = new Float64Array(n * n).fill(1); // Π over columns of `double`
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++) {
      linear[i] *= single[levels[k * n + i]];
      for (let j = 0; j < n; j++) pairs[i * n + j] *= double[levels[k * n + i] * n + levels[k * n + j]];
    }
  let total = (13 / 12) ** d;
  for (let i = 0; i < n; i++) {
    total -= (2 / n) * linear[i];
    for (let j = 0; j < n; j++) total += pairs[i * n + j] / (n * n);
  }
  return { single, double, linear, pairs, total };
}
