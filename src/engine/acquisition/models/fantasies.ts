import type { Posterior } from '../../gp/posterior/posterior.ts';

/**
 * A posterior with fantasies: rows whose outputs are taken to be the posterior means, added point by point.
 *
 * Only the longest chain is kept: asking for one more point costs O(n²) and gives the buffers of the one before back,
 * so a posterior from `after` is good until the next call.
 */
export interface Fantasies {
  /** Data and pending points. */
  readonly base: Posterior;
  /** Data, pending points and these ones. */
  after(chosen: readonly Float64Array[]): Posterior;
  free(): void;
}

/**
 * @param pending [p, d] raw
 * @param noise [p] variances of the pending measurements, squared output units; by default as the model has it
 */
export function createFantasies(
  posterior: Posterior,
  pending: Float64Array,
  noise?: Float64Array,
): Fantasies {
  const base = pending.length > 0 ? posterior.condition(pending, undefined, noise) : posterior;
  let current = base;
  let known: Float64Array[] = [];
  const drop = () => {
    if (current !== base) current.free();
    current = base;
    known = [];
  };
  return {
    base,
    after(chosen) {
      if (chosen.length < known.length || known.some((point, i) => point !== chosen[i])) drop();
      for (const point of chosen.slice(known.length)) {
        const next = current.condition(point);
        if (current !== base) current.free();
        current = next;
        known.push(point);
      }
      return current;
    },
    free() {
      drop();
      if (base !== posterior) base.free();
    },
  };
}
