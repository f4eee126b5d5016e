import { frontOfOutputs, outputsOf, type Recorded } from '../acquisition/strategies/front.ts';
import { hypervolume, paretoRows } from '../acquisition/strategies/pareto.ts';

/** Hypervolume [n] of the front after each row, over one reference point: the given one, or that of all rows. */
export function frontGrowth(recorded: Recorded): Float64Array {
  const all = frontOfOutputs(recorded);
  const { m, reference } = all;
  const n = all.Y.length / m;
  const feasible = new Set(all.feasible);
  const growth = new Float64Array(n);
  let front: Float64Array[] = [];
  let volume = 0;
  for (let i = 0; i < n; i++) {
    if (feasible.has(i)) {
      const row = outputsOf(all, i);
      const beaten = front.some((other) => other.every((value, k) => value >= row[k]));
      if (!beaten) {
        const joined = [...front, row];
        const flat = Float64Array.from(joined.flatMap((values) => [...values]));
        front = paretoRows(flat, m).map((at) => joined[at]);
        volume = hypervolume(front, reference);
      }
    }
    growth[i] = volume;
  }
  return growth;
}
