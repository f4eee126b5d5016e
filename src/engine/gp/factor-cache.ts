import type { Backend } from '../compute/backend.ts';
import type { Factored } from './extend.ts';
import type { GpModel } from './model.ts';

/** Numbers that kept factors may hold together (64 MiB), and those that the smallest counts for: every search looks at all. */
const KEPT_NUMBERS = 2 ** 23;
const LEAST_NUMBERS = 2 ** 15;

interface Entry {
  readonly backend: Backend;
  readonly model: GpModel;
  readonly factored: Factored;
  /** Posteriors that use the factor now. */
  users: number;
  /** Still in the list; a factor that is not goes with its last user. */
  kept: boolean;
}

/** Most recently used first. */
const entries: Entry[] = [];

/** Everything the factor depends on, by identity: plain data is not changed in place. */
function sameFactor(a: GpModel, b: GpModel): boolean {
  return (
    a.theta === b.theta &&
    a.code === b.code &&
    a.X === b.X &&
    a.y === b.y &&
    a.noise === b.noise &&
    a.inputShift === b.inputShift &&
    a.inputScale === b.inputScale &&
    a.inputWarp === b.inputWarp &&
    a.outputShift === b.outputShift &&
    a.outputScale === b.outputScale
  );
}

/**
 * The factor of a model, from an earlier call on the same arrays where there is one. Each call must be answered by one
 * of `release`; factors nobody uses stay for later calls, the least recently used go first.
 */
export function factorOf(
  model: GpModel,
  backend: Backend,
  make: () => Factored,
): { factored: Factored; release: () => void } {
  const at = entries.findIndex((entry) => entry.backend === backend && sameFactor(entry.model, model));
  const entry =
    at >= 0 ? entries.splice(at, 1)[0] : { backend, model, factored: make(), users: 0, kept: true };
  entries.unshift(entry);
  entry.users++;
  trim();
  return {
    factored: entry.factored,
    release() {
      entry.users--;
      if (entry.users === 0 && !entry.kept) free(entry);
    },
  };
}

/** Drops the factors beyond what may be kept, the least recently used first. */
function trim(): void {
  let held = 0;
  const dropped = entries.findIndex(({ factored }) => {
    held += Math.max(factored.n ** 2, LEAST_NUMBERS);
    return held > KEPT_NUMBERS;
  });
  for (const entry of dropped < 0 ? [] : entries.splice(dropped)) {
    entry.kept = false;
    if (entry.users === 0) free(entry);
  }
}

function free({ backend, factored }: Entry): void {
  for (const slot of [factored.X, factored.theta, factored.L, factored.alpha]) backend.free(slot);
}
