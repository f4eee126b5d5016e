import type { Variant } from '../../acquisition/models/auto-surrogate.ts';
import type { Problem } from '../../acquisition/problem.ts';
import type { Scorer } from '../../acquisition/search/climb.ts';
import { measurementNoise } from '../../acquisition/search/repeats.ts';
import type { Found } from '../../acquisition/search/search.ts';
import { spreadPoints } from '../../acquisition/search/starts.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator } from '../../random/generator.ts';
import { comparedRows } from '../rows/compared-rows.ts';
import { reachedLimit } from '../rows/reached-limit.ts';
import type { CampaignTask } from '../task.ts';
import { createDistance } from './first-points.ts';

/** An expected gain below this share of the distance from the median result to the best one counts as none, where data are exact. */
const LEAST_GAIN = 1e-4;
/** With noise it is this share of the standard deviation of one measurement, and NOISY_SHARE of such runs go elsewhere (decision 0501). */
const LEAST_OF_NOISE = 0.01;
const NOISY_SHARE = 1 / 3;
/** Points that are scored over the region, and their least distance from every run (`createDistance`). */
const SPREAD = 512;
const APART = 0.1;

/**
 * Whether a run goes elsewhere, because the best run of a search is expected to gain nothing under its variant. Without noise, a search that continues
 * there proposes runs that differ from recorded ones by less than anybody can set. With noise it measures the top of one hill
 * again and again and never sees a higher one, so a third of these runs, drawn by the seed, explore.
 *
 * @param value log of the expected improvement or of the knowledge gradient, in units of the variant
 */
export function shouldExplore(
  { goals, outputs: [y] }: CampaignTask,
  { posteriors: [posterior], task: { seed } }: Problem,
  value: number,
  { noise, transform }: Variant,
): boolean {
  if (noise !== 'exact') {
    const least = Math.log(LEAST_OF_NOISE) + 0.5 * Math.log(measurementNoise(posterior));
    return value < least && createGenerator(`away/${seed}`).uniform() < NOISY_SHARE;
  }
  const measured = y.filter((output) => !Number.isNaN(output)).sort();
  const best = measured[goals[0] === 'maximize' ? measured.length - 1 : 0];
  const way = Math.abs(best - measured[measured.length >> 1]);
  return value - transform.logSlope(best) < Math.log(LEAST_GAIN * way);
}

/**
 * Whether the best result of the runs that can be made is a limit (`reachedLimit`). Nothing better can be measured, and runs beside it, which
 * are expected to read the same, teach nothing.
 */
export const isLimitReached = (task: CampaignTask, { whole }: Problem): boolean =>
  task.censored?.[0] != null && reachedLimit(comparedRows(task, whole).compared) !== undefined;

/**
 * Points of the whole region at a distance from every recorded and pending run, the best score first. Where no point is that far, the
 * farthest one.
 */
export function explorationPoints(
  task: CampaignTask,
  { whole, task: asked }: Problem,
  scorer: Scorer,
): Found[] {
  const spread = spreadPoints(whole, SPREAD, createGenerator(`elsewhere/${asked.seed}`));
  const runs = [task.X, asked.pending, asked.alsoPending ?? new Float64Array(0)];
  const known = runs.flatMap((some) => rowsOf(some, task.d));
  const distance = createDistance(whole);
  const points = rowsOf(spread, task.d);
  const far = points.map((point) =>
    known.reduce((least, run) => Math.min(least, distance(run, point)), Infinity),
  );
  const apart = Math.min(APART, Math.max(...far));
  const values = scorer.values(spread);
  return points
    .map((point, i) => ({ point: Float64Array.from(point), value: values[i] }))
    .filter((_, i) => far[i] >= apart)
    .sort((a, b) => b.value - a.value);
}
