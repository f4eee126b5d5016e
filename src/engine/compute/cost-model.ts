import type { Backend, Step } from './backend.ts';
import { type OpName, ops } from './ops.ts';
import { type Probe, probeStep, probes, type RateFamily, rateFamilyOf } from './probes.ts';
import { readSizes, type SizesOf } from './step.ts';

/** What steps of a family need: fixed + links·perLink + operations·perOperation, in seconds. */
export interface FamilyRates {
  /** A step that does next to nothing, its input written and its result read. */
  readonly fixed: number;
  /** One of the links of a chain in which each waits for the one before, however many members the step has. */
  readonly perLink: number;
  readonly perOperation: number;
}

/** What a backend needs for a piece of work. */
export interface Rates {
  readonly of: Readonly<Record<RateFamily, FamilyRates>>;
  /** Copying one fp64 number to or from the backend's memory, in seconds. */
  readonly perNumber: number;
}

/** Floating-point operations of a step. */
export function operations<Op extends OpName>({ op, dims }: Step & { readonly op: Op }): number {
  const { operations: count }: { operations(sizes: SizesOf<Op>): number } = ops[op];
  return count(readSizes(op, dims));
}

function links<Op extends OpName>({ op, dims }: Step & { readonly op: Op }): number {
  const { links: count }: { links?(sizes: SizesOf<Op>): number } = ops[op];
  return count?.(readSizes(op, dims)) ?? 0;
}

/** Milliseconds of a steady clock. */
export type Clock = () => number;

/** A GPU at rest runs slowly: it gets as many milliseconds of work before anything is measured. */
const WARM_UP = 30;
/** A first probe that takes longer than this, in seconds, is not followed by a larger one. */
const SLOW = 0.05;

function seconds(now: Clock, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const started = now();
    work();
    best = Math.min(best, (now() - started) / 1000);
    if (best > SLOW) break;
  }
  return best;
}

interface Timed {
  readonly seconds: number;
  readonly links: number;
  readonly operations: number;
}

/** The step with an input written before it and an output read after it. */
function time(backend: Backend, now: Clock, probe: Probe): Timed {
  const { step, run, free } = probeStep(backend, probe);
  try {
    run();
    return { seconds: seconds(now, run), links: links(step), operations: operations(step) };
  } finally {
    free();
  }
}

/** The rates that the three times give; none is negative. */
function ratesOf(
  now: Clock,
  backend: Backend,
  [least, long, heavy]: readonly [Probe, Probe, Probe],
): FamilyRates {
  const zero = time(backend, now, least);
  const over = (probe: Probe): Timed => {
    const timed = time(backend, now, probe);
    return {
      seconds: Math.max(timed.seconds - zero.seconds, 1e-9),
      links: timed.links - zero.links,
      operations: timed.operations - zero.operations,
    };
  };
  const growth = (perLink: number, perOperation: number): FamilyRates => ({
    fixed: Math.max(0, zero.seconds - perLink * zero.links - perOperation * zero.operations),
    perLink,
    perOperation,
  });
  const a = over(long);
  if (a.seconds > SLOW) return growth(0, a.seconds / a.operations);
  const b = over(heavy);
  const determinant = a.links * b.operations - b.links * a.operations;
  const perLink = determinant === 0 ? 0 : (a.seconds * b.operations - b.seconds * a.operations) / determinant;
  if (perLink <= 0) return growth(0, b.seconds / b.operations);
  const perOperation = (a.links * b.seconds - b.links * a.seconds) / determinant;
  return perOperation <= 0 ? growth(b.seconds / b.links, 0) : growth(perLink, perOperation);
}

/** Seconds to copy a number. */
function copyRate(backend: Backend, now: Clock): number {
  const values = new Float64Array(2 ** 18).fill(1e-3);
  const slot = backend.alloc(values.length);
  try {
    backend.write(slot, values);
    return seconds(now, () => backend.write(slot, values)) / values.length;
  } finally {
    backend.free(slot);
  }
}

/**
 * Measures a backend once, in some tenths of a second: for each family of ops a step that does next to nothing, one with a
 * long chain and one with many operations.
 */
export function measureRates(backend: Backend, now: Clock): Rates {
  const begin = now();
  const warm = probeStep(backend, probes.product[2]);
  do warm.run();
  while (now() - begin < WARM_UP);
  warm.free();
  const of = Object.fromEntries(
    Object.entries(probes).map(([family, three]) => [family, ratesOf(now, backend, three)]),
  ) as Record<RateFamily, FamilyRates>;
  return { of, perNumber: copyRate(backend, now) };
}

/** Seconds that a step is expected to take, with `moved` numbers to be copied first. */
export function expectedSeconds(rates: Rates, step: Step, moved: number): number {
  const { fixed, perLink, perOperation } = rates.of[rateFamilyOf(step)];
  return fixed + perLink * links(step) + perOperation * operations(step) + rates.perNumber * moved;
}
