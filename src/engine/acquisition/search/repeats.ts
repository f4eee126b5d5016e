import type { Posterior } from '../../gp/posterior/posterior.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { everyPoint } from './moves.ts';
import type { Found } from './search.ts';
import { createMembership, createSeparation } from './separation.ts';

/** Points closer than this (largest difference in spans) are one point. */
const SAME = 1e-6;
/** Points closer than this are hard to tell apart in a laboratory. */
const HARDLY_APART = 1e-3;
/** Noise variance over prior variance from which a second measurement of a point can pay. */
const NOISY = 1e-3;
/** Samples, or points of a lattice, checked for a new one before the region counts as exhausted. */
const LAST_LOOK = 256;
const SMALL = 4096;

/** A note about one suggestion or, without a point, about all. */
export interface Remark {
  readonly text: string;
  /** [d] */
  readonly point?: Float64Array;
  /** It says that the suggestion is a replicate. */
  readonly isRepeat?: true;
}

/** Points that need not be measured again, and the choice among candidates in view of them. */
export interface Repeats {
  same(a: ArrayLike<number>, b: ArrayLike<number>): boolean;
  has(point: ArrayLike<number>): boolean;
  /** @param once whether it is proposed no second time, whatever the noise */
  add(point: ArrayLike<number>, once?: boolean): void;
  /**
   * The best candidate that is new; where none is, a sample of the region that is (value −Infinity); a repeat only where
   * it pays or nothing is new. The last two with a warning.
   */
  choose(found: readonly Found[], remarks: Remark[]): Found;
}

/** Whether two points are one, by the spans of a region. */
export function createSameness(
  region: FeasibleRegion,
): (a: ArrayLike<number>, b: ArrayLike<number>) => boolean {
  const apart = createSeparation(region);
  return (a, b) => !apart(a, b, SAME);
}

/**
 * @param region the whole one, whose spans say what is the same point
 * @param known points recorded, staged or queued, as matrices [m, d]
 * @param noisy whether replicates can pay (see `isNoisy`)
 * @param free whether points may be proposed that are no candidates
 * @param beside points beside which nothing is proposed: what is hard to tell from one of them counts as its repeat, and
 *   is proposed as that point where the region has it
 */
export function createRepeats(
  region: FeasibleRegion,
  known: readonly Float64Array[],
  noisy: boolean,
  free: boolean,
  beside: readonly ArrayLike<number>[] = [],
): Repeats {
  const points = [...known];
  const spent: ArrayLike<number>[] = [];
  const same = createSameness(region);
  const apart = createSeparation(region);
  const isAmong = createMembership(region);
  const twinOf = (point: ArrayLike<number>) => beside.find((other) => !apart(other, point, HARDLY_APART));
  const has = (point: ArrayLike<number>) =>
    twinOf(point) !== undefined || points.some((rows) => isAmong(rows, point, SAME));
  const repeated = (found: Found): Found => {
    const twin = twinOf(found.point);
    return twin && region.contains(twin) ? { ...found, point: Float64Array.from(twin) } : found;
  };
  return {
    same,
    has,
    add(point, once = false) {
      points.push(Float64Array.from(point));
      if (once) spent.push(Float64Array.from(point));
    },
    choose(found, remarks) {
      const fresh = found.find((candidate) => !has(candidate.point));
      const best = found.find(({ point }) => !spent.some((other) => same(other, point))) ?? found[0];
      if (fresh === undefined) {
        const left = free ? lastLook(region).find((point) => !has(point)) : undefined;
        if (left !== undefined) {
          const text =
            'all good candidates repeat known points; the suggestion is one of the few remaining points';
          remarks.push({ text, point: left });
          return { point: left, value: Number.NEGATIVE_INFINITY };
        }
        const text = 'every candidate repeats a recorded or pending point; the suggestion is a replicate';
        const again = repeated(best);
        remarks.push({ text, point: again.point, isRepeat: true });
        return again;
      }
      if (fresh === best || !noisy || !(best.value > fresh.value)) return fresh;
      const text = 'the suggestion repeats a known point: given the noise, a replicate is worth most';
      const again = repeated(best);
      remarks.push({ text, point: again.point, isRepeat: true });
      return again;
    },
  };
}

/** Points of a region that a search may have missed: all of a small lattice, else samples. */
const lastLook = (region: FeasibleRegion): readonly Float64Array[] =>
  everyPoint(region, SMALL) ??
  rowsOf(region.sample(LAST_LOOK, createGenerator('last look')), region.space.dimensions.length);

/** Variance of one more measurement, output units squared: the learned noise and the mean of the given one. */
export function measurementNoise({ model }: Pick<Posterior, 'model'>): number {
  const learned = Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2;
  const given = model.noise ? model.noise.reduce((sum, value) => sum + value, 0) / model.n : 0;
  return learned + given;
}

/** Share of its noise that a pending measurement keeps where it counts as settled; of the variance of the outputs, at most. */
const SETTLED = { share: 1e-4, most: 1e-8 };

/** Noise variance of pending measurements whose curve counts as known; as good as none, and enough for a factor. */
export function settledNoise(posterior: Posterior): number {
  const noise = measurementNoise(posterior);
  return Math.max(SETTLED.share * noise, Math.min(noise, SETTLED.most * posterior.outputScale ** 2));
}

/** Whether measuring a point again teaches something: noise above a thousandth of the prior variance. */
export function isNoisy(posterior: Posterior): boolean {
  const { model } = posterior;
  const prior = posterior.priorStd(model.X.slice(0, model.d), 1)[0];
  return measurementNoise(posterior) > NOISY * prior ** 2;
}
