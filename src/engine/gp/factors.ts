import type { Backend } from '../compute/backend.ts';
import type { Held } from './byte-budget.ts';
import type { Factored } from './extend.ts';
import { modelMemory } from './memory.ts';
import type { GpModel } from './model.ts';

/** Bytes that the smallest factor counts for, so that their number stays bounded. */
const LEAST_BYTES = 2 ** 18;

interface Entry extends Held {
  /** As measured when it was last used. */
  bytes: number;
  readonly backend: Backend;
  readonly model: GpModel;
  readonly factored: Factored;
  /** Posteriors that use the factor now. */
  users: number;
  /** Still to be found; a factor that is not goes with its last user. */
  kept: boolean;
}

/** Factors by the theta of their model; models that share it differ in what is done with the outputs. */
const factors = new Map<Float64Array, Entry[]>();

/** Everything the factor depends on, by identity: plain data is not changed in place. */
function sameFactor(a: GpModel, b: GpModel): boolean {
  return (
    a.theta === b.theta &&
    a.code === b.code &&
    a.X === b.X &&
    a.y === b.y &&
    a.noise === b.noise &&
    a.censored?.y === b.censored?.y &&
    a.censored?.extra === b.censored?.extra &&
    a.inputShift === b.inputShift &&
    a.inputScale === b.inputScale &&
    a.inputWarp === b.inputWarp &&
    a.outputShift === b.outputShift &&
    a.outputScale === b.outputScale
  );
}

/**
 * The factor of a model, from an earlier call on the same arrays where there is one. Each call must be answered by one
 * of `release`; factors nobody uses stay for later calls within the budget of `modelMemory`.
 */
export function factorOf(
  model: GpModel,
  backend: Backend,
  make: () => Factored,
): { factored: Factored; release: () => void } {
  const known = factors
    .get(model.theta)
    ?.find((entry) => entry.backend === backend && sameFactor(entry.model, model));
  const entry = known ?? keep(model, backend, make());
  entry.users++;
  measure(entry);
  return {
    factored: entry.factored,
    release() {
      entry.users--;
      if (entry.users > 0) return;
      // By now its numbers may be on a GPU as well.
      if (entry.kept) measure(entry);
      else free(entry);
    },
  };
}

const slotsOf = ({ X, theta, L, alpha }: Factored) => [X, theta, L, alpha];

/** Holds the factor at what it takes now, wherever its numbers are. */
function measure(entry: Entry): void {
  const { backend, factored } = entry;
  const bytes = slotsOf(factored).reduce(
    (sum, slot) => sum + (backend.occupied?.(slot) ?? 8 * slot.length),
    0,
  );
  modelMemory.forget(entry);
  entry.bytes = Math.max(bytes, LEAST_BYTES);
  modelMemory.use(entry);
}

function keep(model: GpModel, backend: Backend, factored: Factored): Entry {
  const entry: Entry = {
    backend,
    model,
    factored,
    users: 0,
    kept: true,
    bytes: 0,
    drop() {
      entry.kept = false;
      const rest = (factors.get(model.theta) ?? []).filter((other) => other !== entry);
      if (rest.length > 0) factors.set(model.theta, rest);
      else factors.delete(model.theta);
      if (entry.users === 0) free(entry);
    },
  };
  factors.set(model.theta, [...(factors.get(model.theta) ?? []), entry]);
  return entry;
}

function free({ backend, factored }: Entry): void {
  for (const slot of slotsOf(factored)) backend.free(slot);
}
