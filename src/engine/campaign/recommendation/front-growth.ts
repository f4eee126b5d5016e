import { growthOfVolume } from '../../acquisition/strategies/dominated-volume.ts';
import { comparedInSlices, type Recorded } from '../../acquisition/strategies/front.ts';
import { runSlices, type Slices } from '../../slices.ts';

/** As `frontGrowth`, in slices; returns the hypervolume [n] after each row. */
export function* growthInSlices(recorded: Recorded): Slices<Float64Array> {
  const { Y, feasible, reference } = yield* comparedInSlices(recorded);
  return yield* growthOfVolume(Y, feasible, reference);
}

/** Hypervolume [n] of the front after each row, over one reference point: the given one, or that of all rows; NaN where it would take too long. */
export const frontGrowth = (recorded: Recorded): Float64Array => runSlices(growthInSlices(recorded));
