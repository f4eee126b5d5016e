import { extent } from '../../linalg/extent.ts';
import { createGenerator } from '../../random/generator.ts';
import { distanceScale, type Settings } from './isolated-rows.ts';

/** Planes that are tried, and the columns that one depends on at most: a step in the results depends on few. */
const PLANES = 2000;
const COLUMNS = 3;
/** Planes that must separate two rows from the others, and more than two: hardly any plane separates as many errors at random places. */
const LEAST = { two: 20, more: 2 };

/**
 * Whether a plane through the space separates several rows from all others, so that the results may have a step there. Errors lie
 * anywhere. Same rows, same answer.
 */
export function areSeparable(rows: Settings, some: readonly number[], others: readonly number[]): boolean {
  if (some.length < 2 || others.length === 0) return false;
  const generator = createGenerator('cliff');
  const scale = distanceScale(rows);
  const labels = rows.categorical.map((isLabel, k) => (isLabel ? labelsIn(rows, k) : 0));
  let left = some.length === 2 ? LEAST.two : LEAST.more;
  for (let i = 0; i < PLANES && left > 0; i++) {
    const columns = generator.shuffle(Array.from(labels.keys())).slice(0, 1 + generator.integer(COLUMNS));
    const steps = columns.map((k) =>
      rows.categorical[k]
        ? Float64Array.from({ length: labels[k] }, generator.normal)
        : generator.normal() * scale[k],
    );
    const height = (row: number) =>
      columns.reduce((sum, k, at) => {
        const value = rows.X[row * rows.d + k];
        const step = steps[at];
        return sum + (typeof step === 'number' ? step * value : step[value]);
      }, 0);
    const [lowest] = extent(some.map(height));
    if (others.every((row) => height(row) < lowest)) left--;
  }
  return left === 0;
}

/** Categories of a column, up to the last that a row has. */
function labelsIn({ X, n, d }: Settings, k: number): number {
  let count = 0;
  for (let i = 0; i < n; i++) count = Math.max(count, X[i * d + k] + 1);
  return count;
}
